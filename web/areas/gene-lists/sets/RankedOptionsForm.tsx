import { Input, SegmentedControl } from '@mantine/core';
import { DebouncedInput } from '../DebouncedInput.tsx';
import { FoldSwitch } from './FoldSwitch.tsx';
import type { RankedQuery } from './ranked-query.ts';
import { SetFilters } from './SetFilters.tsx';

interface RankedOptionsFormProps {
  query: RankedQuery;
  /** sets query parameters; null removes one */
  onChange(changes: Record<string, string | null>, isSameStep?: boolean): void;
}

/** How sets are tested in a ranking, and which are listed. */
export function RankedOptionsForm({ query, onChange }: RankedOptionsFormProps) {
  return (
    <SetFilters query={query} onChange={onChange}>
      <Input.Wrapper label="Top of the ranking" size="xs">
        <SegmentedControl
          size="xs"
          aria-label="Top of the ranking"
          display="flex"
          value={query.top}
          data={[
            { value: 'high', label: 'Largest values' },
            { value: 'low', label: 'Smallest values' },
          ]}
          onChange={(top) => onChange({ top: top === 'high' ? null : top })}
        />
      </Input.Wrapper>
      <Input.Wrapper label="Ordered by P of" size="xs">
        <SegmentedControl
          size="xs"
          aria-label="Ordered by P of"
          display="flex"
          value={query.by}
          data={[
            { value: 'cerno', label: 'CERNO' },
            { value: 'auc', label: 'AUC' },
          ]}
          onChange={(by) => onChange({ by: by === 'cerno' ? null : by, sort: null, order: null })}
        />
      </Input.Wrapper>
      <DebouncedInput
        label="Set name"
        w={180}
        placeholder="Part of a name"
        value={query.name}
        onSettled={(name) => onChange({ name: name === '' ? null : name }, true)}
      />
      <FoldSwitch fold={query.fold} onChange={onChange} />
    </SetFilters>
  );
}
