/** Rows of each result type, with the columns and orders that they have. */
import type { ResultType } from '@omicon/domain/query/query.ts';
import {
  checkSort,
  heldRows,
  type OrderedRows,
  type Page,
  type Row,
  sortNamed,
  sortTopK,
} from '../kit/sorting.ts';
import { makeFeatures } from './feature-rows.ts';
import { moduleColumns, orderModules } from './module-rows.ts';
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

export interface ResultPage {
  columns: string[];
  rows: Row[];
  total: number;
}

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

function sortMade(
  { rows, sort: usual, tie }: ResultRows,
  { sort = usual, isDescending, to }: { sort: string | undefined; isDescending: boolean; to: number },
): Row[] {
  if (tie === undefined || sort === tie) return sortNamed(rows, sort, isDescending);
  return sortTopK(rows, { sort, isDescending, tie, to });
}

/** One page of the rows of a query, with the exact total. */
export async function getPage(making: ResultContext, page: Page): Promise<ResultPage> {
  const { columns, total, rows } = await orderRows(making, page);
  return { columns, total, rows: await rows(0, page.to - page.from) };
}

/** A page that may be long: its rows are taken one part after the other. */
export async function orderRows(
  making: ResultContext,
  page: Page,
): Promise<OrderedRows & Pick<ResultPage, 'columns'>> {
  const { found, query } = making;
  if (query.result_type === 'covariation-modules') {
    const columns = moduleColumns(found);
    checkSort(page.sort, columns);
    return { columns, ...(await orderModules(found, making.columns, page)) };
  }
  const make = MAKERS[query.result_type];
  if (make === undefined) throw new Error(`No rows are made of ${query.result_type}.`);
  const made = await make(making);
  checkSort(page.sort, made.columns);
  const isDescending =
    page.order === undefined ? made.isDescending === true && page.sort === undefined : page.order === 'desc';
  const sorted = sortMade(made, { ...page, isDescending });
  return { columns: made.columns, ...heldRows(sorted.slice(page.from, page.to), made.rows.length) };
}
