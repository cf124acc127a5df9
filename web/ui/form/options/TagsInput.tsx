import { TagsInput as MantineTagsInput, type TagsInputProps } from '@mantine/core';
import { useOptionsOnFocus } from './use-options-on-focus.ts';

/** Mantine's, with its options mounted when they are first needed. */
export function TagsInput(props: TagsInputProps) {
  return <MantineTagsInput {...props} {...useOptionsOnFocus(props)} />;
}
