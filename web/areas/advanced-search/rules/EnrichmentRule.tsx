import { Autocomplete, NativeSelect, TagsInput, Text, TextInput } from '@mantine/core';
import { listGeneSetCategories, listSpecies } from '@omicon/contract/areas/gene-sets.ts';
import { KEPT_ROWS, type KeptRows } from '@omicon/domain/query/query.ts';
import { QUERY_DEFINITIONS } from '@omicon/domain/records/module-definition.ts';
import { useEffect, useState } from 'react';
import { useEndpoint } from '../../../base/calls/use-endpoint.ts';
import classes from '../wizard.module.css';
import { useEditor } from './editor-context.ts';
import { Remaining } from './Remaining.tsx';
import { RemoveRule, type RuleProps } from './RemoveRule.tsx';
import { takeFocus } from './take-focus.ts';

const NAME = 'Enrichment in a module';
const LARGEST_P = 0.05;

const KEEP_LABELS: Readonly<Record<KeptRows, string>> = {
  all: 'All',
  best_per_module: 'Best of each module',
  most_significant_per_dataset: 'Most significant of each data set',
};

type Part = Pick<RuleProps, 'rule' | 'onChange'>;

/** Accepts numbers such as `1e-10`; text that is not a P-value leaves the rule unchanged. */
function PBelow({ rule, onChange }: Part) {
  const p = rule.p_below ?? LARGEST_P;
  const [typed, setTyped] = useState(String(p));
  const number = Number(typed);
  const isP = typed.trim() !== '' && number > 0 && number <= LARGEST_P;
  useEffect(() => setTyped((before) => (Number(before) === p ? before : String(p))), [p]);
  return (
    <TextInput
      size="xs"
      label="Enrichment P-value less than"
      inputMode="decimal"
      error={isP ? null : `A number above 0, at most ${LARGEST_P}`}
      value={typed}
      onChange={({ currentTarget: { value } }) => {
        setTyped(value);
        const next = Number(value);
        if (value.trim() !== '' && next > 0 && next <= LARGEST_P) onChange({ ...rule, p_below: next });
      }}
    />
  );
}

function SetName({ rule, isFresh, onChange }: Part & { isFresh: boolean }) {
  const [chosen, setChosen] = useState<'contains' | 'token' | null>(null);
  const mode = chosen ?? (rule.name_token === undefined ? 'contains' : 'token');
  const tokens = rule.name_token === undefined ? [] : [rule.name_token].flat();

  function change(next: 'contains' | 'token'): void {
    setChosen(next);
    const { name_contains: text, name_token: _, ...rest } = rule;
    const words = next === 'token' ? text : tokens[0];
    if (words === undefined) onChange(rest);
    else onChange(next === 'token' ? { ...rest, name_token: [words] } : { ...rest, name_contains: words });
  }

  return (
    <>
      <NativeSelect
        size="xs"
        label="Name of the set"
        data={[
          { value: 'contains', label: 'Contains' },
          { value: 'token', label: 'Has the whole word' },
        ]}
        value={mode}
        onChange={(event) => change(event.currentTarget.value === 'token' ? 'token' : 'contains')}
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
  const { counts } = useEditor();
  return (
    <fieldset className={classes.rule} data-faulty={counts.faults.has(path) || undefined}>
      <legend className={classes.legend}>{NAME}</legend>
      <div className={classes.ruleLine}>
        <Text size="sm" fw={500} className={classes.field ?? ''} aria-hidden="true">
          {NAME}
        </Text>
        <span className={classes.value} />
        <RemoveRule name={NAME} onRemove={onRemove} />
      </div>
      <div className={classes.parts}>
        <NativeSelect
          size="xs"
          label="Module Definition equal to"
          data={[...QUERY_DEFINITIONS]}
          value={rule.definition ?? 'Any'}
          onChange={({ currentTarget: { value } }) =>
            onChange({ ...rule, definition: QUERY_DEFINITIONS.find((each) => each === value) ?? 'Any' })
          }
        />
        <PBelow rule={rule} onChange={onChange} />
        <SetName rule={rule} isFresh={isFresh} onChange={onChange} />
        <TagsInput
          size="xs"
          label="Set IDs"
          placeholder="MOSET7061, then Enter"
          splitChars={[',', ' ', ';', '\n']}
          value={rule.set_id ?? []}
          onChange={(ids) => onChange({ ...rule, set_id: ids.length === 0 ? undefined : ids })}
        />
        <SetKind rule={rule} onChange={onChange} />
        <NativeSelect
          size="xs"
          label="Rows kept"
          data={KEPT_ROWS.map((keep) => ({ value: keep, label: KEEP_LABELS[keep] }))}
          value={rule.keep ?? 'all'}
          onChange={({ currentTarget: { value } }) =>
            onChange({ ...rule, keep: KEPT_ROWS.find((each) => each === value) ?? 'all' })
          }
        />
      </div>
      <Remaining path={path} />
    </fieldset>
  );
}
