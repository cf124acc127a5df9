/**
 * BC: parametric ComBat with covariates, or of means only. In: features x samples, the batch of each sample. Out: the
 * complete features that vary x the same samples.
 */
import { numberAt } from '../arrays/number-at.ts';
import { type FeatureMatrix, featureValues } from '../statistics/matrix.ts';
import { mean, variance } from '../statistics/moments.ts';
import { factorSymmetric } from '../statistics/survival/solve-symmetric.ts';
import { type AttributeCells, type BatchDesign, batchDesign } from './batch-design.ts';
import { checkMatrix, completeFeatures, varyingFeatures } from './input.ts';
import { PipelineRefusal } from './refusal.ts';
import { checkpoint, type Watch } from './watch.ts';

export interface BatchCorrection {
  batch: AttributeCells;
  /** whose effects stay in the values */
  covariates?: readonly AttributeCells[];
  /** variances stay as they are; always so where a batch has one sample */
  isMeanOnly?: boolean;
  /** of the samples, for the sentences */
  labels: readonly string[];
  areCountsAllowed?: boolean;
}

/** Feature numbers are rows of the matrix that was given, ascending. */
export interface CorrectedBatches {
  matrix: FeatureMatrix;
  features: number[];
  /** with missing values, left out */
  incomplete: number[];
  /** left out */
  constant: number[];
  /** constant within a batch: kept as they are, as in sva */
  unadjusted: number[];
  batches: { name: string; sampleCount: number }[];
  isMeanOnly: boolean;
}

const STEP = 'batch correction';
/**
 * The iteration ends as in sva, where no estimate changes by more than this share: otherwise the results differ from R.
 */
const CONVERGENCE = 1e-4;

/** Standardised values of the adjusted features, with what undoes it. */
interface Standardised {
  /** rows of the matrix */
  features: number[];
  /** features x samples */
  values: Float64Array;
  /** grand mean and effects of the covariates, features x samples */
  expected: Float64Array;
  deviations: Float64Array;
}

/** Estimates of one batch, one per feature. */
interface BatchEffect {
  means: Float64Array;
  variances: Float64Array;
}

function isConstantWithin(values: Float64Array, { batches }: BatchDesign): boolean {
  return batches.some(({ samples }) => {
    const first = numberAt(values, samples[0] ?? 0);
    return samples.length > 1 && samples.every((sample) => values[sample] === first);
  });
}

/** X'X of the design, by rows: batches, then covariates. */
function normalMatrix({ batches, batchOf, covariates }: BatchDesign): Float64Array[] {
  const size = batches.length + covariates.length;
  const rows = Array.from({ length: size }, () => new Float64Array(size));
  const columnAt = (column: number, sample: number) =>
    column < batches.length
      ? Number(batchOf[sample] === column)
      : numberAt(covariates[column - batches.length] ?? [], sample);
  rows.forEach((row, a) => {
    for (let b = 0; b < size; b += 1)
      for (let sample = 0; sample < batchOf.length; sample += 1)
        row[b] = numberAt(row, b) + columnAt(a, sample) * columnAt(b, sample);
  });
  return rows;
}

/** X'y of one feature. */
function normalVector(values: Float64Array, { batches, batchOf, covariates }: BatchDesign): Float64Array {
  const right = new Float64Array(batches.length + covariates.length);
  values.forEach((value, sample) => {
    const batch = numberAt(batchOf, sample);
    right[batch] = numberAt(right, batch) + value;
    covariates.forEach((column, at) => {
      right[batches.length + at] = numberAt(right, batches.length + at) + value * numberAt(column, sample);
    });
  });
  return right;
}

/** Values less grand mean and covariates, over the pooled deviation of the residuals. */
function standardiseFeatures(
  matrix: FeatureMatrix,
  features: number[],
  design: BatchDesign,
  watch: Watch | undefined,
): Standardised {
  const { batches, batchOf, covariates } = design;
  const count = matrix.sampleCount;
  const solver = factorSymmetric(normalMatrix(design));
  if (solver === undefined)
    throw new PipelineRefusal('confounded', 'Batches and covariates cannot be told apart.');
  const values = new Float64Array(features.length * count);
  const expected = new Float64Array(features.length * count);
  const deviations = new Float64Array(features.length);
  features.forEach((feature, row) => {
    if (row % 500 === 0) checkpoint(watch, STEP, (0.4 * row) / features.length);
    const measured = featureValues(matrix, feature);
    const effects = solver.solve(normalVector(measured, design));
    const grandMean = batches.reduce(
      (sum, { samples }, batch) => sum + (samples.length / count) * numberAt(effects, batch),
      0,
    );
    let squares = 0;
    for (let sample = 0; sample < count; sample += 1) {
      const ofCovariates = covariates.reduce(
        (sum, column, at) => sum + numberAt(column, sample) * numberAt(effects, batches.length + at),
        0,
      );
      const fitted = numberAt(effects, numberAt(batchOf, sample)) + ofCovariates;
      squares += (numberAt(measured, sample) - fitted) ** 2;
      expected[row * count + sample] = grandMean + ofCovariates;
    }
    const deviation = Math.sqrt(squares / count);
    deviations[row] = deviation;
    for (let sample = 0; sample < count; sample += 1)
      values[row * count + sample] =
        // Covariates may explain a feature wholly; nothing is left to correct then.
        deviation > 0
          ? (numberAt(measured, sample) - numberAt(expected, row * count + sample)) / deviation
          : 0;
  });
  return { features, values, expected, deviations };
}

/** Mean and variance of every feature within one batch. */
function estimateEffect({ features, values }: Standardised, samples: readonly number[], count: number) {
  const effect: BatchEffect = {
    means: new Float64Array(features.length),
    variances: new Float64Array(features.length),
  };
  const inside = new Float64Array(samples.length);
  for (let row = 0; row < features.length; row += 1) {
    samples.forEach((sample, at) => {
      inside[at] = numberAt(values, row * count + sample);
    });
    effect.means[row] = mean(inside);
    effect.variances[row] = variance(inside);
  }
  return effect;
}

/**
 * Shrinks means towards the mean of the batch, with n taken as 1 whatever its size, as sva does.
 * @source `sva::ComBat(mean.only = TRUE)`
 */
function shrinkMeans({ means }: BatchEffect): BatchEffect {
  const [centre, spread] = [mean(means), variance(means)];
  return {
    means: means.map((estimate) => (spread * estimate + centre) / (spread + 1)),
    variances: new Float64Array(means.length).fill(1),
  };
}

/** Shrinks means and variances towards those of the batch, by the parametric empirical Bayes iteration. */
function shrinkEffect({ means, variances }: BatchEffect, n: number, watch: Watch | undefined): BatchEffect {
  const [centre, spread] = [mean(means), variance(means)];
  const [m, s2] = [mean(variances), variance(variances)];
  const a = (2 * s2 + m * m) / s2;
  const b = (m * s2 + m ** 3) / s2;
  const shrunken = { means: means.slice(), variances: variances.slice() };
  for (let change = 1; change > CONVERGENCE; ) {
    checkpoint(watch, STEP, 0.5);
    change = Number.NEGATIVE_INFINITY;
    for (let row = 0; row < means.length; row += 1) {
      const estimate = numberAt(means, row);
      const [oldMean, oldVariance] = [numberAt(shrunken.means, row), numberAt(shrunken.variances, row)];
      const nextMean = (spread * n * estimate + oldVariance * centre) / (spread * n + oldVariance);
      // The sum of squares around the new mean, from those around the mean of the batch.
      const squares = (n - 1) * numberAt(variances, row) + n * (estimate - nextMean) ** 2;
      const nextVariance = (0.5 * squares + b) / (n / 2 + a - 1);
      // As sva has it: changes relative to the old estimate with its sign, so that negative means never delay the end.
      change = Math.max(
        change,
        Math.abs(nextMean - oldMean) / oldMean,
        Math.abs(nextVariance - oldVariance) / oldVariance,
      );
      shrunken.means[row] = nextMean;
      shrunken.variances[row] = nextVariance;
    }
  }
  return shrunken;
}

/**
 * Removes the differences of location and scale between batches. Effects of the covariates stay.
 * @throws PipelineRefusal if the batches cannot be corrected
 * @source Johnson, Li & Rabinovic 2007, Biostatistics 8:118; `sva::ComBat(par.prior = TRUE)`
 */
export function correctBatches(
  input: FeatureMatrix,
  { batch, covariates = [], isMeanOnly = false, labels, areCountsAllowed = false }: BatchCorrection,
  watch?: Watch,
): CorrectedBatches {
  checkMatrix(input, { areCountsAllowed });
  if (batch.cells.length !== input.sampleCount)
    throw new RangeError(`${batch.cells.length} batches are paired with ${input.sampleCount} samples.`);
  const design = batchDesign(batch, covariates, labels);
  const complete = completeFeatures(input);
  const varying = varyingFeatures(complete.matrix);
  const { matrix } = varying;
  const rows = Array.from({ length: matrix.featureCount }, (_, row) => row);
  const adjusted = rows.filter((row) => !isConstantWithin(featureValues(matrix, row), design));
  if (adjusted.length === 0)
    throw new PipelineRefusal('no_features', 'Every feature is constant within a batch.');
  const hasSingleSample = design.batches.some(({ samples }) => samples.length === 1);
  const areMeansOnly = isMeanOnly || hasSingleSample;
  const standardised = standardiseFeatures(matrix, adjusted, design, watch);
  const effects = design.batches.map(({ samples }, index) => {
    checkpoint(watch, STEP, 0.4 + (0.4 * index) / design.batches.length);
    const effect = estimateEffect(standardised, samples, matrix.sampleCount);
    return areMeansOnly ? shrinkMeans(effect) : shrinkEffect(effect, samples.length, watch);
  });
  const rowOf = (row: number) => numberAt(complete.features, numberAt(varying.features, row));
  const adjustedRows = new Set(adjusted);
  return {
    matrix: withoutEffects(matrix, { standardised, effects, design }, watch),
    features: rows.map(rowOf),
    incomplete: complete.left,
    constant: varying.left.map((row) => numberAt(complete.features, row)),
    unadjusted: rows.filter((row) => !adjustedRows.has(row)).map(rowOf),
    batches: design.batches.map(({ name, samples }) => ({ name, sampleCount: samples.length })),
    isMeanOnly: areMeansOnly,
  };
}

/** The values on their own scale again, without the effects of the batches. */
function withoutEffects(
  matrix: FeatureMatrix,
  {
    standardised,
    effects,
    design,
  }: { standardised: Standardised; effects: readonly BatchEffect[]; design: BatchDesign },
  watch: Watch | undefined,
): FeatureMatrix {
  const count = matrix.sampleCount;
  const values = matrix.values.slice();
  const { features, expected, deviations } = standardised;
  features.forEach((feature, row) => {
    if (row % 500 === 0) checkpoint(watch, STEP, 0.8 + (0.2 * row) / features.length);
    for (let sample = 0; sample < count; sample += 1) {
      const effect = effects[numberAt(design.batchOf, sample)];
      if (effect === undefined) continue;
      const free =
        (numberAt(standardised.values, row * count + sample) - numberAt(effect.means, row)) /
        Math.sqrt(numberAt(effect.variances, row));
      values[feature * count + sample] =
        free * numberAt(deviations, row) + numberAt(expected, row * count + sample);
    }
  });
  return { ...matrix, values };
}
