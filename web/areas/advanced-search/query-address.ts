/** A query as the address of the wizard holds it: base64url of compact JSON in `q`. */
import {
  type SearchQueryBody,
  type SearchQueryInput,
  searchQueryBody,
} from '@omicon/contract/areas/advanced-search/advanced-search.ts';
import { readInput } from '@omicon/contract/base/sentences.ts';
import { type Group, isGroup, QUERY_SECTIONS, type Rule } from '@omicon/domain/query/query.ts';
import { ADVANCED_SEARCH } from '../../base/addresses/addresses.ts';

/** What is built in the wizard: the query without page and order, which belong to one look at its results. */
export type Draft = Pick<SearchQueryBody, 'result_type' | 'filters' | 'output' | 'description' | 'show'>;

export const STEPS = ['result_type', 'data', 'analyses', 'search_results'] as const;
export type Step = (typeof STEPS)[number];

/** Longer queries stand behind the #, which no server or proxy has to take. */
const LONGEST_IN_QUERY = 1500;

function compactNode(node: Rule | Group): object {
  if (!isGroup(node)) return node;
  return { ...compactParts(node), rules: node.rules.map(compactNode) };
}

/** A group without what is true of every group that says nothing else. */
function compactParts({ combinator, not, rules: _, ...rest }: Group): object {
  return { ...rest, ...(combinator === 'or' ? { combinator } : {}), ...(not ? { not } : {}) };
}

/** The same query always gives the same object: parts in one order, defaults left out. */
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

/** Names the results of a query: the same ones, shown as records or as their number. */
export function resultKey(draft: Draft): string {
  return encodeQuery({ ...draft, show: 'records' });
}

export type ReadQuery = { draft: Draft } | { fault: string };

/** A query in the order of the rows that are shown, whichever page of them. */
export function orderedQuery(
  draft: Draft,
  { sort, order }: { sort: string | undefined; order: 'asc' | 'desc' | undefined },
) {
  return {
    ...compactQuery(draft),
    ...(sort === undefined ? {} : { sort }),
    ...(order === undefined ? {} : { order }),
  };
}

function parseJson(text: string): unknown {
  try {
    const letters = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
    const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    // Cut short in a mail, or typed: nothing in it can be trusted.
    return undefined;
  }
}

/** A query as data, as calls send it. */
export function readQuery(value: unknown): ReadQuery {
  const read = readInput(searchQueryBody, value);
  if ('data' in read) {
    const { result_type, filters, output, description, show } = read.data;
    return { draft: { result_type, filters, output, description, show } };
  }
  const [[place, sentence] = ['body', '']] = Object.entries(read.fields);
  return { fault: place === 'body' ? 'It was cut short or changed on its way.' : `${place}: ${sentence}` };
}

/** Reads what `encodeQuery` wrote, or what another program wrote by the contract. */
export function decodeQuery(text: string): ReadQuery {
  return readQuery(parseJson(text));
}

/** Where in the wizard an address leads, with a query or, with null, before one was begun. */
export function wizardAddress(
  draft: Draft | null,
  place: { step?: Step; tab?: string; page?: number; size?: number; sort?: string; order?: 'asc' | 'desc' },
): string {
  const parts = new URLSearchParams();
  for (const [name, value] of Object.entries(place)) {
    if (value !== undefined && value !== '') parts.set(name, String(value));
  }
  const q = draft === null ? '' : encodeQuery(draft);
  const isLong = q.length > LONGEST_IN_QUERY;
  if (q !== '' && !isLong) parts.set('q', q);
  return `${ADVANCED_SEARCH}${parts.size === 0 ? '' : `?${parts}`}${isLong ? `#q=${q}` : ''}`;
}
