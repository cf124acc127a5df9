import { OVERLAP_DIRECTIONS, type OverlapDirection } from '@omicon/domain/statistics/hypergeometric.ts';
import { Select } from '../../../ui/form/options/Select.tsx';

const TITLES: Readonly<Record<OverlapDirection, string>> = {
  over: 'More than expected by chance',
  under: 'Fewer than expected by chance',
  both: 'More or fewer',
};

interface DirectionChoiceProps {
  direction: OverlapDirection;
  onChange(changes: { direction: string | null }): void;
}

/** Whether modules and sets are ranked by more or by fewer common genes. */
export function DirectionChoice({ direction, onChange }: DirectionChoiceProps) {
  return (
    <Select
      label="Common genes"
      size="xs"
      w={250}
      allowDeselect={false}
      value={direction}
      data={OVERLAP_DIRECTIONS.map((value) => ({ value, label: TITLES[value] }))}
      onChange={(chosen) => onChange({ direction: chosen === 'over' ? null : chosen })}
    />
  );
}
