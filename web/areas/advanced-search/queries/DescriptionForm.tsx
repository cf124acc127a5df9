import { zodResolver } from '@hookform/resolvers/zod';
import { Textarea } from '@mantine/core';
import { createSavedQuery } from '@omicon/contract/search-queries.ts';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
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

/** The description of a query to be saved, or of a saved one. */
export function DescriptionForm(props: DescriptionFormProps) {
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(shape),
    mode: 'onTouched',
    defaultValues: { description: props.description },
  });
  const submit = handleSubmit(({ description }) => props.onSave(description));
  return (
    <FieldsModal
      label={props.label}
      isBusy={props.isBusy}
      isDisabled={!formState.isValid}
      failure={props.failure}
      onSubmit={submit}
      onClose={props.onClose}
    >
      <Textarea
        label="Description"
        description="Under this it is listed; results and their tab are named by it"
        required
        data-autofocus
        autosize
        minRows={2}
        maxLength={1000}
        error={formState.errors.description?.message}
        {...register('description')}
      />
    </FieldsModal>
  );
}
