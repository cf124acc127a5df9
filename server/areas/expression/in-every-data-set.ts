/** A gene in every data set that measures it, by group of a sample attribute: the table beside the picture of one. */
import {
  type GeneInDataSet,
  listGeneExpression,
  MAX_DATA_SETS_OF_GENE,
  MAX_GROUPS_OF_GENE,
} from '@omicon/contract/areas/statistics/expression.ts';
import { expressionTests } from '@omicon/domain/statistics/expression/by-attribute.ts';
import { adjustPValues } from '@omicon/domain/statistics/modules/traits.ts';
import { quantile } from '@omicon/domain/statistics/moments.ts';
import type { GeneDataSetRow } from '@omicon/search-index/result-rows/gene-data-sets.ts';
import pLimit from 'p-limit';
import { serve } from '../../base/http/serve.ts';
import type { Services } from '../../base/services.ts';
import { featuresOf } from '../../database/genes/find-gene.ts';
import { readFeatures, readRowStatistics } from '../../database/measurements/expression.ts';
import { listFeatureNames } from '../../database/measurements/feature-lists.ts';
import {
  listMeasuredDataSets,
  type MeasuredDataSet,
  readCells,
} from '../../database/measurements/measured-data-set.ts';
import { omiconIdOf, toPage } from '../../database/shared/replies.ts';
import { viewerOf } from '../../database/shared/searching.ts';
import { listValueLabels } from '../../database/shared/value-labels.ts';
import { findAttributeColumn, groupSamples } from './panels.ts';

/** Data sets read at the same time: enough to hide the delay of an S3 store. */
const READS_AT_ONCE = 16;

type Test = NonNullable<GeneInDataSet['test']>;

interface Measured {
  dataSet: MeasuredDataSet;
  /** index of the feature in the list of the data set; null until its values are stored */
  index: number | null;
  n: number;
  median: number | null;
  groups: { name: string | null; n: number; median: number }[];
  test: Omit<Test, 'q_value'> | null;
}

function medianOf(values: Float64Array, samples: readonly number[]): number {
  return quantile(
    Float64Array.from(samples, (sample) => values[sample] ?? 0),
    0.5,
  );
}

/** The feature with the highest mean: of several probes, the one that measures the gene best. */
async function highestOf({ store }: Services, dataSet: MeasuredDataSet, indexes: readonly number[]) {
  if (indexes.length < 2) return indexes[0] ?? 0;
  const means = (await readRowStatistics(store, dataSet, indexes)).map(({ mean }) => mean);
  const best = means.reduce((most, mean, at) => (mean > (means[most] ?? -Infinity) ? at : most), 0);
  return indexes[best] ?? 0;
}

/** A gene in one data set, by an attribute that its samples may not have. */
async function measure(
  services: Services,
  dataSet: MeasuredDataSet,
  { featureIndexes, attribute }: Pick<GeneDataSetRow, 'featureIndexes'> & { attribute: string | undefined },
): Promise<Measured> {
  const { matrix_storage_key, row_statistics_storage_key } = dataSet;
  if (matrix_storage_key === null || row_statistics_storage_key === null)
    return { dataSet, index: null, n: 0, median: null, groups: [], test: null };
  const index = await highestOf(services, dataSet, featureIndexes);
  const [[values = new Float64Array(0)], cells] = await Promise.all([
    readFeatures(services.store, dataSet, [index]),
    attribute === undefined ? new Map() : readCells(services.pool, dataSet, [attribute]),
  ]);
  const column = findAttributeColumn(cells, attribute);
  const present = [...values.keys()].filter((sample) => !Number.isNaN(values[sample]));
  const groups =
    column === null || column.trait.kind === 'numeric'
      ? []
      : groupSamples(present, column).map(({ name, samples }) => ({
          ...{ name, n: samples.length },
          median: medianOf(values, samples),
        }));
  const [test] = column === null ? [] : expressionTests(values, column.trait, new Set(present));
  return {
    ...{ dataSet, index, groups, n: present.length },
    median: present.length === 0 ? null : medianOf(values, present),
    test: test === undefined ? null : { ...test, p_value: test.p },
  };
}

type Sorting = { sort: 'n' | 'title' | 'median' | 'p_value'; order: 'asc' | 'desc' };

const collator = new Intl.Collator('en', { sensitivity: 'base', numeric: true });

/** In the order that was asked for; what has no such value is last in any order. */
function sortRows<Row extends Measured>(rows: readonly Row[], { sort, order }: Sorting): Row[] {
  const sign = order === 'desc' ? -1 : 1;
  const keyOf = ({ n, median, test }: Measured) =>
    sort === 'n' ? n : sort === 'median' ? median : (test?.p_value ?? null);
  return rows.toSorted((a, b) => {
    const tie = a.dataSet.number - b.dataSet.number;
    if (sort === 'title') return sign * collator.compare(a.dataSet.title, b.dataSet.title) || tie;
    const [first, second] = [keyOf(a), keyOf(b)];
    if (first === null || second === null) return Number(first === null) - Number(second === null) || tie;
    return sign * (first - second) || tie;
  });
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
  return rows.map(({ dataSet, index, n, median, groups, test, q }, at) => ({
    id: dataSet.number,
    omicon_id: omiconIdOf('DS', dataSet.number),
    title: dataSet.title,
    feature: index === null ? null : (names[at] ?? null),
    ...{ n, median, number_of_groups: groups.length },
    groups: groups
      .slice(0, MAX_GROUPS_OF_GENE)
      .map((group) => ({ ...group, label: group.name === null ? null : (known[group.name] ?? group.name) })),
    test: test === null ? null : { ...test, q_value: q },
  }));
}

export const geneExpressionRoute = serve(
  listGeneExpression,
  async ({ db, principal, params, query, services }) => {
    const { attribute, search } = query;
    const found = await services.searchThreads.ask({
      kind: 'gene-data-sets',
      viewer: viewerOf(principal),
      features: await featuresOf(services, params.symbol),
      ...{ data_set: null, search, sort: 'number_of_samples', order: 'desc' },
      ...{ from: 0, to: MAX_DATA_SETS_OF_GENE },
    });
    const dataSets = await listMeasuredDataSets(
      db,
      principal,
      found.rows.map(({ id }) => id),
    );
    const limit = pLimit(READS_AT_ONCE);
    const measured = await Promise.all(
      found.rows.flatMap(({ id, featureIndexes }) => {
        const dataSet = dataSets.get(id);
        // Removed since the search.
        return dataSet === undefined
          ? []
          : limit(() => measure(services, dataSet, { featureIndexes, attribute }));
      }),
    );
    const q = adjustPValues(Float64Array.from(measured, ({ test }) => test?.p_value ?? Number.NaN));
    const sorted = sortRows(
      measured.map((row, at) => ({ ...row, q: q[at] ?? 1 })),
      query,
    );
    const { page, page_size } = query;
    const rows = sorted.slice((page - 1) * page_size, page * page_size);
    return {
      ...toPage(await toResults(services, rows, attribute), sorted.length, query),
      tested: measured.filter(({ test }) => test !== null).length,
      left_out: found.total - found.rows.length,
    };
  },
);
