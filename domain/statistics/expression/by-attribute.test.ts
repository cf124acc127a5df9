/** Reference values are those of R 4: `lm`, `cor.test`, `t.test`, `wilcox.test`, `kruskal.test`. */
import { expect, test } from 'vitest';
import { packColumn } from '../../records/samples/sample-columns.ts';
import type { Trait } from '../modules/traits.ts';
import { attributeColumn } from './attribute-column.ts';
import { expressionTests as everyTest, expressionLine } from './by-attribute.ts';
import { isTested } from './test-kinds.ts';

const numeric = (values: readonly number[]): Trait => ({
  attribute: 'age',
  kind: 'numeric',
  samples: [...values.keys()],
  values: Float64Array.from(values),
  groups: [],
  joined: [],
  notNumbers: [],
});

const grouped = (codes: readonly number[], names: readonly string[]): Trait => ({
  ...numeric(codes),
  attribute: 'region',
  kind: names.length === 2 ? 'two values' : 'groups',
  groups: names.map((name, code) => ({ name, n: codes.filter((each) => each === code).length })),
});

const expressionTests = (...input: Parameters<typeof everyTest>) => [...everyTest(...input)].filter(isTested);
const reasons = (...input: Parameters<typeof everyTest>) =>
  [...everyTest(...input)].map((found) => [found.kind, found.n, isTested(found) ? found.p : found.reason]);

const all = (values: ArrayLike<number>) => new Set(Array.from(values, (_, sample) => sample));

test('the line through a numeric attribute', () => {
  const values = Float64Array.of(2.1, 2.9, 4.2, 4.8, 9);
  const line = expressionLine(values, numeric([1, 2, 3, 5, 8]), all(values));
  expect(line?.n).toBe(5);
  expect(line?.slope).toBeCloseTo(0.9448051948051949, 12);
  expect(line?.intercept).toBeCloseTo(1.00974025974026, 12);
  expect(line?.r).toBeCloseTo(0.9787610594305087, 12);
  expect(line?.p).toBeCloseTo(0.003703775776738193, 12);
});

test('samples without a value and samples outside the selection do not count', () => {
  const values = Float64Array.of(2.1, Number.NaN, 2.9, 4.2, 100, 4.8, 9);
  const line = expressionLine(values, numeric([1, 50, 2, 3, 50, 5, 8]), new Set([0, 1, 2, 3, 5, 6]));
  expect(line?.n).toBe(5);
  expect(line?.r).toBeCloseTo(0.9787610594305087, 12);
});

test('two groups have Welch’s t and the rank sum, an empty third group changes nothing', () => {
  const values = Float64Array.of(1, 2.5, 3, 4.2, 5.1, 9, 4.4, 7, 6.3);
  const tests = [
    ...expressionTests(values, grouped([0, 0, 0, 0, 2, 2, 2, 2, 2], ['a', 'b', 'c']), all(values)),
  ];
  expect(tests.map(({ kind, n }) => [kind, n])).toEqual([
    ['welch', 9],
    ['rank-sum', 9],
  ]);
  expect(tests[0]?.statistic).toBeCloseTo(-3.546618173276054, 12);
  expect(tests[0]?.p).toBeCloseTo(0.009416667197023807, 12);
  expect(tests[1]?.statistic).toBe(0);
  expect(tests[1]?.p).toBeCloseTo(0.015873015873015872, 12);
});

test('more groups have the analysis of variance and Kruskal-Wallis', () => {
  const values = Float64Array.of(1, 2, 2, 4, 2, 5, 6, 7, 9, 9);
  const tests = [
    ...expressionTests(values, grouped([0, 0, 0, 0, 1, 1, 1, 2, 2, 2], ['a', 'b', 'c']), all(values)),
  ];
  expect(tests.map(({ kind }) => kind)).toEqual(['anova', 'kruskal-wallis']);
  expect(tests[0]?.statistic).toBeCloseTo(0.7992093216812318, 12);
  expect(tests[0]?.p).toBeCloseTo(0.00362745817826735, 12);
  expect(tests[1]?.statistic).toBeCloseTo(6.956249999999997, 12);
  expect(tests[1]?.p).toBeCloseTo(0.03086522911595164, 12);
});

test('what has no result has its reason: constant values, groups of one, one group, no values', () => {
  const three = grouped([0, 0, 1, 1, 2, 2], ['II', 'III', 'IV']);
  const two = grouped([0, 0, 0, 1, 1, 1], ['F', 'M']);
  // The mean of equal values like .1 has a rounding error, so their squares are not 0.
  for (const level of [0, 0.1, 7, 1e9 / 3])
    for (const [trait, kinds] of [
      [three, ['anova', 'kruskal-wallis']],
      [two, ['welch', 'rank-sum']],
      [numeric([1, 2, 3, 4, 5, 6]), ['pearson']],
    ] as const)
      expect(reasons(new Float64Array(6).fill(level), trait, null)).toEqual(
        kinds.map((kind) => [kind, 6, 'does not vary']),
      );
  const none = new Float64Array(6).fill(Number.NaN);
  expect(reasons(none, three, null)).toEqual([
    ['anova', 0, 'no values'],
    ['kruskal-wallis', 0, 'no values'],
  ]);
  expect(reasons(none, numeric([1, 2, 3, 4, 5, 6]), null)).toEqual([['pearson', 0, 'no values']]);
  const values = Float64Array.of(1, 2, 2, 4, 5, 9);
  expect(reasons(values, two, new Set([0, 1, 2]))).toEqual([
    ['welch', 3, 'one value of the attribute'],
    ['rank-sum', 3, 'one value of the attribute'],
  ]);
  expect(reasons(values, numeric([1, 2, 3, 4, 5, 6]), new Set([0, 1]))).toEqual([
    ['pearson', 2, 'fewer than 3 samples'],
  ]);
  expect(reasons(values, numeric([1, 1, 1, 4, 5, 6]), new Set([0, 1, 2]))).toEqual([
    ['pearson', 3, 'one value of the attribute'],
  ]);
  expect(reasons(Float64Array.of(1, 1, 1, 2, 2, 2), two, null)[0]).toEqual([
    'welch',
    6,
    'does not vary within groups',
  ]);
  expect(reasons(values, two, new Set([0, 1, 2, 3]))).toEqual([
    ['welch', 4, 'a group of one sample'],
    ['rank-sum', 4, expect.any(Number)],
  ]);
  expect(reasons(values, three, new Set([0, 2, 4]))[0]).toEqual(['anova', 3, 'groups of one sample only']);
});

test('a value of one sample is a group of its own, as in the figure', () => {
  const grades = ['1', '1', '1', '1', '2', '2', '2', '3', '3', '3', '4', null];
  const attribute = attributeColumn('Grade', packColumn(grades));
  if (typeof attribute === 'string') throw new Error(attribute);
  expect(attribute.trait.groups.map(({ name, n }) => [name, n])).toEqual([
    ['1', 4],
    ['2', 3],
    ['3', 3],
    ['4', 1],
  ]);
  const tests = expressionTests(Float64Array.of(1, 2, 2, 4, 2, 5, 6, 7, 9, 9, 3, 8), attribute.trait, null);
  // anova(lm(y ~ g)), kruskal.test(y, g)
  expect(tests.map(({ n }) => n)).toEqual([11, 11]);
  expect(tests[0]?.statistic).toBeCloseTo(0.8055860805860805, 12);
  expect(tests[0]?.p).toBeCloseTo(0.0069483198673487914, 12);
  expect(tests[1]?.statistic).toBeCloseTo(7.372093023255813, 12);
  expect(tests[1]?.p).toBeCloseTo(0.06093763044741145, 12);
});
