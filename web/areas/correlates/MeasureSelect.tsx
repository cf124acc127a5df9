import { CORRELATION_MEASURES } from '@omicon/contract/areas/statistics/expression.ts';
import { Select } from '../../ui/form/options/Select.tsx';

export type Measure = (typeof CORRELATION_MEASURES)[number];

const NAMES: Record<Measure, string> = {
  pearson: 'Pearson',
  bicor: 'Biweight midcorrelation',
  spearman: 'Spearman',
};

export function MeasureSelect({ value, onChange }: { value: Measure; onChange(measure: Measure): void }) {
  return (
    <Select<Measure>
      size="xs"
      w={220}
      label="Correlation"
      allowDeselect={false}
      data={CORRELATION_MEASURES.map((measure) => ({ value: measure, label: NAMES[measure] }))}
      value={value}
      onChange={(measure) => measure !== null && onChange(measure)}
    />
  );
}
