import { NumberInput, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import type { QueryField } from '@omicon/contract/areas/advanced-search/advanced-search.ts';
import {
  listPossibleTerms,
  listPossibleValues,
  type VALUE_KINDS,
} from '@omicon/contract/areas/attributes.ts';
import { listGeneSetCategories, listSpecies } from '@omicon/contract/areas/genes/gene-sets.ts';
import { fieldKey, type QuerySection, type Rule, valuesOf } from '@omicon/domain/query/query.ts';
import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { useEndpoint } from '../../../../base/calls/use-endpoint.ts';
import { Autocomplete } from '../../../../ui/form/options/Autocomplete.tsx';
import { TagsInput } from '../../../../ui/form/options/TagsInput.tsx';
import { type Suggestion, suggestionProps } from '../../../../ui/form/suggestions.tsx';
import { countOf } from '../../../../ui/text/format.ts';
import { useEditor } from '../editor-context.ts';
import { takeFocus } from '../take-focus.ts';

const VALUE_KIND: Readonly<Partial<Record<QuerySection, (typeof VALUE_KINDS)[number]>>> = {
  collection: 'data-collections',
  dataset: 'data-sets',
  sample: 'samples',
  analyses: 'projects',
};

/** Values written by FindModules, by section and field key. */
const FIXED: Readonly<Record<string, readonly string[]>> = {
  'analyses type': ['FM', 'EA'],
  'networks similarity': ['Bicor', 'Pearson', 'Spearman', 'MI', 'Jaccard'],
  'networks overlap': ['None', 'TO'],
  'networks mergeby': ['ME', 'CC'],
};

export const SEARCH_AFTER_MS = 300;

const plain = (values: readonly string[]): Suggestion[] =>
  [...new Set(values)].map((value) => ({ value, label: null }));

interface SuggestedFor {
  rule: Rule;
  section: QuerySection;
}

/** Suggested values or terms for the typed text; not requested before the field has the focus. */
function useSuggestions({ rule, section }: SuggestedFor, isWanted: boolean, typed: string): Suggestion[] {
  const [search] = useDebouncedValue(typed, SEARCH_AFTER_MS);
  const key = fieldKey(rule.field);
  const isTerm = rule.operator === 'under';
  const kind = isTerm || rule.columns !== undefined ? null : (VALUE_KIND[section] ?? null);
  const values = useEndpoint(
    listPossibleValues,
    { params: { kind: kind ?? 'samples' }, query: { attribute: rule.field, search } },
    { enabled: isWanted && kind !== null, placeholderData: keepPreviousData },
  );
  const terms = useEndpoint(
    listPossibleTerms,
    { query: { attribute: rule.field, search } },
    { enabled: isWanted && isTerm, placeholderData: keepPreviousData },
  );
  const isOfSets = section === 'genesets' && isWanted;
  const categories = useEndpoint(listGeneSetCategories, {}, { enabled: isOfSets && key === 'category' });
  const species = useEndpoint(listSpecies, {}, { enabled: isOfSets && key === 'species' });
  const fixed = FIXED[`${section} ${key}`];
  if (fixed !== undefined) return plain(fixed);
  if (isTerm)
    return (terms.data?.results ?? []).map(({ name, samples }) => ({
      value: name,
      label: null,
      note: countOf(samples, 'sample'),
    }));
  if (isOfSets) return plain(categories.data?.results ?? species.data?.results ?? []);
  return values.data?.results ?? [];
}

interface ValueInputProps {
  rule: Rule;
  field: QueryField | undefined;
  /** of the records that have the value; the section that is edited if left out */
  section?: QuerySection;
  label: string;
  /** whether the label is above the input, and not only read aloud */
  isLabelShown?: boolean;
  isDisabled?: boolean;
  isFresh: boolean;
  onChange(value: Rule['value']): void;
}

function textOf(value: Rule['value']): string {
  return String((Array.isArray(value) ? value[0] : value) ?? '');
}

/** The value of a rule, by the type of its field: number, date, one text or a list. */
export function ValueInput(props: ValueInputProps) {
  const { rule, field, label, isLabelShown = false, isDisabled = false, isFresh, onChange } = props;
  const { section: edited, counts } = useEditor();
  const section = props.section ?? edited;
  const [isWanted, setWanted] = useState(false);
  const [typed, setTyped] = useState('');
  const isList = rule.operator === 'in' || rule.operator === 'notin';
  const suggestions = useSuggestions({ rule, section }, isWanted, isList ? typed : textOf(rule.value));
  const labels = new Map(suggestions.map(({ value, label }) => [value, label]));
  // Before the first focus there are no suggestions, but the counts know the labels of the rules.
  const counted = new Map(Object.entries(section === 'sample' ? (counts.valueLabels[rule.field] ?? {}) : {}));
  const chosenLabels = valuesOf(rule).flatMap(
    (value) => labels.get(String(value)) ?? counted.get(String(value)) ?? [],
  );
  const choices = {
    ...suggestionProps(suggestions),
    description: chosenLabels.length > 0 ? chosenLabels.join(', ') : null,
    inputWrapperOrder: ['label', 'input', 'description'] as ('label' | 'input' | 'description')[],
  };
  const shared = {
    size: 'xs',
    ...(isLabelShown ? { label } : { 'aria-label': label }),
    disabled: isDisabled,
    ref: isFresh ? takeFocus : null,
    onFocus: () => setWanted(true),
  } as const;

  if (isList)
    return (
      <TagsInput
        {...shared}
        placeholder="Values, each with Enter"
        {...choices}
        value={valuesOf(rule).map(String).filter(Boolean)}
        searchValue={typed}
        onSearchChange={setTyped}
        onChange={(values) => onChange(values.length === 0 ? '' : values)}
      />
    );
  if (field?.type === 'number')
    return (
      <NumberInput
        {...shared}
        placeholder="Number"
        value={textOf(rule.value)}
        onChange={(value) => onChange(typeof value === 'bigint' ? String(value) : value)}
      />
    );
  if (field?.type === 'date')
    return (
      <TextInput
        {...shared}
        type="date"
        value={textOf(rule.value)}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    );
  return (
    <Autocomplete
      {...shared}
      placeholder={rule.operator === 'under' ? 'Name or id of a term' : 'Value'}
      maxLength={500}
      {...choices}
      value={textOf(rule.value)}
      onChange={onChange}
    />
  );
}
