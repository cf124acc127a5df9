import { SegmentedControl } from '@mantine/core';
import type { Draft } from '../query-address.ts';

/** Switches between results as records and as a count. */
export function ShowToggle({ show, onChange }: { show: Draft['show']; onChange(show: Draft['show']): void }) {
  return (
    <SegmentedControl
      size="xs"
      aria-label="How results are shown"
      data={[
        { value: 'records', label: 'Show records' },
        { value: 'count', label: 'Show count' },
      ]}
      value={show}
      onChange={(value) => onChange(value === 'count' ? 'count' : 'records')}
    />
  );
}
