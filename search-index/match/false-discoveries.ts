/** False discovery rates (q): of all tests, or only of some, also where the tests are spread over parts. */

import { f64At, u32At } from '@omicon/domain/arrays/number-at.ts';
import { ScratchBuffer } from '../kit/scratch-buffers.ts';
import { sortSpread, topK } from '../kit/top-k.ts';

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
  const adjusted = new Float64Array(sorted.length);
  let smallest = 1;
  for (let rank = sorted.length; rank > 0; rank -= 1) {
    smallest = Math.min(smallest, ((sorted[rank - 1] ?? 1) * tested) / rank);
    adjusted[rank - 1] = smallest;
  }
  return lookUp(sorted, adjusted);
}

/** Buckets by exponent and the first six bits of the mantissa, so they are in order of P. */
const SHIFT = 14;
const BUCKETS = 0x3ff0_0000 / 2 ** SHIFT + 1;

/** How many P are in each bucket: those that hold any, ascending, and their counts, in parallel. */
export interface BucketCounts {
  buckets: Uint32Array;
  counts: Uint32Array;
}

const countBuffer = new ScratchBuffer<Uint32Array>((length) => new Uint32Array(length));
const kindBuffer = new ScratchBuffer<Uint8Array>((length) => new Uint8Array(length));

/** The halves of each P that hold its exponent are the odd ones (little-endian). */
function halvesOf(p: Float64Array): Uint32Array {
  return new Uint32Array(p.buffer, p.byteOffset, 2 * p.length);
}

function compact(dense: Uint32Array): BucketCounts {
  let held = 0;
  for (let bucket = 0; bucket < BUCKETS; bucket += 1) if (u32At(dense, bucket) > 0) held += 1;
  const [buckets, counts] = [new Uint32Array(held), new Uint32Array(held)];
  let at = 0;
  for (let bucket = 0; bucket < BUCKETS; bucket += 1) {
    const count = u32At(dense, bucket);
    if (count === 0) continue;
    buckets[at] = bucket;
    counts[at] = count;
    at += 1;
  }
  return { buckets, counts };
}

/** @param p 0 to 1, without NaN */
export function countBuckets(p: Float64Array): BucketCounts {
  const halves = halvesOf(p);
  const dense = countBuffer.borrow(BUCKETS);
  for (let at = 1; at < halves.length; at += 2) {
    const bucket = u32At(halves, at) >>> SHIFT;
    dense[bucket] = u32At(dense, bucket) + 1;
  }
  const counts = compact(dense);
  countBuffer.release(dense);
  return counts;
}

/** The counts of all parts of the tests. */
export function addBuckets(parts: readonly BucketCounts[]): BucketCounts {
  const dense = countBuffer.borrow(BUCKETS);
  for (const { buckets, counts } of parts) {
    for (let at = 0; at < buckets.length; at += 1) {
      const bucket = u32At(buckets, at);
      dense[bucket] = u32At(dense, bucket) + u32At(counts, at);
    }
  }
  const sum = compact(dense);
  countBuffer.release(dense);
  return sum;
}

/** The buckets of these P, ascending. */
export function bucketsOf(p: Float64Array): Uint32Array {
  const halves = halvesOf(p);
  const found = new Set<number>();
  for (let at = 1; at < halves.length; at += 2) found.add(u32At(halves, at) >>> SHIFT);
  return Uint32Array.from(found).sort();
}

/** The smallest P of a bucket. */
function beginOf(bucket: number): number {
  return new Float64Array(Uint32Array.of(0, bucket << SHIFT).buffer)[0] ?? 0;
}

/**
 * The buckets whose P decide q in the shown ones, themselves included: tests with larger P affect q only where
 * P * tests / rank is smallest and below 1.
 * @param shown buckets of the P whose q is wanted, ascending; each of them holds a P
 * @returns buckets, ascending
 */
export function decidingBuckets(
  { buckets, counts }: BucketCounts,
  shown: Uint32Array,
  tested: number,
): Uint32Array {
  const ranks = new Uint32Array(buckets.length);
  let rank = 0;
  for (let at = 0; at < buckets.length; at += 1) {
    rank += u32At(counts, at);
    ranks[at] = rank;
  }
  // The last test of a bucket has exactly this rank, and a P below the start of the next bucket.
  const bounds = new Float64Array(buckets.length + 1).fill(1);
  for (let at = buckets.length - 1; at >= 0; at -= 1)
    bounds[at] = Math.min(bounds[at + 1] ?? 1, (beginOf(u32At(buckets, at) + 1) * tested) / (ranks[at] ?? 1));
  const deciding: number[] = [];
  let bound = 0;
  let next = 0;
  for (let at = 0; at < buckets.length; at += 1) {
    const bucket = u32At(buckets, at);
    if (bucket === shown[next]) {
      next += 1;
      bound = bounds[at + 1] ?? 1;
      deciding.push(bucket);
    } else if ((beginOf(bucket) * tested) / (ranks[at] ?? 1) < bound) deciding.push(bucket);
  }
  return Uint32Array.from(deciding);
}

/** All P in these buckets, in no order. */
export function copyBuckets(p: Float64Array, buckets: Uint32Array): Float64Array {
  const halves = halvesOf(p);
  const isWanted = kindBuffer.borrow(BUCKETS);
  for (const bucket of buckets) isWanted[bucket] = 1;
  const taken: number[] = [];
  for (let at = 0; at < p.length; at += 1)
    if (isWanted[u32At(halves, 2 * at + 1) >>> SHIFT] === 1) taken.push(p[at] ?? 1);
  kindBuffer.release(isWanted);
  return Float64Array.from(taken);
}

/**
 * q by P, for any P in the shown buckets; equal to `adjustment` of all tests in every bit.
 * @param deciding as from `decidingBuckets`
 * @param p all P of these buckets
 */
export function adjustmentOf(
  { buckets, counts }: BucketCounts,
  { deciding, p, tested }: { deciding: Uint32Array; p: Float64Array; tested: number },
): (p: number) => number {
  const sorted = sortSpread(p);
  const ranks = new Uint32Array(sorted.length);
  let before = 0;
  let index = 0;
  let next = 0;
  for (let at = 0; at < buckets.length; at += 1) {
    const count = u32At(counts, at);
    if (buckets[at] === deciding[next]) {
      next += 1;
      for (let one = 1; one <= count; one += 1, index += 1) ranks[index] = before + one;
    }
    before += count;
  }
  const adjusted = new Float64Array(sorted.length);
  let smallest = 1;
  for (let at = sorted.length - 1; at >= 0; at -= 1) {
    smallest = Math.min(smallest, ((sorted[at] ?? 1) * tested) / (ranks[at] ?? 1));
    adjusted[at] = smallest;
  }
  return lookUp(sorted, adjusted);
}

/** q by P, for these P only; equal to `adjustment` in every bit without sorting all tests. @param shown some of `p` */
export function adjustmentOfSome(
  p: Float64Array,
  shown: Float64Array,
  tested: number,
): (p: number) => number {
  const counts = countBuckets(p);
  const deciding = decidingBuckets(counts, bucketsOf(shown), tested);
  return adjustmentOf(counts, { deciding, p: copyBuckets(p, deciding), tested });
}

export interface SmallestP {
  /** ordered by P, then by id */
  indexes: Uint32Array;
  /** q of any P among them */
  q(p: number): number;
}

/** The first buckets that together hold at least `to` P. */
function frontOf({ buckets, counts }: BucketCounts, to: number): { front: Uint32Array; held: number } {
  let [end, held] = [0, 0];
  for (; end < buckets.length && held < to; end += 1) held += u32At(counts, end);
  return { front: buckets.subarray(0, end), held };
}

/**
 * The first rows by P; of a million tests only few are sorted.
 * @param p 0 to 1, without NaN
 * @param to number of requested rows
 */
export function topKByP(
  { p, ids, tested }: { p: Float64Array; ids: Uint32Array; tested: number },
  to: number,
): SmallestP {
  const counts = countBuckets(p);
  const { front, held } = frontOf(counts, to);
  const deciding = decidingBuckets(counts, front, tested);
  const last = front.at(-1) ?? -1;
  const isWanted = kindBuffer.borrow(BUCKETS);
  for (const bucket of deciding) isWanted[bucket] = 1;
  const halves = halvesOf(p);
  const first = new Uint32Array(held);
  const taken: number[] = [];
  let found = 0;
  for (let at = 0; at < p.length; at += 1) {
    const bucket = u32At(halves, 2 * at + 1) >>> SHIFT;
    if (isWanted[bucket] !== 1) continue;
    taken.push(p[at] ?? 1);
    if (bucket > last) continue;
    first[found] = at;
    found += 1;
  }
  kindBuffer.release(isWanted);
  const values = Float64Array.from(first, (at) => p[at] ?? 1);
  const indexes = topK(values, to)
    .map((at) => u32At(first, at))
    .sort((a, b) => f64At(p, a) - f64At(p, b) || u32At(ids, a) - u32At(ids, b));
  return { indexes, q: adjustmentOf(counts, { deciding, p: Float64Array.from(taken), tested }) };
}
