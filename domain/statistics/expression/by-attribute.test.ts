/** Reference values are those of R 4: `lm`, `cor.test`, `t.test`, `wilcox.test(exact = FALSE)`, `kruskal.test`. */
import { expect, test } from 'vitest';
import type { Trait } from '../modules/traits.ts';
import { expressionLine, expressionTests } from './by-attribute.ts';

const numeric = (values: readonly number[]): Trait => ({
  attribute: 'age',
  kind: 'numeric',
  samples: [...values.keys()],
  values: Float64Array.from(values),
  groups: [],
  joined: [],
});

const grouped = (codes: readonly number[], names: readonly string[]): Trait => ({
  ...numeric(codes),
  attribute: 'region',
  kind: names.length === 2 ? 'two values' : 'groups',
  groups: names.map((name, code) => ({ name, n: codes.filter((each) => each === code).length })),
});

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
  expect(tests[1]?.p).toBeCloseTo(0.01996445330521606, 12);
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
