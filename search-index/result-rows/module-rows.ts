/** Rows of modules: a module under a definition, with a gene set if the query has an enrichment rule. */

import { f64At, numberAt, u32At } from '@omicon/domain/arrays/number-at.ts';
import { queryDefinitionOf } from '@omicon/domain/records/module-definition.ts';
import { orNull } from '@omicon/domain/statistics/or-null.ts';
import type { Client } from 'pg';
import { DEFINITIONS_PER_MODULE } from '../kit/posting-format.ts';
import { type Cell, type OrderedRows, type Page, type Row, sortNamed } from '../kit/sorting.ts';
import { topK } from '../kit/top-k.ts';
import { type Matches, shownDefinitions } from '../match/find-matches.ts';
import { pageByP, resolveExact } from '../read/enriched-rows.ts';
import type { ModuleColumns } from '../read/module-columns.ts';
import type { GroupsOfModules } from '../read/module-groups.ts';
import { isSignalColumn, isSupportColumn, signalCells } from './signals/module-signals.ts';

/** A row before it is named. */
export interface ModuleRow {
  moduleSlot: number;
  /** index among the enriched rows, -1 without enrichment */
  enriched: number;
  /** module slot under the definition of the feature rule */
  featureSlot: number;
}

/** The module id of a module slot. */
export function moduleOf(moduleSlot: number): number {
  return Math.floor(moduleSlot / DEFINITIONS_PER_MODULE);
}

/** Without enrichment: all matching module slots of the searched networks. */
async function listModuleSlots(found: Matches, columns: ModuleColumns): Promise<Uint32Array> {
  const { catalog } = found.selectionContext;
  const definitions = shownDefinitions(found.modules);
  const sizes = found.modules ? null : await columns.loadSizes(catalog, 0);
  const most = catalog.networks.reduce((sum, { modules }) => sum + modules.length, 0) * definitions.length;
  const moduleSlots = new Uint32Array(most);
  let count = 0;
  // Nonzero where a row exists. Plain loops: iterators took four times as long for 300,000 module slots.
  const holds: Uint8Array | Uint32Array = found.modules?.bits ?? sizes ?? new Uint8Array(0);
  for (let network = 0; network < catalog.networks.length; network += 1) {
    const modules = catalog.networks[network]?.modules;
    if (modules === undefined || found.eligible[network] !== 1) continue;
    for (let at = 0; at < modules.length; at += 1) {
      const first = u32At(modules, at) * DEFINITIONS_PER_MODULE;
      for (let each = 0; each < definitions.length; each += 1) {
        const moduleSlot = first + numberAt(definitions, each);
        if ((holds[moduleSlot] ?? 0) === 0) continue;
        moduleSlots[count] = moduleSlot;
        count += 1;
      }
    }
  }
  return moduleSlots.subarray(0, count);
}

/** All rows of a query, unordered. Feature and enrichment rules together give a row for each pair of definitions. */
export async function listModuleRows(found: Matches, columns: ModuleColumns): Promise<ModuleRow[]> {
  const { enriched, modules } = found;
  if (enriched === null)
    return Array.from(await listModuleSlots(found, columns), (moduleSlot) => ({
      moduleSlot,
      enriched: -1,
      featureSlot: moduleSlot,
    }));
  const rows: ModuleRow[] = [];
  for (let row = 0; row < enriched.length; row += 1) {
    const moduleSlot: number = u32At(enriched.moduleSlots, row);
    if (modules?.figures == null) rows.push({ moduleSlot, enriched: row, featureSlot: moduleSlot });
    else {
      for (const definition of shownDefinitions(modules)) {
        const featureSlot = moduleOf(moduleSlot) * DEFINITIONS_PER_MODULE + definition;
        if (modules.bits[featureSlot] === 1) rows.push({ moduleSlot, enriched: row, featureSlot });
      }
    }
  }
  return rows;
}

/** Columns of module rows, depending on the rules of the query. */
export function moduleColumns(found: Matches): string[] {
  const hasFeatures = found.modules?.figures != null;
  const columns = ['Dataset', 'Network', 'Module', 'Theme', 'Mod_Def'];
  if (found.enriched) columns.push('SetID', 'SetName', 'Pval');
  if (found.enriched && hasFeatures) columns.push('Mod_Def_Feature');
  if (hasFeatures) columns.push('Matches', 'Jaccard', 'Percent');
  if (found.modules?.trait) columns.push('Trait', 'Trait_higher_in', 'Trait_r', 'Trait_R2', 'Trait_q');
  if (found.modules?.kme) columns.push('Gene', 'kME');
  return [
    ...columns,
    'Covariation_Network_Omicon_ID',
    'Covariation_Module_Omicon_ID',
    ...(found.enriched ? ['Geneset_Omicon_ID'] : []),
    'project_id',
    'dataset_id',
  ];
}

interface ModuleName {
  name: string;
  theme: string | null;
  number: number;
}

/** Names and numbers of modules by id. Table covariation_module, primary key. */
export async function listModuleNames(
  client: Client,
  modules: Iterable<number>,
): Promise<Map<number, ModuleName>> {
  const { rows } = await client.query<ModuleName & { id: number }>(
    'select id, name, theme, number from covariation_module where id = any($1::int[])',
    [[...new Set(modules)]],
  );
  return new Map(rows.map((row) => [row.id, row]));
}

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

function nameRow(found: Matches, row: ModuleRow, names: ReadonlyMap<number, ModuleName>): Row {
  const { catalog } = found.selectionContext;
  const module = moduleOf(row.moduleSlot);
  const network = catalog.networks[(catalog.networkOfModule[module] ?? 1) - 1];
  const figures = found.modules?.figures;
  const cells: Record<string, Cell> = {
    Dataset: network?.dataSet.title ?? null,
    Network: network?.name ?? null,
    Module: names.get(module)?.name ?? null,
    Theme: names.get(module)?.theme ?? null,
    Mod_Def: queryDefinitionOf(row.moduleSlot % DEFINITIONS_PER_MODULE),
    Covariation_Network_Omicon_ID: network ? `OM.CN.${network.number}` : null,
    Covariation_Module_Omicon_ID: `OM.CM.${names.get(module)?.number ?? 0}`,
    project_id: network?.analysis.number ?? null,
    dataset_id: network?.dataSet.number ?? null,
  };
  if (found.enriched) {
    const set = catalog.geneSetByNumber.get(u32At(found.enriched.geneSets, row.enriched));
    cells.SetID = set?.set_id ?? null;
    cells.Geneset_Omicon_ID = set ? `OM.GS.${set.number}` : null;
    cells.SetName = set?.name ?? null;
    cells.Pval = found.enriched.p[row.enriched] ?? null;
    if (figures) cells.Mod_Def_Feature = queryDefinitionOf(row.featureSlot % DEFINITIONS_PER_MODULE);
  }
  if (figures) {
    cells.Matches = figures.matches(row.featureSlot);
    cells.Jaccard = figures.jaccard(row.featureSlot);
    cells.Percent = figures.percent(row.featureSlot);
  }
  const trait = found.modules?.trait;
  if (trait) {
    const q = trait.column.q[module] ?? Number.NaN;
    const isCompared = !Number.isNaN(q);
    cells.Trait = trait.attribute;
    cells.Trait_higher_in = trait.column.higherIn(module);
    cells.Trait_r = isCompared ? trait.column.r(module) : null;
    cells.Trait_R2 = isCompared ? trait.column.r2(module) : null;
    cells.Trait_q = isCompared ? q : null;
  }
  const kme = found.modules?.kme;
  if (kme) {
    const value = kme.kme[module] ?? Number.NaN;
    cells.Gene = kme.gene;
    cells.kME = orNull(value);
  }
  return cells;
}

/** The rows with their names and exact figures. */
export async function nameRows(found: Matches, rows: readonly ModuleRow[]): Promise<Row[]> {
  if (rows.length === 0) return [];
  const { client } = found.selectionContext;
  const names = await listModuleNames(
    client,
    rows.map(({ moduleSlot }) => moduleOf(moduleSlot)),
  );
  if (found.enriched)
    await resolveExact(
      client,
      found.enriched,
      rows.map(({ enriched }) => enriched),
    );
  await found.modules?.kme?.resolve(rows.map(({ moduleSlot }) => moduleOf(moduleSlot)));
  return rows.map((row) => nameRow(found, row, names));
}

/** A page of modules. */
export interface ModulePage extends Page {
  /** of the reader; absent in a part of a search, which has none */
  groups?: GroupsOfModules | undefined;
}

/** The rows of a page in order; those that are asked for by their indexes on the page are named. */
export interface ModulesInOrder extends Pick<OrderedRows, 'total' | 'isInMemory'> {
  /** rows of the page */
  length: number;
  moduleAt(index: number): number;
  rowsAt(indexes: readonly number[]): Promise<Row[]>;
}

/** Modules in order; only the rows that are asked for are named, if the order allows it. */
export async function orderModules(
  found: Matches,
  columns: ModuleColumns,
  page: ModulePage,
): Promise<ModulesInOrder> {
  const ordered = await orderByNumber(found, columns, page);
  if (ordered !== null) {
    const { shown, total } = ordered;
    return {
      total,
      isInMemory: false,
      length: shown.length,
      moduleAt: (index) => moduleOfRow(shown[index]),
      rowsAt: (indexes) => nameRows(found, pick(shown, indexes)),
    };
  }
  const rows = await listModuleRows(found, columns);
  const named = await nameRows(found, rows);
  const { groups, sort = defaultSort(found) } = page;
  const all = named.map((row, at) =>
    groups && isSignalColumn(sort) ? { ...row, ...signalCells(groups, moduleOfRow(rows[at])) } : row,
  );
  const modules = new Map(all.map((row, at) => [row, moduleOfRow(rows[at])] as const));
  const isDescending = isDescendingBy(found, sort, page.order);
  const shown = sortNamed(all, sort, isDescending).slice(page.from, page.to);
  return {
    total: rows.length,
    isInMemory: true,
    length: shown.length,
    moduleAt: (index) => modules.get(shown[index] ?? {}) ?? 0,
    rowsAt: async (indexes) => pick(shown, indexes),
  };
}

/** The rows at these indexes; none beyond the last. */
function pick<T>(rows: readonly T[], indexes: readonly number[]): T[] {
  return indexes.flatMap((index) => rows.slice(index, index + 1));
}

function moduleOfRow(row: ModuleRow = NO_ROW): number {
  return moduleOf(row.moduleSlot);
}

function isDescendingBy({ modules }: Matches, sort: string, order: Page['order']): boolean {
  const isHighFirst =
    sort === 'Jaccard' || isSupportColumn(sort) || (sort === 'kME' && modules?.kme?.isAtLeast === true);
  return order === undefined ? isHighFirst : order === 'desc';
}

export interface OrderedModules {
  /** the rows of the page */
  shown: ModuleRow[];
  total: number;
  /** what orders the shown rows, smallest first; rows with the same key are ordered by their numbers */
  keys(): Promise<Float64Array>;
}

/** Modules ordered by a number, before they are named; null if the order needs names. */
export async function orderByNumber(
  found: Matches,
  columns: ModuleColumns,
  page: ModulePage,
): Promise<OrderedModules | null> {
  const { enriched, modules } = found;
  const sort = page.sort ?? defaultSort(found);
  const isDescending = isDescendingBy(found, sort, page.order);
  if (enriched && modules?.figures == null && sort === 'Pval') {
    const order = await pageByP(found.selectionContext.client, enriched, { ...page, isDescending });
    const shown = Array.from(order, (row) => {
      const moduleSlot = u32At(enriched.moduleSlots, row);
      return { moduleSlot, enriched: row, featureSlot: moduleSlot };
    });
    const keys = async () => sortKeys(await valuesOfP(found, shown), isDescending);
    return { shown, total: enriched.length, keys };
  }
  const figure = figureOf(found, sort, page.groups);
  if (enriched === null && figure) {
    const moduleSlots = await listModuleSlots(found, columns);
    const values = new Float64Array(moduleSlots.length);
    for (let row = 0; row < moduleSlots.length; row += 1) values[row] = figure(u32At(moduleSlots, row));
    const keys = sortKeys(values, isDescending);
    const order = orderOf(keys, page, (a, b) => u32At(moduleSlots, a) - u32At(moduleSlots, b));
    return {
      shown: Array.from(order, (row) => rowOfModuleSlot(u32At(moduleSlots, row))),
      total: moduleSlots.length,
      keys: async () => Float64Array.from(order, (row) => f64At(keys, row)),
    };
  }
  if (!figure && !(enriched && sort === 'Pval')) return null;
  const rows = await listModuleRows(found, columns);
  const values = figure
    ? Float64Array.from(rows, (row) => figure(row.featureSlot))
    : await valuesOfP(found, rows);
  const keys = sortKeys(values, isDescending);
  const setOf = ({ enriched: row }: ModuleRow) => enriched?.geneSets[row] ?? 0;
  const order = orderOf(keys, page, (a, b) => {
    const [one, other] = [rows[a] ?? NO_ROW, rows[b] ?? NO_ROW];
    return (
      one.moduleSlot - other.moduleSlot || setOf(one) - setOf(other) || one.featureSlot - other.featureSlot
    );
  });
  return {
    shown: Array.from(order, (row) => rows[row] ?? NO_ROW),
    total: rows.length,
    keys: async () => Float64Array.from(order, (row) => f64At(keys, row)),
  };
}

function defaultSort({ enriched, modules }: Matches): string {
  if (enriched) return 'Pval';
  if (modules?.figures) return 'Jaccard';
  if (modules?.trait) return 'Trait_q';
  return modules?.kme ? 'kME' : 'Dataset';
}

/** Keys for ascending order, in place of the values; NaN last. */
function sortKeys(values: Float64Array, isDescending: boolean): Float64Array {
  for (let row = 0; row < values.length; row += 1) {
    const value = values[row] ?? Number.NaN;
    values[row] = Number.isNaN(value) ? Number.POSITIVE_INFINITY : isDescending ? -value : value;
  }
  return values;
}

/** Indexes of the rows of a page, by key. Ties are broken by numbers, so that no row appears on two pages. */
function orderOf(
  keys: Float64Array,
  { from, to }: Page,
  compareNumbers: (a: number, b: number) => number,
): Uint32Array {
  // Infinity - Infinity is NaN: rows without a value are equal.
  return topK(keys, to)
    .sort((a, b) => f64At(keys, a) - f64At(keys, b) || compareNumbers(a, b) || a - b)
    .subarray(from, to);
}

function rowOfModuleSlot(moduleSlot: number): ModuleRow {
  return { moduleSlot, enriched: -1, featureSlot: moduleSlot };
}

const NO_ROW: ModuleRow = { moduleSlot: 0, enriched: -1, featureSlot: 0 };

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
