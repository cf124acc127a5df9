import { Textarea } from '@mantine/core';
import { Field } from './Field.tsx';

/** What people write about a record, in the field `description`. */
export function DescriptionField() {
  return (
    <Field
      name="description"
      as={Textarea}
      label="Description"
      required
      autosize
      minRows={2}
      maxLength={4000}
    />
  );
}
