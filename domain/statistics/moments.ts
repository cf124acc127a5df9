import { numberAt } from './matrix.ts';

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
 * Quantile by linear interpolation between the two nearest ranks.
 * @param probability in [0, 1]
 * @returns NaN for no values
 * @throws RangeError if the probability is outside [0, 1]
 * @source Hyndman & Fan 1996, Am Stat 50:361, definition 7 (the default of R)
 */
export function quantile(values: ArrayLike<number>, probability: number): number {
  if (!(probability >= 0 && probability <= 1))
    throw new RangeError('The probability of a quantile must be between 0 and 1.');
  if (values.length === 0) return Number.NaN;
  const sorted = new Float64Array(values).sort();
  const position = (sorted.length - 1) * probability;
  const below = Math.floor(position);
  const low = numberAt(sorted, below);
  if (below + 1 >= sorted.length) return low;
  return low + (position - below) * (numberAt(sorted, below + 1) - low);
}
