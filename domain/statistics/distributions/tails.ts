/** Upper tails of the usual test statistics, as natural logarithms, so that P below 1e-308 keeps its digits. */
import { logGamma, logIncompleteBeta } from '../special-functions.ts';

/**
 * Natural log of the upper regularised incomplete gamma function Q(shape, x). Abramowitz & Stegun 1964, 6.5.29 and
 * 6.5.31.
 */
function logUpperGamma(shape: number, x: number): number {
  if (x <= 0) return 0;
  const front = shape * Math.log(x) - x - logGamma(shape);
  if (x < shape + 1) {
    let term = 1 / shape;
    let sum = term;
    for (let step = 1; step < 10_000 && term > sum * 1e-17; step += 1) {
      term *= x / (shape + step);
      sum += term;
    }
    return Math.log1p(-Math.min(1, Math.exp(front) * sum));
  }
  let b = x + 1 - shape;
  let numerator = 1e300;
  let denominator = 1 / b;
  let fraction = denominator;
  for (let step = 1; step < 10_000; step += 1) {
    const a = -step * (step - shape);
    b += 2;
    denominator = 1 / (a * denominator + b);
    numerator = b + a / numerator;
    const change = denominator * numerator;
    fraction *= change;
    if (Math.abs(change - 1) < 1e-16) break;
  }
  return front + Math.log(fraction);
}

/** Half the width of a 95 % interval of a standard normal value. */
export const Z_975 = 1.959963984540054;

/**
 * log P(chi-square with `df` degrees of freedom >= statistic); NaN for a missing statistic. `pchisq(lower.tail=FALSE)`.
 */
export function logChiSquareTail(statistic: number, df: number): number {
  return Number.isNaN(statistic) || !(df > 0) ? Number.NaN : logUpperGamma(df / 2, statistic / 2);
}

/**
 * log P of a standard normal value at least this far from 0 on either side; NaN for a missing value. `2 * pnorm(-|z|)`.
 */
export function logNormalTails(z: number): number {
  return Number.isNaN(z) ? Number.NaN : logUpperGamma(0.5, (z * z) / 2);
}

/** log P(F >= statistic); infinite `df2` is allowed; NaN for a missing statistic. `pf(lower.tail=FALSE)`. */
export function logFTail(statistic: number, df1: number, df2: number): number {
  if (Number.isNaN(statistic) || !(df1 > 0 && df2 > 0)) return Number.NaN;
  if (df2 === Number.POSITIVE_INFINITY) return logChiSquareTail(statistic * df1, df1);
  const scaled = (df1 * statistic) / df2;
  if (scaled === Number.POSITIVE_INFINITY) return Number.NEGATIVE_INFINITY;
  return logIncompleteBeta(1 / (1 + scaled), scaled / (1 + scaled), df2 / 2, df1 / 2);
}

/** log of the two-sided P of Student's t; infinite `df` is allowed; NaN for a missing statistic. `2 * pt(-|t|, df)`. */
export function logStudentTails(t: number, df: number): number {
  return logFTail(t * t, 1, df);
}
