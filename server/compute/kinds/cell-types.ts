/** In which cell types of a reference a set of genes is highest, and the markers of a type. */
import { f64At } from '@omicon/domain/arrays/number-at.ts';
import {
  type RelativeExpression,
  relativeExpression,
} from '@omicon/domain/statistics/cell-types/relative-expression.ts';
import { tauOf } from '@omicon/domain/statistics/cell-types/specificity.ts';
import { RANDOM_SETS, type TopTypeTest, testTopType } from '@omicon/domain/statistics/cell-types/top-type.ts';
import { featureValues } from '@omicon/domain/statistics/matrix.ts';
import type { StoredValues, Work } from '../work.ts';

/** Additions of one null: a fifth of a second. Large sets are tested by fewer random ones, whose number is shown. */
const MAX_ADDITIONS = 400_000_000;
const MIN_RANDOM_SETS = 1000;

export interface CellTypesRequest {
  /** means, genes x types, at the beginning of the tables of a level */
  means: StoredValues;
  /** distinct rows */
  members: Int32Array;
  seed: number;
}

export interface CellTypesResult extends RelativeExpression {
  /** null without a top type */
  test: TopTypeTest | null;
}

/** The index of all types, and the two tests of the top one. */
export async function cellTypesOfSet(
  { means, members, seed }: CellTypesRequest,
  work: Work,
): Promise<CellTypesResult> {
  const matrix = await work.readMatrix(means);
  const rows = [...members];
  const found = relativeExpression(matrix, rows);
  if (found.top === null) return { ...found, test: null };
  const additions = Math.max(1, rows.length * matrix.sampleCount);
  const sets = Math.min(RANDOM_SETS, Math.max(MIN_RANDOM_SETS, Math.floor(MAX_ADDITIONS / additions)));
  const test = testTopType(matrix, rows, {
    seed,
    sets,
    onProgress: (done, total) => work.report(done, total),
  });
  return { ...found, test };
}

export interface MarkersRequest {
  means: StoredValues;
  /** index of the first percentage among the numbers of the object; null without them */
  percents: number | null;
  /** column */
  type: number;
}

/** Genes whose mean is highest in the type; parallel arrays. */
export interface MarkersResult {
  rows: number[];
  tau: number[];
  means: number[];
  /** null without percentages; NaN where one is missing */
  percents: number[] | null;
  nextMeans: number[];
  /** columns */
  nextTypes: number[];
}

/** The highest of the other types; null if the gene is highest elsewhere. Of equal means the first type counts. */
function nextOf(means: Float64Array, type: number): number | null {
  let next: number | null = null;
  for (const [other, value] of means.entries()) {
    if (other === type || Number.isNaN(value)) continue;
    if (next === null || value > f64At(means, next)) next = other;
  }
  const own = f64At(means, type);
  if (next === null || !(own > 0)) return null;
  const highest = f64At(means, next);
  return own > highest || (own === highest && type < next) ? next : null;
}

/** Markers of a type, in the order of the genes. */
export async function markersOfType(
  { means, percents, type }: MarkersRequest,
  work: Work,
): Promise<MarkersResult> {
  const matrix = await work.readMatrix(means);
  const { featureCount, sampleCount } = matrix;
  const found: MarkersResult = { rows: [], tau: [], means: [], percents: null, nextMeans: [], nextTypes: [] };
  for (let row = 0; row < featureCount; row += 1) {
    const values = featureValues(matrix, row);
    const next = nextOf(values, type);
    if (next === null) continue;
    found.rows.push(row);
    found.tau.push(tauOf(values));
    found.means.push(f64At(values, type));
    found.nextMeans.push(f64At(values, next));
    found.nextTypes.push(next);
  }
  if (percents === null) return found;
  const count = featureCount * sampleCount;
  const [table = new Float64Array(0)] = await work.readNumbers([
    { storage_key: means.matrix_storage_key, start: percents, count },
  ]);
  return { ...found, percents: found.rows.map((row) => f64At(table, row * sampleCount + type)) };
}
