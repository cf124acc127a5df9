/** Correlations in several data sets, combined by symbol. */

import {
  type CombinedSymbol,
  type CorrelatesOfSet,
  combineBySymbol,
} from '@omicon/domain/statistics/correlates/combined.ts';
import { adjustPValues } from '@omicon/domain/statistics/modules/traits.ts';
import type { Work } from '../work.ts';

export interface CombineRequest {
  sets: readonly CorrelatesOfSet[];
  /** symbols of the subject */
  leftOut: readonly number[];
  /** rows of the result */
  most: number;
}

export interface CombineResult {
  /** the first rows, with q over all symbols */
  rows: (CombinedSymbol & { p: number; qValue: number })[];
  /** symbols with a correlation */
  tested: number;
}

export async function combineCorrelates(
  { sets, leftOut, most }: CombineRequest,
  work: Work,
): Promise<CombineResult> {
  work.report(0, 1);
  const rows = combineBySymbol(sets, new Set(leftOut));
  const p = Float64Array.from(rows, ({ logP }) => Math.exp(logP));
  const q = adjustPValues(p);
  return {
    rows: rows.slice(0, most).map((row, at) => ({ ...row, p: p[at] ?? 1, qValue: q[at] ?? 1 })),
    tested: rows.length,
  };
}
