/** The context from which result rows are created, and the records that remain after all rules. */
import { type Query, restricts } from '@omicon/domain/query/query.ts';
import type { Row } from '../kit/sorting.ts';
import type { Matches } from '../match/find-matches.ts';
import type { DataSetEntry } from '../read/catalog-entries.ts';
import type { ModuleColumns } from '../read/module-columns.ts';
import type { GroupsOfModules } from '../read/module-groups.ts';
import { listModuleRows, moduleOf } from './modules/module-rows.ts';
import type { Folding } from './signals/fold-modules.ts';

/** The partial results of a search, merged; the rows are made from it. */
export interface MergedResult {
  /** row ids of the networks with matching modules */
  networks?: ReadonlySet<number>;
  /** as from `countFeatureDataSets` */
  featureCounts?: Uint32Array;
  /** numbers of the gene sets that remain */
  geneSets?: ReadonlySet<number>;
}

export interface ResultContext {
  found: Matches;
  columns: ModuleColumns;
  query: Query;
  /** null if the search was not split into parts */
  merged: MergedResult | null;
  /** of the reader, for modules that are ordered or folded by their signals */
  groups?: GroupsOfModules | undefined;
  folding?: Folding | undefined;
}

/** Creates all rows of a type with at most some ten thousand; the caller selects the page. */
export type MakeRows = (context: ResultContext) => Promise<ResultRows>;

export interface ResultRows {
  columns: string[];
  rows: Row[];
  /** default sort column */
  sort: string;
  isDescending?: boolean;
  /** for unordered rows with a numeric `sort`: text column that breaks ties */
  tie?: string;
}

/** Whether a query has rules in any of these sections. */
export function narrowsBelow(query: Query, sections: readonly (keyof Query['filters'])[]): boolean {
  return sections.some((section) => restricts(query.filters[section]));
}

/** Row ids of networks with matching modules. */
export async function networksOfModules({ found, columns }: ResultContext): Promise<Set<number>> {
  const rows = await listModuleRows(found, columns);
  const { networks, networkOfModule } = found.selectionContext.catalog;
  const indexes = new Set(rows.map(({ moduleSlot }) => (networkOfModule[moduleOf(moduleSlot)] ?? 1) - 1));
  return new Set([...indexes].flatMap((index) => networks[index]?.id ?? []));
}

/** Networks that remain after all rules. */
export async function listNetworks(context: ResultContext) {
  const { catalog } = context.found.selectionContext;
  if (!narrowsBelow(context.query, ['modules', 'genesets'])) return context.found.selection.networks;
  const kept = context.merged?.networks ?? (await networksOfModules(context));
  return catalog.networks.filter(({ id }) => kept.has(id));
}

/** Analyses that remain after all rules. */
export async function listAnalyses(context: ResultContext) {
  const { selection } = context.found;
  if (!narrowsBelow(context.query, ['networks', 'modules', 'genesets'])) return selection.analyses;
  const kept = new Set((await listNetworks(context)).map(({ analysis }) => analysis));
  return selection.analyses.filter((analysis) => kept.has(analysis));
}

/** Data sets that remain after all rules. */
export async function listDataSets(context: ResultContext): Promise<DataSetEntry[]> {
  const { selection } = context.found;
  if (!narrowsBelow(context.query, ['analyses', 'networks', 'modules', 'genesets']))
    return selection.dataSets;
  const kept = new Set((await listAnalyses(context)).map(({ dataSet }) => dataSet));
  return selection.dataSets.filter((dataSet) => kept.has(dataSet));
}
