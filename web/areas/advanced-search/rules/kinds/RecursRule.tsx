import { Text } from '@mantine/core';
import { fieldKey } from '@omicon/domain/query/query.ts';
import { RECURRENCES, RECURS, type Recurrence } from '@omicon/domain/query/rules/recurs.ts';
import { Choice } from '../../../../ui/form/Choice.tsx';
import { useEditor } from '../editor-context.ts';
import { AttributeSelect, fieldOf } from '../inputs/AttributeSelect.tsx';
import { ValueInput } from '../inputs/ValueInput.tsx';
import type { RuleProps } from '../RemoveRule.tsx';
import { RuleFrame } from '../RuleFrame.tsx';
import { takeFocus } from '../take-focus.ts';

const RECURRENCE_LABELS: Readonly<Record<Recurrence, string>> = {
  all: 'All of the data sets',
  any: 'At least one of the data sets',
  none: 'None of the data sets',
};

const NOTE =
  'Data sets that measure too few genes of the signal do not count. A module that recurs nowhere is known in its own data set only.';

/** Rule for modules whose signal is found in all, some or none of the data sets that have a value. */
export function RecursRule({ rule, path, isFresh, onChange, onRemove }: RuleProps) {
  const { sampleFields, dataSetFields } = useEditor();
  const { attribute, recurrence } = RECURS.parse(rule);
  const ofSamples = new Set(sampleFields.map(({ field }) => fieldKey(field)));
  const fields = [...sampleFields, ...dataSetFields.filter(({ field }) => !ofSamples.has(fieldKey(field)))];
  const field = fieldOf(fields, attribute);
  return (
    <RuleFrame
      name={RECURS.label}
      path={path}
      onRemove={onRemove}
      note={
        <Text size="xs" c="dimmed">
          {NOTE}
        </Text>
      }
    >
      <Choice
        label="Signal found in"
        ref={isFresh ? takeFocus : null}
        data={RECURRENCES.map((each) => ({ value: each, label: RECURRENCE_LABELS[each] }))}
        value={recurrence}
        onChange={(operator) => onChange({ ...rule, operator })}
      />
      <AttributeSelect
        label="Data sets chosen by"
        fields={fields}
        chosen={attribute}
        // Values are those of the attribute before.
        onChange={(next) => onChange({ ...rule, attribute: next, value: '' })}
      />
      <ValueInput
        rule={{ field: field?.field ?? attribute, operator: 'in', value: rule.value }}
        field={field}
        section={ofSamples.has(fieldKey(attribute)) ? 'sample' : 'dataset'}
        label="With one of the values"
        isLabelShown
        isDisabled={attribute === ''}
        isFresh={false}
        onChange={(value) => onChange({ ...rule, value })}
      />
    </RuleFrame>
  );
}
