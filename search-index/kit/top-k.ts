/** The first rows of a great many, without sorting them all; and a quick sort where all are needed. */

/** The value that stands at `n` when all are sorted ascending, by halving around pivots. @param values are moved */
export function nthSmallest(values: Float64Array, n: number): number {
  let low = 0;
  let high = values.length - 1;
  while (low < high) {
    // The middle of three keeps values that are sorted already from taking quadratic time.
    const a = values[low] ?? 0;
    const b = values[(low + high) >> 1] ?? 0;
    const c = values[high] ?? 0;
    const pivot = Math.max(Math.min(a, b), Math.min(Math.max(a, b), c));
    let left = low;
    let right = high;
    while (left <= right) {
      while ((values[left] ?? 0) < pivot) left += 1;
      while ((values[right] ?? 0) > pivot) right -= 1;
      if (left > right) break;
      const moved = values[left] ?? 0;
      values[left] = values[right] ?? 0;
      values[right] = moved;
      left += 1;
      right -= 1;
    }
    if (n <= right) high = right;
    else if (n >= left) low = left;
    else break;
  }
  return values[n] ?? Number.NaN;
}

/**
 * Places of the values that stand among the first `to` in ascending order, with those that lie within `slack` of the
 * last of them; all places where there are no more. Plain loops: a callback for each of 200,000 values took four times as long.
 */
export function topK(values: Float64Array, to: number, slack = (_last: number) => 0): Uint32Array {
  let bound = Number.POSITIVE_INFINITY;
  if (to < values.length) {
    const last = nthSmallest(values.slice(), to);
    bound = last + slack(last);
  }
  const places = new Uint32Array(values.length);
  let count = 0;
  for (let place = 0; place < values.length; place += 1) {
    if ((values[place] ?? 0) > bound) continue;
    places[count] = place;
    count += 1;
  }
  return places.slice(0, count);
}

/** A bucket of more values is left to the sort of the platform. */
const FEW = 24;

/** Sorts places `from` to `to` by insertion, the quickest where there are few. */
function sortFew(values: Float64Array, from: number, to: number): void {
  for (let at = from + 1; at < to; at += 1) {
    const value = values[at] ?? 0;
    let place = at;
    for (; place > from && (values[place - 1] ?? 0) > value; place -= 1)
      values[place] = values[place - 1] ?? 0;
    values[place] = value;
  }
}

/**
 * The values ascending, in an array of their own. P values of unrelated lists are spread evenly, so that buckets of
 * equal width hold a handful each: 200,000 took a third of the time that the platform's sort does.
 * @param values 0 and more, without NaN
 */
export function sortSpread(values: Float64Array): Float64Array {
  let largest = 0;
  for (let at = 0; at < values.length; at += 1) largest = Math.max(largest, values[at] ?? 0);
  const buckets = Math.max(1, values.length >> 2);
  const scale = largest > 0 ? (buckets - 1) / largest : 0;
  // Where all values are next to nothing, no number is large enough to spread them.
  if (!Number.isFinite(scale)) return values.slice().sort();
  const ends = new Uint32Array(buckets + 1);
  for (let at = 0; at < values.length; at += 1) {
    const bucket = Math.floor((values[at] ?? 0) * scale) + 1;
    ends[bucket] = (ends[bucket] ?? 0) + 1;
  }
  for (let bucket = 1; bucket <= buckets; bucket += 1)
    ends[bucket] = (ends[bucket] ?? 0) + (ends[bucket - 1] ?? 0);
  const sorted = new Float64Array(values.length);
  for (let at = 0; at < values.length; at += 1) {
    const value = values[at] ?? 0;
    const bucket = Math.floor(value * scale);
    const place = ends[bucket] ?? 0;
    sorted[place] = value;
    ends[bucket] = place + 1;
  }
  // Each bucket now ends where the next one began.
  let from = 0;
  for (let bucket = 0; bucket < buckets; bucket += 1) {
    const to = ends[bucket] ?? from;
    if (to - from <= FEW) sortFew(sorted, from, to);
    else sorted.subarray(from, to).sort();
    from = to;
  }
  return sorted;
}
