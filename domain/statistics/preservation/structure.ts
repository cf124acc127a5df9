import { f64At, numberAt } from '../../arrays/number-at.ts';
import { dotProducts, multiplierOf } from '../kernel/kernel.ts';

/** Correlations within one set of features, and their first principal component. */
export interface Structure {
  size: number;
  /** Pearson r, features x features, row-major */
  correlations: Float64Array;
  /** sum of the adjacencies |r|^6 (WGCNA's default for unsigned networks) to the other features, one per feature */
  degrees: Float64Array;
  /** mean of |r|^6 over pairs */
  meanAdjacency: number;
  /** correlation of each feature with the first principal component, whose sign follows the mean feature */
  contributions: Float64Array;
  /** share of variance of the first principal component, in (0, 1] */
  coherence: number;
}

/** Rounds of power iteration, and the change of the vector at which it stops. */
export interface Precision {
  rounds: number;
  tolerance: number;
}

/** Where results are reported: equal to R to 1e-9 and better. */
export const EXACT: Precision = { rounds: 100_000, tolerance: 1e-14 };
/** For random sets, of which only ranks, mean and deviation count. */
export const ROUGH: Precision = { rounds: 300, tolerance: 1e-7 };

/** The largest eigenvalue of a correlation matrix, and its eigenvector of unit length, written into `vector`. */
function firstEigenvector(matrix: Float64Array, vector: Float64Array, precision: Precision): number {
  const size = vector.length;
  // Row sums are near the result where features covary; the cosine keeps the start from being orthogonal to it.
  const multiply = multiplierOf(matrix, size);
  let next: Float64Array = new Float64Array(size);
  let current = vector;
  multiply(current.fill(1), next);
  for (let at = 0; at < size; at += 1) current[at] = numberAt(next, at) + 1e-3 * Math.cos(1 + at * 2.399963);
  let eigenvalue = 0;
  for (let round = 0; round < precision.rounds; round += 1) {
    let squares = 0;
    for (let at = 0; at < size; at += 1) squares += f64At(current, at) ** 2;
    const scale = 1 / Math.sqrt(squares);
    for (let at = 0; at < size; at += 1) current[at] = f64At(current, at) * scale;
    multiply(current, next);
    eigenvalue = 0;
    for (let at = 0; at < size; at += 1) eigenvalue += f64At(current, at) * f64At(next, at);
    let change = 0;
    for (let at = 0; at < size; at += 1)
      change = Math.max(change, Math.abs(f64At(next, at) / eigenvalue - f64At(current, at)));
    [current, next] = [next, current];
    if (change < precision.tolerance) break;
  }
  let squares = 0;
  for (let at = 0; at < size; at += 1) squares += f64At(current, at) ** 2;
  const scale = 1 / Math.sqrt(squares);
  for (let at = 0; at < size; at += 1) vector[at] = f64At(current, at) * scale;
  return eigenvalue;
}

/**
 * Structure of a set of features of one data set.
 * @param profiles Pearson profiles (`pearsonProfile`) of all features of the data set, row by row
 * @param features rows of `profiles` that make up the set; each varies
 * @param sampleCount length of a row
 */
export function structureOf(
  profiles: Float64Array,
  features: ArrayLike<number>,
  { sampleCount, precision }: { sampleCount: number; precision: Precision },
): Structure {
  const size = features.length;
  const rowOf = (at: number) => {
    const start = numberAt(features, at) * sampleCount;
    return profiles.subarray(start, start + sampleCount);
  };
  const rows = Array.from({ length: size }, (_, at) => rowOf(at));
  const products = dotProducts({ count: size, length: sampleCount }, rows, (at, into) => into.set(rowOf(at)));
  const correlations = new Float64Array(size * size);
  const degrees = new Float64Array(size);
  let adjacencies = 0;
  for (let a = 0; a < size; a += 1) {
    const row = products[a] ?? new Float64Array(size);
    let degree = 0;
    for (let b = 0; b < size; b += 1) {
      const r = a === b ? 1 : Math.max(-1, Math.min(1, f64At(row, b)));
      correlations[a * size + b] = r;
      if (a !== b) {
        const square = r * r;
        degree += square * square * square;
      }
    }
    degrees[a] = degree;
    adjacencies += degree;
  }
  const contributions = new Float64Array(size);
  const eigenvalue = firstEigenvector(correlations, contributions, precision);
  const sign = contributions.reduce((sum, value) => sum + value, 0) < 0 ? -1 : 1;
  const scale = sign * Math.sqrt(Math.max(0, eigenvalue));
  for (let at = 0; at < size; at += 1) contributions[at] = scale * numberAt(contributions, at);
  return {
    size,
    correlations,
    degrees,
    meanAdjacency: size > 1 ? adjacencies / (size * (size - 1)) : Number.NaN,
    contributions,
    coherence: eigenvalue / size,
  };
}
