/**
 * An advanced search as data: a result type and rules, one tree per section. The same data is searched, counted, saved
 * and shared as a link.
 */
import type { QueryDefinition } from '../records/module-definition.ts';

export const RESULT_TYPES = [
  'data-collections',
  'data-sets',
  'samples',
  'analyses',
  'covariation-networks',
  'covariation-modules',
  'gene-sets',
  'features',
  'analyte-files',
  'enrichment-files',
  'kme-table',
] as const;
export type ResultType = (typeof RESULT_TYPES)[number];

/** Sections of a query, in the order in which they narrow. */
export const QUERY_SECTIONS = [
  'collection',
  'dataset',
  'sample',
  'analyses',
  'networks',
  'modules',
  'genesets',
] as const;
export type QuerySection = (typeof QUERY_SECTIONS)[number];

/** Wire values; `under` takes an ontology term, `all` and `any` a list of identifiers; these and `none` say in which data sets a module recurs. */
export const OPERATORS = [
  'equal',
  'notequal',
  'in',
  'notin',
  'greaterthan',
  'greaterthanorequal',
  'lessthan',
  'lessthanorequal',
  'contains',
  'under',
  'all',
  'any',
  'none',
] as const;
export type Operator = (typeof OPERATORS)[number];

export const QUANTIFIERS = ['includes', 'solely', 'at_least', 'share'] as const;
export type Quantifier = (typeof QUANTIFIERS)[number];

/** Kinds of identifiers by which features can be searched and shown, after mapping. */
export const QUERY_IDENTIFIERS = ['SYMBOL', 'ENTREZID', 'ENSEMBL', 'ENZYME', 'OMIM', 'GO'] as const;
export type QueryIdentifier = (typeof QUERY_IDENTIFIERS)[number];

export const KEPT_ROWS = ['all', 'best_per_module', 'most_significant_per_dataset'] as const;
export type KeptRows = (typeof KEPT_ROWS)[number];

/** Sign of the correlation of a module eigengene with a sample attribute; groups have none. */
export const TRAIT_SIGNS = ['any', 'positive', 'negative'] as const;
export type TraitSign = (typeof TRAIT_SIGNS)[number];

/** One condition as it is written: saved, shared and sent. `rules/` has a file for each kind, with the parts it takes. */
export interface Rule {
  field: string;
  operator?: Operator | undefined;
  value?: string | number | (string | number)[] | undefined;
  columns?: 'any' | 'every' | undefined;
  definition?: QueryDefinition | undefined;
  identifier?: QueryIdentifier | undefined;
  count?: number | undefined;
  percent?: number | undefined;
  p_below?: number | undefined;
  set_id?: string[] | undefined;
  name_contains?: string | undefined;
  name_token?: string | string[] | undefined;
  category?: string | undefined;
  species?: string | undefined;
  keep?: KeptRows | undefined;
  attribute?: string | undefined;
  q_below?: number | undefined;
  sign?: TraitSign | undefined;
  higher_in?: string | undefined;
  gene?: string | undefined;
  kme?: number | undefined;
}

/** `R` is a rule as it is written, or as `parseFilters` reads it. */
export interface Group<R extends object = Rule> {
  combinator: 'and' | 'or';
  not: boolean;
  rules: (R | Group<R>)[];
}

export interface SampleGroup<R extends object = Rule> extends Group<R> {
  quantifier?: Quantifier | undefined;
  count?: number | undefined;
  percent?: number | undefined;
}

export type Filters = { [Section in Exclude<QuerySection, 'sample'>]?: Group | undefined } & {
  sample?: SampleGroup | undefined;
};

export interface Query<F = Filters> {
  result_type: ResultType;
  filters: F;
  output?: { identifier: QueryIdentifier } | undefined;
}

export const QUERY_LIMITS = { rules: 200, depth: 8, listed: 5000 } as const;

/** Whether a node is a group, not a rule. */
export function isGroup<R extends object>(node: R | Group<R>): node is Group<R> {
  return 'rules' in node;
}

/** Whether a group has any rule, at any depth. */
export function restricts<R extends object>(group: Group<R> | undefined): group is Group<R> {
  return group?.rules.some((node) => !isGroup(node) || restricts(node)) ?? false;
}

/** The rules of a group, at any depth. */
export function rulesOf<R extends object>(group: Group<R> | undefined): R[] {
  return group?.rules.flatMap((node) => (isGroup<R>(node) ? rulesOf<R>(node) : [node])) ?? [];
}

/** The group with each of its rules replaced by those that `change` gives. @param path of the group */
export function mapRules<A extends object, B extends object>(
  group: Group<A>,
  change: (rule: A, path: string) => B[],
  path = '',
): Group<B> {
  const rules = group.rules.flatMap((node, index): Group<B>['rules'] => {
    const next = `${path}.rules[${index}]`;
    return isGroup<A>(node) ? [mapRules(node, change, next)] : change(node, next);
  });
  return { ...group, rules };
}

/** The key by which attribute names are compared: lower case, with other characters as underscores. */
export function fieldKey(name: string): string {
  return name
    .trim()
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^_+|_+$/g, '');
}

/** The name of an attribute in a query: spaces become underscores. */
export function fieldName(attribute: string): string {
  return attribute.trim().replaceAll(/\s+/g, '_');
}

/** The name of an attribute as it is read. */
export function fieldLabel(field: string): string {
  return field.replaceAll('_', ' ');
}

/** `mixed` fields contain numbers, dates and text; values are compared by their own kind. */
export type FieldKind = 'text' | 'number' | 'date' | 'mixed';

export interface KnownField {
  name: string;
  kind: FieldKind;
}

/** Fields by section and `fieldKey`. */
export type KnownFields = ReadonlyMap<QuerySection, ReadonlyMap<string, KnownField>>;

const ORDER_OPERATORS: readonly Operator[] = [
  'greaterthan',
  'greaterthanorequal',
  'lessthan',
  'lessthanorequal',
];
const SAME_OPERATORS: readonly Operator[] = ['equal', 'notequal', 'in', 'notin'];

export const OPERATORS_OF_KIND: Readonly<Record<FieldKind, readonly Operator[]>> = {
  text: [...SAME_OPERATORS, 'contains'],
  number: [...SAME_OPERATORS, ...ORDER_OPERATORS],
  date: [...SAME_OPERATORS, ...ORDER_OPERATORS],
  mixed: [...SAME_OPERATORS, ...ORDER_OPERATORS, 'contains'],
};

const DAY = /^\d{4}-\d{2}-\d{2}/;

/** Whether the text is a finite number. */
export function isNumberText(text: string): boolean {
  return text.trim() !== '' && Number.isFinite(Number(text));
}

/** -1, 0 or 1; null if the two cannot be ordered. Text is never ordered. */
function compare(value: string, limit: string, kind: FieldKind): -1 | 0 | 1 | null {
  const sign = (a: number | string, b: number | string) => (a < b ? -1 : a > b ? 1 : 0);
  if (kind !== 'date' && isNumberText(value) && isNumberText(limit))
    return sign(Number(value), Number(limit));
  if (kind !== 'number' && DAY.test(value) && DAY.test(limit))
    return sign(value.slice(0, 10), limit.slice(0, 10));
  return null;
}

function isSame(value: string, other: string, kind: FieldKind): boolean {
  if (kind !== 'text') {
    const order = compare(value, other, kind);
    if (order !== null) return order === 0;
  }
  return value.trim().toLowerCase() === other.trim().toLowerCase();
}

/** The values of a rule, whether it has one, several or none. */
export function valuesOf({ value = [] }: Pick<Rule, 'value'>): (string | number)[] {
  return Array.isArray(value) ? value : [value];
}

/**
 * A test of a rule. No rule holds for an empty value, not even `notequal` and `notin`. Text is compared without letter
 * case; `contains` is literal.
 * @throws Error for operators that do not apply to values
 */
export function ruleTest(
  rule: Pick<Rule, 'field' | 'operator' | 'value'>,
  kind: FieldKind,
): (value: string | null | undefined) => boolean {
  const texts = valuesOf(rule).map(String);
  const lower = texts.map((text) => text.toLowerCase());
  const first = texts[0] ?? '';
  const isAny = (value: string) => texts.some((text) => isSame(value, text, kind));
  const ordered = (holds: (order: -1 | 0 | 1) => boolean) => (value: string) => {
    const order = compare(value, first, kind);
    return order !== null && holds(order);
  };
  const tests: Partial<Record<Operator, (value: string) => boolean>> = {
    equal: isAny,
    in: isAny,
    notequal: (value) => !isAny(value),
    notin: (value) => !isAny(value),
    contains: (value) => value.toLowerCase().includes(lower[0] ?? ''),
    greaterthan: ordered((order) => order > 0),
    greaterthanorequal: ordered((order) => order >= 0),
    lessthan: ordered((order) => order < 0),
    lessthanorequal: ordered((order) => order <= 0),
  };
  const test = tests[rule.operator ?? 'equal'];
  if (test === undefined) throw new Error(`${rule.operator} is not an operator for values.`);
  return (value) => value !== null && value !== undefined && value.trim() !== '' && test(value);
}

/** A prepared test of a group, for applying it to thousands of items. A group without rules holds. */
export function groupTest<Item, R extends object = Rule>(
  group: Group<R> | undefined,
  testOf: (rule: R) => (item: Item) => boolean,
): (item: Item) => boolean {
  if (!restricts(group)) return () => true;
  const tests = group.rules
    .filter((node) => !isGroup(node) || restricts(node))
    .map((node) => (isGroup(node) ? groupTest(node, testOf) : testOf(node)));
  const { combinator, not } = group;
  const isAnd = combinator === 'and';
  // A plain loop: a callback for each of 20,000 items left 2 MB of garbage.
  return (item) => {
    for (const test of tests) if (test(item) !== isAnd) return isAnd === not;
    return isAnd !== not;
  };
}

/**
 * A prepared test whether a name contains `token` as whole words between underscores: `T_CELL` is not in `MAST_CELL`.
 * @returns a test of names in lower case
 */
export function tokenTest(token: string): (name: string) => boolean {
  const wrap = (text: string) => `_${text.replaceAll(/[^a-z0-9]+/g, '_')}_`;
  const words = wrap(token.toLowerCase()).replaceAll(/_+/g, '_');
  // Few names contain the longest word; the others need not be wrapped.
  const part = words.split('_').reduce((longest, one) => (one.length > longest.length ? one : longest), '');
  return (name) => name.includes(part) && wrap(name).includes(words);
}
