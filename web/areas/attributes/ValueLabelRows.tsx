import { ActionIcon, Button, Fieldset, Group, Stack, Text, TextInput } from '@mantine/core';
import { MAX_VALUE_LABELS } from '@omicon/domain/records/samples/value-labels.ts';
import { IconPlus, IconX } from '@tabler/icons-react';
import { useRef } from 'react';
import { useFieldArray, useFormContext } from 'react-hook-form';

/** The field of the form that this list edits. */
interface LabelledValues {
  value_labels: { value: string; label: string }[];
}

/** The list of values and their labels in the form of a sample attribute. */
export function ValueLabelRows() {
  const { control, register, formState, setFocus, trigger } = useFormContext<LabelledValues>();
  const { fields, append, remove } = useFieldArray({ control, name: 'value_labels' });
  const addButton = useRef<HTMLButtonElement>(null);
  const faults = formState.errors.value_labels;

  function removeRow(index: number): void {
    remove(index);
    // A value may have been listed twice until now.
    if (faults !== undefined) void trigger('value_labels');
    const left = fields.length - 1;
    if (left === 0) addButton.current?.focus();
    else setFocus(`value_labels.${Math.min(index, left - 1)}.value`);
  }

  return (
    <Fieldset legend="Labels of values">
      <Stack gap={8}>
        <Text size="xs" c="dimmed">
          Treemaps, plots and results show the label in place of the value. Eg: SO:0001743 = copy number loss
        </Text>
        {fields.map(({ id }, index) => (
          <Group key={id} gap={8} wrap="nowrap" align="flex-start">
            <TextInput
              size="xs"
              flex={1}
              placeholder="Value"
              aria-label={`Value ${index + 1}`}
              maxLength={200}
              error={faults?.[index]?.value?.message}
              {...register(`value_labels.${index}.value`, {
                // Either of two equal values can be changed.
                deps: fields.map((_, other) => `value_labels.${other}.value` as const),
              })}
            />
            <Text span size="sm" lh="30px" aria-hidden="true">
              =
            </Text>
            <TextInput
              size="xs"
              flex={1}
              placeholder="Label"
              aria-label={`Label of value ${index + 1}`}
              maxLength={200}
              error={faults?.[index]?.label?.message}
              {...register(`value_labels.${index}.label`)}
            />
            <ActionIcon
              size={30}
              variant="subtle"
              color="gray"
              aria-label={`Remove value ${index + 1}`}
              title="Remove"
              onClick={() => removeRow(index)}
            >
              <IconX size={14} aria-hidden="true" />
            </ActionIcon>
          </Group>
        ))}
        <Group>
          <Button
            ref={addButton}
            size="compact-xs"
            variant="default"
            leftSection={<IconPlus size={12} aria-hidden="true" />}
            disabled={fields.length >= MAX_VALUE_LABELS}
            onClick={() => append({ value: '', label: '' })}
          >
            Add label
          </Button>
        </Group>
      </Stack>
    </Fieldset>
  );
}
