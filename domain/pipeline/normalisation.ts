/**
 * QN: every sample gets the same distribution. In: features x samples. Out: the complete features x the same samples.
 */
import type { FeatureMatrix } from '../statistics/matrix.ts';
import { quantileNormalise } from '../statistics/samples/quantile-normalisation.ts';
import { checkMatrix, completeFeatures, type SelectedFeatures } from './input.ts';
import { checkpoint, type Watch } from './watch.ts';

/**
 * Quantile normalisation of the features without missing values; the others are left out and listed.
 * @throws PipelineRefusal for a matrix that cannot be normalised
 * @source Bolstad et al. 2003, Bioinformatics 19:185; `preprocessCore::normalize.quantiles`
 */
export function normaliseSamples(
  matrix: FeatureMatrix,
  { areCountsAllowed = false } = {},
  watch?: Watch,
): SelectedFeatures {
  checkMatrix(matrix, { areCountsAllowed });
  const complete = completeFeatures(matrix);
  return {
    ...complete,
    matrix: quantileNormalise(complete.matrix, (done, total) =>
      checkpoint(watch, 'quantile normalisation', done / total),
    ),
  };
}
