import { correlationPValue, pearsonProfile } from '../correlation.ts';
import { dotProducts } from '../kernel/kernel.ts';
import { type FeatureMatrix, featureValues, numberAt } from '../matrix.ts';
import { mean, standardise } from '../moments.ts';

/** A module eigengene with the share of the module's variance it explains. */
export interface ModuleEigengene {
  /** one value per sample, unit length */
  values: Float64Array;
  /** PC1VE, in (0, 1] */
  varianceExplained: number;
}

/** The iteration stops when the vector changes by less; it is then precise to about ten digits. */
const TOLERANCE = 1e-13;
const MAX_ROUNDS = 20_000;

/** One round of power iteration: X'X v, without forming the samples x samples matrix. */
function multiplyByCovariance(profiles: readonly Float64Array[], vector: Float64Array): Float64Array {
  const product = new Float64Array(vector.length);
  for (const profile of profiles) {
    let dot = 0;
    for (let sample = 0; sample < profile.length; sample += 1) {
      dot += (profile[sample] ?? 0) * (vector[sample] ?? 0);
    }
    for (let sample = 0; sample < profile.length; sample += 1) {
      product[sample] = (product[sample] ?? 0) + dot * (profile[sample] ?? 0);
    }
  }
  return product;
}

function lengthOf(vector: Float64Array): number {
  return Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0));
}

/**
 * Start of the iteration: the mean profile is close to the result for covarying features. The added cosine keeps it from
 * being exactly orthogonal to the first component if features cancel out.
 */
function startVector(meanProfile: Float64Array): Float64Array {
  const size = lengthOf(meanProfile) || 1;
  const start = meanProfile.map((value, sample) => value / size + 1e-3 * Math.cos(1 + sample * 2.399963));
  const length = lengthOf(start);
  return start.map((value) => value / length);
}

/**
 * Module eigengene: first principal component of the standardised features of a module, one value per sample.
 * Unit length; the sign follows the mean of the standardised features. Features that do not vary are left out.
 * Shape: features x samples in, samples out.
 * @throws RangeError if no feature varies
 * @source Langfelder & Horvath 2007, BMC Syst Biol 1:54
 */
export function moduleEigengene(features: FeatureMatrix): ModuleEigengene {
  const profiles: Float64Array[] = [];
  for (let feature = 0; feature < features.featureCount; feature += 1) {
    const profile = standardise(featureValues(features, feature));
    if (!Number.isNaN(profile[0])) profiles.push(profile);
  }
  if (profiles.length === 0) throw new RangeError('No feature of the module varies over the samples.');
  const meanProfile = Float64Array.from({ length: features.sampleCount }, (_, sample) =>
    mean(profiles.map((profile) => numberAt(profile, sample))),
  );
  let vector = startVector(meanProfile);
  let eigenvalue = 0;
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const product = multiplyByCovariance(profiles, vector);
    eigenvalue = lengthOf(product);
    const next = product.map((value) => value / eigenvalue);
    const change = lengthOf(next.map((value, sample) => value - numberAt(vector, sample)));
    vector = next;
    if (change < TOLERANCE) break;
  }
  const along = vector.reduce((sum, value, sample) => sum + value * numberAt(meanProfile, sample), 0);
  return {
    values: along < 0 ? vector.map((value) => -value) : vector,
    varianceExplained: eigenvalue / (profiles.length * (features.sampleCount - 1)),
  };
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

/** P values of kME over `sampleCount` samples, two-sided, in [1e-300, 1]; 1e-300 where kME is NaN. */
export function kmePValues(kmes: Float64Array, sampleCount: number): Float64Array {
  return kmes.map((correlation) => correlationPValue(correlation, sampleCount));
}
