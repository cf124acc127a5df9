/** Comparison of groups of samples over all features. Owns table sample_group. */

import {
  compareSamples,
  MAX_COMPARED_FEATURES,
  rankSetsByComparison,
} from '@omicon/contract/areas/statistics/comparisons.ts';
import type { Principal } from '@omicon/domain/permissions/permissions.ts';
import { displayAttribute } from '@omicon/domain/records/samples/sample-attributes.ts';
import type { Guard } from '@omicon/domain/statistics/comparison/guards.ts';
import type { ComparisonTest } from '@omicon/domain/statistics/comparison/tests.ts';
import { orNull } from '@omicon/domain/statistics/or-null.ts';
import type { GeneRanking } from '@omicon/search-index/result-rows/rank/rank-sets-by-values.ts';
import { LRUCache } from 'lru-cache';
import { PortalError } from '../../base/errors.ts';
import { type Route, serveInThread } from '../../base/http/serve.ts';
import type { Db } from '../../base/postgres/database.ts';
import type { Services } from '../../base/services.ts';
import type { ComparisonRequest, ComparisonResult } from '../../compute/kinds/compare-groups.ts';
import { readFeatureList } from '../../records/data-set/feature-lists.ts';
import { getMeasuredDataSet, readCells, storedValuesOf } from '../../records/data-set/measured-data-set.ts';
import { repairIdentifiers, symbolsByIdentifier } from '../../records/gene/repair-list.ts';
import { rankSetsIn } from '../../records/gene-set/ranked-sets.ts';
import { listValueLabels } from '../../records/sample/value-labels.ts';
import { type ComparisonQuestion, resolveComparison } from './resolve-groups.ts';

const F64 = 8;

/** Results by the content of the matrix and the request, so an entry is never stale. */
const results = new LRUCache<string, ComparisonResult>({
  maxSize: 64 * 1024 ** 2,
  sizeCalculation: ({ table }) =>
    200 + F64 * (table === null ? 0 : table.features.length * (8 + table.means.length)),
});

async function compute(
  { computeThreads }: Services,
  request: ComparisonRequest,
  signal: AbortSignal,
): Promise<ComparisonResult> {
  const { values, groups, covariates, ...rest } = request;
  const key = JSON.stringify([
    values.matrix_storage_key,
    groups.map((group) => [...group]),
    covariates.map((column) => [...column]),
    rest,
  ]);
  const cached = results.get(key);
  if (cached !== undefined) return cached;
  const result = await computeThreads.compute('comparison', request, { signal });
  results.set(key, result);
  return result;
}

/** Columns of the reply, the features with the smallest P. */
function toColumns({ table }: ComparisonResult, names: readonly string[], groups: number) {
  if (table === null || table.features.length === 0)
    return {
      ...{ prior: null, features: [], difference: [], statistic: [], p_value: [], log10_p: [], q_value: [] },
      ...{ means: Array.from({ length: groups }, () => []), tested: 0, left_out: table?.leftOut ?? 0 },
    };
  const cut = (column: Float64Array) => Array.from(column.subarray(0, MAX_COMPARED_FEATURES));
  const { prior } = table;
  return {
    prior: prior === null ? null : { d0: Number.isFinite(prior.d0) ? prior.d0 : null, s2_0: prior.s02 },
    features: Array.from(table.features.subarray(0, MAX_COMPARED_FEATURES), (row) => names[row] ?? ''),
    difference: cut(table.difference),
    means: table.means.map((column) => cut(column).map(orNull)),
    statistic: cut(table.statistic),
    p_value: cut(table.p),
    log10_p: cut(table.log10P),
    q_value: cut(table.q),
    tested: table.features.length,
    left_out: table.leftOut,
  };
}

const NO_TABLE: ComparisonResult = { guards: [], table: null };

/** The sentence if a design cannot separate the groups from the attributes. */
function guardResult({ table }: ComparisonResult, { adjust_for }: ComparisonQuestion): Guard[] {
  if (table === null || table.features.length > 0) return [];
  const sentence =
    adjust_for.length === 0
      ? 'No feature has enough values to be tested.'
      : `The groups cannot be told apart from ${adjust_for.map(displayAttribute).join(' and ')}.`;
  return [{ kind: 'not_estimable', sentence, is_refusal: true }];
}

/** What genes are ranked by; larger values of F and H mean larger differences of any kind. */
const RANKED_BY: Record<ComparisonTest, string> = {
  'moderated-t': 'moderated t',
  welch: 't',
  'rank-sum': 'z of the rank sum',
  'moderated-f': 'moderated F',
  'kruskal-wallis': '-log10 P of H',
};

interface Call {
  db: Db;
  principal: Principal;
  services: Services;
  signal: AbortSignal;
}

interface Asked extends ComparisonQuestion {
  data_set: number;
}

/** Resolves the groups and compares them, unless a guard refuses. */
async function runComparison({ db, principal, services, signal }: Call, { data_set, ...question }: Asked) {
  const dataSet = await getMeasuredDataSet(db, principal, data_set);
  const values = storedValuesOf(dataSet);
  const columns = await readCells(services.pool, dataSet, dataSet.sample_columns);
  const valueLabels = await listValueLabels(
    db,
    [...columns].map(([attribute, cells]) => ({ attribute, values: cells })),
  );
  const resolved = resolveComparison({ labels: dataSet.sample_labels, columns, valueLabels }, question);
  const isRefused = resolved.guards.some(({ is_refusal }) => is_refusal);
  const request = {
    values,
    test: question.test,
    groups: resolved.groups.map(({ samples }) => Uint32Array.from(samples)),
    isPaired: question.is_paired,
    covariates: resolved.covariates,
  };
  const result = isRefused ? NO_TABLE : await compute(services, request, signal);
  const names = await readFeatureList(db, dataSet.feature_list_id);
  const guards = [...resolved.guards, ...result.guards, ...guardResult(result, question)];
  return { dataSet, resolved, result, names, guards };
}

/** What ranks every feature. @throws PortalError 400 with the reason where groups cannot be compared */
function rankingOf({ dataSet, result, guards }: Awaited<ReturnType<typeof runComparison>>): Float64Array {
  const refusal = guards.find(({ is_refusal }) => is_refusal);
  if (refusal !== undefined) throw new PortalError('invalid_input', refusal.sentence);
  const values = new Float64Array(dataSet.number_of_features).fill(Number.NaN);
  result.table?.features.forEach((feature, at) => {
    values[feature] = result.table?.ranking[at] ?? Number.NaN;
  });
  return values;
}

/** Features that the search index knows by their symbols; others, of data sets without a network, by their names. */
async function toRanking(
  { services, principal }: Pick<Call, 'services' | 'principal'>,
  { dataSet, names }: Pick<Awaited<ReturnType<typeof runComparison>>, 'dataSet' | 'names'>,
  values: Float64Array,
): Promise<GeneRanking> {
  const { feature_list_id } = dataSet;
  const { lists } = await services.searchThreads.ask({
    kind: 'list-symbols',
    feature_lists: [feature_list_id],
  });
  if ((lists[0]?.features.length ?? 0) > 0) return { kind: 'feature-list', feature_list_id, values };
  const symbolsOf = symbolsByIdentifier(await repairIdentifiers(services, principal, names));
  const pairs = names.flatMap((name, at) => symbolsOf(name).map((symbol) => ({ symbol, at })));
  return {
    kind: 'symbols',
    symbols: pairs.map(({ symbol }) => symbol),
    values: Float64Array.from(pairs, ({ at }) => values[at] ?? Number.NaN),
  };
}

export const comparisonRoutes: Route[] = [
  serveInThread(compareSamples, async (call) => {
    const { params, body } = call;
    const { dataSet, resolved, result, names, guards } = await runComparison(call, {
      ...body,
      data_set: params.id,
    });
    return {
      groups: resolved.groups.map(({ name, samples }) => ({
        name,
        n: samples.length,
        samples: samples.map((sample) => dataSet.sample_labels[sample] ?? ''),
      })),
      guards,
      test: body.test,
      ...toColumns(result, names, body.groups.length),
    };
  }),

  serveInThread(rankSetsByComparison, async (call) => {
    const { groups, test, is_paired, adjust_for, ...options } = call.body;
    const question = { groups, test, is_paired, adjust_for };
    const compared = await runComparison(call, { ...question, data_set: call.params.id });
    const ranking = await toRanking(call, compared, rankingOf(compared));
    const ranked_by = `${RANKED_BY[test]} of ${groups.map(({ name }) => name).join(' against ')}, ${compared.dataSet.title}`;
    return rankSetsIn(call.services, { ranking, ranked_by, repair: null }, options, call.signal);
  }),
];
