import { Anchor, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import type { QueryField } from '@omicon/contract/areas/advanced-search/advanced-search.ts';
import { listPossibleTerms } from '@omicon/contract/areas/attributes.ts';
import { type Rule, valuesOf } from '@omicon/domain/query/query.ts';
import { OPERATOR_LABELS } from '@omicon/domain/query/rules/field.ts';
import { useEndpoint } from '../../../base/calls/use-endpoint.ts';
import { countOf } from '../../../ui/text/format.ts';
import { SEARCH_AFTER_MS } from './inputs/ValueInput.tsx';

/** What a rule that compares text may leave out: where its value is a term of an ontology, kinds with other names. */
export function KindsOfTerm({
  rule,
  field,
  onChange,
}: {
  rule: Rule;
  field: QueryField | undefined;
  onChange(rule: Rule): void;
}) {
  const [only = '', ...others] = valuesOf(rule).map((value) => String(value).trim());
  const [search] = useDebouncedValue(only, SEARCH_AFTER_MS);
  const isAsked =
    (field?.ontology ?? null) !== null &&
    search !== '' &&
    others.length === 0 &&
    (rule.operator === 'contains' || rule.operator === 'equal');
  const { data } = useEndpoint(
    listPossibleTerms,
    { query: { attribute: rule.field, search, limit: 5 } },
    { enabled: isAsked },
  );
  const term = data?.results.find(({ name }) => name.toLowerCase() === only.toLowerCase());
  if (!isAsked || rule.operator === undefined || term === undefined) return null;
  return (
    <Text size="xs" c="dimmed">
      {OPERATOR_LABELS[rule.operator]} compares text only; {countOf(term.samples, 'sample is', 'samples are')}{' '}
      {term.name} or a kind of it, whatever its name.{' '}
      <Anchor
        component="button"
        type="button"
        size="xs"
        onClick={() => onChange({ ...rule, operator: 'under', value: term.name })}
      >
        Include its kinds
      </Anchor>
    </Text>
  );
}
