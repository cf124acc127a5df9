import { Text, Title } from '@mantine/core';
import { dataSetAddress, moduleAddress } from '@omicon/contract/addresses.ts';
import {
  ATLAS_STATES,
  type AtlasPlace,
  type AtlasState,
  type MetaModuleDetail,
} from '@omicon/contract/areas/analyses/atlas.ts';
import { rgbOfModule } from '@omicon/domain/records/names/module-rgb.ts';
import { moduleLabel } from '@omicon/domain/records/names/module-theme.ts';
import { SecondaryButton } from '../../../ui/form/SecondaryButton.tsx';
import { AddressLink } from '../../../ui/navigation/AddressLink.tsx';
import { ColourSwatch } from '../../../ui/text/ColourSwatch.tsx';
import { countOf, formatDecimal, MISSING } from '../../../ui/text/format.ts';
import { NameText } from '../../../ui/text/NameText.tsx';
import { colourOfR } from '../AtlasMarks.tsx';
import classes from '../atlas.module.css';
import { formatShare } from '../atlas-text.ts';

const TITLES: Readonly<Record<AtlasState, { title: string; note: string }>> = {
  found: {
    title: 'Found',
    note: 'The module of each data set that is most like the consensus; r is the correlation of their kME.',
  },
  absent: { title: 'Absent', note: 'Its consensus genes are measured, but no module is like it.' },
  'not measurable': { title: 'Not measurable', note: 'Fewer than half of its consensus genes are measured.' },
};

/** The module that represents the meta-module in a data set, and how like the consensus it is. */
function FoundIn({ place: { module, r, features, modules } }: { place: AtlasPlace }) {
  return (
    <>
      <span>
        {module === null ? (
          MISSING
        ) : (
          <AddressLink href={moduleAddress(module.omicon_id)} size="sm">
            <ColourSwatch colour={rgbOfModule(module.name)} /> {moduleLabel(module)}
          </AddressLink>
        )}
      </span>
      <span className={classes.strip} aria-hidden="true">
        {r !== null && <span style={{ left: `${100 * Math.max(0, r)}%`, background: colourOfR(r) }} />}
      </span>
      <span className={classes.number}>{r === null ? MISSING : `r ${formatDecimal(r, 2)}`}</span>
      <span className={classes.number}>{countOf(features, 'feature')}</span>
      <span className={classes.number}>{countOf(modules, 'module')}</span>
    </>
  );
}

interface PlaceRow {
  place: AtlasPlace;
  title: string;
  /** tissue, disease and technology */
  about: string;
}

/** Places of one state with their data sets, the most like the consensus or the best measured first. */
function placesOf({ places, cohorts }: MetaModuleDetail, state: AtlasState): PlaceRow[] {
  return places
    .filter((place) => place.state === state)
    .toSorted((a, b) => (b.r ?? -1) - (a.r ?? -1) || b.measured - a.measured)
    .map((place) => {
      const dataSet = cohorts.find(({ id }) => id === place.data_set);
      const { disease = [], tissue = [], technology = null } = dataSet ?? {};
      const about = [...disease, ...tissue, technology].filter(Boolean).join(', ');
      return { place, title: dataSet?.title ?? `OM.DS.${place.data_set}`, about };
    });
}

interface PlacesOfStateProps {
  meta: MetaModuleDetail;
  state: AtlasState;
  onTest(dataSet: number): void;
}

function PlacesOfState({ meta, state, onTest }: PlacesOfStateProps) {
  const rows = placesOf(meta, state);
  if (rows.length === 0) return null;
  const { title, note } = TITLES[state];
  return (
    <section aria-label={title}>
      <Title order={2} size="h4">
        {title} in {countOf(rows.length, 'data set')}
      </Title>
      <Text size="xs" c="dimmed" mb={4}>
        {note}
      </Text>
      <ul className={classes.places}>
        {rows.map(({ place, title: dataSet, about }) => (
          <li key={place.data_set} className={classes.place} data-short={state !== 'found' || undefined}>
            <span>
              <AddressLink href={dataSetAddress(place.data_set)} size="sm">
                <NameText text={dataSet} />
              </AddressLink>
              <Text size="xs" c="dimmed">
                {about}
              </Text>
            </span>
            {state === 'found' ? (
              <FoundIn place={place} />
            ) : (
              <span>{formatShare(place.measured)} of its consensus genes are measured</span>
            )}
            {state === 'absent' && (
              <SecondaryButton
                aria-label={`Test preservation in ${dataSet}`}
                onClick={() => onTest(place.data_set)}
              >
                Test preservation
              </SecondaryButton>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

interface PlacesTabProps {
  meta: MetaModuleDetail;
  /** tests its consensus genes in a data set without a module for it */
  onTest(dataSet: number): void;
}

/** Where a meta-module is found, where it is not, and where it cannot be. */
export function PlacesTab({ meta, onTest }: PlacesTabProps) {
  return ATLAS_STATES.map((state) => <PlacesOfState key={state} meta={meta} state={state} onTest={onTest} />);
}
