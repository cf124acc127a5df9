/** Comparison of groups of samples over all features of a data set. */
import {
  type ComparisonTable,
  compareGroups,
  type GroupComparison,
} from '@omicon/domain/statistics/comparison/compare-groups.ts';
import { type Guard, guardScale, scaleOf } from '@omicon/domain/statistics/comparison/guards.ts';
import type { StoredValues, Work } from '../work.ts';

export interface ComparisonRequest extends GroupComparison {
  values: StoredValues;
}

export interface ComparisonResult {
  /** of the values; a refusal comes without a table */
  guards: Guard[];
  table: ComparisonTable | null;
}

export async function compareSampleGroups(
  { values, ...comparison }: ComparisonRequest,
  work: Work,
): Promise<ComparisonResult> {
  work.report(0, 1);
  // The prior of moderated tests depends on all features, so the matrix is not read in blocks.
  const matrix = await work.readMatrix(values);
  work.report(0, 1);
  const guards = guardScale(scaleOf(matrix.values), comparison.test);
  if (guards.some(({ is_refusal }) => is_refusal)) return { guards, table: null };
  const table = compareGroups(matrix, comparison);
  work.report(1, 1);
  return { guards, table };
}
