import { expect, test } from 'vitest';
import { medianRanksOfModules } from './median-rank.ts';
import { PRESERVATION_STATISTICS } from './preservation.ts';

const module = (density: (number | null)[], connectivity: (number | null)[]) =>
  Object.fromEntries(
    PRESERVATION_STATISTICS.map((name, at) => [name, [...density, ...connectivity][at] ?? null]),
  ) as Parameters<typeof medianRanksOfModules>[0][number];

test('the median rank is the mean of the medians of density and connectivity', () => {
  const ranks = medianRanksOfModules([
    module([0.9, 0.8, 0.9, 0.1], [0.9, 0.5, 0.4]),
    module([0.5, 0.9, 0.5, 0.2], [0.8, 0.6, 0.5]),
    module([0.1, 0.1, 0.1, 0.3], [0.1, 0.1, 0.1]),
  ]);
  // Ranks of density: 1 2 1 3, 2 1 2 2, 3 3 3 1; of connectivity: 1 2 2, 2 1 1, 3 3 3.
  expect(ranks).toEqual([(1.5 + 2) / 2, (2 + 1) / 2, (3 + 3) / 2]);
});

test('ties share a rank, and a module without statistics has none', () => {
  const same = module([1, 1, 1, 1], [1, 1, 1]);
  const none = module([null, null, null, null], [null, null, null]);
  expect(medianRanksOfModules([same, none, same])).toEqual([1.5, Number.NaN, 1.5]);
});
