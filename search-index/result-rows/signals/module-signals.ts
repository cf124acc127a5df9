/** The signal of each module in results: its meta-module, and in how many cohorts it is found. */

import { parseOmiconId } from '@omicon/domain/identifiers/omicon-id.ts';
import type { Row } from '../../kit/sorting.ts';
import type { Engine } from '../../match/find-matches.ts';
import type { Viewer } from '../../read/catalog-entries.ts';
import { audienceOf, type GroupsOfModules } from '../../read/module-groups.ts';

/** By how many cohorts a module is supported. */
const SUPPORT_COLUMNS = ['Support_found', 'Support_findable'];
const META_MODULE_ID = 'Meta_module_Omicon_ID';

/** Columns of the signal of a module, which a part of a search does not have: it does not know the reader. */
export const SIGNAL_COLUMNS: readonly string[] = ['Meta_module', ...SUPPORT_COLUMNS, META_MODULE_ID];

export function isSupportColumn(column: string): boolean {
  return SUPPORT_COLUMNS.includes(column);
}

export function isSignalColumn(column: string): boolean {
  return SIGNAL_COLUMNS.includes(column);
}

/** Columns of module rows with others after the theme. */
export function insertAfterTheme(columns: readonly string[], inserted: readonly string[]): string[] {
  const at = columns.indexOf('Theme') + 1;
  return [...columns.slice(0, at), ...inserted, ...columns.slice(at)];
}

/** Columns of module rows with those of their signals. */
export function withSignalColumns(columns: readonly string[]): string[] {
  return [...insertAfterTheme(columns, ['Meta_module', ...SUPPORT_COLUMNS]), META_MODULE_ID];
}

export interface Signal {
  /** of the meta-module; null for a module that is in none */
  title: string | null;
  omicon_id: string | null;
  /** cohorts that have the signal: 1 without a meta-module; null for a module that the atlas does not have yet */
  found: number | null;
  /** cohorts in which the meta-module could be found */
  findable: number | null;
}

/** The signal of a module, by what the reader may read. */
export function signalOf({ recurring, meta, metaModules }: GroupsOfModules, module: number): Signal {
  const entry = metaModules.get(meta[module] ?? 0);
  if (entry !== undefined) {
    const { title, number, found, findable } = entry;
    return { title, omicon_id: `OM.MM.${number}`, found, findable };
  }
  const found = (recurring[module] ?? 0) > 0 ? 1 : null;
  return { title: null, omicon_id: null, found, findable: null };
}

/** The signal of a module as cells of `SIGNAL_COLUMNS`. */
export function signalCells(groups: GroupsOfModules, module: number): Row {
  const { title, omicon_id, found, findable } = signalOf(groups, module);
  return {
    Meta_module: title,
    Support_found: found,
    Support_findable: findable,
    [META_MODULE_ID]: omicon_id,
  };
}

/** The number of the module of a row; null where it names none. */
function moduleNumberOf({ Covariation_Module_Omicon_ID: id }: Row): number | null {
  const parsed = parseOmiconId(String(id ?? ''));
  return parsed?.type === 'CM' ? parsed.number : null;
}

/** The numbers of the modules of rows, each once. */
export function modulesOf(rows: readonly Row[]): number[] {
  return [...new Set(rows.flatMap((row) => moduleNumberOf(row) ?? []))];
}

/** Rows of modules with the cells of their signals. */
export function addSignals(rows: readonly Row[], signals: ReadonlyMap<number, Row>): Row[] {
  return rows.map((row) => ({ ...row, ...signals.get(moduleNumberOf(row) ?? 0) }));
}

export interface ModuleSignalsRequest {
  viewer: Viewer;
  /** numbers of modules that the viewer may read, each once */
  modules: number[];
}

/** Cells of signals by the number of the module. Index covariation_module_number. */
export async function listModuleSignals(
  { client, catalog, groups }: Engine,
  { viewer, modules }: ModuleSignalsRequest,
): Promise<{ signals: Map<number, Row> }> {
  const ofReader = await groups.load(catalog, audienceOf(viewer));
  const { rows } = await client.query<{ id: number; number: number }>(
    'select id, number from covariation_module where number = any($1::int[])',
    [modules],
  );
  // Earlier versions of a module are in no network of the catalog.
  const current = rows.filter(({ id }) => (catalog.networkOfModule[id] ?? 0) > 0);
  return { signals: new Map(current.map(({ id, number }) => [number, signalCells(ofReader, id)])) };
}
