/** The subject of correlates in one data set, and its features by their correlation with it. */

import { PASTED_VALUES } from '@omicon/contract/areas/statistics/correlates.ts';
import { numberAt } from '@omicon/domain/arrays/number-at.ts';
import type { Principal } from '@omicon/domain/permissions/permissions.ts';
import { toF64 } from '@omicon/search-index/kit/bytes.ts';
import { LRUCache } from 'lru-cache';
import { notFound, PortalError } from '../../base/errors.ts';
import type { Services } from '../../base/services.ts';
import type { CorrelateRequest, CorrelateResult } from '../../compute/kinds/correlate.ts';
import { readFeatures, readRowStatistics } from '../../records/data-set/expression.ts';
import { readFeatureList } from '../../records/data-set/feature-lists.ts';
import { findFeatureIndexes, type MeasuredDataSet } from '../../records/data-set/measured-data-set.ts';
import { findEigengene } from '../../records/network/eigengenes.ts';

const CORRELATES_BYTES = 64 * 1024 ** 2;
/** Results by the content of the matrix and the request, so an entry is never stale. */
const correlates = new LRUCache<string, CorrelateResult>({
  maxSize: CORRELATES_BYTES,
  sizeCalculation: (result) => 200 + (result.refusal === null ? 41 * result.features.length : 0),
});

export async function computeCorrelates(
  { computeThreads }: Services,
  request: CorrelateRequest,
  signal?: AbortSignal,
): Promise<CorrelateResult> {
  const { values, subject, subjectFeature, measure } = request;
  const bytes = Buffer.from(subject.buffer, subject.byteOffset, subject.byteLength).toString('base64');
  const key = JSON.stringify([values.matrix_storage_key, subjectFeature, measure, bytes]);
  const cached = correlates.get(key);
  if (cached !== undefined) return cached;
  const result = await computeThreads.compute('correlate', request, { signal });
  correlates.set(key, result);
  return result;
}

/** What features correlate with, in one data set. */
export interface Subject {
  name: string;
  values: Float64Array;
  feature: number | null;
}

/** Features with a correlation, and those that do not vary or have too few values; the subject is in neither. */
export function countTested({
  dataSet,
  subject,
  found: { features },
}: {
  dataSet: Pick<MeasuredDataSet, 'number_of_features'>;
  subject: Subject;
  found: Pick<Extract<CorrelateResult, { refusal: null }>, 'features'>;
}) {
  const own = subject.feature === null ? 0 : 1;
  return {
    tested: features.length,
    not_tested: dataSet.number_of_features - own - features.length,
  };
}

/** Of several features of a gene the one that varies most. */
export async function featureSubject(
  { db, store }: Services,
  dataSet: MeasuredDataSet,
  name: string,
): Promise<Subject> {
  const indexes = await findFeatureIndexes(db, dataSet, name);
  if (indexes.length === 0) throw new PortalError('invalid_input', `This data set has no feature ${name}.`);
  const statistics = await readRowStatistics(store, dataSet, indexes);
  const sdOf = (at: number) => statistics[at]?.sd ?? 0;
  const best = indexes.reduce((most, _, at) => (sdOf(at) > sdOf(most) ? at : most), 0);
  const feature = numberAt(indexes, best);
  const [values = new Float64Array(0)] = await readFeatures(store, dataSet, [feature]);
  const names = await readFeatureList(db, dataSet.feature_list_id);
  return { name: names[feature] ?? name, values, feature };
}

/** The eigengene over the samples of the data set; NaN for samples that the network does not have. */
export async function moduleSubject(
  { db }: Services,
  principal: Principal,
  dataSet: MeasuredDataSet,
  id: number,
): Promise<Subject> {
  const module = await findEigengene(db, principal, id);
  if (module === undefined) throw notFound('module');
  const eigengene = toF64(new Uint8Array(module.eigengene));
  const indexes = new Map(module.sample_labels.map((label, index) => [label, index]));
  const values = Float64Array.from(
    dataSet.sample_labels,
    (label) => eigengene[indexes.get(label) ?? -1] ?? Number.NaN,
  );
  return { name: module.name, values, feature: null };
}

/**
 * Why a subject has no correlates, as a sentence.
 * @param areChosen whether rules have chosen some of the samples
 */
export function refusalOf(
  refusal: 'fewer than 4 samples' | 'does not vary',
  name: string,
  areChosen = false,
): string {
  const isUnnamed = name === PASTED_VALUES;
  if (refusal === 'does not vary')
    return `${isUnnamed ? 'The pasted values' : `The values of ${name}`} do not vary in these samples.`;
  const samples = areChosen ? 'of the chosen samples' : 'samples of this data set';
  return `Fewer than four ${samples} have a ${isUnnamed ? 'pasted value' : `value of ${name}`}.`;
}
