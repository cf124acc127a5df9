/** Rules for data sets that measure listed features. */
import { type Operator, type Rule, valuesOf } from '../query.ts';
import { isBlank, lacksValue, listed, type NamedFeatures, type SpecialKind } from './rule-kind.ts';

export const LIST_PARTS = { identifier: 'What the identifiers of a list of features are.' };

/** The list of features of a rule, and how many of it are needed. */
export function parseList(rule: Rule) {
  const { operator, identifier = 'SYMBOL' } = rule;
  return { names: valuesOf(rule).map(String), operator, identifier };
}
export type FeatureList = ReturnType<typeof parseList>;

/** The names of a list, which a search may have to rename. */
export function readListedNames(rule: Rule): NamedFeatures {
  const { identifier } = parseList(rule);
  return { identifier, names: valuesOf(rule), rename: (value) => ({ ...rule, value }) };
}

/** The fault of a list of features, null without one. */
export function checkList(rule: Rule, operators: readonly Operator[]): string | null {
  if (rule.operator === undefined || !operators.includes(rule.operator))
    return `The operator of a list of features is one of ${operators.join(', ')}.`;
  return isBlank(valuesOf(rule)) ? 'Please list at least one feature.' : null;
}

/** `include all of OLIG1, OLIG2 (SYMBOL)`. */
export function describeList(rule: Rule): string {
  const { operator, names, identifier } = parseList(rule);
  const percent = rule.percent === undefined ? [] : [`${rule.percent} %`];
  const least = [...(rule.count === undefined ? [] : [rule.count.toLocaleString('en')]), ...percent];
  const howMany = operator === 'all' || operator === 'any' ? operator : `at least ${least.join(' and ')}`;
  return `include ${howMany} of ${listed(names)} (${identifier})`;
}

function parse(rule: Rule) {
  return { kind: 'feature' as const, ...parseList(rule) };
}
export type FeatureRule = ReturnType<typeof parse>;

export const FEATURE: SpecialKind<FeatureRule> = {
  kind: 'feature',
  label: 'Features measured',
  initial: { field: 'feature', operator: 'all', value: '', identifier: 'SYMBOL' },
  meaning: '(all or any of a list of identifiers)',
  parts: LIST_PARTS,
  check: (rule) => checkList(rule, ['all', 'any']),
  parse,
  isIncomplete: lacksValue,
  describe: (rule) => `Features ${describeList(rule)}`,
  readNames: readListedNames,
};
