/** Rules for modules whose eigengene is associated with a sample attribute. */
import { fieldKey, fieldLabel, type Rule } from '../query.ts';
import { isBlank, listed, type SpecialKind } from './rule-kind.ts';

const Q_BELOW = 0.01;
const WORDS_OF_SIGN = { any: '', positive: ', positive r', negative: ', negative r' };

function parse({ attribute = '', q_below = Q_BELOW, sign = 'any', higher_in = '' }: Rule) {
  return { kind: 'trait' as const, attribute, q_below, sign, higher_in };
}
export type TraitRule = ReturnType<typeof parse>;

export const TRAIT: SpecialKind<TraitRule> = {
  kind: 'trait',
  label: 'Trait of the module',
  initial: { field: 'trait', q_below: Q_BELOW, sign: 'any' },
  meaning: '(a sample attribute that the eigengene is associated with)',
  parts: {
    attribute: 'Trait: sample attribute that the module eigengene is associated with.',
    q_below: `Trait: q of the association is below this; ${Q_BELOW} if left out.`,
    sign: 'Trait: sign of the correlation. Attributes with three or more groups have none.',
    higher_in: 'Trait: of two groups, the one with the higher mean eigengene.',
  },
  check(rule, _section, known) {
    if (rule.operator !== undefined || rule.value !== undefined)
      return 'A trait rule takes attribute, q_below, sign and higher_in.';
    const key = fieldKey(rule.attribute ?? '');
    if (key === '') return 'Please choose a sample attribute.';
    return known.get('sample')?.has(key) ? null : `There is no sample attribute "${rule.attribute}".`;
  },
  parse,
  isIncomplete: (rule) => isBlank([parse(rule).attribute]),
  describe(rule) {
    const { attribute, q_below, sign, higher_in } = parse(rule);
    const group = higher_in === '' ? '' : `, higher in ${higher_in}`;
    return `Associated with ${listed([fieldLabel(attribute)])}${group} (q < ${q_below}${WORDS_OF_SIGN[sign]})`;
  },
};
