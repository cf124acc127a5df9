import { Checkbox, Radio, SimpleGrid, Stack, Text } from '@mantine/core';
import {
  ID_KINDS,
  type IdEvidence,
  type IdKind,
  SCALES,
  type Scale,
  TRANSFORMATIONS,
  type Transformation,
} from '@omicon/domain/data-map/data-map.ts';
import { Choice } from '../../../ui/form/Choice.tsx';
import { formatCount } from '../../../ui/text/format.ts';
import classes from '../drafts.module.css';
import type { Mapping } from '../use-draft-map.ts';
import { ColumnParts } from './ColumnParts.tsx';
import { DraftSection, HINT_BELOW } from './DraftSection.tsx';
import { ScaleHistogram } from './ScaleHistogram.tsx';
import { TitleChoice } from './TitleChoice.tsx';

const ID_NAMES: Record<IdKind, string> = {
  SYMBOL: 'Gene symbols',
  ENSEMBL: 'Ensembl identifiers',
  ENTREZID: 'Entrez Gene identifiers',
  PROBEID: 'Probes of an array',
  other: 'Other identifiers',
};

const SCALE_NAMES: Record<Scale, string> = {
  log2: 'log2',
  counts: 'Counts of reads',
  intensities: 'Intensities',
  TPM: 'TPM',
  beta: 'Beta values, 0 to 1',
  other: 'Another scale',
};

const TRANSFORMATION_NAMES: Record<Transformation, string> = {
  none: 'None: store the values as they are',
  'log2 CPM': 'log2 CPM',
  'log2(x + 1)': 'log2(x + 1)',
};

const FORMULAS: Record<Transformation, string> = {
  none: 'The values are stored as they are written.',
  'log2 CPM':
    'log2((count + 0.5) / (sum of the sample + 1) × 1,000,000). The counts are stored too, as a data set of their own.',
  'log2(x + 1)': 'Each value x becomes log2(x + 1).',
};

/** The usual transformation of a scale. */
function transformationOf(scale: Scale): Transformation {
  if (scale === 'counts') return 'log2 CPM';
  return scale === 'intensities' || scale === 'TPM' ? 'log2(x + 1)' : 'none';
}

/** `22,280 of 22,283 (99.9 %)`; rounded down, so that only all are 100 %. */
function shareOf({ recognized, of }: IdEvidence): string {
  const share = of === 0 ? '' : ` (${Math.floor((1000 * recognized) / of) / 10} %)`;
  return `${formatCount(recognized)} of ${formatCount(of)}${share}`;
}

function Evidence({ ids }: { ids: readonly IdEvidence[] }) {
  if (ids.length === 0) return null;
  return (
    <div>
      <Text size="sm" fw={500}>
        Recognized identifiers
      </Text>
      <ul className={classes.facts}>
        {ids.map((one) => (
          <li key={`${one.kind} ${one.platform}`}>
            {ID_NAMES[one.kind]}
            {one.platform === null ? '' : `, ${one.platform}`}: {shareOf(one)}
          </li>
        ))}
      </ul>
    </div>
  );
}

function Layout({ map, proposal, edit }: Mapping) {
  return (
    <Radio.Group
      label="Samples are in"
      description={proposal.orientation}
      value={map.samples_in}
      onChange={(value) =>
        edit({
          samples_in: value === 'rows' ? 'rows' : 'columns',
          id_column: '',
          annotation_columns: [],
          left_out: [],
        })
      }
    >
      <Stack gap="sm" mt={6}>
        <Radio size="xs" value="columns" label="Columns: a row for each feature" />
        <Radio size="xs" value="rows" label="Rows: a row for each sample" />
      </Stack>
    </Radio.Group>
  );
}

/** The file of values: its layout, identifiers and scale. */
export function ValuesSection(mapping: Mapping) {
  const { map, proposal, edit } = mapping;
  return (
    <DraftSection title="Values">
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
        <TitleChoice
          label="File of values"
          titles={proposal.matrices}
          value={map.matrix}
          onChange={(matrix) =>
            matrix !== null && edit({ matrix, id_column: '', annotation_columns: [], left_out: [] })
          }
        />
        <Layout {...mapping} />
        <TitleChoice
          label={map.samples_in === 'columns' ? 'Column of identifiers' : 'Column of sample names'}
          titles={proposal.columns.map(({ title }) => title)}
          value={map.id_column}
          onChange={(id_column) => id_column !== null && edit({ id_column })}
        />
        <Choice
          label="Kind of identifiers"
          data={ID_KINDS.map((value) => ({ value, label: ID_NAMES[value] }))}
          value={map.id_kind}
          onChange={(id_kind) => edit({ id_kind })}
        />
      </SimpleGrid>
      <Evidence ids={proposal.ids} />
      <ColumnParts {...mapping} />
      <Checkbox
        size="xs"
        label="Numbers have decimal commas: 1,5 is one and a half"
        checked={map.has_decimal_commas}
        onChange={({ currentTarget }) => edit({ has_decimal_commas: currentTarget.checked })}
      />
      <ScaleHistogram values={proposal.values} />
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
        <Choice
          label="Scale of the values"
          data={SCALES.map((value) => ({ value, label: SCALE_NAMES[value] }))}
          value={map.scale}
          onChange={(scale) => edit({ scale, transformation: transformationOf(scale) })}
        />
        <Choice
          label="Transformation"
          inputWrapperOrder={HINT_BELOW}
          description={FORMULAS[map.transformation]}
          data={TRANSFORMATIONS.map((value) => ({ value, label: TRANSFORMATION_NAMES[value] }))}
          value={map.transformation}
          onChange={(transformation) => edit({ transformation })}
        />
      </SimpleGrid>
    </DraftSection>
  );
}
