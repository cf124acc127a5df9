/** Laws of all tests of two groups, on generated values with ties and missing values. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { featureMatrix } from '../matrix.ts';
import { type ComparisonTable, compareGroups, type GroupComparison } from './compare-groups.ts';

const SAMPLES = 11;
/** Whole numbers are often tied; NaN is missing. */
const value = fc.oneof(
  { weight: 6, arbitrary: fc.double({ min: -20, max: 20, noNaN: true }).map((x) => Math.round(x * 64) / 64) },
  { weight: 3, arbitrary: fc.integer({ min: -3, max: 3 }) },
  { weight: 1, arbitrary: fc.constant(Number.NaN) },
);
const matrix = fc
  .array(fc.array(value, { minLength: SAMPLES, maxLength: SAMPLES }), { minLength: 4, maxLength: 9 })
  .map(featureMatrix);
const UNPAIRED = [Uint32Array.of(0, 1, 2, 3, 4), Uint32Array.of(5, 6, 7, 8, 9, 10)];
const PAIRED = [Uint32Array.of(0, 1, 2, 3, 4), Uint32Array.of(9, 8, 7, 6, 5)];
const age = Float64Array.of(31, 45, 52, 60, 38, 71, 29, 55, 44, 63, 50);

const TESTS: [string, GroupComparison][] = [
  ['moderated t', { test: 'moderated-t', groups: UNPAIRED, isPaired: false, covariates: [] }],
  ['moderated t, adjusted', { test: 'moderated-t', groups: UNPAIRED, isPaired: false, covariates: [age] }],
  ['moderated t, paired', { test: 'moderated-t', groups: PAIRED, isPaired: true, covariates: [] }],
  ['Welch', { test: 'welch', groups: UNPAIRED, isPaired: false, covariates: [] }],
  ['Welch, paired', { test: 'welch', groups: PAIRED, isPaired: true, covariates: [] }],
  ['rank sum', { test: 'rank-sum', groups: UNPAIRED, isPaired: false, covariates: [] }],
  ['rank sum, paired', { test: 'rank-sum', groups: PAIRED, isPaired: true, covariates: [] }],
];

/** Columns of a table by feature, as the order of equal P may differ by rounding. */
function byFeature(table: ComparisonTable) {
  return new Map(
    [...table.features].map((feature, at) => [
      feature,
      {
        difference: table.difference[at] ?? Number.NaN,
        means: table.means.map((means) => means[at] ?? Number.NaN),
        statistic: table.statistic[at] ?? Number.NaN,
        ranking: table.ranking[at] ?? Number.NaN,
        log10P: table.log10P[at] ?? Number.NaN,
        q: table.q[at] ?? Number.NaN,
      },
    ]),
  );
}

function expectClose(one: number, other: number): void {
  expect(Math.abs(one - other)).toBeLessThanOrEqual(1e-7 * Math.max(1, Math.abs(one)));
}

describe.each(TESTS)('%s', (name, comparison) => {
  test('swapped groups change signs only', () => {
    let compared = 0;
    fc.assert(
      fc.property(matrix, (values) => {
        const swapped = { ...comparison, groups: comparison.groups.toReversed() };
        const one = byFeature(compareGroups(values, comparison));
        const other = byFeature(compareGroups(values, swapped));
        expect([...other.keys()].toSorted()).toEqual([...one.keys()].toSorted());
        for (const [feature, row] of one) {
          const mirrored = other.get(feature);
          if (mirrored === undefined) continue;
          compared += 1;
          expectClose(row.difference, -mirrored.difference);
          expectClose(row.ranking, -mirrored.ranking);
          expectClose(row.log10P, mirrored.log10P);
          expectClose(row.q, mirrored.q);
          expect(mirrored.means).toEqual(row.means.toReversed());
          // W and V count pairs of one side: the other side has the rest.
          if (!name.startsWith('rank sum')) expectClose(row.statistic, -mirrored.statistic);
          else expect(row.statistic + mirrored.statistic).toBe(pairsOf(values.values, feature));
        }
      }),
      { numRuns: 150 },
    );
    expect(compared).toBeGreaterThan(300);
  });

  /** Number of pairs that W counts, or the sum of the ranks of V. */
  function pairsOf(values: Float64Array, feature: number): number {
    const row = values.subarray(feature * SAMPLES, (feature + 1) * SAMPLES);
    const [first = [], second = []] = comparison.groups.map((group) =>
      [...group].map((at) => row[at] ?? Number.NaN),
    );
    const present = (side: readonly number[]) => side.filter((each) => !Number.isNaN(each)).length;
    if (!comparison.isPaired) return present(first) * present(second);
    const differing = first.filter((each, at) => {
      const difference = each - (second[at] ?? Number.NaN);
      return !Number.isNaN(difference) && difference !== 0;
    }).length;
    return (differing * (differing + 1)) / 2;
  }

  test('a constant added to all values changes no P', () => {
    fc.assert(
      fc.property(matrix, fc.integer({ min: -50, max: 50 }), (values, constant) => {
        const shifted = { ...values, values: values.values.map((each) => each + constant) };
        const one = byFeature(compareGroups(values, comparison));
        const other = byFeature(compareGroups(shifted, comparison));
        expect([...other.keys()].toSorted()).toEqual([...one.keys()].toSorted());
        for (const [feature, row] of one) {
          expectClose(row.log10P, other.get(feature)?.log10P ?? Number.NaN);
          expectClose(row.difference, other.get(feature)?.difference ?? Number.NaN);
        }
      }),
      { numRuns: 60 },
    );
  });
});
