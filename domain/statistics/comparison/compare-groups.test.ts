import { describe, expect, test } from 'vitest';
import { featureMatrix } from '../matrix.ts';
import { compareGroups } from './compare-groups.ts';
import type { ComparisonTest } from './tests.ts';

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

describe('genes are ranked by what is comparable between features with missing values', () => {
  const none = Number.NaN;
  const HOLED = featureMatrix([
    // Apart in every pair, but of fewer values: W is 15 of 15, and V 6 of 6.
    [7, 8, 9, none, none, 1, 2, 3, 4, 5],
    // Hardly apart: W is 18 of 25, and V 12.5 of 15.
    [1, 4, 6, 8, 9, 2, 3, 5, 7, 0],
  ]);
  const GROUPS = [Uint32Array.of(0, 1, 2, 3, 4), Uint32Array.of(5, 6, 7, 8, 9)];
  const rankingOf = (test: ComparisonTest, groups = GROUPS, isPaired = false, matrix = HOLED) => {
    const { features, statistic, ranking } = compareGroups(matrix, {
      test,
      groups,
      isPaired,
      covariates: [],
    });
    const column = (values: Float64Array) =>
      Array.from(features, (_, at) => values[features.indexOf(at)] ?? none);
    return { statistic: column(statistic), ranking: column(ranking) };
  };

  test('rank sums by their z', () => {
    const { statistic, ranking } = rankingOf('rank-sum');
    expect(statistic).toEqual([15, 18]);
    expect(ranking[0]).toBeCloseTo(7.5 / Math.sqrt((15 / 12) * 9), 12);
    expect(ranking[1]).toBeCloseTo(5.5 / Math.sqrt((25 / 12) * 11), 12);
  });

  test('swapped groups change only the sign of z', () => {
    const [one, other] = [rankingOf('rank-sum'), rankingOf('rank-sum', GROUPS.toReversed())];
    one.ranking.forEach((z, at) => {
      expect(z).toBeCloseTo(-(other.ranking[at] ?? none), 12);
    });
  });

  test('signed ranks by their z', () => {
    const { statistic, ranking } = rankingOf('rank-sum', GROUPS, true);
    expect(statistic).toEqual([6, 12.5]);
    // Three and four differences of the same size are ties.
    expect(ranking[0]).toBeCloseTo(3 / Math.sqrt((3 * 4 * 7) / 24 - 24 / 48), 12);
    expect(ranking[1]).toBeCloseTo(5 / Math.sqrt((5 * 6 * 11) / 24 - 60 / 48), 12);
  });

  test('H by its P, as features without a value in a group have fewer degrees of freedom', () => {
    const groups = [Uint32Array.of(0, 1, 2), Uint32Array.of(3, 4), Uint32Array.of(5, 6, 7, 8, 9)];
    const { features, ranking, log10P } = compareGroups(HOLED, {
      test: 'kruskal-wallis',
      groups,
      isPaired: false,
      covariates: [],
    });
    expect([...features]).toEqual([0, 1]);
    expect([...ranking]).toEqual([...log10P].map((log) => -log));
  });

  test('t by itself', () => {
    const { statistic, ranking } = rankingOf('welch');
    expect(ranking).toEqual(statistic);
  });
});
