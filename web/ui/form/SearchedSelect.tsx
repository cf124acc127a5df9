import type { SelectProps } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { Select } from './options/Select.tsx';

const TYPING_MS = 250;

/** What a person types to find an option on the server, and the text to search for once they pause. */
export function useTypedSearch() {
  const [search, setSearch] = useState('');
  const [settled] = useDebouncedValue(search, TYPING_MS);
  return { search, setSearch, settled };
}

interface SearchedSelectProps extends Omit<SelectProps, 'filter' | 'nothingFoundMessage'> {
  /** of what is chosen, for people */
  what: string;
  isSearching: boolean;
}

/** A choice among what the server finds, which searches more fields than the labels have. */
export function SearchedSelect({ what, isSearching, ...select }: SearchedSelectProps) {
  return (
    <Select
      size="xs"
      maw="100%"
      searchable
      filter={({ options }) => options}
      nothingFoundMessage={isSearching ? `Looking for ${what}s` : `No ${what} is called so`}
      {...select}
    />
  );
}
