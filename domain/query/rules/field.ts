/** Rules for an attribute of the records of a section. */
import {
  type FieldKind,
  fieldKey,
  fieldLabel,
  isNumberText,
  OPERATORS_OF_KIND,
  type Operator,
  type Rule,
  valuesOf,
} from '../query.ts';
import { excess, isBlank, lacksValue, listed, type RuleKind } from './rule-kind.ts';

export const OPERATOR_LABELS: Readonly<Record<Operator, string>> = {
  equal: 'Equals',
  notequal: 'Not Equals',
  in: 'Includes',
  notin: 'Excludes',
  contains: 'Contains',
  greaterthan: 'Greater Than',
  greaterthanorequal: 'Greater Than or Equal To',
  lessthan: 'Less Than',
  lessthanorequal: 'Less Than or Equal To',
  under: 'Is, or Is a Kind of',
  all: 'All of',
  any: 'Any of',
  none: 'None of',
};

const parts = {
  columns:
    'Samples only: the rule applies to any, or every, column whose name contains the field, instead of one column.',
};

function checkValues(rule: Rule, kind: FieldKind): string | null {
  const values = valuesOf(rule).map(String);
  const isList = rule.operator === 'in' || rule.operator === 'notin';
  if (isBlank(values)) return 'Please give a value.';
  if (!isList && values.length > 1) return 'Only "in" and "notin" take a list of values.';
  if (kind === 'number') {
    const wrong = values.find((text) => !isNumberText(text));
    if (wrong !== undefined) return `"${wrong.slice(0, 50)}" is not a number.`;
  }
  if (kind === 'date') {
    const wrong = values.find((text) => !/^\d{4}-\d{2}-\d{2}$/.test(text) || Number.isNaN(Date.parse(text)));
    if (wrong !== undefined) return `"${wrong.slice(0, 50)}" is not a date like 2021-04-01.`;
  }
  return null;
}

function parse({ field, operator, value, columns }: Rule) {
  return { kind: 'field' as const, field, key: fieldKey(field), operator, value, columns };
}
export type FieldRule = ReturnType<typeof parse>;

export const FIELD: RuleKind<FieldRule> = {
  kind: 'field',
  parts,
  check(rule, section, known) {
    const extra = excess(rule, section === 'sample' ? parts : {});
    if (extra !== null) return extra;
    const fields = known.get(section);
    const key = fieldKey(rule.field);
    if (rule.columns !== undefined) {
      const matches = [...(fields?.keys() ?? [])].some((name) => name.includes(key));
      if (key === '' || !matches) return `No sample attribute has "${rule.field}" in its name.`;
    }
    const field =
      rule.columns === undefined ? fields?.get(key) : { name: rule.field, kind: 'mixed' as const };
    if (field === undefined) return `There is no attribute "${rule.field}" here.`;
    if (rule.operator === undefined) return 'Please choose an operator.';
    if (rule.operator === 'under') {
      if (section !== 'sample') return 'Only sample attributes are described by ontologies.';
      return valuesOf(rule).length === 1 && String(rule.value).trim() !== ''
        ? null
        : 'Please name one term of the ontology.';
    }
    const operators = OPERATORS_OF_KIND[field.kind];
    if (!operators.includes(rule.operator))
      return `"${rule.operator}" is not an operator of ${field.name}; use one of ${operators.join(', ')}.`;
    return checkValues(rule, field.kind);
  },
  parse,
  isIncomplete: lacksValue,
  describe(rule) {
    const columns =
      rule.columns === undefined ? '' : `${rule.columns === 'any' ? 'Any' : 'Every'} column with `;
    const operator = rule.operator === undefined ? '' : OPERATOR_LABELS[rule.operator];
    return `${columns}${fieldLabel(rule.field)} ${operator} ${listed(valuesOf(rule))}`;
  },
};
