import {
  type FeatureMatrix,
  featureMatrix,
  featureValues,
  numberAt,
  selectSamples,
} from '@omicon/domain/statistics/matrix.ts';
import { mean } from '@omicon/domain/statistics/moments.ts';
import { OUTLIER_CUT, sampleNetwork } from '@omicon/domain/statistics/samples/sample-network.ts';

/** Z.K below which a sample is removed after the first round, which is stricter, because one outlier hides the next. */
const LATER_CUT = -3;

/**
 * Samples that remain after iterative outlier removal, as column numbers in ascending order. At least three, the minimum for
 * a sample network.
 */
export function samplesWithoutOutliers(matrix: FeatureMatrix): number[] {
  let kept = Array.from({ length: matrix.sampleCount }, (_, sample) => sample);
  for (let cut = OUTLIER_CUT; kept.length > 3; cut = LATER_CUT) {
    const zConnectivity = sampleNetwork(selectSamples(matrix, kept)).zConnectivity;
    const staying = kept.filter((_, index) => numberAt(zConnectivity, index) >= cut);
    if (staying.length < 3 || (staying.length === kept.length && cut === LATER_CUT)) break;
    kept = staying;
  }
  return kept;
}

/**
 * Batch correction by location: within every batch each feature is moved to its mean over all samples.
 * The laboratory's file names call this step ComBat. Shape: features x samples.
 * @throws RangeError if there is not one batch per sample
 */
export function correctBatches(matrix: FeatureMatrix, batches: readonly number[]): FeatureMatrix {
  if (batches.length !== matrix.sampleCount) throw new RangeError('Every sample belongs to one batch.');
  const rows = Array.from({ length: matrix.featureCount }, (_, feature) => {
    const values = featureValues(matrix, feature);
    const centre = mean(values);
    const shifts = new Map(
      [...new Set(batches)].map((batch) => [
        batch,
        centre - mean(values.filter((_, sample) => batches[sample] === batch)),
      ]),
    );
    return values.map((value, sample) => value + (shifts.get(batches[sample] ?? 0) ?? 0));
  });
  return featureMatrix(rows);
}

/** Values with the three decimals of a laboratory file: every step starts from the previous file. */
export function roundedMatrix(matrix: FeatureMatrix): FeatureMatrix {
  return { ...matrix, values: matrix.values.map((value) => Math.round(value * 1000) / 1000) };
}
