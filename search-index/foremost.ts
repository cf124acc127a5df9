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
 * last of them; all places where there are no more. Plain loops: a callback for each of 200,000 values took four times as long.
 */
export function foremostPlaces(values: Float64Array, to: number, slack = (_last: number) => 0): Uint32Array {
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
