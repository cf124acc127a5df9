/** Rows of each result type, with their columns and order. */
import type { ResultType } from '@omicon/domain/query/query.ts';
import {
  checkSort,
  type OrderedRows,
  type Page,
  type Row,
  rowsInMemory,
  sortNamed,
  sortTopK,
} from '../kit/sorting.ts';
import { makeFeatures } from './feature-rows.ts';
import { moduleColumns } from './modules/module-rows.ts';
import { orderModules, sortableModules } from './modules/order-modules.ts';
import {
  makeAnalyses,
  makeAnalyteFiles,
  makeDataSets,
  makeEnrichmentFiles,
  makeGeneSets,
  makeNetworks,
} from './record-rows.ts';
import type { MakeRows, ResultContext, ResultRows } from './result-context.ts';
import { makeCollections, makeSamples } from './sample-rows.ts';
import { type FoldedCount, foldOrdered } from './signals/fold-modules.ts';
import { insertAfterTheme, withSignalColumns } from './signals/module-signals.ts';

export interface ResultPage {
  columns: string[];
  rows: Row[];
  total: number;
}

export type OrderedResult = OrderedRows & Pick<ResultPage, 'columns'> & { folded?: FoldedCount };

const MAKERS: Partial<Record<ResultType, MakeRows>> = {
  'data-collections': makeCollections,
  'data-sets': makeDataSets,
  samples: makeSamples,
  analyses: makeAnalyses,
  'covariation-networks': makeNetworks,
  'gene-sets': makeGeneSets,
  features: makeFeatures,
  'analyte-files': makeAnalyteFiles,
  'enrichment-files': makeEnrichmentFiles,
};

function sortRows(
  { rows, sort: usual, tie }: ResultRows,
  { sort = usual, isDescending, to }: { sort: string | undefined; isDescending: boolean; to: number },
): Row[] {
  if (tie === undefined || sort === tie) return sortNamed(rows, sort, isDescending);
  return sortTopK(rows, { sort, isDescending, tie, to });
}

/** One page of the rows of a query, with the exact total.
 * @throws UnknownColumn if the rows have no such sort column */
export async function getPage(context: ResultContext, page: Page): Promise<ResultPage> {
  const { columns, total, rows } = await orderRows(context, page);
  return { columns, total, rows: await rows(0, page.to - page.from) };
}

/** Module rows, folded on request. */
async function orderModuleRows(
  { found, columns: values, groups, folding }: ResultContext,
  page: Page,
): Promise<OrderedResult> {
  const columns = moduleColumns(found);
  checkSort(page.sort, groups === undefined ? columns : withSignalColumns(columns));
  if (groups === undefined || folding === undefined)
    return { columns, ...(await orderModules(found, values, { ...page, groups })) };
  const sortable = await sortableModules(found, values, { ...page, groups });
  const { client } = found.selectionContext;
  const listed = await foldOrdered(client, sortable, { ...folding, ...page, groups });
  return { columns: insertAfterTheme(columns, ['Folded']), ...listed };
}

/** A page that may be long: its rows are requested in parts. */
export async function orderRows(context: ResultContext, page: Page): Promise<OrderedResult> {
  const { query } = context;
  if (query.result_type === 'covariation-modules') return orderModuleRows(context, page);
  const make = MAKERS[query.result_type];
  if (make === undefined) throw new Error(`There are no rows of type ${query.result_type}.`);
  const result = await make(context);
  checkSort(page.sort, result.columns);
  const isDescending =
    page.order === undefined
      ? result.isDescending === true && page.sort === undefined
      : page.order === 'desc';
  const sorted = sortRows(result, { ...page, isDescending });
  return { columns: result.columns, ...rowsInMemory(sorted.slice(page.from, page.to), result.rows.length) };
}
