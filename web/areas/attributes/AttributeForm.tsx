import { zodResolver } from '@hookform/resolvers/zod';
import { NativeSelect, Textarea, TextInput } from '@mantine/core';
import {
  ATTRIBUTE_CALLS,
  type AttributeDefinition,
  attributeFields,
  checkAttribute,
  listAttributeTables,
} from '@omicon/contract/attributes.ts';
import {
  ATTRIBUTE_TYPES,
  type AttributeKind,
  type AttributeType,
} from '@omicon/domain/records/attribute-definitions.ts';
import { useForm } from 'react-hook-form';
import type { z } from 'zod';
import { useChange } from '../../base/calls/use-endpoint.ts';
import { showToast } from '../../ui/feedback/toasts.ts';
import { FieldsModal } from '../../ui/form/FieldsModal.tsx';

const shape = attributeFields.superRefine(checkAttribute);

/** The input that the type of an attribute asks its example with. */
function exampleInput(type: AttributeType) {
  if (type === 'Date') return { type: 'date' };
  if (type === 'Integer') return { type: 'number', step: 1 };
  return type === 'Numeric' ? { type: 'number', step: 'any' } : { type: 'text' };
}

function startOf(attribute: AttributeDefinition | null): z.input<typeof shape> {
  return {
    sampleAttributeSource: attribute?.name ?? '',
    type: attribute?.attribute_type ?? 'String',
    examples: attribute?.examples ?? '',
    required: attribute?.is_required === false ? 'No' : 'Yes',
    indexed: attribute?.is_indexed === true ? 'Yes' : 'No',
    possibleValues: attribute?.possible_values.join(', ') ?? '',
    category: attribute?.category ?? '',
    dataSource: attribute?.data_source ?? '',
    description: attribute?.description ?? '',
  };
}

interface AttributeFormProps {
  kind: AttributeKind;
  /** null for a new one */
  attribute: AttributeDefinition | null;
  onClose(): void;
}

/** The new-sample-attribute modal, also for an edit, and for attributes of the other kinds. */
export function AttributeForm({ kind, attribute, onClose }: AttributeFormProps) {
  const calls = ATTRIBUTE_CALLS[kind];
  const refreshes = [calls.list, listAttributeTables];
  const create = useChange(calls.create, { refreshes, isHandled: true });
  const update = useChange(calls.update, { refreshes, isHandled: true });
  const { register, handleSubmit, formState, watch, setValue, getValues, clearErrors, trigger } = useForm({
    resolver: zodResolver(shape),
    mode: 'onTouched',
    defaultValues: startOf(attribute),
  });
  const { errors, isValid } = formState;
  const type = watch('type');
  const typed = register('type');

  const submit = handleSubmit((fields) => {
    const onSuccess = () => {
      showToast({ type: 'success', title: 'Saved', message: fields.sampleAttributeSource });
      onClose();
    };
    if (attribute === null) create.mutate({ body: fields }, { onSuccess });
    else {
      const { id, version } = attribute;
      update.mutate({ params: { id }, body: { ...fields, version } }, { onSuccess });
    }
  });

  return (
    <FieldsModal
      label={attribute === null ? 'Add' : 'Save'}
      isBusy={create.isPending || update.isPending}
      isDisabled={!isValid}
      failure={update.error ?? create.error}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextInput
        label="Attribute name"
        required
        data-autofocus
        error={errors.sampleAttributeSource?.message}
        {...register('sampleAttributeSource')}
      />
      <NativeSelect
        label="Attribute type"
        required
        data={[...ATTRIBUTE_TYPES]}
        error={errors.type?.message}
        {...typed}
        onChange={async (event) => {
          await typed.onChange(event);
          if (getValues('type') !== 'Enumeration') {
            setValue('possibleValues', '');
            clearErrors('possibleValues');
          }
          // What was typed for another type may not fit this one.
          if (getValues('examples') !== '') await trigger('examples');
        }}
      />
      <TextInput
        label="Enumerated values"
        description="Enter comma separated values. Eg: x, y, z, ..."
        required={type === 'Enumeration'}
        disabled={type !== 'Enumeration'}
        error={errors.possibleValues?.message}
        {...register('possibleValues')}
      />
      <TextInput
        key={type}
        label="Example"
        required
        error={errors.examples?.message}
        {...exampleInput(type)}
        {...register('examples')}
      />
      <NativeSelect label="Required" data={['Yes', 'No']} {...register('required')} />
      <NativeSelect label="Indexed" data={['Yes', 'No']} {...register('indexed')} />
      <TextInput label="Category" error={errors.category?.message} {...register('category')} />
      <TextInput
        label="Data source"
        required
        error={errors.dataSource?.message}
        {...register('dataSource')}
      />
      <Textarea
        label="Description"
        required
        autosize
        minRows={2}
        maxLength={4000}
        error={errors.description?.message}
        {...register('description')}
      />
    </FieldsModal>
  );
}
