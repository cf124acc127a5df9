/** Rules for modules whose signal recurs in all, some or none of the data sets that have a value. */
import { fieldKey, fieldLabel, type KnownFields, type Rule, valuesOf } from '../query.ts';
import { FIELD } from './field.ts';
import { isBlank, lacksValue, listed, type SpecialKind } from './rule-kind.ts';

/** In which of the data sets the signal is found. */
export const RECURRENCES = ['all', 'any', 'none'] as const;
export type Recurrence = (typeof RECURRENCES)[number];

const WORDS: Readonly<Record<Recurrence, string>> = {
  all: 'all data sets',
  any: 'at least one data set',
  none: 'no data set',
};

/** The rule that chooses the data sets, by a value of theirs or of a sample. */
function conditionOf({ attribute = '', value }: Rule): Rule {
  return { field: attribute, operator: 'in', value };
}

function parse(rule: Rule) {
  const { attribute = '', operator } = rule;
  const recurrence = RECURRENCES.find((each) => each === operator) ?? 'all';
  return { kind: 'recurs_in' as const, attribute, recurrence, condition: FIELD.parse(conditionOf(rule)) };
}
export type RecursRule = ReturnType<typeof parse>;

/** The attribute may be one of samples, of data sets or of both; its values have to suit one of them. */
function checkCondition(rule: Rule, known: KnownFields): string | null {
  const condition = conditionOf(rule);
  const key = fieldKey(condition.field);
  if (key === '') return 'Please choose an attribute of samples or data sets.';
  const sections = (['sample', 'dataset'] as const).filter((section) => known.get(section)?.has(key));
  const [fault, ...others] = sections.map((section) => FIELD.check(condition, section, known));
  if (fault === undefined) return `There is no attribute "${rule.attribute}" of samples or data sets.`;
  return others.includes(null) ? null : fault;
}

export const RECURS: SpecialKind<RecursRule> = {
  kind: 'recurs_in',
  label: 'Recurs in data sets',
  initial: { field: 'recurs_in', operator: 'all', value: '' },
  meaning:
    '(whether the meta-module of the module is found in the data sets that have a value, or a sample with it; those that measure too few of its genes, or are not in the atlas, do not count; a module without a meta-module is found in its own data set, and unknown in all others)',
  parts: {
    attribute:
      'Recurs in data sets: attribute of samples or data sets; the data sets are those with one of the values.',
  },
  check(rule, _section, known) {
    const isKnown = RECURRENCES.some((each) => each === rule.operator);
    if (!isKnown) return `The operator of recurs_in is one of ${RECURRENCES.join(', ')}.`;
    return checkCondition(rule, known);
  },
  parse,
  isIncomplete: (rule) => isBlank([rule.attribute ?? '']) || lacksValue(rule),
  describe(rule) {
    const { attribute, recurrence } = parse(rule);
    return `Recurs in ${WORDS[recurrence]} with ${listed([fieldLabel(attribute)])} ${listed(valuesOf(rule))}`;
  },
};
