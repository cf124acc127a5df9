import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { featureMatrix, featureValues, sampleValues, selectFeatures, selectSamples } from './matrix.ts';
import { mean, median, quantile, standardise, variance } from './moments.ts';
import { logGamma, regularisedIncompleteBeta } from './special-functions.ts';

const measured = fc.array(fc.double({ min: -1e4, max: 1e4, noNaN: true }), { minLength: 1, maxLength: 40 });

describe('moments', () => {
  test('mean, variance and median of 2, 4, 4, 6 by hand', () => {
    expect(mean([2, 4, 4, 6])).toBe(4);
    expect(variance([2, 4, 4, 6])).toBeCloseTo(8 / 3, 12);
    expect(median([6, 4, 2, 4])).toBe(4);
    expect(median([9, 1, 4])).toBe(4);
    expect(median([8, 1, 4, 2])).toBe(3);
  });

  test('no values have no mean and no median, one value has no variance', () => {
    expect(mean([])).toBeNaN();
    expect(median([])).toBeNaN();
    expect(variance([3])).toBeNaN();
    expect(standardise([3, 3])).toEqual(Float64Array.from([Number.NaN, Number.NaN]));
  });

  test('by hand: of 1, 2, 4, 8 the median is 3 and the quantile .9 is at rank 2.7, 6.8', () => {
    const found = [0, 0.5, 0.9, 1].map((probability) => quantile([8, 1, 4, 2], probability));
    expect(found[0]).toBe(1);
    expect(found[1]).toBe(3);
    expect(found[2]).toBeCloseTo(6.8, 12);
    expect(found[3]).toBe(8);
    expect(() => quantile([1], 1.1)).toThrow(RangeError);
  });

  test('a quantile is the value between the ranks of the sorted values, also with ties', () => {
    const some = (most: number) =>
      fc.array(fc.integer({ min: -most, max: most }), { minLength: 1, maxLength: 60 });
    fc.assert(
      fc.property(fc.oneof(some(4), some(1e6)), fc.integer({ min: 0, max: 100 }), (values, percent) => {
        const sorted = values.toSorted((a, b) => a - b);
        const position = (values.length - 1) * (percent / 100);
        const [low = 0, high = low] = sorted.slice(Math.floor(position));
        expect(quantile(values, percent / 100)).toBeCloseTo(low + (position % 1) * (high - low), 8);
      }),
    );
  });

  test('a quantile grows with its probability, and the caller keeps the order of the values', () => {
    const probability = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(measured, probability, probability, (values, a, b) => {
        const before = [...values];
        expect(quantile(values, Math.min(a, b))).toBeLessThanOrEqual(quantile(values, Math.max(a, b)) + 1e-9);
        expect(values).toEqual(before);
      }),
    );
  });
});

describe('special functions', () => {
  test('the gamma function of 5 is 24, of one half the root of pi', () => {
    expect(Math.exp(logGamma(5))).toBeCloseTo(24, 10);
    expect(Math.exp(logGamma(0.5))).toBeCloseTo(Math.sqrt(Math.PI), 12);
    expect(Math.exp(logGamma(0.25))).toBeCloseTo(3.625609908221908, 10);
    expect(() => logGamma(0)).toThrow(RangeError);
  });

  test('the incomplete beta function is symmetric about the mirrored point', () => {
    expect(regularisedIncompleteBeta(0.3, 1, 1)).toBeCloseTo(0.3, 13);
    const parameter = fc.double({ min: 0.5, max: 80, noNaN: true });
    fc.assert(
      fc.property(fc.double({ min: 0.01, max: 0.99, noNaN: true }), parameter, parameter, (x, a, b) => {
        expect(regularisedIncompleteBeta(x, a, b) + regularisedIncompleteBeta(1 - x, b, a)).toBeCloseTo(1, 9);
      }),
    );
    expect(() => regularisedIncompleteBeta(1.5, 1, 1)).toThrow(RangeError);
  });
});

describe('matrix', () => {
  const matrix = featureMatrix([
    [1, 2, 3],
    [4, 5, 6],
  ]);

  test('features and samples are read and selected in the requested order', () => {
    expect([...featureValues(matrix, 1)]).toEqual([4, 5, 6]);
    expect([...sampleValues(matrix, 2)]).toEqual([3, 6]);
    expect([...selectSamples(matrix, [2, 0]).values]).toEqual([3, 1, 6, 4]);
    expect([...selectFeatures(matrix, [1]).values]).toEqual([4, 5, 6]);
  });

  test('rows of different length, and a feature or sample that is not there, are refused', () => {
    expect(() => featureMatrix([[1], [1, 2]])).toThrow(RangeError);
    expect(() => featureValues(matrix, 2)).toThrow(RangeError);
    expect(() => sampleValues(matrix, -1)).toThrow(RangeError);
  });
});
