/** Merges what the parts of a search have found; equal to the search of everything in every bit. Pure functions. */
import { f64At, numberAt, u32At } from '@omicon/domain/arrays/number-at.ts';
import {
  addBuckets,
  adjustmentOf,
  type BucketCounts,
  bucketsOf,
  decidingBuckets,
} from '../match/false-discoveries.ts';
import type { CountReply } from '../result-rows/count-rules.ts';
import type { FoldedCount } from '../result-rows/signals/fold-modules.ts';
import type { FirstRows, PartialRanking } from './partial-results.ts';

/** A row of a part, by its index among the first rows of the part. */
export interface PickedRow {
  part: number;
  index: number;
}

function compare(a: FirstRows, at: number, b: FirstRows, other: number): number {
  const [key, otherKey] = [f64At(a.keys, at), f64At(b.keys, other)];
  // Subtracted, infinite keys would be NaN.
  if (key !== otherKey) return key < otherKey ? -1 : 1;
  for (const [level, tie] of a.ties.entries()) {
    const difference = u32At(tie, at) - (b.ties[level]?.[other] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

/**
 * The rows of a page in order. Each part holds its first `to` rows, or all if there are fewer. Of a meta-module that several
 * parts have, only the first row is listed: of a row that is not among the first `to` of its part, as many are better.
 */
export function mergeFirst(
  parts: readonly FirstRows[],
  { from, to }: { from: number; to: number },
): PickedRow[] {
  const heads = parts.map(() => 0);
  const picks: PickedRow[] = [];
  const listed = new Set<number>();
  for (let rank = 0; rank < to; ) {
    let best = -1;
    parts.forEach((part, at) => {
      const head = numberAt(heads, at);
      if (head >= part.keys.length) return;
      const known = parts[best];
      if (known === undefined || compare(part, head, known, numberAt(heads, best)) < 0) best = at;
    });
    if (best < 0) break;
    const index = numberAt(heads, best);
    heads[best] = index + 1;
    const metaModule = parts[best]?.folds?.metaModules[index] ?? 0;
    if (listed.has(metaModule)) continue;
    if (metaModule > 0) listed.add(metaModule);
    if (rank >= from) picks.push({ part: best, index });
    rank += 1;
  }
  return picks;
}

/** Indexes of the picked rows of each part, in the order of the page. */
export function picksOf(picks: readonly PickedRow[], parts: number): Uint32Array[] {
  return Array.from({ length: parts }, (_, at) =>
    Uint32Array.from(
      picks.filter(({ part }) => part === at),
      ({ index }) => index,
    ),
  );
}

/** The rows of the parts, each in the order of the page, as one page. */
export function joinPicked<Row>(picks: readonly PickedRow[], rows: readonly (readonly Row[])[]): Row[] {
  const next = rows.map(() => 0);
  return picks.flatMap(({ part }) => {
    const at = numberAt(next, part);
    next[part] = at + 1;
    const row = rows[part]?.[at];
    return row === undefined ? [] : [row];
  });
}

/** What rows of all parts are folded into. */
export interface MergedFolds {
  /** folded rows of all pages */
  total: number;
  count: FoldedCount;
  /** rows that are folded under each picked one */
  folded: Uint32Array;
}

/** Null unless rows are folded. */
export function mergeFolds(parts: readonly FirstRows[], picks: readonly PickedRow[]): MergedFolds | null {
  const folds = parts.flatMap((part) => part.folds ?? []);
  if (folds.length === 0) return null;
  const rowsOf = new Map<number, number>();
  for (const { all } of folds)
    for (const [at, metaModule] of all.metaModules.entries())
      rowsOf.set(metaModule, (rowsOf.get(metaModule) ?? 0) + u32At(all.rows, at));
  const repeated = sum(folds.map(({ all }) => all.metaModules.length)) - rowsOf.size;
  return {
    total: sum(parts.map(({ total }) => total)) - repeated,
    count: {
      rows: sum(folds.map(({ count }) => count.rows)),
      modules: sum(folds.map(({ count }) => count.modules)),
    },
    folded: Uint32Array.from(picks, ({ part, index }) => {
      const own = parts[part]?.folds;
      const rows = rowsOf.get(own?.metaModules[index] ?? 0);
      return rows === undefined ? (own?.folded[index] ?? 0) : rows - 1;
    }),
  };
}

/** A page of a ranking before its rows are made, and what q needs of the parts. */
export interface MergedRanking {
  picks: PickedRow[];
  total: number;
  /** without folding */
  unfolded: number;
  /** null unless rows are folded */
  folds: MergedFolds | null;
  tested: number;
  buckets: BucketCounts;
  /** buckets whose P decide the q of the page */
  deciding: Uint32Array;
}

/** Merges rankings: first the page and the buckets; then, with the P of these buckets of all parts, q follows. */
export function mergeRankings(
  parts: readonly PartialRanking[],
  page: { from: number; to: number },
): MergedRanking {
  const picks = mergeFirst(parts, page);
  const tested = sum(parts.map((part) => part.tested));
  const buckets = addBuckets(parts.map((part) => part.buckets));
  const shown = Float64Array.from(picks, ({ part, index }) => parts[part]?.p[index] ?? 1);
  const folds = mergeFolds(parts, picks);
  const listed = sum(parts.map(({ total }) => total));
  return {
    picks,
    total: folds?.total ?? listed,
    unfolded: folds?.count.rows ?? listed,
    folds,
    tested,
    buckets,
    deciding: decidingBuckets(buckets, bucketsOf(shown), tested),
  };
}

/** q by P for the rows of the page. @param p of each part all P of the deciding buckets */
export function mergedAdjustment(
  { buckets, deciding, tested }: MergedRanking,
  p: readonly Float64Array[],
): (p: number) => number {
  const all = new Float64Array(sum(p.map(({ length }) => length)));
  let at = 0;
  for (const values of p) {
    all.set(values, at);
    at += values.length;
  }
  return adjustmentOf(buckets, { deciding, p: all, tested });
}

export function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

/** Adds counts by index. A data set is in one part, so data sets of a gene add up. */
export function addCounts(parts: readonly Uint32Array[]): Uint32Array {
  const total = new Uint32Array(Math.max(0, ...parts.map(({ length }) => length)));
  for (const counts of parts)
    for (let at = 0; at < counts.length; at += 1) total[at] = u32At(total, at) + u32At(counts, at);
  return total;
}

/** Every number that is in any part. */
export function joinNumbers(parts: readonly Uint32Array[]): Set<number> {
  return new Set(parts.flatMap((numbers) => [...numbers]));
}

/** Adds what remains after each rule; for records that are each in one part. */
export function addRuleCounts(parts: readonly CountReply[]): CountReply {
  const [first] = parts;
  return {
    counts: (first?.counts ?? []).map((count, at) => ({
      ...count,
      remaining: sum(parts.map(({ counts }) => counts[at]?.remaining ?? 0)),
    })),
    total: sum(parts.map(({ total }) => total)),
  };
}
