/** Every kind of rule is known wherever rules are read, and reading a rule leaves it as it was written. */
import { describe, expect, test } from 'vitest';
import { checkQuery } from '../check-query.ts';
import { type Filters, type KnownFields, QUERY_SECTIONS, type Rule, rulesOf } from '../query.ts';
import { kindOf, type ParsedRule, parseFilters, RULE_KINDS, selectsModules } from './rule-kinds.ts';

const known: KnownFields = new Map([['sample', new Map([['batch', { name: 'Batch', kind: 'text' }]])]]);

const kinds = QUERY_SECTIONS.flatMap((section) =>
  RULE_KINDS[section].map((kind) => ({ section, name: kind.kind, kind, initial: kind.initial })),
);

/** What a person enters in a new rule of each kind. */
const ENTERED: Readonly<Record<Exclude<ParsedRule['kind'], 'field'>, Partial<Rule>>> = {
  feature: { value: 'TREM2' },
  is_input_of: {},
  features: { value: 'TREM2' },
  trait: { attribute: 'Batch' },
  kme_of_gene: { gene: 'TREM2' },
  recurs_in: { attribute: 'Batch', value: 'A' },
  enrichment: {},
};

function filtersOf(section: (typeof QUERY_SECTIONS)[number], ...rules: Rule[]): Filters {
  return { [section]: { combinator: 'and', not: false, rules } };
}

describe.each(kinds)('a rule of $name in $section', ({ section, name, kind, initial }) => {
  test('is found by its field, in any spelling, and in no other section', () => {
    const spelled = { ...initial, field: name.toUpperCase().replaceAll('_', ' ') };
    expect(kindOf(initial, section).kind).toBe(name);
    expect(kindOf(spelled, section).kind).toBe(name);
    const others = QUERY_SECTIONS.filter((other) => other !== section);
    expect(others.map((other) => kindOf(initial, other).kind)).toEqual(others.map(() => 'field'));
  });

  test('has words and a default, which takes only its own parts', () => {
    expect(kind.label).not.toBe('');
    expect(kind.describe(initial)).toMatch(/^[A-Zk]/);
    expect(kind.parse(initial).kind).toBe(name);
    const { field: _, operator: __, value: ___, ...parts } = initial;
    expect(Object.keys(kind.parts)).toEqual(expect.arrayContaining(Object.keys(parts)));
  });

  test('is refused with a part of another kind, or if its default lacks something', () => {
    const faultsOf = (rule: Rule) =>
      checkQuery({ result_type: 'data-sets', filters: filtersOf(section, rule) }, known);
    expect(faultsOf(initial).length > 0).toBe(kind.isIncomplete(initial));
    const whole = { ...initial, ...ENTERED[name] };
    expect(faultsOf(whole)).toEqual([]);
    expect(faultsOf({ ...whole, columns: 'any' }).map(({ sentence }) => sentence)).toEqual([
      `"columns" does not belong to a rule of ${name}.`,
    ]);
  });
});

test('a rule of recurrence is read with the rule that chooses its data sets', () => {
  const rule: Rule = { field: 'recurs_in', operator: 'none', attribute: 'Tumor Grade', value: ['2', '3'] };
  expect(kindOf(rule, 'modules').parse(rule)).toMatchObject({
    recurrence: 'none',
    condition: { kind: 'field', key: 'tumor_grade', operator: 'in', value: ['2', '3'] },
  });
});

test('only kinds of modules and gene sets select modules', () => {
  expect(
    kinds.filter(({ section, initial }) => selectsModules(initial, section)).map(({ name }) => name),
  ).toEqual(kinds.filter(({ section }) => section !== 'dataset').map(({ name }) => name));
});

test('parsed filters have the same groups, each rule with the kind of its section', () => {
  const not = { combinator: 'or', not: true, rules: kinds.map(({ initial }) => initial) } as const;
  const filters: Filters = Object.fromEntries(
    QUERY_SECTIONS.map((section) => [
      section,
      { combinator: 'and', not: false, rules: [{ ...not, rules: [...not.rules] }] },
    ]),
  );
  if (filters.sample) filters.sample = { ...filters.sample, quantifier: 'at_least', count: 3 };
  const written = JSON.stringify(filters);
  const parsed = parseFilters(filters);
  expect(JSON.stringify(filters)).toBe(written);
  expect(parsed.sample).toMatchObject({ combinator: 'and', not: false, quantifier: 'at_least', count: 3 });
  expect(parsed.modules?.rules[0]).toMatchObject({ combinator: 'or', not: true });
  for (const section of QUERY_SECTIONS) {
    const read = rulesOf<ParsedRule>(parsed[section]).map(({ kind }) => kind);
    expect(read).toEqual(rulesOf(filters[section]).map((rule) => kindOf(rule, section).kind));
  }
});
