import { numberAt } from '../arrays/number-at.ts';
/** Measured values, features x samples, row-major: feature `f` holds `values[f * sampleCount .. + sampleCount]`. */
export interface FeatureMatrix {
  featureCount: number;
  sampleCount: number;
  values: Float64Array;
}

/**
 * A matrix from one row of values per feature. Shape: features x samples.
 * @throws RangeError if the rows differ in length
 */
export function featureMatrix(rows: readonly ArrayLike<number>[]): FeatureMatrix {
  const sampleCount = rows[0]?.length ?? 0;
  const values = new Float64Array(rows.length * sampleCount);
  rows.forEach((row, feature) => {
    if (row.length !== sampleCount) {
      throw new RangeError(`Feature ${feature} has ${row.length} values, the first has ${sampleCount}.`);
    }
    values.set(row, feature * sampleCount);
  });
  return { featureCount: rows.length, sampleCount, values };
}

/**
 * The values of one feature over all samples, as a view.
 * @throws RangeError if there is no such feature
 */
export function featureValues(matrix: FeatureMatrix, feature: number): Float64Array {
  if (!Number.isInteger(feature) || feature < 0 || feature >= matrix.featureCount) {
    throw new RangeError(`There is no feature ${feature} among ${matrix.featureCount}.`);
  }
  return matrix.values.subarray(feature * matrix.sampleCount, (feature + 1) * matrix.sampleCount);
}

/**
 * The values of one sample over all features, as a copy.
 * @throws RangeError if there is no such sample
 */
export function sampleValues(matrix: FeatureMatrix, sample: number): Float64Array {
  if (!Number.isInteger(sample) || sample < 0 || sample >= matrix.sampleCount) {
    throw new RangeError(`There is no sample ${sample} among ${matrix.sampleCount}.`);
  }
  return Float64Array.from({ length: matrix.featureCount }, (_, feature) =>
    numberAt(matrix.values, feature * matrix.sampleCount + sample),
  );
}

/** All features for some samples, in the requested order. Shape: features x `samples.length`. */
export function selectSamples(matrix: FeatureMatrix, samples: readonly number[]): FeatureMatrix {
  const values = new Float64Array(matrix.featureCount * samples.length);
  for (let feature = 0; feature < matrix.featureCount; feature += 1) {
    const row = featureValues(matrix, feature);
    samples.forEach((sample, column) => {
      values[feature * samples.length + column] = numberAt(row, sample);
    });
  }
  return { featureCount: matrix.featureCount, sampleCount: samples.length, values };
}

/** Some features for all samples, in the requested order. Shape: `features.length` x samples. */
export function selectFeatures(matrix: FeatureMatrix, features: readonly number[]): FeatureMatrix {
  const values = new Float64Array(features.length * matrix.sampleCount);
  features.forEach((feature, row) => {
    values.set(featureValues(matrix, feature), row * matrix.sampleCount);
  });
  return { featureCount: features.length, sampleCount: matrix.sampleCount, values };
}
