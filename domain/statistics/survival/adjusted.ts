/** Whether a model can tell its subject from the attributes that it is adjusted for. */
import { numberAt } from '../../arrays/number-at.ts';
import { basisOf } from '../comparison/design-basis.ts';

/**
 * Whether the covariates of the subject say something that the others do not, among the samples with all of them.
 * @param subject one value per sample each
 * @param adjusted one value per sample each; NaN where missing
 */
export function isEstimable(
  subject: readonly ArrayLike<number>[],
  adjusted: readonly ArrayLike<number>[],
  samples: readonly number[],
): boolean {
  const all = [...adjusted, ...subject];
  const complete = samples.filter((sample) => all.every((column) => !Number.isNaN(numberAt(column, sample))));
  const columns = all.map((column) => Float64Array.from(complete, (sample) => numberAt(column, sample)));
  const design = [new Float64Array(complete.length).fill(1), ...columns];
  return basisOf(design, subject.length).triangle !== null;
}
