import { SimpleGrid } from '@mantine/core';
import { MultiSelect } from '../../../ui/form/options/MultiSelect.tsx';
import { countOf } from '../../../ui/text/format.ts';
import type { Mapping } from '../use-draft-map.ts';

/** Options shown at once; others are found by typing. */
const SHOWN = 100;

/** Columns of the file of values that are no samples. */
export function ColumnParts({ map, proposal, edit }: Mapping) {
  const titles = proposal.columns.map(({ title }) => title).filter((title) => title !== '');
  const all = [...new Set([...titles, ...map.annotation_columns, ...map.left_out])];
  const free = (others: readonly string[]) => {
    const taken = new Set([...others, map.id_column]);
    return all.filter((title) => !taken.has(title));
  };
  const searched = { size: 'xs', searchable: true, clearable: true, limit: SHOWN } as const;
  return (
    <details>
      <summary>
        {countOf(map.annotation_columns.length, 'column')} for annotation,{' '}
        {countOf(map.left_out.length, 'column')} left out
      </summary>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md" mt="sm">
        <MultiSelect
          {...searched}
          label="Columns that describe features"
          description="Stored with the features, such as Chromosome"
          data={free(map.left_out)}
          value={map.annotation_columns}
          onChange={(annotation_columns) => edit({ annotation_columns })}
        />
        <MultiSelect
          {...searched}
          label={map.samples_in === 'columns' ? 'Columns left out' : 'Columns and samples left out'}
          description="Not stored"
          data={free(map.annotation_columns)}
          value={map.left_out}
          onChange={(left_out) => edit({ left_out })}
        />
      </SimpleGrid>
    </details>
  );
}
