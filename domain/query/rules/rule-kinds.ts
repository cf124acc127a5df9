/** The kinds of rules of each section, and queries whose rules are read by their kinds. */
import { type Filters, fieldKey, type Group, mapRules, type QuerySection, type Rule } from '../query.ts';
import { ENRICHMENT } from './enrichment.ts';
import { FEATURE } from './feature.ts';
import { FEATURES } from './features.ts';
import { FIELD, type FieldRule } from './field.ts';
import { INPUT } from './input.ts';
import { KME } from './kme.ts';
import { RECURS } from './recurs.ts';
import type { RuleKind, SpecialKind } from './rule-kind.ts';
import { TRAIT } from './trait.ts';

/** Kinds with fields of their own, in the order in which they are offered; all other fields are attributes. */
export const RULE_KINDS = {
  collection: [],
  dataset: [FEATURE, INPUT],
  sample: [],
  analyses: [],
  networks: [],
  modules: [FEATURES, TRAIT, KME, RECURS],
  genesets: [ENRICHMENT],
} satisfies Readonly<Record<QuerySection, readonly SpecialKind<{ kind: string }>[]>>;

type RuleOfKind<K> = K extends RuleKind<infer R> ? R : never;

/** A rule of a section as it is read, by its `kind`. */
export type RuleIn<Section extends QuerySection> =
  | FieldRule
  | RuleOfKind<(typeof RULE_KINDS)[Section][number]>;
export type ParsedRule = RuleIn<QuerySection>;

function kindAmong<R extends ParsedRule>(
  kinds: readonly SpecialKind<R>[],
  rule: Rule,
): SpecialKind<R> | RuleKind<FieldRule> {
  const key = fieldKey(rule.field);
  return kinds.find(({ kind }) => kind === key) ?? FIELD;
}

/** The kind of a rule, by its field. */
export function kindOf(rule: Rule, section: QuerySection): RuleKind<ParsedRule> {
  return kindAmong<ParsedRule>(RULE_KINDS[section], rule);
}

function parseGroup<R extends ParsedRule>(group: Group, kinds: readonly SpecialKind<R>[]) {
  return mapRules<Rule, R | FieldRule>(group, (rule) => [kindAmong(kinds, rule).parse(rule)]);
}

/** Filters that `checkQuery` has accepted, with their rules read by kind. */
export function parseFilters(filters: Filters) {
  const { collection, dataset, sample, analyses, networks, modules, genesets } = filters;
  return {
    collection: collection && parseGroup<FieldRule>(collection, []),
    dataset: dataset && parseGroup<RuleIn<'dataset'>>(dataset, RULE_KINDS.dataset),
    sample: sample && { ...sample, ...parseGroup<FieldRule>(sample, []) },
    analyses: analyses && parseGroup<FieldRule>(analyses, []),
    networks: networks && parseGroup<FieldRule>(networks, []),
    modules: modules && parseGroup<RuleIn<'modules'>>(modules, RULE_KINDS.modules),
    genesets: genesets && parseGroup<RuleIn<'genesets'>>(genesets, RULE_KINDS.genesets),
  };
}

export type ParsedFilters = Partial<ReturnType<typeof parseFilters>>;

/** Whether a rule selects modules by more than their own attributes. */
export function selectsModules(rule: Rule, section: QuerySection): boolean {
  return ['modules', 'genesets'].includes(section) && kindOf(rule, section).kind !== 'field';
}
