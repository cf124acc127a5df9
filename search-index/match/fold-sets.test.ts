import fc from 'fast-check';
import { expect, test } from 'vitest';
import { countFolded, foldSets } from './fold-sets.ts';

/** Sets in order from the best, as their genes. */
const fold = (...sets: number[][]) => [...foldSets([...sets.keys()], (index) => sets[index] ?? [])];

test('a set that shares half of the genes of both is folded under the better one', () => {
  expect(fold([1, 2, 3], [1, 2, 3, 4], [1, 2], [1, 5, 6])).toEqual([0, 0, 0, 3]);
});

test('below half, both lead', () => {
  // 2 of 5 genes are common.
  expect(fold([1, 2, 3], [1, 2, 4, 5])).toEqual([0, 1]);
});

test('only leading sets fold others: a set like a folded one, but not like its leader, leads', () => {
  expect(fold([1, 2, 3, 4], [1, 2, 5], [5, 2])).toEqual([0, 1, 1]);
  expect(fold([1, 2, 3, 4], [1, 2, 3, 5], [3, 5])).toEqual([0, 0, 2]);
});

test('of several leaders that it is like, the best takes it', () => {
  expect(fold([1, 2], [3, 4], [1, 2, 3, 4])).toEqual([0, 1, 0]);
});

test('sets without a gene of the list are not alike', () => {
  expect(fold([], [], [1])).toEqual([0, 1, 2]);
});

test('the order decides what leads, not the index', () => {
  const sets = [
    [1, 2],
    [1, 2, 3],
  ];
  expect([...foldSets([1, 0], (index) => sets[index] ?? [])]).toEqual([1, 1]);
});

test('every set is counted once, as a leader or under one', () => {
  const sets = fc.array(fc.uniqueArray(fc.integer({ min: 0, max: 12 }), { maxLength: 8 }), { maxLength: 30 });
  fc.assert(
    fc.property(sets, (all) => {
      const leaderOf = foldSets([...all.keys()], (index) => all[index] ?? []);
      const counts = countFolded(leaderOf);
      const leading = [...leaderOf.keys()].filter((index) => leaderOf[index] === index);
      expect(leading.length + counts.reduce((sum, count) => sum + count, 0)).toBe(all.length);
      leaderOf.forEach((leader, index) => {
        expect(leaderOf[leader]).toBe(leader);
        expect(leader).toBeLessThanOrEqual(index);
      });
    }),
  );
});
