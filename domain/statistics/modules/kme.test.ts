import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { correlationPValue, pearson } from '../correlation.ts';
import { featureMatrix } from '../matrix.ts';
import { kme, kmeOfModules, moduleEigengene } from './kme.ts';

const variedRow = fc
  .array(fc.integer({ min: -50, max: 50 }), { minLength: 6, maxLength: 6 })
  .filter((row) => new Set(row).size > 2);
const moduleRows = fc.array(variedRow, { minLength: 2, maxLength: 8 });

describe('moduleEigengene', () => {
  test('features that rise and fall as one: the eigengene is their shape at unit length', () => {
    const { values, varianceExplained } = moduleEigengene(
      featureMatrix([
        [1, 2, 3],
        [10, 20, 30],
      ]),
    );
    expect(values[0]).toBeCloseTo(-Math.SQRT1_2, 9);
    expect(values[1]).toBeCloseTo(0, 9);
    expect(values[2]).toBeCloseTo(Math.SQRT1_2, 9);
    expect(varianceExplained).toBeCloseTo(1, 9);
  });

  test('two opposite features explain all variance, and still have an eigengene', () => {
    const { values, varianceExplained } = moduleEigengene(
      featureMatrix([
        [1, 2, 3, 4],
        [4, 3, 2, 1],
      ]),
    );
    expect(varianceExplained).toBeCloseTo(1, 9);
    expect(Math.abs(pearson(values, [1, 2, 3, 4]))).toBeCloseTo(1, 9);
  });

  test('features that do not vary are left out; without any other there is no eigengene', () => {
    const withSilent = moduleEigengene(
      featureMatrix([
        [1, 2, 4],
        [7, 7, 7],
        [2, 3, 6],
      ]),
    ).values;
    const without = moduleEigengene(
      featureMatrix([
        [1, 2, 4],
        [2, 3, 6],
      ]),
    ).values;
    expect([...withSilent]).toEqual([...without]);
    expect(() => moduleEigengene(featureMatrix([[7, 7, 7]]))).toThrow(RangeError);
  });

  test('has unit length, sums to 0, follows the mean feature and explains a share of the variance', () => {
    fc.assert(
      fc.property(moduleRows, (rows) => {
        const matrix = featureMatrix(rows);
        const { values, varianceExplained } = moduleEigengene(matrix);
        expect(Math.hypot(...values)).toBeCloseTo(1, 9);
        expect(values.reduce((sum, value) => sum + value, 0)).toBeCloseTo(0, 6);
        expect(varianceExplained).toBeGreaterThan(1 / rows.length - 1e-6);
        expect(varianceExplained).toBeLessThan(1 + 1e-9);
        // The sum of kME is the eigengene's product with the sum of the standardised features.
        expect(kme(matrix, values).reduce((sum, value) => sum + value, 0)).toBeGreaterThan(-1e-6);
      }),
    );
  });
});

describe('kme', () => {
  test('a feature shaped as the eigengene has kME 1, its opposite -1, a constant one none', () => {
    const eigengene = Float64Array.from([-0.5, -0.5, 0.5, 0.5]);
    const kmes = kme(
      featureMatrix([
        [3, 3, 9, 9],
        [9, 9, 3, 3],
        [5, 5, 5, 5],
      ]),
      eigengene,
    );
    expect(kmes[0]).toBeCloseTo(1, 12);
    expect(kmes[1]).toBeCloseTo(-1, 12);
    expect(kmes[2]).toBeNaN();
    expect(kmes.map((value) => correlationPValue(value, 4))[2]).toBe(1e-300);
  });

  test('a whole network at once gives what its modules give one by one', () => {
    const matrix = featureMatrix([
      [1, 5, 2, 8],
      [2, 2, 9, 1],
    ]);
    const eigengenes = [Float64Array.from([1, 2, 3, 5]), Float64Array.from([4, 0, 1, 1])];
    expect(kmeOfModules(matrix, eigengenes)).toEqual(eigengenes.map((eigengene) => kme(matrix, eigengene)));
  });

  test('an eigengene of other samples is refused', () => {
    expect(() => kme(featureMatrix([[1, 2, 3]]), Float64Array.from([1, 2]))).toThrow(RangeError);
  });
});
