import { useDebouncedValue } from '@mantine/hooks';
import type {
  SearchQueryInput,
  ShownLabels,
  SymbolRepair,
} from '@omicon/contract/areas/advanced-search/advanced-search.ts';
import { checkRulesTogether, emptyingRule } from '@omicon/domain/query/check-query.ts';
import type { ResultType } from '@omicon/domain/query/query.ts';
import { useMemo } from 'react';
import { CallError } from '../../../base/calls/call-error.ts';
import { useCountAdvancedSearch } from '../calls.ts';
import { compactQuery, type Draft } from '../query-address.ts';
import { type Complete, completeFilters, rulePath } from './edit-query.ts';

const COUNT_AFTER_MS = 300;
const NOTHING: Draft = { result_type: 'data-sets', filters: {}, description: '', show: 'count' };

interface Counted {
  remaining: number;
  of: ResultType;
}

export interface LiveCounts {
  /** records left after each rule, by its path in the draft */
  remaining: ReadonlyMap<string, Counted>;
  total: number | null;
  /** messages on refused rules, by path; on a whole section by its name */
  faults: ReadonlyMap<string, string>;
  /** repairs of old names in a rule's list, by the rule's path in the draft */
  repairs: ReadonlyMap<string, readonly SymbolRepair[]>;
  /** labels of coded sample values, by field */
  valueLabels: ShownLabels;
  /** the rule that empties the result, null while something remains */
  emptiedBy: string | null;
  /** incomplete rules, which are not counted yet */
  incomplete: ReadonlySet<string>;
  /** true while the counts are of the query before the last change */
  isStale: boolean;
  /** a failure that no rule has caused */
  failure: unknown;
  retry(): void;
}

function parse(body: string): SearchQueryInput {
  return JSON.parse(body);
}

/** The query to count, without its description. */
function bodyOf(draft: Draft, { filters }: Complete): SearchQueryInput {
  return compactQuery({ ...draft, filters, description: '', show: 'count' });
}

/** What the query itself says is refused, so that it is not counted. */
function faultsTogether(draft: Draft, { filters, pathOf }: Complete): Map<string, string> {
  const faults = checkRulesTogether({ ...draft, filters });
  return new Map(faults.map(({ path, sentence }) => [pathOf.get(path) ?? path, sentence]));
}

/** The server's messages. */
function faultsOf(error: unknown, { pathOf }: Complete): Map<string, string> {
  const faults = new Map<string, string>();
  if (!(error instanceof CallError) || error.status !== 400) return faults;
  for (const [field, sentence] of Object.entries(error.fields)) {
    const path = rulePath(field);
    faults.set(pathOf.get(path) ?? path, sentence);
  }
  return faults;
}

/** What is to be counted: the query, and its text; no text while nothing may be counted. */
function useCountedQuery(draft: Draft | null) {
  const complete = useMemo(() => completeFilters(draft?.filters ?? {}), [draft?.filters]);
  const known = useMemo(() => faultsTogether(draft ?? NOTHING, complete), [draft, complete]);
  const body = useMemo(
    () => (draft === null || known.size > 0 ? null : JSON.stringify(bodyOf(draft, complete))),
    [draft, known, complete],
  );
  return { complete, known, body };
}

/** Counts after each change, debounced. The last response wins. */
export function useLiveCounts(draft: Draft | null): LiveCounts {
  const { complete, known, body } = useCountedQuery(draft);
  const [settled] = useDebouncedValue(body, COUNT_AFTER_MS);
  const request = useMemo(() => (settled === null ? compactQuery(NOTHING) : parse(settled)), [settled]);
  const answer = useCountAdvancedSearch(request, settled !== null);
  const count = body === null ? { ...answer, data: undefined, error: null, isError: false } : answer;
  const isStale = body !== null && (settled !== body || count.isPlaceholderData || count.isFetching);
  // Counts of a query with other rules would appear beside the wrong ones.
  const isSameTree =
    body !== null &&
    count.data !== undefined &&
    shapeOf(count.data.body.filters) === shapeOf(parse(body).filters);
  const replied = count.data?.reply.counts ?? [];
  const counts = isSameTree
    ? replied.map(({ path, ...counted }) => [complete.pathOf.get(path) ?? path, counted] as const)
    : [];
  const faults = settled === body && body !== null ? faultsOf(count.error, complete) : known;
  return {
    remaining: new Map(counts),
    repairs: Map.groupBy(
      isSameTree ? (count.data?.reply.repairs ?? []) : [],
      ({ path }) => complete.pathOf.get(path) ?? path,
    ),
    valueLabels: count.data?.reply.value_labels ?? {},
    total: count.data?.reply.total ?? null,
    faults,
    emptiedBy: emptyingRule(counts.map(([path, { remaining }]) => ({ path, remaining }))),
    incomplete: new Set(complete.incomplete),
    isStale,
    failure: count.isError && faults.size === 0 ? count.error : null,
    retry: () => void count.refetch(),
  };
}

/** The structure of the filters: groups and fields without operators and values. */
function shapeOf(filters: unknown): string {
  return JSON.stringify(filters, (key, value) =>
    ['', 'rules', 'field'].includes(key) || /^\d+$/.test(key) || typeof value === 'object'
      ? value
      : undefined,
  );
}
