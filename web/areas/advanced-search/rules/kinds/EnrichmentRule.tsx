import { TextInput } from '@mantine/core';
import { listGeneSetCategories, listSpecies } from '@omicon/contract/areas/genes/gene-sets.ts';
import { KEPT_ROWS, type KeptRows } from '@omicon/domain/query/query.ts';
import { ENRICHMENT } from '@omicon/domain/query/rules/enrichment.ts';
import { QUERY_DEFINITIONS } from '@omicon/domain/records/module-definition.ts';
import { useState } from 'react';
import { useEndpoint } from '../../../../base/calls/use-endpoint.ts';
import { Choice } from '../../../../ui/form/Choice.tsx';
import { Autocomplete } from '../../../../ui/form/options/Autocomplete.tsx';
import { TagsInput } from '../../../../ui/form/options/TagsInput.tsx';
import { LimitInput } from '../inputs/LimitInput.tsx';
import type { RuleProps } from '../RemoveRule.tsx';
import { RuleFrame } from '../RuleFrame.tsx';
import { takeFocus } from '../take-focus.ts';

const MAX_P = 0.05;

const KEEP_LABELS: Readonly<Record<KeptRows, string>> = {
  all: 'All',
  best_per_module: 'Best of each module',
  most_significant_per_dataset: 'Most significant of each data set',
};

type Part = Pick<RuleProps, 'rule' | 'onChange'>;

function SetName({ rule, isFresh, onChange }: Part & { isFresh: boolean }) {
  const [chosen, setChosen] = useState<'contains' | 'token' | null>(null);
  const { name_token } = ENRICHMENT.parse(rule);
  const mode = chosen ?? (name_token === undefined ? 'contains' : 'token');
  const tokens = name_token ?? [];

  function change(next: 'contains' | 'token'): void {
    setChosen(next);
    const { name_contains: text, name_token: _, ...rest } = rule;
    const words = next === 'token' ? text : tokens[0];
    if (words === undefined) onChange(rest);
    else onChange(next === 'token' ? { ...rest, name_token: [words] } : { ...rest, name_contains: words });
  }

  return (
    <>
      <Choice
        label="Name of the set"
        data={[
          { value: 'contains', label: 'Contains' },
          { value: 'token', label: 'Has the whole word' },
        ]}
        value={mode}
        onChange={change}
      />
      {mode === 'contains' ? (
        <TextInput
          size="xs"
          label="Text in the name"
          placeholder="microglia"
          maxLength={200}
          ref={isFresh ? takeFocus : null}
          value={rule.name_contains ?? ''}
          onChange={({ currentTarget: { value } }) =>
            onChange({ ...rule, name_contains: value === '' ? undefined : value })
          }
        />
      ) : (
        <TagsInput
          size="xs"
          label="Words in the name"
          placeholder="T_CELLS, then Enter"
          value={tokens}
          onChange={(words) => onChange({ ...rule, name_token: words.length === 0 ? undefined : words })}
        />
      )}
    </>
  );
}

/** Choices of category and species, from the stored sets; empty means any. */
function SetKind({ rule, onChange }: Part) {
  const categories = useEndpoint(listGeneSetCategories, {});
  const species = useEndpoint(listSpecies, {});
  const lists = {
    category: { label: 'Category', data: categories.data?.results ?? [] },
    species: { label: 'Species', data: species.data?.results ?? [] },
  };
  return (['category', 'species'] as const).map((part) => (
    <Autocomplete
      key={part}
      size="xs"
      label={lists[part].label}
      placeholder="Any"
      maxLength={100}
      data={[...new Set(lists[part].data)]}
      value={rule[part] ?? ''}
      onChange={(value) => onChange({ ...rule, [part]: value === '' ? undefined : value })}
    />
  ));
}

/** Rule for modules enriched in gene sets: by definition and P, by set, and which rows are kept. */
export function EnrichmentRule({ rule, path, isFresh, onChange, onRemove }: RuleProps) {
  const { definition, p_below: limit, set_id, keep } = ENRICHMENT.parse(rule);
  return (
    <RuleFrame name={ENRICHMENT.label} path={path} onRemove={onRemove}>
      <Choice
        label="Module Definition equal to"
        data={QUERY_DEFINITIONS}
        value={definition}
        onChange={(next) => onChange({ ...rule, definition: next })}
      />
      <LimitInput
        label="Enrichment P-value less than"
        limit={limit}
        largest={MAX_P}
        onChange={(p_below) => onChange({ ...rule, p_below })}
      />
      <SetName rule={rule} isFresh={isFresh} onChange={onChange} />
      <TagsInput
        size="xs"
        label="Set IDs"
        placeholder="MOSET7061, then Enter"
        splitChars={[',', ' ', ';', '\n']}
        value={set_id ?? []}
        onChange={(ids) => onChange({ ...rule, set_id: ids.length === 0 ? undefined : ids })}
      />
      <SetKind rule={rule} onChange={onChange} />
      <Choice
        label="Rows kept"
        data={KEPT_ROWS.map((each) => ({ value: each, label: KEEP_LABELS[each] }))}
        value={keep}
        onChange={(next) => onChange({ ...rule, keep: next })}
      />
    </RuleFrame>
  );
}
