import {
  hypergeometricTail,
  OVERLAP_DIRECTIONS,
  pOfOverlap,
} from '@omicon/domain/statistics/hypergeometric.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Overlaps, pageOf, type Universe } from './overlaps.ts';

const COLUMNS = ['Module', 'Pval', 'qval', 'Overlap', 'Size', 'Listed', 'Universe', 'Jaccard'];
const name = async (ids: readonly number[]) => ids.map((id) => ({ Module: `module ${id}` }));
const page = (from: number, to: number) => ({ from, to, sort: undefined, order: undefined });

test('P of every module is that of its own overlap, size and universe', () => {
  const universes: Universe[] = [
    { genes: 900, listed: 40 },
    { genes: 700, listed: 30 },
  ];
  const module = fc.record({
    // Few values, below and above those that are cached, so that one P follows another of the same size or overlap.
    overlap: fc.constantFrom(1, 2, 3, 15, 16, 20),
    size: fc.constantFrom(30, 46, 62, 511, 512),
    at: fc.nat({ max: 1 }),
  });
  fc.assert(
    fc.property(
      fc.array(module, { maxLength: 30 }),
      fc.constantFrom(...OVERLAP_DIRECTIONS),
      (modules, direction) => {
        const overlaps = new Overlaps(modules.length, direction);
        for (const [id, { overlap, size, at }] of modules.entries())
          overlaps.add(id, overlap, size, universes[at] ?? { genes: 0, listed: 0 });
        for (const [row, { overlap, size, at }] of modules.entries()) {
          const { genes = 0, listed = 0 } = universes[at] ?? {};
          const counts = { overlap, setSize: listed, moduleSize: size, universe: genes };
          expect(overlaps.p[row]).toBe(pOfOverlap(direction, overlap, listed, size, genes));
          if (direction === 'over') expect(overlaps.p[row]).toBe(hypergeometricTail(counts));
        }
        overlaps.release();
      },
    ),
  );
});

test('rows are ordered by P, page after page, with the figures of their module', async () => {
  const overlaps = new Overlaps(3);
  const universe = { genes: 100, listed: 10 };
  overlaps.add(7, 1, 20, universe);
  overlaps.add(8, 9, 20, universe);
  overlaps.add(9, 4, 20, universe);
  overlaps.tested = 50;
  const first = await pageOf(overlaps, page(0, 2), { columns: COLUMNS, name });
  const second = await pageOf(overlaps, page(2, 4), { columns: COLUMNS, name });
  expect([first, second].map((rows) => rows.map(({ Module }) => Module))).toEqual([
    ['module 8', 'module 9'],
    ['module 7'],
  ]);
  expect(first[0]).toMatchObject({ Overlap: 9, Size: 20, Listed: 10, Universe: 100, Jaccard: 9 / 21 });
  expect(first[0]?.qval).toBe(50 * Number(first[0]?.Pval));
});

test('items without a common gene are tested, and listed where fewer common genes count', () => {
  const universe = { genes: 100, listed: 10 };
  const [over, under] = [new Overlaps(2), new Overlaps(2, 'under')];
  for (const overlaps of [over, under]) {
    overlaps.add(1, 0, 20, universe);
    overlaps.add(2, 3, 20, universe);
  }
  expect([over.tested, over.length, under.tested, under.length]).toEqual([2, 1, 2, 2]);
  expect(under.p[0]).toBeLessThan(under.p[1] ?? 0);
});

test('some of the items are paged and sorted like all, with the same q', async () => {
  const overlaps = new Overlaps(4);
  const universe = { genes: 100, listed: 10 };
  for (const [id, overlap] of [2, 9, 4, 7].entries()) overlaps.add(id, overlap, 20, universe);
  const listed = Uint32Array.of(0, 1, 3);
  const all = await pageOf(overlaps, page(0, 4), { columns: COLUMNS, name });
  const some = await pageOf(overlaps, page(0, 2), { columns: COLUMNS, name, listed });
  expect(some).toEqual(all.filter(({ Module }) => Module !== 'module 2').slice(0, 2));
  const byName = { ...page(1, 3), sort: 'Module', order: 'desc' as const };
  const named = await pageOf(overlaps, byName, { columns: COLUMNS, name, listed });
  expect(named.map(({ Module }) => Module)).toEqual(['module 1', 'module 0']);
  const bySize = { ...page(0, 3), sort: 'Overlap', order: 'asc' as const };
  const sized = await pageOf(overlaps, bySize, { columns: COLUMNS, name, listed });
  expect(sized.map(({ Overlap }) => Overlap)).toEqual([2, 7, 9]);
});
