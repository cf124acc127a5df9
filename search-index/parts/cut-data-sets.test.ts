import { expect, test } from 'vitest';
import { cutDataSets } from './cut-data-sets.ts';

/** Data sets of one module in each of these segments. */
function cut(segmentsOf: readonly number[][], parts: number, weightOf = (_at: number) => 1) {
  const sizes = new Map<number, number>();
  for (const segment of segmentsOf.flat()) sizes.set(segment, (sizes.get(segment) ?? 0) + 1);
  const dataSets = segmentsOf.map((segments, at) => ({ weight: weightOf(at), segments: new Set(segments) }));
  const { runs, mostRead, mostTested } = cutDataSets(dataSets, sizes, parts);
  return { runs: runs.map(({ from, to }) => `${from}-${to}`), mostRead, mostTested };
}

test('segments are not divided where they can be shared out evenly', () => {
  expect(cut([[1], [1], [2], [2]], 2)).toEqual({ runs: ['0-2', '2-4'], mostRead: 0.5, mostTested: 0.5 });
  expect(cut([[1], [1], [2], [3], [3]], 2)).toEqual({ runs: ['0-3', '3-5'], mostRead: 0.6, mostTested: 0.6 });
});

test('the only segment is divided, and every part reads all of it', () => {
  expect(cut([[1], [1], [1], [1]], 2)).toEqual({ runs: ['0-2', '2-4'], mostRead: 1, mostTested: 0.5 });
});

test('a data set with networks in several segments keeps them in one part', () => {
  expect(cut([[1], [1, 2], [2], [3], [3], [4]], 2)).toEqual({
    runs: ['0-3', '3-6'],
    mostRead: 4 / 7,
    mostTested: 0.5,
  });
});

test('data sets that are not searched belong to a part too, and one data set is never divided', () => {
  expect(cut([[1], [2], [3], []], 2, (at) => (at === 1 || at === 2 ? 1 : 0)).runs).toEqual(['0-2', '2-4']);
  expect(cut([[1, 2, 3]], 3).runs).toEqual(['0-1']);
  expect(cut([[1], []], 2, () => 0).runs).toEqual([]);
});
