import { numberAt } from '../arrays/number-at.ts';

/** Statistics of one row of a matrix, over its non-missing values; NaN if there are none. */
export interface RowStatistics {
  mean: number;
  /** divisor n - 1; NaN below two values */
  sd: number;
  min: number;
  max: number;
  missing: number;
}

/** Upper half of the digits of a number. @source Dekker 1971, Numer Math 18:224 */
function upperHalf(value: number): number {
  const scaled = 134_217_729 * value;
  return scaled - (scaled - value);
}

/** (sum + rest) / count, rounded only once, by also dividing the remainder. */
function divide(sum: number, rest: number, count: number): number {
  const quotient = sum / count;
  const [high, countHigh] = [upperHalf(quotient), upperHalf(count)];
  const [low, countLow] = [quotient - high, count - countHigh];
  const product = quotient * count;
  const lost = high * countHigh - product + high * countLow + low * countHigh + low * countLow;
  const divided = quotient + (sum - product - lost + rest) / count;
  // Numbers beyond 1e300 overflow when split.
  return Number.isFinite(divided) ? divided : quotient;
}

/**
 * Mean, standard deviation and range of one feature, without missing values (NaN). Uses compensated summation: rows
 * with the same values in any order have exactly equal means, so percentiles detect their ties, as in R, which sums in
 * more digits.
 * @source Neumaier 1974, Z Angew Math Mech 54:39
 */
export function rowStatistics(values: Float64Array): RowStatistics {
  let [count, sum, rest, min, max] = [0, 0, 0, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const value of values) {
    if (Number.isNaN(value)) continue;
    count += 1;
    const next = sum + value;
    rest += Math.abs(sum) >= Math.abs(value) ? sum - next + value : value - next + sum;
    sum = next;
    if (value < min) min = value;
    if (value > max) max = value;
  }
  const missing = values.length - count;
  if (count === 0) return { mean: Number.NaN, sd: Number.NaN, min: Number.NaN, max: Number.NaN, missing };
  const mean = divide(sum, rest, count);
  let squares = 0;
  for (const value of values) if (!Number.isNaN(value)) squares += (value - mean) ** 2;
  return { mean, sd: count < 2 ? Number.NaN : Math.sqrt(squares / (count - 1)), min, max, missing };
}

/** Means this small beside the spread within a row are those of centred rows, also of rows centred on their median. */
const CENTRED = 0.2;

/**
 * Whether the rows of a matrix are centred, each on its own mean or median: the root mean square of their means is below
 * a fifth of that of their standard deviations. Which row is high then says nothing about its level. Counts and log
 * intensities are far above, as rows differ more from each other than within themselves. Rows without a standard
 * deviation are left out; false without any other.
 */
export function areCentred(rows: Iterable<Pick<RowStatistics, 'mean' | 'sd'>>): boolean {
  let [means, deviations] = [0, 0];
  for (const { mean, sd } of rows) {
    if (!Number.isFinite(mean) || !Number.isFinite(sd)) continue;
    means += mean ** 2;
    deviations += sd ** 2;
  }
  return deviations > 0 && means < CENTRED ** 2 * deviations;
}

/**
 * Ranks from 1; equal values share the mean of their ranks. NaN has no rank and gives NaN.
 * @source R, `rank(x, ties.method = "average")`
 */
export function averageRanks(values: ArrayLike<number>): Float64Array {
  const ranks = new Float64Array(values.length).fill(Number.NaN);
  const order = Uint32Array.from({ length: values.length }, (_, index) => index)
    .filter((index) => !Number.isNaN(numberAt(values, index)))
    .sort((a, b) => numberAt(values, a) - numberAt(values, b));
  for (let first = 0; first < order.length; ) {
    const value = numberAt(values, numberAt(order, first));
    let end = first + 1;
    while (end < order.length && numberAt(values, numberAt(order, end)) === value) end += 1;
    for (let at = first; at < end; at += 1) ranks[numberAt(order, at)] = (first + 1 + end) / 2;
    first = end;
  }
  return ranks;
}

/** Percentile of each value, in (0, 100]: its rank divided by their number. NaN for NaN. */
export function percentiles(values: ArrayLike<number>): Float64Array {
  return averageRanks(values).map((rank) => (rank / values.length) * 100);
}
