import { scaleLinear } from 'd3-scale';
import { expect, test } from 'vitest';
import { ticksOf } from './ticks.ts';

const labelsOf = (low: number, high: number) =>
  ticksOf(scaleLinear([low, high], [100, 0]), 4).map(({ label }) => label);

test('ticks are round values within the domain with equal digits', () => {
  expect(labelsOf(-1, 1)).toEqual(['\u22121.0', '\u22120.5', '0.0', '0.5', '1.0']);
  expect(ticksOf(scaleLinear([0, 10], [100, 0]), 2).map(({ at }) => at)).toEqual([100, 50, 0]);
});

test('a domain without room for steps has no ticks', () => {
  expect(labelsOf(7, 7)).toEqual([]);
  expect(labelsOf(-5e-324, 5e-324)).toEqual([]);
  expect(labelsOf(1, 1 + Number.EPSILON)).toEqual([]);
});
