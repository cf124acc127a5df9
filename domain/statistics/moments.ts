import { numberAt } from '../arrays/number-at.ts';

/** Arithmetic mean; NaN for no values. Values: finite. */
export function mean(values: ArrayLike<number>): number {
  let sum = 0;
  for (let index = 0; index < values.length; index += 1) sum += numberAt(values, index);
  return sum / values.length;
}

/** Sample variance with divisor n - 1; NaN below two values. */
export function variance(values: ArrayLike<number>): number {
  const centre = mean(values);
  let sum = 0;
  for (let index = 0; index < values.length; index += 1) sum += (numberAt(values, index) - centre) ** 2;
  return values.length < 2 ? Number.NaN : sum / (values.length - 1);
}

/** Middle value, or the mean of the two middle values; NaN for no values. Does not change the array. */
export function median(values: ArrayLike<number>): number {
  if (values.length === 0) return Number.NaN;
  const sorted = Float64Array.from(values).sort();
  const half = sorted.length >> 1;
  const upper = numberAt(sorted, half);
  return sorted.length % 2 === 1 ? upper : (numberAt(sorted, half - 1) + upper) / 2;
}

/**
 * Standardises values: distance from the mean in standard deviations (divisor n - 1). All NaN if the values do not
 * vary.
 */
export function standardise(values: ArrayLike<number>): Float64Array {
  const centre = mean(values);
  const deviation = Math.sqrt(variance(values));
  return Float64Array.from(values, (value) => (deviation > 0 ? (value - centre) / deviation : Number.NaN));
}

/**
 * Reorders values so that this rank has the value it has when sorted, with none larger before it and none smaller
 * after it.
 * @source Hoare 1961, Commun ACM 4:321, algorithm 65
 */
function partitionAt(values: Float64Array, rank: number): void {
  let [first, last] = [0, values.length - 1];
  while (first < last) {
    const pivot = numberAt(values, (first + last) >> 1);
    let [up, down] = [first, last];
    while (up <= down) {
      while (numberAt(values, up) < pivot) up += 1;
      while (numberAt(values, down) > pivot) down -= 1;
      if (up > down) break;
      const swapped = numberAt(values, up);
      values[up] = numberAt(values, down);
      values[down] = swapped;
      up += 1;
      down -= 1;
    }
    if (rank <= down) last = down;
    else if (rank >= up) first = up;
    else return;
  }
}

/**
 * Quantile by linear interpolation between the two nearest ranks. Values: finite.
 * @param probability in [0, 1]
 * @returns NaN for no values
 * @throws RangeError if the probability is outside [0, 1]
 * @source Hyndman & Fan 1996, Am Stat 50:361, definition 7 (the default of R)
 */
export function quantile(values: ArrayLike<number>, probability: number): number {
  if (!(probability >= 0 && probability <= 1))
    throw new RangeError('The probability of a quantile must be between 0 and 1.');
  if (values.length === 0) return Number.NaN;
  const own = new Float64Array(values);
  const position = (own.length - 1) * probability;
  const below = Math.floor(position);
  // Sorting took five times as long.
  partitionAt(own, below);
  const low = numberAt(own, below);
  if (below + 1 >= own.length) return low;
  const high = own.subarray(below + 1).reduce((least, value) => Math.min(least, value));
  return low + (position - below) * (high - low);
}
