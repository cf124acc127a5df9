/** What each operator of a rule means, by hand and by law. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { emptyingRule } from './check-query.ts';
import {
  type FieldKind,
  type Group,
  groupTest,
  OPERATORS_OF_KIND,
  type Operator,
  type Rule,
  ruleTest,
  tokenTest,
} from './query.ts';

function holds(value: string | null, operator: Operator, wanted: Rule['value'], kind: FieldKind): boolean {
  return ruleTest({ field: 'Tumor_Grade', operator, value: wanted }, kind)(value);
}

describe('text', () => {
  test.each<[operator: Operator, wanted: Rule['value'], isHeld: boolean]>([
    ['equal', 'astrocytoma', true],
    ['equal', 'astro', false],
    ['notequal', 'glioblastoma', true],
    ['notequal', 'ASTROCYTOMA', false],
    ['in', ['glioblastoma', 'astrocytoma'], true],
    ['in', ['glioblastoma'], false],
    ['notin', ['glioblastoma'], true],
    ['notin', ['glioblastoma', 'astrocytoma'], false],
    ['contains', 'CYTO', true],
    ['contains', '.*', false],
  ])('Astrocytoma %s %j is %s', (operator, wanted, isHeld) => {
    expect(holds('Astrocytoma', operator, wanted, 'text')).toBe(isHeld);
  });
});

describe('a number', () => {
  test.each<[operator: Operator, wanted: number, isHeld: boolean]>([
    ['equal', 3, true],
    ['greaterthan', 2, true],
    ['greaterthan', 3, false],
    ['greaterthanorequal', 3, true],
    ['greaterthanorequal', 4, false],
    ['lessthan', 10, true],
    ['lessthan', 3, false],
    ['lessthanorequal', 3, true],
    ['lessthanorequal', 2, false],
  ])('3 %s %i is %s', (operator, wanted, isHeld) => {
    expect(holds('3', operator, wanted, 'number')).toBe(isHeld);
  });

  test('is compared as a number, however it is written', () => {
    expect(holds('3.0', 'equal', 3, 'number')).toBe(true);
    expect(holds('1e1', 'greaterthan', '9', 'number')).toBe(true);
  });

  test('is neither above nor below a word', () => {
    for (const operator of ['greaterthan', 'lessthan', 'greaterthanorequal', 'lessthanorequal'] as const)
      expect(holds('III', operator, 2, 'number')).toBe(false);
  });
});

describe('a date', () => {
  test.each<[operator: Operator, wanted: string, isHeld: boolean]>([
    ['equal', '2024-04-05', true],
    ['greaterthan', '2024-04-04', true],
    ['greaterthan', '2024-04-05', false],
    ['greaterthanorequal', '2024-04-05', true],
    ['lessthan', '2024-04-06', true],
    ['lessthanorequal', '2024-04-05', true],
    ['lessthanorequal', '2024-04-04', false],
  ])('April 5, 2024 %s %s is %s, whatever the time of day', (operator, wanted, isHeld) => {
    expect(holds('2024-04-05T23:59:00Z', operator, wanted, 'date')).toBe(isHeld);
  });
});

describe('operators by kind of field', () => {
  test('text is never ordered; numbers and dates are, and are not searched for parts', () => {
    const ordered = ['greaterthan', 'greaterthanorequal', 'lessthan', 'lessthanorequal'];
    const same = ['equal', 'notequal', 'in', 'notin'];
    expect(OPERATORS_OF_KIND.text).toEqual([...same, 'contains']);
    expect(OPERATORS_OF_KIND.number).toEqual([...same, ...ordered]);
    expect(OPERATORS_OF_KIND.date).toEqual([...same, ...ordered]);
  });
});

const kind = fc.constantFrom<FieldKind>('text', 'number', 'date', 'mixed');
const value = fc.oneof(fc.string(), fc.integer().map(String), fc.constantFrom('2024-04-05', '1e3', 'NA'));

test('law: no rule holds for an empty value', () => {
  const empty = fc.constantFrom(null, '', '  ');
  const operator = fc.constantFrom<Operator>(...OPERATORS_OF_KIND.mixed);
  fc.assert(
    fc.property(empty, operator, value, kind, (nothing, each, wanted, of) => {
      expect(holds(nothing, each, wanted, of)).toBe(false);
    }),
  );
});

test('law: for a non-empty value, a rule and its opposite never both hold', () => {
  const there = value.filter((text) => text.trim() !== '');
  fc.assert(
    fc.property(there, value, kind, (text, wanted, of) => {
      expect(holds(text, 'notequal', wanted, of)).toBe(!holds(text, 'equal', wanted, of));
      expect(holds(text, 'notin', [wanted], of)).toBe(!holds(text, 'in', [wanted], of));
      if (holds(text, 'greaterthan', wanted, of))
        expect(holds(text, 'lessthanorequal', wanted, of)).toBe(false);
    }),
  );
});

test('a token matches only whole words between underscores', () => {
  expect(tokenTest('t_cells')('hsc_t_cells_up')).toBe(true);
  expect(tokenTest('T-Cells')('t cells, resting')).toBe(true);
  expect(tokenTest('T_CELLS')('mast_cells')).toBe(false);
  expect(tokenTest('T_CELL')('t_cells')).toBe(false);
});

test('the rule that empties a result is the one after which nothing comes back', () => {
  const counted = (...remaining: number[]) =>
    emptyingRule(remaining.map((each, index) => ({ path: `sample.rules[${index}]`, remaining: each })));
  expect(counted(5, 0, 0)).toBe('sample.rules[1]');
  expect(counted(0, 3)).toBeNull();
  expect(counted(0, 3, 0)).toBe('sample.rules[2]');
  expect(counted(4, 0, 2, 0)).toBe('sample.rules[3]');
  expect(counted()).toBeNull();
});

describe('a group', () => {
  const rule = (field: string): Rule => ({ field, operator: 'equal', value: 'x' });
  const group = (rules: Group['rules'], change: Partial<Group> = {}): Group => ({
    combinator: 'and',
    not: false,
    rules,
    ...change,
  });
  /** Whether a group holds where exactly these rules hold. */
  function check(tested: Group, ...holding: string[]): boolean {
    return groupTest<null>(
      tested,
      ({ field }) =>
        () =>
          holding.includes(field),
    )(null);
  }

  test('holds if all of its rules hold, or any of its alternatives', () => {
    const both = group([rule('a'), rule('b')]);
    expect([check(both, 'a', 'b'), check(both, 'a'), check(both)]).toEqual([true, false, false]);
    const either = group([rule('a'), rule('b')], { combinator: 'or' });
    expect([check(either, 'a', 'b'), check(either, 'a'), check(either)]).toEqual([true, true, false]);
  });

  test('that is excluded holds where its rules do not', () => {
    const neither = group([rule('a'), rule('b')], { combinator: 'or', not: true });
    expect([check(neither, 'a'), check(neither)]).toEqual([false, true]);
    const notBoth = group([rule('a'), group([rule('b')], { not: true })], { not: true });
    expect([check(notBoth, 'a'), check(notBoth, 'a', 'b')]).toEqual([false, true]);
  });

  test('without rules holds, and is no alternative to others', () => {
    expect([check(group([])), check(group([group([])], { not: true }))]).toEqual([true, true]);
    const either = group([rule('a'), group([])], { combinator: 'or' });
    expect([check(either, 'a'), check(either)]).toEqual([true, false]);
  });
});
