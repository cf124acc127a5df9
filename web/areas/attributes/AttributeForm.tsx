import { NativeSelect } from '@mantine/core';
import {
  ATTRIBUTE_CALLS,
  type AttributeDefinition,
  attributeFields,
  checkAttribute,
  listAttributeTables,
  valueLabelRows,
} from '@omicon/contract/areas/attributes.ts';
import {
  ATTRIBUTE_TYPES,
  type AttributeKind,
  type AttributeType,
} from '@omicon/domain/records/samples/attribute-definitions.ts';
import type { z } from 'zod';
import { useChange } from '../../base/calls/use-endpoint.ts';
import { showToast } from '../../ui/feedback/toasts.ts';
import { DescriptionField } from '../../ui/form/DescriptionField.tsx';
import { Field } from '../../ui/form/Field.tsx';
import { useFields } from '../../ui/form/FieldsForm.tsx';
import { FieldsModal } from '../../ui/form/FieldsModal.tsx';
import { ValueLabelRows } from './ValueLabelRows.tsx';

const shape = attributeFields
  .extend({ value_labels: valueLabelRows, follow_up: attributeFields.shape.follow_up.unwrap() })
  .superRefine(checkAttribute);

/** Props of the input for an example, by the type of the attribute. */
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
    value_labels: Object.entries(attribute?.value_labels ?? {}).map(([value, label]) => ({ value, label })),
    follow_up: attribute?.follow_up ?? '',
    unit: attribute?.unit ?? '',
  };
}

/** Labels, units and the follow-up belong to samples only. */
function bodyOf(kind: AttributeKind, { value_labels, follow_up, unit, ...fields }: z.output<typeof shape>) {
  if (kind !== 'sample') return fields;
  return {
    ...fields,
    follow_up,
    unit,
    value_labels: Object.fromEntries(value_labels.map(({ value, label }) => [value, label])),
  };
}

interface AttributeFormProps {
  kind: AttributeKind;
  /** null for a new one */
  attribute: AttributeDefinition | null;
  onClose(): void;
}

/** The new-sample-attribute modal, also used for edits and for attributes of the other kinds. */
export function AttributeForm({ kind, attribute, onClose }: AttributeFormProps) {
  const calls = ATTRIBUTE_CALLS[kind];
  // Labels of samples are shown by treemaps, plots and results.
  const refreshes = kind === 'sample' ? 'everything' : [calls.list, listAttributeTables];
  const create = useChange(calls.create, { refreshes, isHandled: true });
  const update = useChange(calls.update, { refreshes, isHandled: true });
  const form = useFields(shape, startOf(attribute));
  const { watch, setValue, getValues, clearErrors, trigger } = form;
  const type = watch('type');

  function changeType(): void {
    if (getValues('type') !== 'Enumeration') {
      setValue('possibleValues', '');
      clearErrors('possibleValues');
    }
    // A value typed for another type may be invalid for this one.
    if (getValues('examples') !== '') void trigger('examples');
  }

  function save(values: z.output<typeof shape>): void {
    const body = bodyOf(kind, values);
    const onSuccess = () => {
      showToast({ type: 'success', title: 'Saved', message: body.sampleAttributeSource });
      onClose();
    };
    if (attribute === null) create.mutate({ body }, { onSuccess });
    else {
      const { id, version } = attribute;
      update.mutate({ params: { id }, body: { ...body, version } }, { onSuccess });
    }
  }

  return (
    <FieldsModal
      label={attribute === null ? 'Add' : 'Save'}
      form={form}
      isBusy={create.isPending || update.isPending}
      failure={update.error ?? create.error}
      onSubmit={save}
      onClose={onClose}
    >
      <Field name="sampleAttributeSource" label="Attribute name" required data-autofocus />
      <Field
        name="type"
        as={NativeSelect}
        label="Attribute type"
        required
        data={[...ATTRIBUTE_TYPES]}
        rules={{ onChange: changeType }}
      />
      <Field
        name="possibleValues"
        label="Enumerated values"
        description="Enter comma separated values. Eg: x, y, z, ..."
        required={type === 'Enumeration'}
        disabled={type !== 'Enumeration'}
      />
      <Field name="examples" key={type} label="Example" required {...exampleInput(type)} />
      <Field name="required" as={NativeSelect} label="Required" data={['Yes', 'No']} />
      <Field name="indexed" as={NativeSelect} label="Indexed" data={['Yes', 'No']} />
      <Field name="category" label="Category" />
      <Field name="dataSource" label="Data source" required />
      <DescriptionField />
      {kind === 'sample' && (
        <>
          <Field name="unit" label="Unit" description="Of numbers. Eg: days" />
          <Field
            name="follow_up"
            as={NativeSelect}
            label="In a follow-up"
            description="Survival takes time and event from these attributes."
            data={[
              { value: '', label: 'Neither time nor event' },
              { value: 'time', label: 'Time' },
              { value: 'event', label: 'Event' },
            ]}
          />
          <ValueLabelRows />
        </>
      )}
    </FieldsModal>
  );
}
