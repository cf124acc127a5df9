import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cutEvenly } from './cut-evenly.ts';

const weightsOf = (weights: readonly number[], parts: number) =>
  cutEvenly(weights, parts).map(({ from, to }) => weights.slice(from, to));

test('a list is cut where its parts are closest to equal', () => {
  expect(weightsOf([1, 1, 1, 1], 2)).toEqual([
    [1, 1],
    [1, 1],
  ]);
  expect(weightsOf([10, 1, 1], 3)).toEqual([[10], [1], [1]]);
  expect(weightsOf([0, 2, 0, 2, 0], 2)).toEqual([
    [0, 2, 0],
    [2, 0],
  ]);
  expect(weightsOf([0, 0], 2)).toEqual([]);
  expect(weightsOf([7], 3)).toEqual([[7]]);
});

test('every item is in one run, every run has weight, and no run is heavier than its share by more than one item', () => {
  fc.assert(
    fc.property(
      fc.array(fc.nat({ max: 9 }), { maxLength: 30 }),
      fc.integer({ min: 1, max: 6 }),
      (weights, parts) => {
        const runs = weightsOf(weights, parts);
        const total = weights.reduce((sum, weight) => sum + weight, 0);
        expect(runs.flat()).toEqual(total === 0 ? [] : weights);
        expect(runs.length).toBeLessThanOrEqual(parts);
        const largest = Math.max(0, ...weights);
        for (const run of runs) {
          const weight = run.reduce((sum, each) => sum + each, 0);
          expect(weight).toBeGreaterThan(0);
          expect(weight).toBeLessThanOrEqual(total / parts + largest);
        }
      },
    ),
  );
});
