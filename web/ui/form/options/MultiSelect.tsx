import { MultiSelect as MantineMultiSelect, type MultiSelectProps, type Primitive } from '@mantine/core';
import { useOptionsOnFocus } from './use-options-on-focus.ts';

/** Mantine's, with its options mounted when they are first needed. */
export function MultiSelect<V extends Primitive = string>(props: MultiSelectProps<V>) {
  return <MantineMultiSelect {...props} {...useOptionsOnFocus(props)} />;
}
