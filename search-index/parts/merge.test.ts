/** What random parts find is merged as if it had never been split. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { adjustment, copyBuckets, countBuckets } from '../match/false-discoveries.ts';
import {
  addCounts,
  addRuleCounts,
  joinNumbers,
  joinPicked,
  mergedAdjustment,
  mergeRankings,
  picksOf,
} from './merge.ts';
import type { PartialRanking } from './partial-results.ts';

interface Test {
  id: number;
  p: number;
  part: number;
}

/** P with many ties and some near zero, and a dense range; a part each. */
const someTests = fc
  .array(
    fc.record({
      p: fc.oneof(
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.constantFrom(0, 5e-324, 1e-300, 1e-12, 0.25, 0.5, 1),
        fc.double({ min: 0.01, max: 0.0101, noNaN: true }),
      ),
      part: fc.nat({ max: 3 }),
    }),
    { maxLength: 300 },
  )
  .map((tests): Test[] => tests.map(({ p, part }, at) => ({ id: (at * 7919) % 1009, p, part })));

function sorted(tests: readonly Test[], sign: 1 | -1): Test[] {
  return tests.toSorted((a, b) => sign * (a.p - b.p) || a.id - b.id);
}

/** The partial result of some tests. @param untold tests without overlap */
function partialOf(tests: readonly Test[], to: number, sign: 1 | -1, untold: number): PartialRanking {
  const first = sorted(tests, sign).slice(0, to);
  return {
    kind: 'ranking',
    columns: [],
    keys: Float64Array.from(first, ({ p }) => sign * p),
    ties: [Uint32Array.from(first, ({ id }) => id)],
    p: Float64Array.from(first, ({ p }) => p),
    total: tests.length,
    folds: null,
    tested: tests.length + untold,
    buckets: countBuckets(Float64Array.from(tests, ({ p }) => p)),
  };
}

test('a page of a ranking and its q are the same from any parts, in either order', () => {
  fc.assert(
    fc.property(
      someTests,
      fc.nat({ max: 300 }),
      fc.record({ from: fc.nat({ max: 60 }), size: fc.nat({ max: 60 }) }),
      fc.constantFrom<1 | -1>(1, -1),
      (tests, untold, { from, size }, sign) => {
        const page = { from, to: from + size };
        const parts = [0, 1, 2, 3].map((part) => tests.filter((each) => each.part === part));
        const partials = parts.map((part, at) => partialOf(part, page.to, sign, at === 2 ? untold : 0));
        const merged = mergeRankings(partials, page);
        expect(merged.total).toBe(tests.length);
        expect(merged.tested).toBe(tests.length + untold);
        const picked = picksOf(merged.picks, parts.length).map((rows, part) =>
          Array.from(rows, (row) => sorted(parts[part] ?? [], sign)[row]),
        );
        const rows = joinPicked(merged.picks, picked);
        expect(rows).toEqual(sorted(tests, sign).slice(page.from, page.to));
        const whole = adjustment(
          Float64Array.from(tests, ({ p }) => p),
          tests.length + untold,
        );
        const q = mergedAdjustment(
          merged,
          parts.map((part) =>
            copyBuckets(
              Float64Array.from(part, ({ p }) => p),
              merged.deciding,
            ),
          ),
        );
        expect(rows.map((row) => q(row?.p ?? 1))).toEqual(rows.map((row) => whole(row?.p ?? 1)));
      },
    ),
    { numRuns: 1000 },
  );
});

interface Signal extends Test {
  /** tests of one meta-module, in any part, are one row */
  metaModule: number;
}

/** The first of each meta-module with how many others there are; tests of none are rows of their own. */
function foldPlainly(tests: readonly Signal[]): (Signal & { folded: number })[] {
  const groups = Map.groupBy(sorted(tests, 1) as Signal[], ({ metaModule, id }) =>
    metaModule > 0 ? `meta ${metaModule}` : id,
  );
  return [...groups.values()].flatMap(([first, ...others]) =>
    first === undefined ? [] : [{ ...first, folded: others.length }],
  );
}

function foldedPartOf(tests: readonly Signal[], to: number): PartialRanking {
  const rows = foldPlainly(tests);
  const metas = rows.filter(({ metaModule }) => metaModule > 0);
  return {
    ...partialOf(rows, to, 1, 0),
    folds: {
      metaModules: Uint32Array.from(rows.slice(0, to), ({ metaModule }) => metaModule),
      folded: Uint32Array.from(rows.slice(0, to), ({ folded }) => folded),
      all: {
        metaModules: Uint32Array.from(metas, ({ metaModule }) => metaModule),
        rows: Uint32Array.from(metas, ({ folded }) => folded + 1),
      },
      count: { rows: tests.length, modules: tests.length },
    },
  };
}

test('a page of folded rows, and how many are folded under each, are the same from any parts', () => {
  const someSignals = fc.tuple(someTests, fc.array(fc.nat({ max: 12 }), { minLength: 300, maxLength: 300 }));
  fc.assert(
    fc.property(someSignals, fc.nat({ max: 9 }), fc.nat({ max: 20 }), ([tests, metas], from, size) => {
      const signals = tests.map((each, at): Signal => ({ ...each, metaModule: metas[at] ?? 0 }));
      const page = { from, to: from + size };
      const parts = [0, 1, 2, 3].map((part) => signals.filter((each) => each.part === part));
      const merged = mergeRankings(
        parts.map((part) => foldedPartOf(part, page.to)),
        page,
      );
      const whole = foldPlainly(signals);
      const rows = merged.picks.map(({ part, index }, at) => ({
        ...foldPlainly(parts[part] ?? [])[index],
        folded: merged.folds?.folded[at],
      }));
      expect(rows).toEqual(whole.slice(page.from, page.to));
      expect([merged.total, merged.unfolded]).toEqual([whole.length, signals.length]);
    }),
    { numRuns: 200 },
  );
});

test('only the P near the smallest ratio are asked of the parts', () => {
  const p = Float64Array.from({ length: 100_000 }, (_, at) => ((at * 7919) % 100_003) / 100_003);
  const partial = partialOf(
    Array.from(p, (each, id) => ({ id, p: each / 50, part: 0 })),
    20,
    1,
    0,
  );
  const { deciding } = mergeRankings([partial], { from: 0, to: 20 });
  const asked = copyBuckets(
    p.map((each) => each / 50),
    deciding,
  );
  expect(asked.length).toBeLessThan(3000);
});

test('rows without a value come last, in the order of their numbers', () => {
  const part = (ids: number[], keys: number[]): PartialRanking => ({
    ...partialOf([], 0, 1, 0),
    keys: Float64Array.from(keys),
    ties: [Uint32Array.from(ids)],
  });
  const endless = Number.POSITIVE_INFINITY;
  const { picks } = mergeRankings([part([5, 2, 9], [1, endless, endless]), part([4], [endless])], {
    from: 0,
    to: 10,
  });
  expect(picks.map(({ part: of, index }) => `${of} ${index}`)).toEqual(['0 0', '0 1', '1 0', '0 2']);
});

test('data sets of a gene, gene sets, and counts after each rule are joined', () => {
  expect([...addCounts([Uint32Array.of(1, 0, 2), Uint32Array.of(0, 3, 1)])]).toEqual([1, 3, 3]);
  expect([...joinNumbers([Uint32Array.of(4, 7), Uint32Array.of(7, 1)])].sort()).toEqual([1, 4, 7]);
  const of = 'covariation-modules' as const;
  const counts = (first: number, second: number, total: number) => ({
    counts: [
      { path: 'dataset/0', remaining: first, of },
      { path: 'modules/0', remaining: second, of },
    ],
    total,
  });
  expect(addRuleCounts([counts(5, 2, 2), counts(3, 0, 0)])).toEqual(counts(8, 2, 2));
});
