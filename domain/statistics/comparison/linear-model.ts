import { type FeatureMatrix, featureValues, numberAt } from '../matrix.ts';

/** Columns whose part outside the earlier columns is smaller than this share of their length count as collinear. */
const COLLINEAR = 1e-7;

interface Basis {
  columns: Float64Array[];
  /** Length of the last column outside the span of the others: the diagonal of R. */
  lastLength: number;
}

/** Orthonormal basis of the columns (thin Q of a QR decomposition, by Gram-Schmidt applied twice); undefined if collinear. */
function orthonormalBasis(design: readonly Float64Array[]): Basis | undefined {
  const columns: Float64Array[] = [];
  let lastLength = 0;
  for (const column of design) {
    const rest = column.slice();
    const before = Math.sqrt(dot(rest, rest));
    for (let pass = 0; pass < 2; pass += 1) {
      for (const done of columns) subtract(rest, done, dot(rest, done));
    }
    lastLength = Math.sqrt(dot(rest, rest));
    if (!(lastLength > before * COLLINEAR)) return undefined;
    columns.push(rest.map((value) => value / lastLength));
  }
  return { columns, lastLength };
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let index = 0; index < a.length; index += 1) sum += (a[index] ?? 0) * (b[index] ?? 0);
  return sum;
}

function subtract(from: Float64Array, column: Float64Array, factor: number): void {
  for (let index = 0; index < from.length; index += 1)
    from[index] = (from[index] ?? 0) - factor * (column[index] ?? 0);
}

/** One value per feature; NaN where a feature has too few values for the design. */
export interface LinearFits {
  /** Coefficient of the last column of the design. */
  coefficient: Float64Array;
  /** The same coefficient over its standard error without sigma: t times sigma. */
  effect: Float64Array;
  /** Sum of squares explained by the tested columns. */
  explained: Float64Array;
  residualVariance: Float64Array;
  residualDf: Float64Array;
}

/**
 * Least-squares fits of one design to all features. The basis is shared by all features without missing values.
 * @param design columns of length `samples.length`, finite; the last `tested` of them are tested
 * @source `limma::lmFit`
 */
export function fitLinearModels(
  matrix: FeatureMatrix,
  samples: ArrayLike<number>,
  design: readonly Float64Array[],
  tested = 1,
): LinearFits {
  const count = matrix.featureCount;
  const missing = () => new Float64Array(count).fill(Number.NaN);
  const fits: LinearFits = {
    coefficient: missing(),
    effect: missing(),
    explained: missing(),
    residualVariance: missing(),
    residualDf: new Float64Array(count),
  };
  const shared = orthonormalBasis(design);
  const all = new Float64Array(samples.length);
  for (let feature = 0; feature < count; feature += 1) {
    const row = featureValues(matrix, feature);
    let isComplete = true;
    for (let index = 0; index < samples.length; index += 1) {
      const value = numberAt(row, numberAt(samples, index));
      all[index] = value;
      if (Number.isNaN(value)) isComplete = false;
    }
    if (isComplete) fitOne(fits, feature, all.slice(), shared, tested);
    else {
      const present = all.map((value) => (Number.isNaN(value) ? 0 : 1));
      const pick = (column: Float64Array) => column.filter((_, index) => present[index] === 1);
      fitOne(fits, feature, pick(all), orthonormalBasis(design.map(pick)), tested);
    }
  }
  return fits;
}

/** Fits one feature; `values` becomes its residuals. */
function fitOne(
  fits: LinearFits,
  feature: number,
  values: Float64Array,
  basis: Basis | undefined,
  tested: number,
): void {
  if (basis === undefined) return;
  let explained = 0;
  let effect = Number.NaN;
  basis.columns.forEach((column, index) => {
    effect = dot(values, column);
    subtract(values, column, effect);
    if (index >= basis.columns.length - tested) explained += effect * effect;
  });
  const df = values.length - basis.columns.length;
  fits.coefficient[feature] = effect / basis.lastLength;
  fits.effect[feature] = effect;
  fits.explained[feature] = explained;
  fits.residualDf[feature] = df;
  if (df > 0) fits.residualVariance[feature] = dot(values, values) / df;
}
