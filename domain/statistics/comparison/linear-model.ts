import { numberAt } from '../../arrays/number-at.ts';
import { type FeatureMatrix, featureValues } from '../matrix.ts';
import { basisOf, coefficientsOf, type DesignBasis, dot, subtract, unscaledErrors } from './design-basis.ts';

/** One value per feature; NaN where a feature has too few values for the tested columns. */
export interface LinearFits {
  /** Coefficient of the last column of the design. */
  coefficient: Float64Array;
  /** The same coefficient over its standard error without sigma: t times sigma. */
  effect: Float64Array;
  /** Sum of squares explained by the tested columns. */
  explained: Float64Array;
  /** Also of features whose tested columns cannot be estimated: limma counts them in the prior. */
  residualVariance: Float64Array;
  residualDf: Float64Array;
}

/** What all features share. */
interface SharedDesign {
  design: readonly Float64Array[];
  tested: number;
  basis: DesignBasis;
  /** standard errors of the tested coefficients without sigma; null if they cannot be estimated */
  errors: number[] | null;
}

/**
 * Least-squares fits of one design to all features. The basis is shared by all features without missing values. Columns
 * that earlier columns span, among the samples with a value, are left out.
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
  const basis = basisOf(design, tested);
  const shared = { design, tested, basis, errors: basis.triangle && unscaledErrors(basis.triangle) };
  const all = new Float64Array(samples.length);
  for (let feature = 0; feature < count; feature += 1) {
    const row = featureValues(matrix, feature);
    let isComplete = true;
    for (let index = 0; index < samples.length; index += 1) {
      const value = numberAt(row, numberAt(samples, index));
      all[index] = value;
      if (Number.isNaN(value)) isComplete = false;
    }
    if (isComplete) fitOne(fits, feature, all.slice(), shared, basis);
    else {
      const present = all.map((value) => (Number.isNaN(value) ? 0 : 1));
      const pick = (column: Float64Array) => column.filter((_, index) => present[index] === 1);
      fitOne(fits, feature, pick(all), shared, basisOf(design.map(pick), tested));
    }
  }
  return fits;
}

/** Fits one feature; `values` becomes its residuals. */
function fitOne(
  fits: LinearFits,
  feature: number,
  values: Float64Array,
  shared: SharedDesign,
  { columns, triangle }: DesignBasis,
): void {
  const products: number[] = [];
  for (const column of columns) {
    const product = dot(values, column);
    subtract(values, column, product);
    products.push(product);
  }
  const df = values.length - columns.length;
  fits.residualDf[feature] = df;
  if (df > 0) fits.residualVariance[feature] = dot(values, values) / df;
  if (triangle === null) return;
  const tested = products.slice(products.length - shared.tested);
  const effect = tested.at(-1) ?? Number.NaN;
  fits.effect[feature] = effect;
  fits.coefficient[feature] = effect / (triangle.at(-1)?.at(-1) ?? Number.NaN);
  fits.explained[feature] = explainedBy(tested, triangle, shared);
}

/**
 * Sum of squares explained by the tested columns. With missing values it is approximate, as in limma: the t of each
 * coefficient is the feature's own, their correlation that of the whole design.
 * @param products of the values with the basis of the tested columns
 * @source `limma::classifyTestsF`
 */
function explainedBy(
  products: readonly number[],
  triangle: readonly number[][],
  { basis, errors }: SharedDesign,
): number {
  const isWhole = triangle === basis.triangle || products.length === 1;
  if (isWhole) return products.reduce((sum, product) => sum + product * product, 0);
  if (basis.triangle === null || errors === null) return Number.NaN;
  const own = unscaledErrors(triangle);
  const scaled = coefficientsOf(triangle, products).map(
    (coefficient, at) => (coefficient / (own[at] ?? Number.NaN)) * (errors[at] ?? Number.NaN),
  );
  return basis.triangle.reduce((sum, row) => {
    const projected = row.reduce((total, share, at) => total + share * numberAt(scaled, at), 0);
    return sum + projected * projected;
  }, 0);
}
