/** Rows of modules: a module under a definition, with a gene set if the query has an enrichment rule. */

import { numberAt, u32At } from '@omicon/domain/arrays/number-at.ts';
import { queryDefinitionOf } from '@omicon/domain/records/module-definition.ts';
import { orNull } from '@omicon/domain/statistics/or-null.ts';
import type { Client } from 'pg';
import { DEFINITIONS_PER_MODULE } from '../../kit/posting-format.ts';
import type { Cell, Row } from '../../kit/sorting.ts';
import { type Matches, shownDefinitions } from '../../match/find-matches.ts';
import { resolveExact } from '../../read/enriched-rows.ts';
import type { ModuleColumns } from '../../read/module-columns.ts';

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
export async function listModuleSlots(found: Matches, columns: ModuleColumns): Promise<Uint32Array> {
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
