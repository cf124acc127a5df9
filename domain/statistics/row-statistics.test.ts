import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { areCentred, averageRanks, percentiles, rowStatistics } from './row-statistics.ts';

describe('the statistics of a row', () => {
  test('leave missing values out', () => {
    expect(rowStatistics(Float64Array.of(1, Number.NaN, 3, 5))).toEqual({
      mean: 3,
      sd: 2,
      min: 1,
      max: 5,
      missing: 1,
    });
  });

  test('have one mean for the same values in any order', () => {
    const values = [0.1, 1e8, 0.7, -3.3, 2e-9, 1e8, 0.2];
    const means = new Set(
      values.map((_, first) => {
        const turned = [...values.slice(first), ...values.slice(0, first)];
        return rowStatistics(Float64Array.from(turned)).mean;
      }),
    );
    expect(means.size).toBe(1);
  });

  test('of values near the largest number are finite', () => {
    expect(rowStatistics(Float64Array.of(1e307, 3e307)).mean).toBe(2e307);
  });

  test('of no value are not defined, and of one value have no spread', () => {
    const nothing = { mean: Number.NaN, sd: Number.NaN, min: Number.NaN, max: Number.NaN };
    expect(rowStatistics(Float64Array.of(Number.NaN))).toEqual({ ...nothing, missing: 1 });
    expect(rowStatistics(Float64Array.of(4))).toEqual({
      mean: 4,
      sd: Number.NaN,
      min: 4,
      max: 4,
      missing: 0,
    });
  });
});

test('equal values share the mean of their ranks, and what is missing has none', () => {
  expect([...averageRanks([3, 1, 3, Number.NaN, 2])]).toEqual([3.5, 1, 3.5, Number.NaN, 2]);
});

test('percentiles are those of ranks, whatever grows with the values', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -50, max: 50 }), { minLength: 1 }), (values) => {
      const own = percentiles(values);
      expect([...own]).toEqual([...percentiles(values.map((value) => value ** 3 + 7))]);
      expect(Math.max(...own)).toBeLessThanOrEqual(100);
      expect(Math.min(...own)).toBeGreaterThan(0);
    }),
  );
});

describe('rows', () => {
  const rowsOf = (rows: readonly number[][]) => rows.map((row) => rowStatistics(Float64Array.from(row)));

  test('are centred if their means, or medians, are about 0, whatever their spread', () => {
    expect(
      areCentred(
        rowsOf([
          [-1, 0, 1],
          [-0.02, 0.01, 0.01],
          [Number.NaN, 5, -5],
          [0, 0, 0],
        ]),
      ),
    ).toBe(true);
    expect(
      areCentred(
        rowsOf([
          [-1, -0.4, 0, 0.5, 1.2],
          [-3, -1, 0, 0.5, 2.5],
        ]),
      ),
    ).toBe(true);
  });

  test('of log intensities, log ratios of two colours, and sparse counts are not', () => {
    expect(
      areCentred(
        rowsOf([
          [7, 7.5, 8],
          [11, 10.8, 11.4],
        ]),
      ),
    ).toBe(false);
    expect(
      areCentred(
        rowsOf([
          [0.8, 1.4, 1.1],
          [-0.9, -0.2, -0.5],
          [0.1, -0.1, 0],
        ]),
      ),
    ).toBe(false);
    expect(
      areCentred(
        rowsOf([
          [0, 0, 0, 0, 0, 3],
          [0, 1, 0, 0, 0, 0],
          [410, 380, 395, 520, 300, 450],
        ]),
      ),
    ).toBe(false);
    expect(areCentred([])).toBe(false);
  });
});
