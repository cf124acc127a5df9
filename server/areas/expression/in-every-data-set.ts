/** A gene in every data set that measures it, by group of a sample attribute: the table beside the picture of one. */

import {
  type GeneInDataSet,
  listGeneExpression,
  MAX_DATA_SETS_OF_GENE,
  MAX_GROUPS_OF_GENE,
  type NoGeneTestReason,
} from '@omicon/contract/areas/statistics/expression.ts';
import { numberAt } from '@omicon/domain/arrays/number-at.ts';
import type { SampleColumn } from '@omicon/domain/records/samples/sample-columns.ts';
import {
  EXPRESSION_STATISTICS,
  type ExpressionTest,
  isTested,
} from '@omicon/domain/statistics/expression/test-kinds.ts';
import { adjustPValues } from '@omicon/domain/statistics/modules/traits.ts';
import pLimit from 'p-limit';
import { serveInThread } from '../../base/http/serve.ts';
import type { Services } from '../../base/services.ts';
import type { GeneInValues } from '../../compute/kinds/gene-expression.ts';
import { readRowStatistics } from '../../records/data-set/expression.ts';
import { listFeatureNames } from '../../records/data-set/feature-lists.ts';
import { listStoredDataSets, type StoredDataSet } from '../../records/data-set/measured-data-set.ts';
import { featuresOf, getGeneSymbol } from '../../records/gene/find-gene.ts';
import { omiconIdOf, toPage } from '../../records/lists/replies.ts';
import { findColumnOfEach } from '../../records/sample/sample-columns.ts';
import { listValueLabels } from '../../records/sample/value-labels.ts';
import { viewerOf } from '../../records/search/searching.ts';

/** Data sets read at the same time: enough to hide the delay of an S3 store. */
const READS_AT_ONCE = 16;

interface Measured extends Omit<GeneInValues, 'test'> {
  dataSet: StoredDataSet;
  /** index of the feature in the list of the data set; null until its values are stored */
  index: number | null;
  test: ExpressionTest | null;
  not_tested: NoGeneTestReason | null;
}

/** Why the gene is not tested; null if it is, and without an attribute. */
function reasonOf(
  attribute: string | undefined,
  { column, found }: { column: SampleColumn | undefined; found: GeneInValues | undefined },
): NoGeneTestReason | null {
  if (attribute === undefined) return null;
  if (found === undefined) return 'values not stored yet';
  if (column === undefined) return 'no such attribute';
  if (found.test === null) return 'the attribute does not tell the samples apart';
  return isTested(found.test) ? null : found.test.reason;
}

function isStored({ matrix_storage_key, row_statistics_storage_key }: StoredDataSet): boolean {
  return matrix_storage_key !== null && row_statistics_storage_key !== null;
}

/** The feature with the highest mean: of several probes, the one that measures the gene best. */
async function highestOf({ store }: Services, dataSet: StoredDataSet, indexes: readonly number[]) {
  if (indexes.length < 2) return indexes[0] ?? 0;
  const means = (await readRowStatistics(store, dataSet, indexes)).map(({ mean }) => mean);
  const best = means.reduce((most, mean, at) => (mean > (means[most] ?? -Infinity) ? at : most), 0);
  return numberAt(indexes, best);
}

interface GeneRow {
  dataSet: StoredDataSet;
  featureIndexes: readonly number[];
}

/**
 * A gene in every data set, by an attribute that their samples may not have. The values are read and tested in a
 * compute thread.
 */
async function measure(
  services: Services,
  found: readonly GeneRow[],
  { attribute, signal }: { attribute: string | undefined; signal: AbortSignal | undefined },
): Promise<Measured[]> {
  const limit = pLimit(READS_AT_ONCE);
  const [indexes, columns] = await Promise.all([
    Promise.all(
      found.map(({ dataSet, featureIndexes }) =>
        limit(async () => (isStored(dataSet) ? highestOf(services, dataSet, featureIndexes) : null)),
      ),
    ),
    attribute === undefined
      ? new Map<number, SampleColumn>()
      : findColumnOfEach(
          services.pool,
          found.map(({ dataSet }) => dataSet),
          attribute,
        ),
  ]);
  const wanted = found.flatMap(({ dataSet }, at) => {
    const index = indexes[at] ?? null;
    return index === null ? [] : [{ dataSet, index }];
  });
  const measured = await services.computeThreads.compute(
    'gene_expression',
    {
      dataSets: wanted.map(({ dataSet, index }) => ({
        matrix_storage_key: dataSet.matrix_storage_key ?? '',
        number_of_samples: dataSet.number_of_samples,
        index,
        column: columns.get(dataSet.owner_id) ?? null,
      })),
      attribute,
      mostGroups: MAX_GROUPS_OF_GENE,
    },
    { signal },
  );
  const of = new Map(wanted.map(({ dataSet, index }, at) => [dataSet, { index, values: measured[at] }]));
  return found.map(({ dataSet }) => {
    const { index, values: found } = of.get(dataSet) ?? {};
    const known = found ?? { n: 0, median: null, groups: [], number_of_groups: 0, test: null };
    const { test } = known;
    return {
      ...{ dataSet, index: index ?? null, ...known },
      test: test !== null && isTested(test) ? test : null,
      not_tested: reasonOf(attribute, { column: columns.get(dataSet.owner_id), found }),
    };
  });
}

type Sorting = { sort: 'n' | 'title' | 'median' | 'p_value'; order: 'asc' | 'desc' };

const collator = new Intl.Collator('en', { sensitivity: 'base', numeric: true });

/** In the order that was asked for; what has no such value is last in any order. */
function sortRows<Row extends Measured>(rows: readonly Row[], { sort, order }: Sorting): Row[] {
  const sign = order === 'desc' ? -1 : 1;
  const keyOf = ({ n, median, test }: Measured) =>
    sort === 'n' ? n : sort === 'median' ? median : (test?.p ?? null);
  return rows.toSorted((a, b) => {
    const tie = a.dataSet.number - b.dataSet.number;
    if (sort === 'title') return sign * collator.compare(a.dataSet.title, b.dataSet.title) || tie;
    const [first, second] = [keyOf(a), keyOf(b)];
    if (first === null || second === null) return Number(first === null) - Number(second === null) || tie;
    return sign * (first - second) || tie;
  });
}

function toTest(
  { p, ...test }: ExpressionTest,
  { dataSet, q }: { dataSet: StoredDataSet; q: number },
): GeneInDataSet['test'] {
  const left_out = dataSet.number_of_samples - test.n;
  return { ...test, left_out, statistic_name: EXPRESSION_STATISTICS[test.kind], p_value: p, q_value: q };
}

function countReasons(rows: readonly Measured[]): { reason: NoGeneTestReason; n: number }[] {
  const byReason = Map.groupBy(
    rows.flatMap(({ not_tested }) => not_tested ?? []),
    (reason) => reason,
  );
  return [...byReason].map(([reason, { length }]) => ({ reason, n: length })).sort((a, b) => b.n - a.n);
}

function countCollections(rows: readonly Measured[]): number {
  return new Set(rows.map(({ dataSet }) => dataSet.data_collection_number)).size;
}

/** Names and labels of the rows of a page. */
async function toResults(
  { db }: Services,
  rows: readonly (Measured & { q: number })[],
  attribute: string | undefined,
): Promise<GeneInDataSet[]> {
  const values = rows.flatMap(({ groups }) => groups.map(({ name }) => name));
  const [names, labels] = await Promise.all([
    listFeatureNames(
      db,
      rows.map(({ dataSet, index }) => ({ feature_list_id: dataSet.feature_list_id, index: index ?? 0 })),
    ),
    attribute === undefined ? new Map() : listValueLabels(db, [{ attribute, values }]),
  ]);
  const known: Record<string, string> = labels.get(attribute ?? '') ?? {};
  return rows.map(({ dataSet, index, n, median, groups, number_of_groups, test, not_tested, q }, at) => ({
    id: dataSet.number,
    omicon_id: omiconIdOf('DS', dataSet.number),
    title: dataSet.title,
    feature: index === null ? null : (names[at] ?? null),
    ...{ n, median, number_of_groups },
    groups: groups.map((group) => ({
      ...group,
      label: group.name === null ? null : (known[group.name] ?? group.name),
    })),
    test: test === null ? null : toTest(test, { dataSet, q }),
    not_tested,
  }));
}

export const geneExpressionRoute = serveInThread(
  listGeneExpression,
  async ({ db, principal, params, query, services, signal }) => {
    const { attribute, search } = query;
    const found = await services.searchThreads.ask({
      kind: 'gene-data-sets',
      viewer: viewerOf(principal),
      features: await featuresOf(services, await getGeneSymbol(services, principal, params.symbol)),
      ...{ data_set: null, search, sort: 'number_of_samples', order: 'desc' },
      ...{ from: 0, to: MAX_DATA_SETS_OF_GENE },
    });
    const ids = found.rows.map(({ id }) => id);
    const dataSets = await listStoredDataSets(db, principal, { ids, attribute });
    const readable = found.rows.flatMap(({ id, featureIndexes }) => {
      const dataSet = dataSets.get(id);
      // Removed since the search.
      return dataSet === undefined ? [] : [{ dataSet, featureIndexes }];
    });
    const measured = await measure(services, readable, { attribute, signal });
    const q = adjustPValues(Float64Array.from(measured, ({ test }) => test?.p ?? Number.NaN));
    const sorted = sortRows(
      measured.map((row, at) => ({ ...row, q: q[at] ?? 1 })),
      query,
    );
    const { page, page_size } = query;
    const rows = sorted.slice((page - 1) * page_size, page * page_size);
    const tested = measured.filter(({ test }) => test !== null);
    return {
      ...toPage(await toResults(services, rows, attribute), sorted.length, query),
      tested: tested.length,
      tested_collections: countCollections(tested),
      collections: countCollections(measured),
      not_tested: countReasons(measured),
      left_out: found.total - found.rows.length,
    };
  },
);
