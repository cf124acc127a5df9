import fc from 'fast-check';
import { expect, test } from 'vitest';
import { numberAt } from '../../arrays/number-at.ts';
import { correlationOfProfiles, pearsonProfile } from '../correlation.ts';
import { BLOCK_FEATURES, blockCount, openPairProducts, packProfiles, panelLength } from './pair-products.ts';

const wave = (length: number, seed: number) =>
  Float64Array.from({ length }, (_, at) => Math.cos(seed * 12.9898 + at * (1.7 + seed * 0.013)));

test('products are those of the plain code, bit for bit, whatever the numbers of features and samples', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 300 }),
      fc.integer({ min: 2, max: 40 }),
      (featureCount, sampleCount) => {
        const profiles = Array.from({ length: featureCount }, (_, feature) =>
          pearsonProfile(wave(sampleCount, feature + 1)),
        );
        const panels = packProfiles(
          { featureCount, sampleCount },
          (feature) => profiles[feature] ?? new Float64Array(0),
        );
        const productsOf = openPairProducts(panels);
        for (let first = 0; first < blockCount(panels); first += 1)
          for (let second = first; second < blockCount(panels); second += 1) {
            const { products, stride, firstRow, rowCount, firstColumn, columnCount } = productsOf(
              first,
              second,
            );
            expect([rowCount, columnCount]).toEqual(
              [first, second].map((block) => Math.min(BLOCK_FEATURES, featureCount - block * BLOCK_FEATURES)),
            );
            for (let row = 0; row < rowCount; row += 1)
              for (let column = 0; column < columnCount; column += 1) {
                const [a, b] = [profiles[firstRow + row], profiles[firstColumn + column]];
                if (a === undefined || b === undefined)
                  throw new Error('A tile is larger than its features.');
                const found = Math.max(-1, Math.min(1, numberAt(products, row * stride + column)));
                if (found !== correlationOfProfiles(a, b)) expect(found).toBe(correlationOfProfiles(a, b));
              }
          }
      },
    ),
    { numRuns: 25 },
  );
});

test('panels may lie in memory that threads share', () => {
  const into = new Float64Array(new SharedArrayBuffer(panelLength(5, 3) * 8));
  const shared = packProfiles({ featureCount: 5, sampleCount: 3 }, (feature) => wave(3, feature), into);
  const own = packProfiles({ featureCount: 5, sampleCount: 3 }, (feature) => wave(3, feature));
  expect(shared.values.buffer).toBeInstanceOf(SharedArrayBuffer);
  expect([...openPairProducts(shared)(0, 0).products.subarray(0, 40)]).toEqual([
    ...openPairProducts(own)(0, 0).products.subarray(0, 40),
  ]);
});

test('a profile of another length is refused', () => {
  expect(() => packProfiles({ featureCount: 1, sampleCount: 3 }, () => Float64Array.of(1, 2))).toThrow(
    RangeError,
  );
});
