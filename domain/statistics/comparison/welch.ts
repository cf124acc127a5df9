import { numberAt } from '../../arrays/number-at.ts';
import { logStudentTails } from '../distributions/tails.ts';
import { type FeatureMatrix, featureValues } from '../matrix.ts';

/** One value per feature; NaN where a group has fewer than two values or neither varies. */
export interface WelchTest {
  meanFirst: Float64Array;
  meanSecond: Float64Array;
  t: Float64Array;
  df: Float64Array;
  /** Natural logarithm of P. */
  logP: Float64Array;
}

interface Moments {
  n: number;
  mean: number;
  variance: number;
}

/** Mean and variance (divisor n - 1) of the present values of some samples. */
function momentsOf(row: Float64Array, samples: ArrayLike<number>): Moments {
  let [n, sum, squares] = [0, 0, 0];
  for (let index = 0; index < samples.length; index += 1) {
    const value = numberAt(row, numberAt(samples, index));
    if (Number.isNaN(value)) continue;
    n += 1;
    sum += value;
  }
  const mean = sum / n;
  for (let index = 0; index < samples.length; index += 1) {
    const value = numberAt(row, numberAt(samples, index));
    if (!Number.isNaN(value)) squares += (value - mean) ** 2;
  }
  return { n, mean, variance: n < 2 ? Number.NaN : squares / (n - 1) };
}

/**
 * Whether a standard error is more than rounding of values of this size. `t.test` refuses others as essentially
 * constant.
 * @param size largest mean, absolute
 */
export function isVarying(standardError: number, size: number): boolean {
  return standardError > 0 && standardError >= 10 * Number.EPSILON * size;
}

/**
 * Welch's t test of two groups of samples over all features, with the means of the groups (NaN = missing, left out).
 * @source Welch 1947, Biometrika 34:28; `t.test`
 */
export function welchTest(
  matrix: FeatureMatrix,
  first: ArrayLike<number>,
  second: ArrayLike<number>,
): WelchTest {
  const blank = () => new Float64Array(matrix.featureCount).fill(Number.NaN);
  const test: WelchTest = { meanFirst: blank(), meanSecond: blank(), t: blank(), df: blank(), logP: blank() };
  for (let feature = 0; feature < matrix.featureCount; feature += 1) {
    const row = featureValues(matrix, feature);
    const [a, b] = [momentsOf(row, first), momentsOf(row, second)];
    test.meanFirst[feature] = a.mean;
    test.meanSecond[feature] = b.mean;
    const [errorA, errorB] = [a.variance / a.n, b.variance / b.n];
    if (!isVarying(Math.sqrt(errorA + errorB), Math.max(Math.abs(a.mean), Math.abs(b.mean)))) continue;
    const t = (a.mean - b.mean) / Math.sqrt(errorA + errorB);
    const df = (errorA + errorB) ** 2 / (errorA ** 2 / (a.n - 1) + errorB ** 2 / (b.n - 1));
    test.t[feature] = t;
    test.df[feature] = df;
    test.logP[feature] = logStudentTails(t, df);
  }
  return test;
}
