/** Rules for modules with listed features among their members. */
import type { Rule } from '../query.ts';
import { checkList, describeList, LIST_PARTS, parseList, readListedNames } from './feature.ts';
import { lacksValue, type SpecialKind } from './rule-kind.ts';

function parse(rule: Rule) {
  const { definition = 'Any', count, percent } = rule;
  return { kind: 'features' as const, ...parseList(rule), definition, count, percent };
}
export type FeaturesRule = ReturnType<typeof parse>;

function lacksNumber(rule: Rule): boolean {
  return rule.operator === 'greaterthanorequal' && rule.count === undefined && rule.percent === undefined;
}

export const FEATURES: SpecialKind<FeaturesRule> = {
  kind: 'features',
  label: 'Features of the module',
  initial: { field: 'features', operator: 'all', value: '', definition: 'Any', identifier: 'SYMBOL' },
  meaning: '(members of the module)',
  parts: {
    ...LIST_PARTS,
    definition: 'Which members of a module count.',
    count: 'With "greaterthanorequal" on "features": so many of the list.',
    percent: 'With "greaterthanorequal" on "features": such a share of the list, in %.',
  },
  check: (rule) =>
    checkList(rule, ['all', 'any', 'greaterthanorequal']) ??
    (lacksNumber(rule) ? 'Please say how many of the features, by count or percent.' : null),
  parse,
  isIncomplete: (rule) => lacksValue(rule) || lacksNumber(rule),
  describe: (rule) => `${parse(rule).definition} members ${describeList(rule)}`,
  readNames: readListedNames,
};
