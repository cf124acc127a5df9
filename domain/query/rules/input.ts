/** Rules for data sets that an analysis uses. */
import { type Rule, valuesOf } from '../query.ts';
import { lacksValue, listed, type SpecialKind } from './rule-kind.ts';

function parse({ value = '' }: Rule) {
  return { kind: 'is_input_of' as const, analysis: String(value).toUpperCase() };
}
export type InputRule = ReturnType<typeof parse>;

export const INPUT: SpecialKind<InputRule> = {
  kind: 'is_input_of',
  label: 'Is input of',
  initial: { field: 'is_input_of', operator: 'equal', value: 'FM' },
  meaning: '(FM or EA)',
  parts: {},
  check(rule) {
    if (rule.operator !== undefined && rule.operator !== 'equal') return 'A data set is input of FM or not.';
    return ['FM', 'EA'].includes(parse(rule).analysis) ? null : 'A data set is input of FM or EA.';
  },
  parse,
  isIncomplete: lacksValue,
  describe: (rule) => `Is input of ${listed(valuesOf(rule))}`,
};
