import { f64At, numberAt } from '../../arrays/number-at.ts';
import { pearsonProfile } from '../correlation.ts';
import { dotProducts } from '../kernel/kernel.ts';
import { type FeatureMatrix, featureValues } from '../matrix.ts';
import { standardise } from '../moments.ts';
import { firstComponent, type Rows } from './first-component.ts';

/** A module eigengene with the share of the module's variance it explains. */
export interface ModuleEigengene {
  /** one value per sample, unit length */
  values: Float64Array;
  /** PC1VE, in (0, 1] */
  varianceExplained: number;
  /** the second component explains as much, up to one part in a million: PC1 is nearly tied */
  isNearlyTied: boolean;
}

/** Standardised features that vary, row by row, and their mean. */
function standardiseFeatures({ featureCount, sampleCount, values }: FeatureMatrix): {
  rows: Rows;
  meanRow: Float64Array;
} {
  const standardised = new Float64Array(featureCount * sampleCount);
  const meanRow = new Float64Array(sampleCount);
  let count = 0;
  for (let feature = 0; feature < featureCount; feature += 1) {
    const row = standardise(values.subarray(feature * sampleCount, (feature + 1) * sampleCount));
    if (Number.isNaN(row[0])) continue;
    standardised.set(row, count * sampleCount);
    for (let sample = 0; sample < sampleCount; sample += 1)
      meanRow[sample] = f64At(meanRow, sample) + f64At(row, sample);
    count += 1;
  }
  return { rows: { values: standardised, count, length: sampleCount }, meanRow };
}

/**
 * Start of the iteration: the mean row is close to the result for covarying features. The added cosine keeps it from
 * being exactly orthogonal to the first component if features cancel out.
 */
function startVector(meanRow: Float64Array): Float64Array {
  const size = Math.sqrt(meanRow.reduce((sum, value) => sum + value * value, 0)) || 1;
  return meanRow.map((value, sample) => value / size + 1e-3 * Math.cos(1 + sample * 2.399963));
}

/**
 * Module eigengene: first principal component of the standardised features of a module, one value per sample.
 * Unit length; the sign follows the mean of the standardised features. Features that do not vary are left out.
 * Shape: features x samples in, samples out.
 * @throws RangeError if no feature varies
 * @source Langfelder & Horvath 2007, BMC Syst Biol 1:54
 */
export function moduleEigengene(features: FeatureMatrix): ModuleEigengene {
  const { rows, meanRow } = standardiseFeatures(features);
  if (rows.count === 0) throw new RangeError('No feature of the module varies over the samples.');
  const { vector, eigenvalue, isNearlyTied } = firstComponent(rows, startVector(meanRow));
  const along = vector.reduce((sum, value, sample) => sum + value * numberAt(meanRow, sample), 0);
  return {
    values: along < 0 ? vector.map((value) => -value) : vector,
    varianceExplained: eigenvalue / (rows.count * (features.sampleCount - 1)),
    isNearlyTied,
  };
}

/** kME of features with one module and its P, in the same order; NaN for NA. */
export interface KmeColumn {
  kme: Float64Array;
  pValues: Float64Array;
}

/**
 * kME: Pearson correlation of every feature with one module eigengene, in [-1, 1]; NaN where a feature does not vary.
 * @throws RangeError if the eigengene has another number of samples
 * @source Oldham et al. 2008, Nat Neurosci 11:1271
 */
export function kme(matrix: FeatureMatrix, eigengene: Float64Array): Float64Array {
  const [only = new Float64Array(0)] = kmeOfModules(matrix, [eigengene]);
  return only;
}

/**
 * kME of every feature with every module eigengene, one array per module. Faster than module by module, because each
 * feature is centred only once.
 * @throws RangeError if an eigengene has another number of samples
 */
export function kmeOfModules(matrix: FeatureMatrix, eigengenes: readonly Float64Array[]): Float64Array[] {
  const products = dotProducts(
    { count: matrix.featureCount, length: matrix.sampleCount },
    eigengenes.map(pearsonProfile),
    (feature, into) => into.set(pearsonProfile(featureValues(matrix, feature))),
  );
  // Rounding may carry a product past 1; NaN stays NaN.
  return products.map((kmes) => kmes.map((value) => Math.max(-1, Math.min(1, value))));
}
