/** The first rows of a great many, without sorting them all. */

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
 * last of them; all places where there are no more.
 */
export function foremostPlaces(values: Float64Array, to: number, slack = (_last: number) => 0): Uint32Array {
  const all = Uint32Array.from(values, (_, place) => place);
  if (to >= values.length) return all;
  const last = nthSmallest(values.slice(), to);
  const bound = last + slack(last);
  return all.filter((place) => (values[place] ?? 0) <= bound);
}
