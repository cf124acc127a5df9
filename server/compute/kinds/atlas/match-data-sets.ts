/** The recurring modules of one data set against those of others. */
import { matchModules } from '@omicon/domain/statistics/recurrence/match-modules.ts';
import type { Work } from '../../work.ts';
import { type ProfileRequest, readDataSet, type StoredDataSet } from './module-profiles.ts';

export interface MatchDataSetsRequest extends ProfileRequest {
  one: StoredDataSet;
  others: StoredDataSet[];
}

/** Reciprocal best matches of two data sets, as parallel columns. */
export interface DataSetMatches {
  /** numbers of recurring modules of the one, and of the other */
  ofOne: Uint32Array;
  ofOther: Uint32Array;
  /** correlation of kME */
  r: Float64Array;
}

/** One result for each of the others. Holds two data sets at a time. */
export async function matchDataSets(request: MatchDataSetsRequest, work: Work): Promise<DataSetMatches[]> {
  const { one, others } = request;
  const profile = await readDataSet(request, one, work);
  const found: DataSetMatches[] = [];
  for (const [at, other] of others.entries()) {
    work.report(at, others.length);
    const matches = matchModules(profile, await readDataSet(request, other, work));
    found.push({
      ofOne: Uint32Array.from(matches, ({ a }) => a),
      ofOther: Uint32Array.from(matches, ({ b }) => b),
      r: Float64Array.from(matches, ({ r }) => r),
    });
  }
  return found;
}
