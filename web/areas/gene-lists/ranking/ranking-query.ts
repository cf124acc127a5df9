/** A ranking's parameters in the address, and the request made from them. */

import type { rankGeneSets, rankModules } from '@omicon/contract/areas/genes/gene-lists.ts';
import type { BodyInput } from '@omicon/contract/base/endpoint.ts';
import { OPERATORS, type Operator, QUANTIFIERS } from '@omicon/domain/query/query.ts';
import { QUERY_DEFINITIONS } from '@omicon/domain/records/module-definition.ts';
import { MODULE_FOLDS } from '@omicon/domain/records/module-fold.ts';
import { OVERLAP_DIRECTIONS } from '@omicon/domain/statistics/hypergeometric.ts';
import { z } from 'zod';

export const LIMITS = ['atleast', 'equal', 'atmost'] as const;
export type Limit = (typeof LIMITS)[number];

export interface SampleRule {
  field: string;
  operator: Operator;
  value: string;
}

const LIMIT_OPERATORS: Readonly<Record<Limit, Operator>> = {
  atleast: 'greaterthanorequal',
  equal: 'equal',
  atmost: 'lessthanorequal',
};

const words = z.string().trim().max(200).catch('');
const figure = z.coerce.number().finite().optional().catch(undefined);

/** Query parameters; invalid ones count as absent. */
export const rankingShape = z.object({
  genes: z.string().catch(''),
  background: z.string().catch(''),
  tab: z.enum(['modules', 'gene-sets', 'cell-types']).catch('modules'),
  direction: z.enum(OVERLAP_DIRECTIONS).catch('over'),
  /** `off`: every set in a row of its own */
  fold: z.enum(['on', 'off']).catch('on'),
  /** what a row of the modules stands for */
  per: z.enum(MODULE_FOLDS).catch('meta-module'),
  definition: z.enum(QUERY_DEFINITIONS).catch('Any'),
  title: words,
  technology: words,
  relsignum: figure,
  relsignum_is: z.enum(LIMITS).catch('atleast'),
  minsize: figure,
  minsize_is: z.enum(LIMITS).catch('atleast'),
  samples: z.string().max(4000).catch(''),
  quantifier: z.enum(QUANTIFIERS).catch('includes'),
  amount: figure,
  category: words,
  species: words,
});
export type RankingQuery = z.output<typeof rankingShape>;

/** Query parameters that narrow what a list is compared with, by the tab that has them; as changes they clear all. */
export const WITHOUT_FILTERS = {
  modules: {
    definition: null,
    title: null,
    technology: null,
    relsignum: null,
    relsignum_is: null,
    minsize: null,
    minsize_is: null,
    samples: null,
    quantifier: null,
    amount: null,
  },
  'gene-sets': { category: null, species: null },
  'cell-types': {},
} as const;

/** Whether a filter of the tab narrows what the list is compared with. */
export function isNarrowed({ tab, ...query }: RankingQuery): boolean {
  if (tab === 'cell-types') return false;
  if (tab === 'gene-sets') return query.category !== '' || query.species !== '';
  return (
    query.definition !== 'Any' ||
    [query.title, query.technology, query.samples].some((text) => text !== '') ||
    query.relsignum !== undefined ||
    query.minsize !== undefined
  );
}

/** Sample rules as lines of field, operator and value, separated by spaces; invalid lines are ignored. */
export function readRules(text: string): SampleRule[] {
  return text.split('\n').flatMap((line) => {
    const [, field, word, value] = /^(\S+) (\S+) (.+)$/.exec(line.trim()) ?? [];
    const operator = OPERATORS.find((known) => known === word);
    return field === undefined || value === undefined || operator === undefined
      ? []
      : [{ field, operator, value }];
  });
}

/** Incomplete rules are not written. */
export function writeRules(rules: readonly SampleRule[]): string {
  return rules
    .filter(({ field, value }) => field !== '' && value.trim() !== '')
    .map(({ field, operator, value }) => `${field} ${operator} ${value.trim()}`)
    .join('\n');
}

function wantedBy({ operator, value }: SampleRule): string | string[] {
  if (operator !== 'in' && operator !== 'notin') return value;
  return value
    .split(/[,;]/)
    .map((one) => one.trim())
    .filter((one) => one !== '');
}

/** The quantifier of the request; without its number it requires at least one sample. */
function quantified({ quantifier, amount }: RankingQuery) {
  if (quantifier === 'at_least')
    return { quantifier, count: Math.min(100_000_000, Math.max(1, Math.round(amount ?? 1))) };
  if (quantifier === 'share') return { quantifier, percent: Math.min(100, Math.max(0, amount ?? 0)) };
  return { quantifier };
}

function filtersOf(query: RankingQuery) {
  const dataset = [
    ...(query.title === '' ? [] : [{ field: 'Title', operator: 'contains', value: query.title }]),
    ...(query.technology === '' ? [] : [{ field: 'Technology', operator: 'equal', value: query.technology }]),
  ];
  const numbers = [
    { field: 'RelSignum', value: query.relsignum, limit: query.relsignum_is },
    { field: 'MinSize', value: query.minsize, limit: query.minsize_is },
  ];
  const networks = numbers.flatMap(({ field, value, limit }) =>
    value === undefined ? [] : [{ field, operator: LIMIT_OPERATORS[limit], value }],
  );
  const rules = readRules(query.samples).map((rule) => ({ ...rule, value: wantedBy(rule) }));
  return {
    ...(dataset.length === 0 ? {} : { dataset: { rules: dataset } }),
    ...(networks.length === 0 ? {} : { networks: { rules: networks } }),
    ...(rules.length === 0 ? {} : { sample: { ...quantified(query), rules } }),
  };
}

interface Lists {
  identifiers: readonly string[];
  /** empty for all genes */
  background: readonly string[];
}

function listsOf({ direction }: RankingQuery, { identifiers, background }: Lists) {
  return {
    identifiers: [...identifiers],
    direction,
    ...(background.length === 0 ? {} : { background: [...background] }),
  };
}

export function moduleQuestion(query: RankingQuery, lists: Lists): BodyInput<typeof rankModules> {
  const { definition, per } = query;
  return { ...listsOf(query, lists), definition, fold: per, filters: filtersOf(query) };
}

export function setQuestion(query: RankingQuery, lists: Lists): BodyInput<typeof rankGeneSets> {
  const { category, species } = query;
  return {
    ...listsOf(query, lists),
    fold: query.fold === 'on',
    ...(category === '' ? {} : { category }),
    ...(species === '' ? {} : { species }),
  };
}
