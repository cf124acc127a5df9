import { type AutocompleteProps, Autocomplete as MantineAutocomplete } from '@mantine/core';
import { useOptionsOnFocus } from './use-options-on-focus.ts';

/** Mantine's, with its options mounted when they are first needed. */
export function Autocomplete(props: AutocompleteProps) {
  return <MantineAutocomplete {...props} {...useOptionsOnFocus(props)} />;
}
