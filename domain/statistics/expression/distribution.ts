import { numberAt } from '../../arrays/number-at.ts';
import { mean, quantile, variance } from '../moments.ts';

/** Box plot of the values of a group; NaN without values. */
export interface BoxSummary {
  n: number;
  mean: number;
  sd: number;
  median: number;
  q1: number;
  q3: number;
  /** Last values within 1.5 interquartile ranges of the box. */
  whiskerLow: number;
  whiskerHigh: number;
}

/** Box plot of some finite values. `quantile(type = 7)`. */
export function boxSummary(values: Float64Array): BoxSummary {
  const [q1, median, q3] = [quantile(values, 0.25), quantile(values, 0.5), quantile(values, 0.75)];
  const reach = 1.5 * (q3 - q1);
  const within = values.filter((value) => value >= q1 - reach && value <= q3 + reach).sort();
  return {
    n: values.length,
    mean: mean(values),
    sd: Math.sqrt(variance(values)),
    median,
    q1,
    q3,
    whiskerLow: within[0] ?? Number.NaN,
    whiskerHigh: within.at(-1) ?? Number.NaN,
  };
}

/**
 * Bandwidth of a Gaussian kernel density; NaN below two values.
 * @source Silverman 1986, Density Estimation, 3.31; `bw.nrd0`
 */
export function densityBandwidth(values: Float64Array): number {
  const sd = Math.sqrt(variance(values));
  const range = (quantile(values, 0.75) - quantile(values, 0.25)) / 1.34;
  const spread = Math.min(sd, range) || sd || Math.abs(values[0] ?? Number.NaN) || 1;
  return values.length < 2 ? Number.NaN : 0.9 * spread * values.length ** -0.2;
}

/** Gaussian kernel density at equally spaced points over the range of at least two values. */
export function kernelDensity(values: Float64Array, points = 64): { x: Float64Array; y: Float64Array } {
  const bandwidth = densityBandwidth(values);
  const sorted = values.slice().sort();
  const [low, high] = [sorted[0] ?? Number.NaN, sorted.at(-1) ?? Number.NaN];
  const x = Float64Array.from({ length: points }, (_, at) => low + ((high - low) * at) / (points - 1));
  const y = x.map((at) => {
    let sum = 0;
    for (let index = 0; index < values.length; index += 1)
      sum += Math.exp(-0.5 * ((at - numberAt(values, index)) / bandwidth) ** 2);
    return sum / (values.length * bandwidth * Math.sqrt(2 * Math.PI));
  });
  return { x, y };
}
