/** Coefficients for g = 7, n = 9: relative error below 1e-14 for arguments above 0.5. */
const LANCZOS = [
  0.99999999999980993, 676.5203681218851, -1259.1392167224028, 771.32342877765313, -176.61502916214059,
  12.507343278686905, -0.13857109526572012, 9.9843695780195716e-6, 1.5056327351493116e-7,
];

/**
 * Natural logarithm of the gamma function.
 * @throws RangeError if the argument is not above 0
 * @source Lanczos 1964, SIAM J Numer Anal B 1:86
 */
export function logGamma(argument: number): number {
  if (!(argument > 0)) throw new RangeError(`The gamma function is not defined at ${argument}.`);
  if (argument < 0.5) {
    return Math.log(Math.PI / Math.sin(Math.PI * argument)) - logGamma(1 - argument);
  }
  const shifted = argument - 1;
  const base = shifted + 7.5;
  const series = LANCZOS.reduce((sum, coefficient, index) =>
    index === 0 ? coefficient : sum + coefficient / (shifted + index),
  );
  return 0.5 * Math.log(2 * Math.PI) + (shifted + 0.5) * Math.log(base) - base + Math.log(series);
}

/** Keeps a denominator of the continued fraction away from 0. */
function awayFromZero(value: number): number {
  return Math.abs(value) < 1e-300 ? 1e-300 : value;
}

/** Continued fraction of the incomplete beta function by Lentz's method; converges fast below (a + 1)/(a + b + 2). */
function betaContinuedFraction(x: number, a: number, b: number): number {
  let numerator = 1;
  let denominator = 1 / awayFromZero(1 - ((a + b) * x) / (a + 1));
  let fraction = denominator;
  for (let step = 1; step <= 500; step += 1) {
    const even = (step * (b - step) * x) / ((a + 2 * step - 1) * (a + 2 * step));
    denominator = 1 / awayFromZero(1 + even * denominator);
    numerator = awayFromZero(1 + even / numerator);
    fraction *= denominator * numerator;
    const odd = (-(a + step) * (a + b + step) * x) / ((a + 2 * step) * (a + 2 * step + 1));
    denominator = 1 / awayFromZero(1 + odd * denominator);
    numerator = awayFromZero(1 + odd / numerator);
    const change = denominator * numerator;
    fraction *= change;
    if (Math.abs(change - 1) < 1e-15) break;
  }
  return fraction;
}

/**
 * Regularised incomplete beta function, in [0, 1]; relative error near 1e-13.
 * @throws RangeError if x is outside [0, 1] or a parameter is not above 0
 * @source Abramowitz & Stegun 1964, 26.5.8
 */
export function regularisedIncompleteBeta(x: number, a: number, b: number): number {
  if (!(x >= 0 && x <= 1)) throw new RangeError(`The incomplete beta function is not defined at ${x}.`);
  if (x === 0 || x === 1) return x;
  const front = Math.exp(logGamma(a + b) - logGamma(a) - logGamma(b) + a * Math.log(x) + b * Math.log1p(-x));
  if (x < (a + 1) / (a + b + 2)) return (front * betaContinuedFraction(x, a, b)) / a;
  return 1 - (front * betaContinuedFraction(1 - x, b, a)) / b;
}

/**
 * Natural logarithm of the regularised incomplete beta function, finite where the function itself underflows.
 * @param complement 1 - x, given by the caller because it loses its digits where x is near 1
 */
export function logIncompleteBeta(x: number, complement: number, a: number, b: number): number {
  if (x <= 0) return Number.NEGATIVE_INFINITY;
  if (complement <= 0) return 0;
  const front = logGamma(a + b) - logGamma(a) - logGamma(b) + a * Math.log(x) + b * Math.log(complement);
  if (x < (a + 1) / (a + b + 2)) return front + Math.log(betaContinuedFraction(x, a, b) / a);
  return Math.log1p(-Math.min(1, (Math.exp(front) * betaContinuedFraction(complement, b, a)) / b));
}
