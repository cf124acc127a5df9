import { i32At, numberAt } from '../../arrays/number-at.ts';
import { bicorProfile, correlationOfProfiles, pearsonProfile } from '../correlation.ts';
import { logStudentTails } from '../distributions/tails.ts';
import { dotProducts } from '../kernel/kernel.ts';
import { type FeatureMatrix, featureValues } from '../matrix.ts';
import { adjustPValues } from '../modules/traits.ts';
import { averageRanks } from '../row-statistics.ts';

export type CorrelationMeasure = 'pearson' | 'bicor' | 'spearman';

const MIN_SAMPLES = 4;
/** Features between two calls of `onProgress`: some 20 ms of bicor with 200 samples. */
const BLOCK = 500;
/** The computed correlation of equal values may miss 1 by rounding. */
const COPY_FROM = 1 - 1e-9;

/** One value per feature; NaN where a feature does not vary or has fewer than four samples with the subject. */
export interface Correlates {
  /** In [-1, 1]. */
  r: Float64Array;
  /** Samples with both values. */
  n: Int32Array;
  t: Float64Array;
  /** Natural logarithm of the two-sided P of Student's t with n - 2 degrees of freedom. */
  logP: Float64Array;
  /** Benjamini-Hochberg over all features but the subject. */
  q: Float64Array;
  /** 1 for a row with the values of the subject, in all samples with a value of the subject. */
  isCopy: Uint8Array;
}

export type NoCorrelates = 'fewer than 4 samples' | 'does not vary' | 'cancelled';

const PROFILES = {
  pearson: pearsonProfile,
  bicor: bicorProfile,
  spearman: (values: ArrayLike<number>) => pearsonProfile(averageRanks(values)),
};

interface CorrelatesOptions {
  measure: CorrelationMeasure;
  /** Sample columns to use; all by default. */
  samples?: ArrayLike<number>;
  /** Row of the subject itself, which has no result. */
  subjectFeature?: number;
  /** Of `profilesOf` for the measure, so that they are not made again; not with `samples`. */
  profiles?: Float64Array;
  /** Called after each block with the number of features done and in all. */
  onProgress?: (done: number, total: number) => void;
  /** Asked before each block. */
  isCancelled?: () => boolean;
}

/** Unit profiles of the features without a missing value, features x samples; NaN for the others. */
export function profilesOf(
  matrix: FeatureMatrix,
  measure: CorrelationMeasure,
  onProgress?: (done: number, total: number) => void,
): Float64Array<ArrayBuffer> {
  const { featureCount, sampleCount } = matrix;
  const profiles = new Float64Array(featureCount * sampleCount).fill(Number.NaN);
  for (let feature = 0; feature < featureCount; feature += 1) {
    const values = featureValues(matrix, feature);
    if (!values.some(Number.isNaN)) profiles.set(PROFILES[measure](values), feature * sampleCount);
    if ((feature + 1) % BLOCK === 0) onProgress?.(feature + 1, featureCount);
  }
  return profiles;
}

/**
 * Correlations of one profile with all features (features x samples, NaN = missing, left out pairwise).
 * @param subject one value per sample of the matrix
 * @throws RangeError if the subject has another length
 * @source `cor(use = "pairwise.complete.obs")`; `WGCNA::bicor(maxPOutliers = 1)`
 */
export function correlatesOf(
  matrix: FeatureMatrix,
  subject: ArrayLike<number>,
  options: CorrelatesOptions,
): Correlates | NoCorrelates {
  const { measure, subjectFeature, onProgress, isCancelled } = options;
  const { featureCount: total, sampleCount } = matrix;
  if (subject.length !== sampleCount)
    throw new RangeError(`${subject.length} values are paired with ${sampleCount} samples.`);
  const all = options.samples ?? Array.from({ length: sampleCount }, (_, sample) => sample);
  const samples = Int32Array.from(all).filter((sample) => !Number.isNaN(numberAt(subject, sample)));
  if (samples.length < MIN_SAMPLES) return 'fewer than 4 samples';
  const values = Float64Array.from(samples, (sample) => numberAt(subject, sample));
  const profileOf = PROFILES[measure];
  const profile = profileOf(values);
  if (Number.isNaN(profile[0])) return 'does not vary';
  const r = new Float64Array(total);
  const n = new Int32Array(total).fill(samples.length);
  const row = new Float64Array(samples.length);
  // Profiles are of all samples, so they hold only where the subject has a value in each.
  const kept = samples.length === sampleCount && options.samples === undefined ? options.profiles : undefined;
  for (let first = 0; first < total; first += BLOCK) {
    if (isCancelled?.()) return 'cancelled';
    const count = Math.min(BLOCK, total - first);
    const incomplete: number[] = [];
    const [products = r] = dotProducts({ count, length: samples.length }, [profile], (index, into) => {
      const feature = first + index;
      if (!copyRow(featureValues(matrix, feature), samples, row)) incomplete.push(feature);
      else if (kept === undefined) into.set(profileOf(row));
      else into.set(kept.subarray(feature * sampleCount, (feature + 1) * sampleCount));
    });
    r.set(
      products.map((product) => Math.max(-1, Math.min(1, product))),
      first,
    );
    for (const feature of incomplete) {
      copyRow(featureValues(matrix, feature), samples, row);
      const present = row.map((value) => (Number.isNaN(value) ? 0 : 1));
      const pick = (source: Float64Array) => source.filter((_, at) => present[at] === 1);
      const complete = pick(row);
      n[feature] = complete.length;
      r[feature] =
        complete.length < MIN_SAMPLES
          ? Number.NaN
          : correlationOfProfiles(profileOf(pick(values)), profileOf(complete));
    }
    onProgress?.(first + count, total);
  }
  if (subjectFeature !== undefined) r[subjectFeature] = Number.NaN;
  const isCopy = Uint8Array.from(r, (value, feature) => {
    if (!(value >= COPY_FROM)) return 0;
    copyRow(featureValues(matrix, feature), samples, row);
    return row.every((one, at) => one === values[at]) ? 1 : 0;
  });
  return { ...withTests(r, n), isCopy };
}

/** Values of some samples of a feature. @returns whether none is missing */
function copyRow(feature: Float64Array, samples: Int32Array, into: Float64Array): boolean {
  let isComplete = true;
  for (let at = 0; at < samples.length; at += 1) {
    const value = feature[i32At(samples, at)] ?? Number.NaN;
    into[at] = value;
    if (Number.isNaN(value)) isComplete = false;
  }
  return isComplete;
}

function withTests(r: Float64Array, n: Int32Array): Omit<Correlates, 'isCopy'> {
  const t = r.map((value, feature) =>
    Number.isNaN(value) ? value : value * Math.sqrt((numberAt(n, feature) - 2) / ((1 - value) * (1 + value))),
  );
  const logP = t.map((value, feature) =>
    Number.isNaN(value) ? value : logStudentTails(value, numberAt(n, feature) - 2),
  );
  return {
    r,
    n,
    t,
    logP,
    q: adjustPValues(logP.map(Math.exp)),
  };
}
