import { f64At, numberAt } from '../arrays/number-at.ts';
import { type FeatureMatrix, featureMatrix, featureValues } from './matrix.ts';
import { mean, median } from './moments.ts';
import { regularisedIncompleteBeta } from './special-functions.ts';

/** Used for P values too small for a float64, and for undefined ones of features that do not vary. */
export const MIN_P_VALUE = 1e-300;

/** Deviations beyond this many median absolute deviations have weight 0 in bicor. */
const BICOR_LIMIT = 9;

/** Values scaled to unit length; all NaN when they are all 0. */
function unitLength(values: Float64Array): Float64Array {
  let squares = 0;
  for (let index = 0; index < values.length; index += 1) squares += numberAt(values, index) ** 2;
  const length = Math.sqrt(squares);
  if (!(length > 0)) return new Float64Array(values.length).fill(Number.NaN);
  const scaled = new Float64Array(values.length);
  for (let index = 0; index < values.length; index += 1) scaled[index] = numberAt(values, index) / length;
  return scaled;
}

/**
 * A feature centred on its mean and scaled to unit length: the dot product of two is their Pearson correlation.
 * All NaN for a feature that does not vary.
 * @throws RangeError if there are no values
 */
export function pearsonProfile(values: ArrayLike<number>): Float64Array {
  const centre = mean(values);
  const first = numberAt(values, 0);
  const deviations = new Float64Array(values.length);
  let isVarying = false;
  for (let index = 0; index < values.length; index += 1) {
    const value = numberAt(values, index);
    if (value !== first) isVarying = true;
    deviations[index] = value - centre;
  }
  // Compare values, not deviations: the mean of equal values may have a rounding error.
  return isVarying ? unitLength(deviations) : deviations.fill(Number.NaN);
}

/**
 * A feature weighted by its distance from the median and scaled to unit length: the dot product of two is their
 * biweight midcorrelation. A feature whose median absolute deviation is 0 uses its Pearson profile.
 * @source Langfelder & Horvath 2012, J Stat Softw 46:11, section 2
 */
export function bicorProfile(values: ArrayLike<number>): Float64Array {
  const centre = median(values);
  const deviations = Float64Array.from(values, (value) => value - centre);
  const spread = median(deviations.map(Math.abs));
  if (!(spread > 0)) return pearsonProfile(values);
  return unitLength(
    deviations.map((deviation) => {
      const distance = deviation / (BICOR_LIMIT * spread);
      return Math.abs(distance) < 1 ? deviation * (1 - distance * distance) ** 2 : 0;
    }),
  );
}

/**
 * Correlation of two features from their profiles, in [-1, 1]; NaN when either does not vary.
 * @throws RangeError if the lengths differ
 */
export function correlationOfProfiles(a: Float64Array, b: Float64Array): number {
  if (a.length !== b.length) throw new RangeError(`${a.length} values are paired with ${b.length}.`);
  let sum = 0;
  for (let index = 0; index < a.length; index += 1) sum += numberAt(a, index) * numberAt(b, index);
  return Math.max(-1, Math.min(1, sum));
}

/**
 * Pearson correlation of two paired rows of values, in [-1, 1]; NaN when either does not vary.
 * @throws RangeError if the lengths differ or there are no values
 */
export function pearson(a: ArrayLike<number>, b: ArrayLike<number>): number {
  return correlationOfProfiles(pearsonProfile(a), pearsonProfile(b));
}

/**
 * Biweight midcorrelation of two paired rows of values, in [-1, 1]; NaN when either does not vary.
 * @throws RangeError if the lengths differ
 * @source Langfelder & Horvath 2012, J Stat Softw 46:11
 */
export function bicor(a: ArrayLike<number>, b: ArrayLike<number>): number {
  return correlationOfProfiles(bicorProfile(a), bicorProfile(b));
}

/**
 * Correlations of all pairs of rows, from their profiles. Shape: rows x rows, row-major, symmetric, diagonal 1
 * (NaN for a row that does not vary). Missing values are not supported; drop such features first.
 */
export function correlationMatrix(
  matrix: FeatureMatrix,
  profileOf: (values: Float64Array) => Float64Array,
): Float64Array {
  const { featureCount: count, sampleCount } = matrix;
  const profiles = featureMatrix(
    Array.from({ length: count }, (_, feature) => profileOf(featureValues(matrix, feature))),
  ).values;
  const correlations = new Float64Array(count * count);
  for (let a = 0; a < count; a += 1) {
    for (let b = a; b < count; b += 1) {
      let sum = 0;
      const startA = a * sampleCount;
      const startB = b * sampleCount;
      for (let sample = 0; sample < sampleCount; sample += 1) {
        // Indices stay inside by construction; a checked read would double the time of this innermost loop.
        sum += f64At(profiles, startA + sample) * f64At(profiles, startB + sample);
      }
      const correlation = Math.max(-1, Math.min(1, sum));
      correlations[a * count + b] = correlation;
      correlations[b * count + a] = correlation;
    }
  }
  return correlations;
}

/**
 * Two-sided P value of a correlation over `sampleCount` samples, from Student's t with n - 2 degrees of freedom.
 * In [1e-300, 1]; 1e-300 also where P is undefined (no correlation, or fewer than three samples).
 * @throws RangeError if the correlation is outside [-1, 1]
 */
export function correlationPValue(correlation: number, sampleCount: number): number {
  if (Number.isNaN(correlation) || sampleCount < 3) return MIN_P_VALUE;
  if (Math.abs(correlation) > 1) throw new RangeError(`A correlation cannot be ${correlation}.`);
  const explained = correlation * correlation;
  // For small r, 1 - r^2 loses digits; the other tail, computed from r^2, keeps them.
  if (explained * sampleCount < 0.5)
    return 1 - regularisedIncompleteBeta(explained, 0.5, (sampleCount - 2) / 2);
  // The tail of t equals the incomplete beta function at 1 - r^2; the product keeps its digits when |r| is near 1.
  const unexplained = (1 - correlation) * (1 + correlation);
  return Math.max(MIN_P_VALUE, regularisedIncompleteBeta(unexplained, (sampleCount - 2) / 2, 0.5));
}
