import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  bicor,
  correlationMatrix,
  correlationPValue,
  MIN_P_VALUE,
  pearson,
  pearsonProfile,
} from './correlation.ts';
import { featureMatrix } from './matrix.ts';
import { logGamma } from './special-functions.ts';

/** Paired rows of values, long enough for a correlation. */
const pairedValues = fc
  .array(
    fc.tuple(
      fc.double({ min: -1e3, max: 1e3, noNaN: true }),
      fc.double({ min: -1e3, max: 1e3, noNaN: true }),
    ),
    {
      minLength: 4,
      maxLength: 30,
    },
  )
  .map((pairs) => ({ a: pairs.map(([a]) => Math.round(a)), b: pairs.map(([, b]) => Math.round(b)) }));

describe('pearson', () => {
  test('five expression values by hand: 8 / sqrt(10 * 10)', () => {
    expect(pearson([1, 2, 3, 4, 5], [2, 1, 4, 3, 5])).toBeCloseTo(0.8, 12);
  });

  test('a feature that does not vary has no correlation', () => {
    expect(pearson([0.1, 0.1, 0.1], [1, 2, 3])).toBeNaN();
  });

  test('values that are not paired are refused', () => {
    expect(() => pearson([1, 2], [1, 2, 3])).toThrow(RangeError);
    expect(() => pearson([], [])).toThrow(RangeError);
  });

  // The squares of the profile of 1, 4, 7 add up to 1 + 2.2e-16.
  test('of a feature with itself is 1, never above by a rounding error', () => {
    expect(pearson([1, 4, 7], [1, 4, 7])).toBe(1);
    expect(pearson([1, 4, 7], [7, 4, 1])).toBe(-1);
  });

  test('is symmetric, within [-1, 1], and independent of scale and level', () => {
    fc.assert(
      fc.property(pairedValues, ({ a, b }) => {
        const correlation = pearson(a, b);
        if (Number.isNaN(correlation)) return;
        expect(Math.abs(correlation)).toBeLessThanOrEqual(1);
        expect(pearson(b, a)).toBeCloseTo(correlation, 12);
        expect(
          pearson(
            a.map((value) => 3 * value + 7),
            b,
          ),
        ).toBeCloseTo(correlation, 9);
      }),
    );
  });
});

describe('bicor', () => {
  test('an outlying sample has little influence, but dominates Pearson', () => {
    const gfap = [5.1, 5.6, 6.2, 6.4, 7.1, 7.3, 8.0, 8.4];
    const aqp4 = [3.0, 3.7, 4.1, 4.6, 5.0, 5.2, 6.1, -40];
    expect(pearson(gfap, aqp4)).toBeLessThan(0);
    expect(bicor(gfap, aqp4)).toBeGreaterThan(0.6);
  });

  test('a feature whose median absolute deviation is 0 uses Pearson', () => {
    const silent = [0, 0, 0, 0, 0, 2];
    const other = [0, 0, 0, 0, 0, 4];
    expect(bicor(silent, other)).toBeCloseTo(1, 12);
  });

  test('is symmetric, within [-1, 1], and turns with the sign of a feature', () => {
    fc.assert(
      fc.property(pairedValues, ({ a, b }) => {
        const correlation = bicor(a, b);
        if (Number.isNaN(correlation)) return;
        expect(Math.abs(correlation)).toBeLessThanOrEqual(1);
        expect(bicor(b, a)).toBeCloseTo(correlation, 12);
        expect(
          bicor(
            a.map((value) => -value),
            b,
          ),
        ).toBeCloseTo(-correlation, 9);
      }),
    );
  });
});

describe('correlationMatrix', () => {
  test('holds every pair twice and 1 for a feature with itself', () => {
    const rows = [
      [1, 2, 3, 4],
      [2, 1, 4, 3],
      [5, 5, 5, 5],
    ];
    const correlations = correlationMatrix(featureMatrix(rows), pearsonProfile);
    expect(correlations[0]).toBeCloseTo(1, 12);
    expect(correlations[1]).toBeCloseTo(0.6, 12);
    expect(correlations[3]).toBeCloseTo(0.6, 12);
    expect(correlations[8]).toBeNaN();
  });
});

describe('correlationPValue', () => {
  test('keeps its digits where r is close to 0', () => {
    // 1 - 2 t f(0) with the density of t with 16 degrees of freedom at 0.
    const r = 1.4380182368142758e-7;
    const density = Math.exp(logGamma(8.5) - logGamma(8)) / Math.sqrt(16 * Math.PI);
    expect(correlationPValue(r, 18)).toBeCloseTo(1 - 2 * r * Math.sqrt(16) * density, 14);
    expect(correlationPValue(0.1666, 18)).toBeCloseTo(correlationPValue(0.1667, 18), 3);
  });

  test('r = .8 over 5 samples: t = 2.309401 on 3 degrees of freedom, P = .1040880', () => {
    expect(correlationPValue(0.8, 5)).toBeCloseTo(0.104088, 6);
  });

  test('no correlation, and no degrees of freedom, give 1e-300; so does a perfect correlation', () => {
    expect(correlationPValue(Number.NaN, 20)).toBe(MIN_P_VALUE);
    expect(correlationPValue(0.5, 2)).toBe(MIN_P_VALUE);
    expect(correlationPValue(1, 20)).toBe(MIN_P_VALUE);
  });

  // Student's t with one degree of freedom: P = 1 - 2 asin(r) / pi.
  test('three samples are enough: r = .5 has P = 2 / 3', () => {
    expect(correlationPValue(0.5, 3)).toBeCloseTo(2 / 3, 12);
    expect(correlationPValue(0.9, 3)).toBeCloseTo(1 - (2 * Math.asin(0.9)) / Math.PI, 12);
  });

  test('r = 0 has P = 1, and a correlation beyond 1 is refused', () => {
    expect(correlationPValue(0, 12)).toBe(1);
    expect(() => correlationPValue(1.01, 12)).toThrow(RangeError);
  });

  test('falls as |r| grows, and does not depend on the sign', () => {
    const correlation = fc.double({ min: 0.001, max: 0.99, noNaN: true });
    fc.assert(
      fc.property(correlation, correlation, fc.integer({ min: 3, max: 300 }), (a, b, samples) => {
        const [low, high] = [Math.min(a, b), Math.max(a, b)];
        expect(correlationPValue(high, samples)).toBeLessThanOrEqual(
          correlationPValue(low, samples) * (1 + 1e-9),
        );
        expect(correlationPValue(-a, samples)).toBe(correlationPValue(a, samples));
      }),
    );
  });
});
