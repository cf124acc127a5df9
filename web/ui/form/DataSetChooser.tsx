import { countOf } from '../text/format.ts';
import { Select } from './options/Select.tsx';

interface DataSetChooserProps {
  dataSets: readonly { id: number; title: string; number_of_samples: number }[];
  value: number;
  onChange(id: number): void;
}

/** One of the data sets that a screen offers. */
export function DataSetChooser({ dataSets, value, onChange }: DataSetChooserProps) {
  return (
    <Select
      size="xs"
      w={380}
      maw="100%"
      label="Data set"
      searchable
      allowDeselect={false}
      data={dataSets.map(({ id, title, number_of_samples }) => ({
        value: String(id),
        label: `${title} (${countOf(number_of_samples, 'sample')})`,
      }))}
      value={String(value)}
      onChange={(id) => id !== null && onChange(Number(id))}
    />
  );
}
