import { ActionIcon, Button, Group, Stack } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import type { QueryField } from '@omicon/contract/areas/advanced-search/advanced-search.ts';
import type { Operator, Quantifier } from '@omicon/domain/query/query.ts';
import { IconPlus, IconX } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { lazyPart } from '../../ui/feedback/lazy-part.tsx';
import { Autocomplete } from '../../ui/form/options/Autocomplete.tsx';
import { Select } from '../../ui/form/options/Select.tsx';
import { suggestionProps } from '../../ui/form/suggestions.tsx';
import { useListValues, useSampleFields } from './calls.ts';
import classes from './gene-lists.module.css';
import { type RankingQuery, readRules, type SampleRule, writeRules } from './ranking/ranking-query.ts';

const SampleAmount = lazyPart('the number', async () => (await import('./SampleAmount.tsx')).SampleAmount, {
  lines: 1,
});

const OPERATOR_TITLES: Readonly<Record<Operator, string>> = {
  equal: 'is',
  notequal: 'is not',
  in: 'is one of',
  notin: 'is none of',
  contains: 'contains',
  greaterthan: 'above',
  greaterthanorequal: 'at least',
  lessthan: 'below',
  lessthanorequal: 'at most',
  under: 'is or is a kind of',
  all: 'all',
  any: 'any',
  none: 'none',
};

const QUANTIFIER_TITLES: Readonly<Record<Quantifier, string>> = {
  includes: 'in at least one sample',
  solely: 'in every sample',
  at_least: 'in at least this many samples',
  share: 'in at least this % of the samples',
};

interface RuleRowProps {
  rule: SampleRule;
  /** number of the rule, from 1 */
  number: number;
  fields: readonly QueryField[];
  onChange(rule: SampleRule): void;
  onRemove(): void;
}

function RuleRow({ rule, number, fields, onChange, onRemove }: RuleRowProps) {
  const field = fields.find((each) => each.field === rule.field);
  const suggestions = useListValues('samples', rule.field, { search: rule.value }).data ?? [];
  const label = suggestions.find(({ value }) => value === rule.value)?.label ?? null;
  return (
    <Group gap={8} wrap="wrap" align="flex-start">
      <Select
        size="xs"
        w={180}
        searchable
        placeholder="Attribute"
        aria-label={`Attribute of rule ${number}`}
        value={rule.field === '' ? null : rule.field}
        data={fields.map((each) => ({ value: each.field, label: each.label }))}
        onChange={(chosen) => onChange({ field: chosen ?? '', operator: 'equal', value: '' })}
      />
      <Select
        size="xs"
        w={120}
        allowDeselect={false}
        aria-label={`Comparison of rule ${number}`}
        value={rule.operator}
        data={(field?.operators ?? ['equal']).map((value) => ({ value, label: OPERATOR_TITLES[value] }))}
        onChange={(chosen) => {
          const operator = field?.operators.find((known) => known === chosen);
          if (operator !== undefined) onChange({ ...rule, operator });
        }}
      />
      <Autocomplete
        size="xs"
        w={170}
        placeholder={rule.operator === 'in' || rule.operator === 'notin' ? 'Values, with commas' : 'Value'}
        aria-label={`Value of rule ${number}`}
        disabled={rule.field === ''}
        value={rule.value}
        {...suggestionProps(suggestions)}
        description={label}
        inputWrapperOrder={['input', 'description']}
        onChange={(value) => onChange({ ...rule, value })}
      />
      <ActionIcon variant="subtle" color="gray" aria-label={`Remove rule ${number}`} onClick={onRemove}>
        <IconX size={14} aria-hidden="true" />
      </ActionIcon>
    </Group>
  );
}

const TYPING_MS = 500;
const NEW_RULE: SampleRule = { field: '', operator: 'equal', value: '' };

interface SampleRulesProps {
  query: RankingQuery;
  onChange(changes: Record<string, string | null>, isSameStep?: boolean): void;
}

/** Rules that the samples of a data set must all satisfy; incomplete rules are not applied. */
export function SampleRules({ query, onChange }: SampleRulesProps) {
  const [rules, setRules] = useState<SampleRule[]>(() => readRules(query.samples));
  const fields = useSampleFields().data ?? [];
  const sent = useRef(query.samples);
  const sayLate = useDebouncedCallback((next: SampleRule[]) => {
    const text = writeRules(next);
    if (text === sent.current) return;
    sent.current = text;
    onChange({ samples: text }, true);
  }, TYPING_MS);
  // The address may change by the back button or links; a change made here must not interrupt typing.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs only for other rules
  useEffect(() => {
    if (sent.current === query.samples) return;
    sent.current = query.samples;
    sayLate.cancel();
    setRules(readRules(query.samples));
  }, [query.samples]);

  function change(next: SampleRule[]): void {
    setRules(next);
    sayLate(next);
  }

  const hasAmount = query.quantifier === 'at_least' || query.quantifier === 'share';
  return (
    <fieldset className={classes.rules}>
      <legend>Data sets whose samples satisfy</legend>
      <Stack gap={8}>
        {rules.map((rule, index) => (
          <RuleRow
            // biome-ignore lint/suspicious/noArrayIndexKey: rules are identified by their index
            key={index}
            rule={rule}
            number={index + 1}
            fields={fields}
            onChange={(changed) => change(rules.with(index, changed))}
            onRemove={() => change(rules.toSpliced(index, 1))}
          />
        ))}
        <Group gap={8}>
          <Button
            size="compact-xs"
            variant="default"
            leftSection={<IconPlus size={12} aria-hidden="true" />}
            onClick={() => setRules([...rules, NEW_RULE])}
          >
            Add a sample rule
          </Button>
          {rules.length > 0 && (
            <Select
              size="xs"
              w={240}
              allowDeselect={false}
              aria-label="In how many samples"
              value={query.quantifier}
              data={Object.entries(QUANTIFIER_TITLES).map(([value, label]) => ({ value, label }))}
              onChange={(quantifier) => onChange({ quantifier, amount: null })}
            />
          )}
          {rules.length > 0 && hasAmount && (
            <SampleAmount query={query} onChange={(amount) => onChange({ amount })} />
          )}
        </Group>
      </Stack>
    </fieldset>
  );
}
