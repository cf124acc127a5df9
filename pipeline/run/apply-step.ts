/**
 * What OR, QN and BC make of a data set, without files. In: a data set. Out: the data set after the step, and what
 * people should know about it.
 */

import { correctBatches } from '@omicon/domain/pipeline/combat.ts';
import { uniqueNames } from '@omicon/domain/pipeline/input.ts';
import { normaliseSamples } from '@omicon/domain/pipeline/normalisation.ts';
import { type OutlierRules, proposeOutliers } from '@omicon/domain/pipeline/outliers.ts';
import { PipelineRefusal, someOf } from '@omicon/domain/pipeline/refusal.ts';
import type { Watch } from '@omicon/domain/pipeline/watch.ts';
import { countOf } from '@omicon/domain/records/count-of.ts';
import type { StepCode } from '@omicon/domain/records/lineage.ts';
import { type FeatureMatrix, selectSamples } from '@omicon/domain/statistics/matrix.ts';
import { cellsOf, type LaboratoryDataSet } from '../files/laboratory-data-set.ts';
import { PROGRAM } from '../files/program.ts';

/** One step; the samples to remove are a person's, or those that the rounds of sample networks propose. */
export type PreparationStep =
  | { code: 'OR'; remove: readonly string[] }
  | { code: 'OR'; rules: Pick<OutlierRules, 'cuts' | 'maxRounds'> }
  | { code: 'QN' }
  | { code: 'BC'; batch: string; covariates: readonly string[]; isMeanOnly: boolean };

/** How the data set that a step makes is called. */
export interface StepOutput {
  title: string;
  version: string;
}

/** Name of a data set that a step makes, if nobody gave one. */
export function outputOf({ title, version }: StepOutput, code: StepCode): StepOutput {
  return { title: `${title} ${code}`, version: `${version}.1` };
}

interface StepOptions {
  areCountsAllowed: boolean;
  watch: Watch | undefined;
}

/** Decimals of written values: the next step begins with what the file says, as R would. */
const DECIMALS = 6;

/** A new data set without its names. */
interface StepResult {
  matrix: FeatureMatrix;
  /** rows of the matrix before */
  features: readonly number[];
  /** columns of the matrix before */
  samples: readonly number[];
  transformation: string;
  /** what the step was asked for, null if it has no parameters */
  parameters: string | null;
  remarks: string[];
}

const everything = (count: number) => Array.from({ length: count }, (_, index) => index);

function remarkOf(rows: readonly number[], features: readonly string[], what: string): string[] {
  if (rows.length === 0) return [];
  return [`${countOf(rows.length, 'feature')} ${what}: ${someOf(rows.map((row) => features[row] ?? ''))}.`];
}

function removeOutliers(
  { matrix, labels, features }: LaboratoryDataSet,
  step: Extract<PreparationStep, { code: 'OR' }>,
  { areCountsAllowed, watch }: StepOptions,
): StepResult {
  if ('remove' in step) {
    const unknown = step.remove.filter((label) => !labels.includes(label));
    if (unknown.length > 0)
      throw new PipelineRefusal('parameters', `These samples are not in the data set: ${someOf(unknown)}.`);
  }
  const proposal =
    'rules' in step ? proposeOutliers(matrix, { ...step.rules, areCountsAllowed }, watch) : null;
  const gone = new Set('remove' in step ? step.remove : []);
  const kept = proposal?.kept ?? labels.flatMap((label, sample) => (gone.has(label) ? [] : [sample]));
  const removed = labels.filter((_, sample) => !kept.includes(sample));
  const rounds = proposal?.rounds.map(({ cut }) => cut).join(', ');
  return {
    matrix: selectSamples(matrix, kept),
    features: everything(matrix.featureCount),
    samples: kept,
    transformation: proposal === null ? 'Outlier removal' : `Outlier removal (Z.K below ${rounds})`,
    parameters: [
      ...(proposal === null ? [] : [`Z.K below ${rounds}`]),
      `removed: ${removed.join(', ') || 'none'}`,
    ].join('; '),
    remarks: [
      removed.length === 0
        ? 'No sample was removed.'
        : `${countOf(removed.length, 'sample')} removed: ${removed.join(', ')}.`,
      ...remarkOf(
        proposal?.incomplete ?? [],
        features,
        'with missing values not used for the sample network',
      ),
    ],
  };
}

function normalise({ matrix, features }: LaboratoryDataSet, options: StepOptions): StepResult {
  const normal = normaliseSamples(matrix, options, options.watch);
  return {
    matrix: normal.matrix,
    features: normal.features,
    samples: everything(matrix.sampleCount),
    transformation: 'Quantile normalisation',
    parameters: null,
    remarks: remarkOf(normal.left, features, 'with missing values left out'),
  };
}

function withoutBatches(
  { matrix, features, labels, sampleAttributes }: LaboratoryDataSet,
  { batch, covariates, isMeanOnly }: Extract<PreparationStep, { code: 'BC' }>,
  { areCountsAllowed, watch }: StepOptions,
): StepResult {
  const unknown = [batch, ...covariates].filter((name) => !sampleAttributes.columns.includes(name));
  if (unknown.length > 0)
    throw new PipelineRefusal('parameters', `The samples have no attribute ${someOf(unknown)}.`);
  const attributeOf = (attribute: string) => ({ attribute, cells: cellsOf(sampleAttributes, attribute) });
  const corrected = correctBatches(
    matrix,
    {
      batch: attributeOf(batch),
      covariates: covariates.map(attributeOf),
      isMeanOnly,
      labels,
      areCountsAllowed,
    },
    watch,
  );
  const kind = corrected.isMeanOnly ? 'ComBat, means only,' : 'ComBat';
  const kept = covariates.length === 0 ? '' : `, keeping ${covariates.join(', ')}`;
  const sizes = corrected.batches.map(({ name, sampleCount }) => `${name} (${sampleCount})`).join(', ');
  return {
    matrix: corrected.matrix,
    features: corrected.features,
    samples: everything(matrix.sampleCount),
    transformation: `${kind} on ${batch}${kept}`,
    parameters: [
      `batches of ${batch}`,
      ...(covariates.length === 0 ? [] : [`effects of ${covariates.join(', ')} kept`]),
      ...(corrected.isMeanOnly ? ['means only'] : []),
    ].join('; '),
    remarks: [
      `Samples of each ${batch}: ${sizes}.`,
      ...(corrected.isMeanOnly && !isMeanOnly
        ? ['A batch has one sample, so only means were corrected.']
        : []),
      ...remarkOf(corrected.incomplete, features, 'with missing values left out'),
      ...remarkOf(corrected.constant, features, 'without variance left out'),
      ...remarkOf(corrected.unadjusted, features, 'constant within a batch kept unchanged'),
    ],
  };
}

function take(dataSet: LaboratoryDataSet, step: PreparationStep, options: StepOptions): StepResult {
  if (step.code === 'OR') return removeOutliers(dataSet, step, options);
  return step.code === 'QN' ? normalise(dataSet, options) : withoutBatches(dataSet, step, options);
}

/** The data set after a step: companions with the rows that are left, and the step among its transformations. */
function afterStep(
  before: LaboratoryDataSet,
  { matrix, features, samples, transformation, parameters }: StepResult,
  { title, version }: StepOutput,
): LaboratoryDataSet {
  const earlier = before.attributes.get('Transformations') ?? '';
  const transformations = [earlier, transformation].filter((text) => text !== '').join('; ');
  const attributes = new Map(before.attributes)
    .set('Transformations', transformations)
    .set('Parameters', parameters)
    .set('Program', PROGRAM);
  attributes.delete('Upload Date');
  const pick = <T>(list: readonly T[], indexes: readonly number[]) =>
    indexes.flatMap((index) => list.slice(index, index + 1));
  const scale = 10 ** DECIMALS;
  return {
    ...before,
    title,
    version,
    attributes,
    features: uniqueNames(pick(before.features, features)).names,
    featureMetadata: {
      columns: before.featureMetadata.columns,
      rows: pick(before.featureMetadata.rows, features),
    },
    labels: pick(before.labels, samples),
    sampleAttributes: {
      columns: before.sampleAttributes.columns,
      rows: pick(before.sampleAttributes.rows, samples),
    },
    matrix: { ...matrix, values: matrix.values.map((value) => Math.round(value * scale) / scale) },
  };
}

/**
 * The data set that a step makes, with the values that its file has.
 * @returns whole sentences beside it: samples that were removed, features that were left out or renamed
 * @throws PipelineRefusal, PipelineStopped
 */
export function applyStep(
  before: LaboratoryDataSet,
  step: PreparationStep,
  output: StepOutput,
  { areCountsAllowed = false, watch }: { areCountsAllowed?: boolean; watch?: Watch | undefined } = {},
): { dataSet: LaboratoryDataSet; remarks: string[] } {
  const { repeated } = uniqueNames(before.features);
  const result = take(before, step, { areCountsAllowed, watch });
  const renamed =
    repeated.length === 0 ? [] : [`Identifiers that occur more than once got a number: ${someOf(repeated)}.`];
  return { dataSet: afterStep(before, result, output), remarks: [...result.remarks, ...renamed] };
}
