/** A query in the address of the wizard: base64url of compact JSON in `q`. */

import { ADVANCED_SEARCH } from '@omicon/contract/addresses.ts';
import {
  type SearchQueryBody,
  type SearchQueryInput,
  searchQueryBody,
} from '@omicon/contract/areas/advanced-search/advanced-search.ts';
import { readInput } from '@omicon/contract/base/sentences.ts';
import { type Group, isGroup, QUERY_SECTIONS, type Rule } from '@omicon/domain/query/query.ts';

/** The query that the wizard builds, without page and order, which belong to a view of its results. */
export type Draft = Pick<SearchQueryBody, 'result_type' | 'filters' | 'output' | 'description' | 'show'>;

export const STEPS = ['result_type', 'data', 'analyses', 'search_results'] as const;
export type Step = (typeof STEPS)[number];

/** Longer queries go behind the #, which is not sent to servers or proxies. */
const MAX_IN_QUERY = 1500;

function compactNode(node: Rule | Group): object {
  if (!isGroup(node)) return node;
  return { ...compactParts(node), rules: node.rules.map(compactNode) };
}

/** A group without its defaults. */
function compactParts({ combinator, not, rules: _, ...rest }: Group): object {
  return { ...rest, ...(combinator === 'or' ? { combinator } : {}), ...(not ? { not } : {}) };
}

/** Canonical form: equal queries give equal objects, with parts in one order and without defaults. */
export function compactQuery({ result_type, filters, output, description, show }: Draft): SearchQueryInput {
  const sections = QUERY_SECTIONS.flatMap((section) => {
    const group = filters[section];
    if (group === undefined) return [];
    const parts = compactParts(group);
    const rules = group.rules.map(compactNode);
    if (rules.length === 0 && Object.values(parts).every((part) => part === undefined)) return [];
    return [[section, rules.length === 0 ? parts : { ...parts, rules }] as const];
  });
  return {
    result_type,
    filters: Object.fromEntries(sections),
    ...(output === undefined ? {} : { output }),
    ...(description === '' ? {} : { description }),
    ...(show === 'count' ? { show } : {}),
  };
}

export function encodeQuery(draft: Draft): string {
  const bytes = new TextEncoder().encode(JSON.stringify(compactQuery(draft)));
  const letters = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
  return btoa(letters).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** Key of a query's results, the same whether they are shown as records or as a count. */
export function resultKey(draft: Draft): string {
  return encodeQuery({ ...draft, show: 'records' });
}

export type ReadQuery = { draft: Draft } | { fault: string };

interface Order {
  sort: string | undefined;
  order: 'asc' | 'desc' | undefined;
}

/** The order of a view as a part of calls. */
export function orderOf({ sort, order }: Order) {
  return { ...(sort === undefined ? {} : { sort }), ...(order === undefined ? {} : { order }) };
}

/** A query with its sort order, without its page. */
export function orderedQuery(draft: Draft, view: Order) {
  return { ...compactQuery(draft), ...orderOf(view) };
}

function parseJson(text: string): unknown {
  try {
    const letters = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
    const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    // The address may be typed or truncated: validate everything.
    return undefined;
  }
}

/** A query in the shape that calls send. */
export function readQuery(value: unknown): ReadQuery {
  const read = readInput(searchQueryBody, value);
  if ('data' in read) {
    const { result_type, filters, output, description, show } = read.data;
    return { draft: { result_type, filters, output, description, show } };
  }
  const [[path, message] = ['body', '']] = Object.entries(read.fields);
  return { fault: path === 'body' ? 'It was cut short or changed on its way.' : `${path}: ${message}` };
}

/** Decodes what `encodeQuery`, or another program following the contract, has written. */
export function decodeQuery(text: string): ReadQuery {
  return readQuery(parseJson(text));
}

/** Address of a step of the wizard, with a query or, for null, without one. */
export function wizardAddress(
  draft: Draft | null,
  params: {
    step?: Step;
    tab?: string;
    page?: number | undefined;
    size?: number | undefined;
  } & Partial<Order>,
): string {
  const parts = new URLSearchParams();
  for (const [name, value] of Object.entries(params)) {
    if (value !== undefined && value !== '') parts.set(name, String(value));
  }
  const q = draft === null ? '' : encodeQuery(draft);
  const isLong = q.length > MAX_IN_QUERY;
  if (q !== '' && !isLong) parts.set('q', q);
  return `${ADVANCED_SEARCH}${parts.size === 0 ? '' : `?${parts}`}${isLong ? `#q=${q}` : ''}`;
}
