import { f64At } from '../../arrays/number-at.ts';
import { averageRanks } from '../row-statistics.ts';

/** A module of another network beside the one that is looked for elsewhere. */
interface Compared {
  id: number;
  /** of the genes that both contain; null if the module is too small to test */
  p_value: number | null;
  q_value: number | null;
  /** correlation of kME, in [-1, 1]; null without kME */
  rho: number | null;
}

/** Ranks from 1, the smallest value first, equal ones sharing the mean of theirs; NaN after all others. */
function ranksOf(values: readonly number[]): Float64Array {
  return averageRanks(values).map((rank) => (Number.isNaN(rank) ? values.length : rank));
}

/**
 * Modules by overlap and correlation together: the mean of the rank by P of the overlap, smallest first, and of that by
 * correlation of kME, largest first. Those that overlap by chance, with q of 1, are last; equal ones by correlation,
 * then by id. What is null has the last rank.
 */
export function orderCounterparts<Row extends Compared>(rows: readonly Row[]): Row[] {
  const byP = ranksOf(rows.map(({ p_value }) => p_value ?? Number.NaN));
  const byRho = ranksOf(rows.map(({ rho }) => (rho === null ? Number.NaN : -rho)));
  return rows
    .map((row, at) => ({ row, isChance: row.q_value === 1, rank: f64At(byP, at) + f64At(byRho, at) }))
    .sort(
      (a, b) =>
        Number(a.isChance) - Number(b.isChance) ||
        a.rank - b.rank ||
        (b.row.rho ?? Number.NEGATIVE_INFINITY) - (a.row.rho ?? Number.NEGATIVE_INFINITY) ||
        a.row.id - b.row.id,
    )
    .map(({ row }) => row);
}
