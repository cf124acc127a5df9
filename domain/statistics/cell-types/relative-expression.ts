/**
 * In which cell types the genes of a set are expressed. Means are genes x cell types, of log-normalised expression; NaN
 * where a gene is not measured in a type.
 */
import { f64At } from '../../arrays/number-at.ts';
import type { FeatureMatrix } from '../matrix.ts';

/** A type and the one after it, as columns; null where there is none. */
export interface RelativeExpression {
  /** mean of the members divided by the mean of all genes, for each type; NaN where undefined */
  relative: Float64Array;
  /** relative expression index: the same divided by its largest value; in [0, 1], 1 for the top type */
  index: Float64Array;
  /** members measured in at least one type */
  measured: number;
  top: number | null;
  next: number | null;
}

/**
 * Mean of some genes in each type, over those measured there; NaN for a type without any.
 * @param genes distinct rows
 */
export function meansOfGenes(matrix: FeatureMatrix, genes: Iterable<number>): Float64Array {
  const { sampleCount: types, values } = matrix;
  const [sums, counts] = [new Float64Array(types), new Float64Array(types)];
  for (const gene of genes) {
    for (let type = 0; type < types; type += 1) {
      const value = f64At(values, gene * types + type);
      if (Number.isNaN(value)) continue;
      sums[type] = f64At(sums, type) + value;
      counts[type] = f64At(counts, type) + 1;
    }
  }
  return sums.map((sum, type) => sum / f64At(counts, type));
}

/** Mean of all genes in each type: what the expression of a set is divided by. */
export function meansOfTypes(matrix: FeatureMatrix): Float64Array {
  return meansOfGenes(matrix, Array(matrix.featureCount).keys());
}

/** Whether a gene is measured in any type. */
export function isMeasured({ sampleCount, values }: FeatureMatrix, gene: number): boolean {
  for (let type = 0; type < sampleCount; type += 1)
    if (!Number.isNaN(f64At(values, gene * sampleCount + type))) return true;
  return false;
}

/** Column of the largest number, except one; null if no other is a number. Of equal ones the first. */
function largestExcept(values: Float64Array, left: number | null): number | null {
  let best: number | null = null;
  for (const [type, value] of values.entries()) {
    if (type === left || Number.isNaN(value)) continue;
    if (best === null || value > f64At(values, best)) best = type;
  }
  return best;
}

/**
 * Expression of a set of genes in each type, relative to all genes and to the type where it is highest. There is no top
 * type if no member is expressed.
 * @param members distinct rows
 */
export function relativeExpression(matrix: FeatureMatrix, members: readonly number[]): RelativeExpression {
  const background = meansOfTypes(matrix);
  const relative = meansOfGenes(matrix, members).map((value, type) => {
    const all = f64At(background, type);
    return all > 0 ? value / all : Number.NaN;
  });
  const highest = largestExcept(relative, null);
  const most = highest === null ? 0 : f64At(relative, highest);
  const top = most > 0 ? highest : null;
  return {
    relative,
    index: relative.map((value) => (most > 0 ? value / most : Number.NaN)),
    measured: members.filter((gene) => isMeasured(matrix, gene)).length,
    top,
    next: top === null ? null : largestExcept(relative, top),
  };
}
