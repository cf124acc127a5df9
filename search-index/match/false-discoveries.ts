/** False discovery rates (q): of all tests, or only of those with the smallest P. */

import { ScratchBuffer } from '../kit/scratch-buffers.ts';
import { sortSpread, topK } from '../kit/top-k.ts';

/** q at each rank of sorted P. @param least smallest q of the tests after them */
function adjustSorted(sorted: Float64Array, tested: number, least: number): Float64Array {
  const adjusted = new Float64Array(sorted.length);
  let smallest = least;
  for (let rank = sorted.length; rank > 0; rank -= 1) {
    smallest = Math.min(smallest, ((sorted[rank - 1] ?? 1) * tested) / rank);
    adjusted[rank - 1] = smallest;
  }
  return adjusted;
}

/** Looks up the q of a P contained in `sorted`. */
function lookUp(sorted: Float64Array, adjusted: Float64Array): (p: number) => number {
  return (p) => {
    let low = 0;
    let high = sorted.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((sorted[middle] ?? 1) < p) low = middle + 1;
      else high = middle;
    }
    return adjusted[low] ?? 1;
  };
}

/**
 * q by P: the smallest false discovery rate at which a test with this P is significant.
 * @param tested number of all tests, including those without overlap (P = 1)
 * @source Benjamini & Hochberg 1995, J R Stat Soc B 57:289
 */
export function adjustment(pValues: Float64Array, tested: number): (p: number) => number {
  const sorted = sortSpread(pValues);
  return lookUp(sorted, adjustSorted(sorted, tested, 1));
}

export interface SmallestP {
  /** ordered by P, then by id */
  indexes: Uint32Array;
  /** q of any P among them */
  q(p: number): number;
}

/** Buckets by exponent and the first six bits of the mantissa, so they are in order of P. */
const SHIFT = 14;
const BUCKETS = 0x3ff0_0000 / 2 ** SHIFT + 1;

const FIRST = 1;
const DECIDING = 2;

const countBuffer = new ScratchBuffer<Uint32Array>((length) => new Uint32Array(length));
const kindBuffer = new ScratchBuffer<Uint8Array>((length) => new Uint8Array(length));

/** The smallest P of a bucket. */
function beginOf(bucket: number): number {
  return new Float64Array(Uint32Array.of(0, bucket << SHIFT).buffer)[0] ?? 0;
}

/**
 * The first rows by P. Tests with larger P affect their q only where P * tests / rank is smallest, so of a million tests
 * only few are sorted.
 * @param p 0 to 1, without NaN
 * @param to number of requested rows
 */
export function topKByP(
  { p, ids, tested }: { p: Float64Array; ids: Uint32Array; tested: number },
  to: number,
): SmallestP {
  // Little-endian: the half with the exponent comes second.
  const halves = new Uint32Array(p.buffer, p.byteOffset, 2 * p.length);
  const counts = countBuffer.borrow(BUCKETS);
  for (let at = 1; at < halves.length; at += 2) {
    const bucket = (halves[at] ?? 0) >>> SHIFT;
    counts[bucket] = (counts[bucket] ?? 0) + 1;
  }
  const kinds = kindBuffer.borrow(BUCKETS);
  const front = new Uint32Array(markFront(counts, kinds, to));
  markDeciding(counts, kinds, { tested, before: front.length });
  const deciding: number[] = [];
  let found = 0;
  for (let at = 0; at < p.length; at += 1) {
    const kind = kinds[(halves[2 * at + 1] ?? 0) >>> SHIFT];
    if (kind === FIRST) {
      front[found] = at;
      found += 1;
    } else if (kind === DECIDING) deciding.push(p[at] ?? 1);
  }
  const least = leastOf(Float64Array.from(deciding).sort(), { counts, kinds, tested });
  countBuffer.release(counts);
  kindBuffer.release(kinds);
  const values = Float64Array.from(front, (at) => p[at] ?? 1);
  const sorted = sortSpread(values);
  const indexes = topK(values, to)
    .map((at) => front[at] ?? 0)
    .sort((a, b) => (p[a] ?? 0) - (p[b] ?? 0) || (ids[a] ?? 0) - (ids[b] ?? 0));
  return { indexes, q: lookUp(sorted, adjustSorted(sorted, tested, least)) };
}

/** Marks the buckets of the first rows. @returns the number of tests in them */
function markFront(counts: Uint32Array, kinds: Uint8Array, to: number): number {
  let held = 0;
  for (let bucket = 0; bucket < BUCKETS && held < to; bucket += 1) {
    held += counts[bucket] ?? 0;
    kinds[bucket] = FIRST;
  }
  return held;
}

/** Marks the later buckets in which P * tests / rank may be smallest and below 1. */
function markDeciding(
  counts: Uint32Array,
  kinds: Uint8Array,
  { tested, before }: { tested: number; before: number },
): void {
  const first = kinds.indexOf(0);
  if (first < 0) return;
  const each = (act: (bucket: number, rank: number) => void) => {
    let rank = before;
    for (let bucket = first; bucket < BUCKETS; bucket += 1) {
      const count = counts[bucket] ?? 0;
      rank += count;
      if (count > 0) act(bucket, rank);
    }
  };
  // The last test of a bucket has exactly this rank, and a P below the start of the next bucket.
  let bound = 1;
  each((bucket, rank) => {
    bound = Math.min(bound, (beginOf(bucket + 1) * tested) / rank);
  });
  each((bucket, rank) => {
    if ((beginOf(bucket) * tested) / rank < bound) kinds[bucket] = DECIDING;
  });
}

/** The smallest P * tests / rank over the deciding buckets; at most 1. @param sorted all P of these buckets */
function leastOf(
  sorted: Float64Array,
  { counts, kinds, tested }: { counts: Uint32Array; kinds: Uint8Array; tested: number },
): number {
  let least = 1;
  let rank = 0;
  let at = 0;
  for (let bucket = 0; bucket < BUCKETS; bucket += 1) {
    const count = counts[bucket] ?? 0;
    if (kinds[bucket] === DECIDING) {
      for (let n = 1; n <= count; n += 1, at += 1)
        least = Math.min(least, ((sorted[at] ?? 1) * tested) / (rank + n));
    }
    rank += count;
  }
  return least;
}
