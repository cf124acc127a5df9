import { Textarea } from '@mantine/core';
import { createSavedQuery } from '@omicon/contract/areas/advanced-search/search-queries.ts';
import { z } from 'zod';
import { Field } from '../../../ui/form/Field.tsx';
import { useFields } from '../../../ui/form/FieldsForm.tsx';
import { FieldsModal } from '../../../ui/form/FieldsModal.tsx';

const shape = z.object({ description: createSavedQuery.body.shape.description });

interface DescriptionFormProps {
  description: string;
  label: string;
  isBusy: boolean;
  failure: unknown;
  onClose(): void;
  onSave(description: string): void;
}

/** Form for the description of a query, when saving or renaming it. */
export function DescriptionForm(props: DescriptionFormProps) {
  const form = useFields(shape, { description: props.description });
  return (
    <FieldsModal
      label={props.label}
      form={form}
      isBusy={props.isBusy}
      failure={props.failure}
      onSubmit={({ description }) => props.onSave(description)}
      onClose={props.onClose}
    >
      <Field
        name="description"
        as={Textarea}
        label="Description"
        description="Shown wherever this query is listed"
        required
        data-autofocus
        autosize
        minRows={2}
        maxLength={1000}
      />
    </FieldsModal>
  );
}
