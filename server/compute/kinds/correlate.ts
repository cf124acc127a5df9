/** Features of a data set by their correlation with one profile. */

import { i32At, u8At } from '@omicon/domain/arrays/number-at.ts';
import {
  type CorrelationMeasure,
  correlatesOf,
  profilesOf,
} from '@omicon/domain/statistics/correlates/correlates.ts';
import { adjustPValues } from '@omicon/domain/statistics/modules/traits.ts';
import { ComputeCancelled, type StoredValues, type Work } from '../work.ts';

export interface CorrelateRequest {
  values: StoredValues;
  /** one value per sample of the data set; NaN where missing */
  subject: Float64Array;
  /** row of the subject, which has no result; null if it is no feature */
  subjectFeature: number | null;
  measure: CorrelationMeasure;
}

/** Features with a correlation, in columns of equal length, or why there are none. */
export type CorrelateResult =
  | { refusal: 'fewer than 4 samples' | 'does not vary' }
  | {
      refusal: null;
      features: Uint32Array;
      r: Float64Array;
      n: Int32Array;
      p: Float64Array;
      /** natural logarithm of `p` */
      logP: Float64Array;
      q: Float64Array;
      isCopy: Uint8Array;
    };

export async function correlate(
  { values, subject, subjectFeature, measure }: CorrelateRequest,
  work: Work,
): Promise<CorrelateResult> {
  const matrix = await work.readMatrix(values);
  const report = (done: number, total: number) => work.report(done, total);
  // Pearson needs a few additions for a row; the others would take a second at each request.
  const isKept = measure !== 'pearson' && !subject.some(Number.isNaN);
  const profiles = isKept
    ? work.keep(`${values.matrix_storage_key} ${measure}`, () => profilesOf(matrix, measure, report))
    : undefined;
  const found = correlatesOf(matrix, subject, {
    measure,
    ...(profiles === undefined ? {} : { profiles }),
    ...(subjectFeature === null ? {} : { subjectFeature }),
    onProgress: report,
  });
  if (found === 'cancelled') throw new ComputeCancelled();
  if (typeof found === 'string') return { refusal: found };
  const features = Uint32Array.from(found.r.keys()).filter(
    (feature) => !Number.isNaN(found.r[feature] ?? Number.NaN),
  );
  const pick = (column: Float64Array) =>
    Float64Array.from(features, (feature) => column[feature] ?? Number.NaN);
  const logP = pick(found.logP);
  const p = logP.map(Math.exp);
  return {
    refusal: null,
    features,
    r: pick(found.r),
    n: Int32Array.from(features, (feature) => i32At(found.n, feature)),
    p,
    logP,
    q: adjustPValues(p),
    isCopy: Uint8Array.from(features, (feature) => u8At(found.isCopy, feature)),
  };
}
