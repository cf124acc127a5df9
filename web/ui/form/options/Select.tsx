import { Select as MantineSelect, type Primitive, type SelectProps } from '@mantine/core';
import { useOptionsOnFocus } from './use-options-on-focus.ts';

/** Mantine's, with its options mounted when they are first needed. */
export function Select<V extends Primitive = string>(props: SelectProps<V>) {
  return <MantineSelect {...props} {...useOptionsOnFocus(props)} />;
}
