import { expect, test } from 'vitest';
import { cutsOf, groupSamples, perStandardDeviation } from './survival-groups.ts';

const AGES = [60, 40, Number.NaN, 50, 70];
const ALL = [...AGES.keys()];

test('a value equal to the cut is low, a sample without a value is in no group', () => {
  const groups = groupSamples({ kind: 'numeric', isAttribute: false, name: 'age', values: AGES }, ALL, [50]);
  expect(groups).toEqual([
    { name: 'low', samples: [1, 3] },
    { name: 'high', samples: [0, 4] },
  ]);
});

test('thirds have two cuts, halves one', () => {
  expect(cutsOf([1, 2, 3, 4], 'thirds')).toEqual([2, 3]);
  expect(cutsOf([1, 2, 3, 4], 'halves')).toEqual([2.5]);
  expect(cutsOf([], 'thirds')).toEqual([]);
});

test('texts are groups in sorted order', () => {
  const values = ['IDH mutant', null, 'IDH wildtype', 'IDH mutant', null];
  expect(groupSamples({ kind: 'groups', name: 'IDH', values }, ALL, [])).toEqual([
    { name: 'IDH mutant', samples: [0, 3] },
    { name: 'IDH wildtype', samples: [2] },
  ]);
});

test('standard deviations are those of the samples used', () => {
  const z = perStandardDeviation(AGES, [0, 1, 2, 3]);
  expect([...z]).toEqual([1, -1, Number.NaN, 0, Number.NaN]);
});

test('values that do not vary have z values of 0', () => {
  const level = [0.1, 0.1, 0.1, Number.NaN, 0.1, 0.1, 0.1];
  expect([...perStandardDeviation(level, [0, 1, 2, 3, 4, 5, 6])]).toEqual([0, 0, 0, Number.NaN, 0, 0, 0]);
  expect([...perStandardDeviation([5], [0])]).toEqual([0]);
});
