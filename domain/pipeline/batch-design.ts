/** The linear model of ComBat: one column a batch, then the covariates; and what makes it impossible. */
import { covariateOf, levelsOf } from '../statistics/comparison/covariates.ts';
import { basisOf } from '../statistics/comparison/design-basis.ts';
import { PipelineRefusal, someOf } from './refusal.ts';

/** An attribute of the samples; null, blank and `NA` are missing. */
export interface AttributeCells {
  attribute: string;
  /** one per sample */
  cells: readonly (string | null)[];
}

export interface BatchDesign {
  batches: { name: string; samples: number[] }[];
  /** index of the batch of each sample */
  batchOf: Int32Array;
  /** columns of the covariates, one value per sample: numbers as they are, texts as treatment contrasts */
  covariates: Float64Array[];
}

function batchesOf({ attribute, cells }: AttributeCells, labels: readonly string[]): BatchDesign['batches'] {
  const all = cells.map((_, sample) => sample);
  const names = levelsOf(cells, all);
  const batches = names.map((name) => ({
    name,
    samples: all.filter((sample) => cells[sample]?.trim() === name),
  }));
  const known = new Set(batches.flatMap(({ samples }) => samples));
  const missing = all.filter((sample) => !known.has(sample)).map((sample) => labels[sample] ?? '');
  if (missing.length > 0)
    throw new PipelineRefusal(
      'samples_without_batch',
      `Samples without a value of ${attribute}: ${someOf(missing)}.`,
    );
  if (batches.length < 2)
    throw new PipelineRefusal(
      'one_batch',
      `All samples have the same ${attribute}, so there is no batch effect to remove.`,
    );
  if (batches.length === cells.length)
    throw new PipelineRefusal(
      'single_samples',
      `Every sample has another ${attribute}, so batches cannot be estimated.`,
    );
  return batches;
}

function isSpanned(columns: readonly Float64Array[]): boolean {
  return basisOf(columns, 0).columns.length < columns.length;
}

/**
 * The design of a batch correction.
 * @param labels of the samples, for the sentences
 * @throws PipelineRefusal if a sample has no batch or no covariate, for one batch, and where batches and covariates
 * cannot be told apart; the sentence names the covariate
 */
export function batchDesign(
  batch: AttributeCells,
  covariates: readonly AttributeCells[],
  labels: readonly string[],
): BatchDesign {
  const batches = batchesOf(batch, labels);
  const all = batch.cells.map((_, sample) => sample);
  const indicators = batches.map(({ samples }) => {
    const column = new Float64Array(all.length);
    for (const sample of samples) column[sample] = 1;
    return column;
  });
  const columns: Float64Array[] = [];
  for (const { attribute, cells } of covariates) {
    const covariate = covariateOf(attribute, cells, all);
    if (covariate.missing.length > 0)
      throw new PipelineRefusal(
        'samples_without_covariate',
        `Samples without a value of ${attribute}: ${someOf(covariate.missing.map((sample) => labels[sample] ?? ''))}.`,
      );
    if (isSpanned([...indicators, ...covariate.columns]))
      throw new PipelineRefusal(
        'confounded',
        `${batch.attribute} and ${attribute} are confounded: their effects cannot be told apart.`,
      );
    columns.push(...covariate.columns);
    if (isSpanned([...indicators, ...columns]))
      throw new PipelineRefusal(
        'confounded',
        `${attribute} is confounded with ${batch.attribute} and the covariates before it.`,
      );
  }
  const batchOf = new Int32Array(all.length);
  batches.forEach(({ samples }, index) => {
    for (const sample of samples) batchOf[sample] = index;
  });
  return { batches, batchOf, covariates: columns };
}
