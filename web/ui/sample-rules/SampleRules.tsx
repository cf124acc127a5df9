import { ActionIcon, Group } from '@mantine/core';
import { labelWithCode } from '@omicon/domain/records/samples/value-labels.ts';
import { IconX } from '@tabler/icons-react';
import { MultiSelect } from '../form/options/MultiSelect.tsx';
import { Select } from '../form/options/Select.tsx';
import { formatCount, NA } from '../text/format.ts';
import { type Attributes, attributeNames } from './attributes.ts';
import { type SampleRule, withValues } from './rule-text.ts';

/** NA among the values of a field, where every value is a text. */
const NA_KEY = '\u0000';

interface RuleRowProps {
  rule: SampleRule;
  attributes: Attributes;
  /** what the rules choose, such as `group A` */
  of: string;
  onChange(values: (string | null)[]): void;
}

function RuleRow({ rule, attributes, of, onChange }: RuleRowProps) {
  const { titleOf, labelsOf } = attributeNames(attributes);
  const counted = attributes.known.find(({ name }) => name === rule.attribute)?.values ?? [];
  const names = [...new Set([...counted.map(({ name }) => name), ...rule.values])];
  const countOf = new Map(counted.map(({ name, count }) => [name, count]));
  const title = titleOf(rule.attribute);
  return (
    <Group gap={4} wrap="nowrap" align="flex-end">
      <MultiSelect
        size="xs"
        flex={1}
        searchable
        label={title}
        aria-label={`${title} of ${of}`}
        placeholder={rule.values.length === 0 ? 'Choose values' : ''}
        value={rule.values.map((value) => value ?? NA_KEY)}
        data={names.map((value) => ({
          value: value ?? NA_KEY,
          label: `${labelWithCode(value, labelsOf(rule.attribute)) ?? NA} (${formatCount(countOf.get(value) ?? 0)})`,
        }))}
        onChange={(values) => onChange(values.map((value) => (value === NA_KEY ? null : value)))}
      />
      <ActionIcon
        variant="subtle"
        color="gray"
        mb={2}
        aria-label={`Remove ${title} from ${of}`}
        onClick={() => onChange([])}
      >
        <IconX size={14} aria-hidden="true" />
      </ActionIcon>
    </Group>
  );
}

interface SampleRulesProps {
  rules: readonly SampleRule[];
  attributes: Attributes;
  /** what the rules choose, such as `group A` */
  of: string;
  /** an attribute without values yet */
  pending: string | null;
  onPending(attribute: string | null): void;
  onChange(rules: SampleRule[]): void;
}

/** Rules on sample attributes, each with its values, and a field that adds one. */
export function SampleRules({ rules, attributes, of, pending, onPending, onChange }: SampleRulesProps) {
  const { titleOf } = attributeNames(attributes);
  const used = new Set([...rules.map(({ attribute }) => attribute), pending]);
  const offered = [...attributes.known.map(({ name }) => name), ...attributes.optional];
  const shown = pending === null ? rules : [...rules, { attribute: pending, values: [] }];
  return (
    <>
      {shown.map((rule) => (
        <RuleRow
          key={rule.attribute}
          rule={rule}
          attributes={attributes}
          of={of}
          onChange={(values) => {
            if (rule.attribute === pending) onPending(null);
            onChange(withValues(rules, { attribute: rule.attribute, values }));
          }}
        />
      ))}
      <Select
        size="xs"
        searchable
        aria-label={`Add attribute to ${of}`}
        placeholder="Add attribute"
        value={null}
        data={offered
          .filter((name) => !used.has(name))
          .map((name) => ({ value: name, label: titleOf(name) }))}
        onChange={(name) => name !== null && onPending(name)}
      />
    </>
  );
}
