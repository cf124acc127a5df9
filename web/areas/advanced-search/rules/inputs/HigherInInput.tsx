import { useDebouncedValue } from '@mantine/hooks';
import { listPossibleValues } from '@omicon/contract/areas/attributes.ts';
import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { useEndpoint } from '../../../../base/calls/use-endpoint.ts';
import { Autocomplete } from '../../../../ui/form/options/Autocomplete.tsx';
import { suggestionProps } from '../../../../ui/form/suggestions.tsx';
import { SEARCH_AFTER_MS } from './ValueInput.tsx';

interface HigherInInputProps {
  attribute: string;
  group: string;
  onChange(group: string | undefined): void;
}

/** Of an attribute with two values, the one with the higher mean eigengene; its values are suggested. */
export function HigherInInput({ attribute, group, onChange }: HigherInInputProps) {
  const [isWanted, setWanted] = useState(false);
  const [search] = useDebouncedValue(group, SEARCH_AFTER_MS);
  const values = useEndpoint(
    listPossibleValues,
    { params: { kind: 'samples' }, query: { attribute, search } },
    { enabled: isWanted && attribute !== '', placeholderData: keepPreviousData },
  );
  return (
    <Autocomplete
      size="xs"
      label="Higher in"
      placeholder="Either of two values"
      maxLength={200}
      disabled={attribute === ''}
      onFocus={() => setWanted(true)}
      {...suggestionProps(values.data?.results ?? [])}
      value={group}
      onChange={(value) => onChange(value === '' ? undefined : value)}
    />
  );
}
