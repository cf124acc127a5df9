/** What rows of results are made of. */
import { type Query, restricts } from '@omicon/domain/query/query.ts';
import type { Row } from '../kit/sorting.ts';
import type { Matches } from '../match/search.ts';
import type { DataSetEntry } from '../read/catalog-entries.ts';
import type { ModuleColumns } from '../read/module-columns.ts';
import { listModuleRows, moduleOf } from './module-rows.ts';

export interface ResultContext {
  found: Matches;
  columns: ModuleColumns;
  query: Query;
}

/** All rows of a type that has few, at most some ten thousand; the page is cut by the caller. */
export type MakeRows = (making: ResultContext) => Promise<ResultRows>;

export interface ResultRows {
  columns: string[];
  rows: Row[];
  /** column that they are ordered by where nobody asks for another */
  sort: string;
  isDescending?: boolean;
  /** for rows in no order whose `sort` holds numbers: column of text by which equal ones are ordered */
  tie?: string;
}

export function narrowsBelow(query: Query, sections: readonly (keyof Query['filters'])[]): boolean {
  return sections.some((section) => restricts(query.filters[section]));
}

/** Places in the catalog of networks that still have a module. */
async function networksOfModules({ found, columns }: ResultContext): Promise<Set<number>> {
  const rows = await listModuleRows(found, columns);
  const { networkOfModule } = found.selecting.catalog;
  return new Set(rows.map(({ place }) => (networkOfModule[moduleOf(place)] ?? 1) - 1));
}

export async function keptNetworks(making: ResultContext) {
  const { catalog } = making.found.selecting;
  if (!narrowsBelow(making.query, ['modules', 'genesets'])) return making.found.selection.networks;
  const kept = await networksOfModules(making);
  return catalog.networks.filter((_, at) => kept.has(at));
}

export async function keptAnalyses(making: ResultContext) {
  const { selection } = making.found;
  if (!narrowsBelow(making.query, ['networks', 'modules', 'genesets'])) return selection.analyses;
  const kept = new Set((await keptNetworks(making)).map(({ analysis }) => analysis));
  return selection.analyses.filter((analysis) => kept.has(analysis));
}

export async function keptDataSets(making: ResultContext): Promise<DataSetEntry[]> {
  const { selection } = making.found;
  if (!narrowsBelow(making.query, ['analyses', 'networks', 'modules', 'genesets'])) return selection.dataSets;
  const kept = new Set((await keptAnalyses(making)).map(({ dataSet }) => dataSet));
  return selection.dataSets.filter((dataSet) => kept.has(dataSet));
}
