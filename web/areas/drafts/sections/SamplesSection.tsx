import { SimpleGrid, Text } from '@mantine/core';
import { countOf, formatCount } from '../../../ui/text/format.ts';
import classes from '../drafts.module.css';
import type { Mapping } from '../use-draft-map.ts';
import { DraftSection } from './DraftSection.tsx';
import { TitleChoice } from './TitleChoice.tsx';

/** As many names as a proposal has at most. */
const MOST_NAMES = 50;

function Names({ names, where }: { names: readonly string[]; where: string }) {
  if (names.length === 0) return null;
  const many = names.length >= MOST_NAMES ? `${MOST_NAMES} or more samples` : countOf(names.length, 'sample');
  return (
    <details>
      <summary>
        {many} {where}
      </summary>
      <ul className={`${classes.facts} ${classes.names}`}>
        {names.map((name) => (
          <li key={name} className="identifier">
            {name}
          </li>
        ))}
      </ul>
    </details>
  );
}

/** The sheet that describes the samples, and how it joins the values. */
export function SamplesSection({ map, proposal, edit }: Mapping) {
  const { join, number_of_samples, sheets, sheet_columns } = proposal;
  return (
    <DraftSection title="Samples">
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
        <TitleChoice
          label="Sheet of samples"
          titles={sheets}
          value={map.sheet}
          none="No sheet: store the values alone"
          onChange={(sheet) => edit({ sheet, label_column: null, attributes: [] })}
        />
        {map.sheet !== null && (
          <TitleChoice
            label="Column with the names of samples"
            titles={sheet_columns.map(({ column }) => column)}
            value={map.label_column}
            none="Not chosen"
            onChange={(label_column) => edit({ label_column })}
          />
        )}
      </SimpleGrid>
      {map.sheet === null ? (
        <Text size="sm">{countOf(number_of_samples, 'sample')}, without attributes.</Text>
      ) : (
        <>
          <Text size="sm">
            {formatCount(join.matched)} of {countOf(number_of_samples, 'sample')} are in the sheet. Names may
            differ in case and punctuation, or begin with the name of the patient.
          </Text>
          <Names names={join.only_values} where="only among the values, without attributes" />
          <Names names={join.only_sheet} where="only in the sheet, left out" />
        </>
      )}
    </DraftSection>
  );
}
