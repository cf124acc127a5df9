/** What rows of results are made of, and how they are sorted by a column. */
import { type Query, restricts } from '@omicon/domain/query.ts';
import type { DataSetEntry } from './catalog.ts';
import type { ModuleColumns } from './module-columns.ts';
import { listModuleRows, moduleOf } from './module-rows.ts';
import type { Found } from './search.ts';

export type Cell = string | number | null;
export type Row = Record<string, Cell>;

const collator = new Intl.Collator('en', { sensitivity: 'base', numeric: true });

/** Numbers by value, text without letter case, NA last; rows that are equal stay in their order. */
export function sortNamed(rows: Row[], sort: string, isDescending: boolean): Row[] {
  const sign = isDescending ? -1 : 1;
  return rows
    .map((row, at) => ({ row, at }))
    .sort((a, b) => {
      const [x, y] = [a.row[sort] ?? null, b.row[sort] ?? null];
      if (x === null || y === null) return x === y ? a.at - b.at : x === null ? 1 : -1;
      const order =
        typeof x === 'number' && typeof y === 'number' ? x - y : collator.compare(String(x), String(y));
      return sign * order || a.at - b.at;
    })
    .map(({ row }) => row);
}

export interface Making {
  found: Found;
  columns: ModuleColumns;
  query: Query;
}

/** All rows of a type that has few, at most some ten thousand; the page is cut by the caller. */
export type MakeRows = (
  making: Making,
) => Promise<{ columns: string[]; rows: Row[]; sort: string; isDescending?: boolean }>;

export function narrowsBelow(query: Query, sections: readonly (keyof Query['filters'])[]): boolean {
  return sections.some((section) => restricts(query.filters[section]));
}

/** Places in the catalog of networks that still have a module. */
async function networksOfModules({ found, columns }: Making): Promise<Set<number>> {
  const rows = await listModuleRows(found, columns);
  const { networkOfModule } = found.selecting.catalog;
  return new Set(rows.map(({ place }) => (networkOfModule[moduleOf(place)] ?? 1) - 1));
}

export async function keptNetworks(making: Making) {
  const { catalog } = making.found.selecting;
  if (!narrowsBelow(making.query, ['modules', 'genesets'])) return making.found.selection.networks;
  const kept = await networksOfModules(making);
  return catalog.networks.filter((_, at) => kept.has(at));
}

export async function keptAnalyses(making: Making) {
  const { selection } = making.found;
  if (!narrowsBelow(making.query, ['networks', 'modules', 'genesets'])) return selection.analyses;
  const kept = new Set((await keptNetworks(making)).map(({ analysis }) => analysis));
  return selection.analyses.filter((analysis) => kept.has(analysis));
}

export async function keptDataSets(making: Making): Promise<DataSetEntry[]> {
  const { selection } = making.found;
  if (!narrowsBelow(making.query, ['analyses', 'networks', 'modules', 'genesets'])) return selection.dataSets;
  const kept = new Set((await keptAnalyses(making)).map(({ dataSet }) => dataSet));
  return selection.dataSets.filter((dataSet) => kept.has(dataSet));
}
