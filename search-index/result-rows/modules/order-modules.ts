/** Orders rows of modules by a column; only the rows that are asked for are named, if the order allows it. */

import { f64At, u32At } from '@omicon/domain/arrays/number-at.ts';
import { type OrderedRows, type Page, type Row, rowsInMemory, sortNamed } from '../../kit/sorting.ts';
import { topK } from '../../kit/top-k.ts';
import type { Matches } from '../../match/find-matches.ts';
import { pageByP, resolveExact } from '../../read/enriched-rows.ts';
import type { ModuleColumns } from '../../read/module-columns.ts';
import type { GroupsOfModules } from '../../read/module-groups.ts';
import { isSignalColumn, isSupportColumn, signalCells } from '../signals/module-signals.ts';
import { listModuleRows, listModuleSlots, type ModuleRow, moduleOf, nameRows } from './module-rows.ts';

/** A page of modules. */
export interface ModulePage extends Page {
  /** of the reader; absent in a part of a search, which is ordered by none of their columns */
  groups?: GroupsOfModules | undefined;
}

/** Rows of modules with what orders them. */
export interface SortableModules {
  length: number;
  moduleAt(index: number): number;
  /** smallest first; rows without a value are infinite */
  keys: Float64Array;
  /** orders rows of the same key, so that no row appears on two pages */
  compareTies(a: number, b: number): number;
  /** whether all rows are named already */
  isInMemory: boolean;
  rowsAt(indexes: readonly number[]): Promise<Row[]>;
}

const NO_ROW: ModuleRow = { moduleSlot: 0, enriched: -1, featureSlot: 0 };

/** The figure of a sort column by module slot; undefined if sorting needs names. */
function figureOf(
  found: Matches,
  sort: string,
  groups: GroupsOfModules | undefined,
): ((moduleSlot: number) => number) | undefined {
  if (groups && isSupportColumn(sort))
    return (moduleSlot) => Number(signalCells(groups, moduleOf(moduleSlot))[sort] ?? Number.NaN);
  const trait = found.modules?.trait?.column;
  if (trait && sort === 'Trait_q') return (moduleSlot) => trait.q[moduleOf(moduleSlot)] ?? Number.NaN;
  const kme = found.modules?.kme?.kme;
  if (kme && sort === 'kME') return (moduleSlot) => kme[moduleOf(moduleSlot)] ?? Number.NaN;
  const figures = found.modules?.figures;
  if (!figures) return undefined;
  if (sort === 'Jaccard') return figures.jaccard;
  if (sort === 'Percent') return figures.percent;
  return sort === 'Matches' ? figures.matches : undefined;
}

function defaultSort({ enriched, modules }: Matches): string {
  if (enriched) return 'Pval';
  if (modules?.figures) return 'Jaccard';
  if (modules?.trait) return 'Trait_q';
  return modules?.kme ? 'kME' : 'Dataset';
}

function isDescendingBy({ modules }: Matches, sort: string, order: Page['order']): boolean {
  const isHighFirst =
    sort === 'Jaccard' || isSupportColumn(sort) || (sort === 'kME' && modules?.kme?.isAtLeast === true);
  return order === undefined ? isHighFirst : order === 'desc';
}

/** The sort column of a page, and its direction. */
function sortOf(found: Matches, page: ModulePage): { sort: string; isDescending: boolean } {
  const sort = page.sort ?? defaultSort(found);
  return { sort, isDescending: isDescendingBy(found, sort, page.order) };
}

/** Keys for ascending order, in place of the values; NaN last. */
function sortKeys(values: Float64Array, isDescending: boolean): Float64Array {
  for (let row = 0; row < values.length; row += 1) {
    const value = values[row] ?? Number.NaN;
    values[row] = Number.isNaN(value) ? Number.POSITIVE_INFINITY : isDescending ? -value : value;
  }
  return values;
}

/** The exact P of enriched rows. */
async function valuesOfP(found: Matches, rows: readonly ModuleRow[]): Promise<Float64Array> {
  const { enriched } = found;
  if (enriched === null) return new Float64Array(rows.length).fill(1);
  await resolveExact(
    found.selectionContext.client,
    enriched,
    rows.map((row) => row.enriched),
  );
  return Float64Array.from(rows, (row) => enriched.p[row.enriched] ?? 1);
}

/** Indexes of the rows of a page. @param items indexes of the rows that count, ascending; all by default */
export function orderOf(
  { length, keys, compareTies }: Pick<SortableModules, 'length' | 'keys' | 'compareTies'>,
  { from, to }: Pick<Page, 'from' | 'to'>,
  items?: Uint32Array,
): Uint32Array {
  const values = new Float64Array(items?.length ?? length);
  for (let at = 0; at < values.length; at += 1)
    values[at] = f64At(keys, items === undefined ? at : u32At(items, at));
  const first = topK(values, to);
  if (items !== undefined)
    for (let at = 0; at < first.length; at += 1) first[at] = u32At(items, u32At(first, at));
  // Infinity - Infinity is NaN: rows without a value are equal.
  return first
    .sort((a, b) => f64At(keys, a) - f64At(keys, b) || compareTies(a, b) || a - b)
    .subarray(from, to);
}

/** Rows that a number orders, before any is named. */
export interface NumberedModules
  extends Pick<SortableModules, 'length' | 'moduleAt' | 'keys' | 'compareTies'> {
  rowAt(index: number): ModuleRow;
}

/** All rows; null if the order needs names. */
export async function numberRows(
  found: Matches,
  columns: ModuleColumns,
  page: ModulePage,
): Promise<NumberedModules | null> {
  const { enriched } = found;
  const { sort, isDescending } = sortOf(found, page);
  const figure = figureOf(found, sort, page.groups);
  if (enriched === null && figure) {
    const moduleSlots = await listModuleSlots(found, columns);
    const { length } = moduleSlots;
    const values = new Float64Array(length);
    for (let row = 0; row < length; row += 1) values[row] = figure(u32At(moduleSlots, row));
    return {
      length,
      moduleAt: (row) => moduleOf(u32At(moduleSlots, row)),
      keys: sortKeys(values, isDescending),
      compareTies: (a, b) => u32At(moduleSlots, a) - u32At(moduleSlots, b),
      rowAt: (row) => rowOfModuleSlot(u32At(moduleSlots, row)),
    };
  }
  if (!figure && !(enriched && sort === 'Pval')) return null;
  const rows = await listModuleRows(found, columns);
  const values = figure
    ? Float64Array.from(rows, (row) => figure(row.featureSlot))
    : await valuesOfP(found, rows);
  const setOf = ({ enriched: row }: ModuleRow) => enriched?.geneSets[row] ?? 0;
  return {
    length: rows.length,
    moduleAt: (row) => moduleOfRow(rows[row]),
    keys: sortKeys(values, isDescending),
    compareTies: (a, b) => {
      const [one, other] = [rows[a] ?? NO_ROW, rows[b] ?? NO_ROW];
      return (
        one.moduleSlot - other.moduleSlot || setOf(one) - setOf(other) || one.featureSlot - other.featureSlot
      );
    },
    rowAt: (row) => rows[row] ?? NO_ROW,
  };
}

/** Rows of a page in order, before they are named. */
export interface OrderedModules {
  shown: ModuleRow[];
  total: number;
  /** what orders the shown rows, smallest first; rows with the same key are ordered by their numbers */
  keys(): Promise<Float64Array>;
}

/** Whether rows are ordered by P alone, of which only those close to each other have to be exact. */
function isByP({ enriched, modules }: Matches, sort: string): boolean {
  return enriched !== null && modules?.figures == null && sort === 'Pval';
}

/** Modules ordered by a number, before they are named; null if the order needs names. */
export async function orderByNumber(
  found: Matches,
  columns: ModuleColumns,
  page: ModulePage,
): Promise<OrderedModules | null> {
  const { enriched } = found;
  const { sort, isDescending } = sortOf(found, page);
  if (enriched !== null && isByP(found, sort)) {
    const order = await pageByP(found.selectionContext.client, enriched, { ...page, isDescending });
    const shown = Array.from(order, (row) => {
      const moduleSlot = u32At(enriched.moduleSlots, row);
      return { moduleSlot, enriched: row, featureSlot: moduleSlot };
    });
    const keys = async () => sortKeys(await valuesOfP(found, shown), isDescending);
    return { shown, total: enriched.length, keys };
  }
  const rows = await numberRows(found, columns, page);
  if (rows === null) return null;
  const order = orderOf(rows, page);
  return {
    shown: Array.from(order, rows.rowAt),
    total: rows.length,
    keys: async () => Float64Array.from(order, (row) => f64At(rows.keys, row)),
  };
}

/** All rows in order, named. */
async function nameInOrder(
  found: Matches,
  columns: ModuleColumns,
  page: ModulePage,
): Promise<{ rows: Row[]; modules: Uint32Array }> {
  const rows = await listModuleRows(found, columns);
  const named = await nameRows(found, rows);
  const { groups } = page;
  const { sort, isDescending } = sortOf(found, page);
  const all = named.map((row, at) =>
    groups && isSignalColumn(sort) ? { ...row, ...signalCells(groups, moduleOfRow(rows[at])) } : row,
  );
  const modules = new Map(all.map((row, at) => [row, moduleOfRow(rows[at])] as const));
  const sorted = sortNamed(all, sort, isDescending);
  return { rows: sorted, modules: Uint32Array.from(sorted, (row) => modules.get(row) ?? 0) };
}

/** A page of modules. */
export async function orderModules(
  found: Matches,
  columns: ModuleColumns,
  page: ModulePage,
): Promise<OrderedRows> {
  const ordered = await orderByNumber(found, columns, page);
  if (ordered !== null) {
    const { shown, total } = ordered;
    return { total, isInMemory: false, rows: (from, to) => nameRows(found, shown.slice(from, to)) };
  }
  const { rows } = await nameInOrder(found, columns, page);
  return rowsInMemory(rows.slice(page.from, page.to), rows.length);
}

/** Keys of rows that are in order already. */
function inOrder(length: number): Pick<SortableModules, 'length' | 'keys' | 'compareTies'> {
  return {
    length,
    keys: new Float64Array(length).map((_, at) => at),
    compareTies: (a, b) => a - b,
  };
}

/** All modules, to be folded before a page of them is ordered. */
export async function sortableModules(
  found: Matches,
  columns: ModuleColumns,
  page: ModulePage,
): Promise<SortableModules> {
  const all = { ...page, from: 0, to: Number.MAX_SAFE_INTEGER };
  const { sort } = sortOf(found, page);
  const ordered = isByP(found, sort) ? await orderByNumber(found, columns, all) : null;
  const numbered: NumberedModules | null =
    ordered === null
      ? await numberRows(found, columns, page)
      : {
          ...inOrder(ordered.shown.length),
          moduleAt: (row) => moduleOfRow(ordered.shown[row]),
          rowAt: (row) => ordered.shown[row] ?? NO_ROW,
        };
  if (numbered !== null) {
    const { rowAt, ...sortable } = numbered;
    return {
      ...sortable,
      isInMemory: false,
      rowsAt: (indexes) => nameRows(found, indexes.map(rowAt)),
    };
  }
  const { rows, modules } = await nameInOrder(found, columns, all);
  return {
    ...inOrder(rows.length),
    isInMemory: true,
    moduleAt: (index) => u32At(modules, index),
    rowsAt: async (indexes) => indexes.flatMap((index) => rows.slice(index, index + 1)),
  };
}

function moduleOfRow(row: ModuleRow = NO_ROW): number {
  return moduleOf(row.moduleSlot);
}

function rowOfModuleSlot(moduleSlot: number): ModuleRow {
  return { moduleSlot, enriched: -1, featureSlot: moduleSlot };
}
