import { type InputWrapperProps, Stack, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from '../drafts.module.css';

/** Keeps fields that are side by side in line, whether or not they have a hint. */
export const HINT_BELOW: NonNullable<InputWrapperProps['inputWrapperOrder']> = [
  'label',
  'input',
  'description',
  'error',
];

interface DraftSectionProps {
  title: string;
  children: ReactNode;
}

/** Choices that belong together, under a heading that names the group of fields as well. */
export function DraftSection({ title, children }: DraftSectionProps) {
  return (
    <fieldset className={classes.section}>
      <legend className={classes.legend}>
        <Title order={3}>{title}</Title>
      </legend>
      <Stack gap="md">{children}</Stack>
    </fieldset>
  );
}
