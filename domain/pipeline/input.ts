/** What every step asks of a matrix before it computes, and which features it leaves out. */
import { scaleOf } from '../statistics/comparison/guards.ts';
import { type FeatureMatrix, featureValues, selectFeatures } from '../statistics/matrix.ts';
import { PipelineRefusal } from './refusal.ts';

/** Below it, neither a sample network nor a correlation says anything. */
export const MIN_SAMPLES = 4;
/** Whole numbers up to this may be rounded logarithms; above it they are counts. */
const MAX_LOGARITHM = 1000;

/** A matrix without some of its features. Feature numbers are rows of the matrix that was given. */
export interface SelectedFeatures {
  matrix: FeatureMatrix;
  /** rows that were kept, ascending */
  features: number[];
  /** rows that were left out, ascending */
  left: number[];
}

/**
 * Refuses a matrix that no step of the pipeline is made for.
 * @param areCountsAllowed the person has seen that the values look like counts, and wants them as they are
 * @throws PipelineRefusal for fewer than four samples, and for raw counts
 */
export function checkMatrix(matrix: FeatureMatrix, { areCountsAllowed = false } = {}): void {
  if (matrix.sampleCount < MIN_SAMPLES)
    throw new PipelineRefusal(
      'few_samples',
      `The data set has ${matrix.sampleCount} samples; at least ${MIN_SAMPLES} are needed.`,
    );
  const { areIntegers, min, max } = scaleOf(matrix.values);
  if (!areCountsAllowed && areIntegers && min >= 0 && max > MAX_LOGARITHM)
    throw new PipelineRefusal(
      'raw_counts',
      `All values are whole numbers up to ${max.toLocaleString('en')}, like raw counts; log-transform first.`,
    );
}

function keepFeatures(matrix: FeatureMatrix, isKept: (values: Float64Array) => boolean): SelectedFeatures {
  const features: number[] = [];
  const left: number[] = [];
  for (let feature = 0; feature < matrix.featureCount; feature += 1)
    (isKept(featureValues(matrix, feature)) ? features : left).push(feature);
  return { features, left, matrix: left.length === 0 ? matrix : selectFeatures(matrix, features) };
}

/**
 * Features with a value for every sample.
 * @param matrix features x samples; missing values are NaN
 * @throws PipelineRefusal if there is none
 */
export function completeFeatures(matrix: FeatureMatrix): SelectedFeatures {
  const selected = keepFeatures(matrix, (values) => !values.some(Number.isNaN));
  if (selected.features.length === 0)
    throw new PipelineRefusal('no_features', 'Every feature has missing values.');
  return selected;
}

/**
 * Features whose values are not all the same.
 * @throws PipelineRefusal if there is none
 */
export function varyingFeatures(matrix: FeatureMatrix): SelectedFeatures {
  const selected = keepFeatures(matrix, (values) => values.some((value) => value !== values[0]));
  if (selected.features.length === 0)
    throw new PipelineRefusal('no_features', 'No feature varies over the samples.');
  return selected;
}

/** Each name once: a repeated one gets the number of its repetition, as `make.unique` of R does (`IDH1`, `IDH1.1`). */
export function uniqueNames(names: readonly string[]): { names: string[]; repeated: string[] } {
  const known = new Set(names);
  const seen = new Map<string, number>();
  const repeated = new Set<string>();
  const unique = names.map((name) => {
    const before = seen.get(name);
    seen.set(name, before ?? 0);
    if (before === undefined) return name;
    repeated.add(name);
    let number = before + 1;
    while (known.has(`${name}.${number}`)) number += 1;
    known.add(`${name}.${number}`);
    seen.set(name, number);
    return `${name}.${number}`;
  });
  return { names: unique, repeated: [...repeated] };
}
