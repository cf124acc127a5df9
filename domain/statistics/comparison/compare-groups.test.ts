import { expect, test } from 'vitest';
import { featureMatrix } from '../matrix.ts';
import { compareGroups } from './compare-groups.ts';

const MATRIX = featureMatrix([
  [5, 5.1, 4.9, 5, 5.2, 4.8],
  [1, 1.1, 0.9, 8, 8.2, 7.9],
  [3, 3, 3, 3, 3, 3],
  [2, 2.6, 2.2, 4.1, 3.9, 4.4],
]);
const table = compareGroups(MATRIX, {
  test: 'welch',
  groups: [Uint32Array.of(0, 1, 2), Uint32Array.of(3, 4, 5)],
  isPaired: false,
  covariates: [],
});

test('features are listed by P, without those that do not vary', () => {
  expect([...table.features]).toEqual([1, 3, 0]);
  expect(table.leftOut).toBe(1);
  expect([...table.p]).toEqual([...table.p].toSorted((a, b) => a - b));
});

test('P is given with its decimal logarithm, and q counts the tested features only', () => {
  table.p.forEach((p, row) => {
    expect(10 ** (table.log10P[row] ?? 0) / p).toBeCloseTo(1, 12);
  });
  expect((table.q[0] ?? 0) / (table.p[0] ?? 1)).toBeCloseTo(3, 12);
});

test('the difference is that of the means, first minus second', () => {
  expect(table.difference[0]).toBeCloseTo(1 - 24.1 / 3, 12);
  expect(table.means.map(([mean]) => mean)).toEqual([expect.closeTo(1, 12), expect.closeTo(24.1 / 3, 12)]);
});
