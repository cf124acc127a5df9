/** Rows of modules: a module under a definition, with a gene set where enrichment is asked for. */
import type { Client } from 'pg';
import { pageByP, resolveExact } from './enriched-rows.ts';
import { SEARCHED_DEFINITIONS } from './index-analysis.ts';
import type { Cell, Row } from './making.ts';
import type { ModuleColumns } from './module-columns.ts';
import type { Page } from './results.ts';
import { type Found, shownDefinitions } from './search.ts';

export const DEFINITION_NAMES = ['Seed', 'Bonferroni', 'FDR'] as const;

/** A row before it is named: `enriched` is its place among the enriched rows, -1 without. */
export interface ModuleRow {
  place: number;
  enriched: number;
  /** definition of the feature rule, where enrichment is asked for, too */
  featurePlace: number;
}

export function moduleOf(place: number): number {
  return Math.floor(place / SEARCHED_DEFINITIONS);
}

/** Modules without enrichment: every place that holds, of networks that take part. */
async function listPlaces(found: Found, columns: ModuleColumns): Promise<number[]> {
  const { catalog } = found.selecting;
  const definitions = shownDefinitions(found.modules);
  const sizes = found.modules ? null : await columns.loadSizes(catalog, 0);
  const places: number[] = [];
  catalog.networks.forEach(({ modules }, at) => {
    if (found.eligible[at] !== 1) return;
    for (const module of modules) {
      for (const definition of definitions) {
        const place = module * SEARCHED_DEFINITIONS + definition;
        if (found.modules ? found.modules.bits[place] === 1 : (sizes?.[place] ?? 0) > 0) places.push(place);
      }
    }
  });
  return places;
}

/** All rows of a query, in no order. Rules of both kinds give a row for each pair of definitions. */
export async function listModuleRows(found: Found, columns: ModuleColumns): Promise<ModuleRow[]> {
  const { enriched, modules } = found;
  if (enriched === null)
    return (await listPlaces(found, columns)).map((place) => ({ place, enriched: -1, featurePlace: place }));
  const rows: ModuleRow[] = [];
  for (let row = 0; row < enriched.length; row += 1) {
    const place: number = enriched.places[row] ?? 0;
    if (modules?.figures == null) rows.push({ place, enriched: row, featurePlace: place });
    else {
      for (const definition of shownDefinitions(modules)) {
        const featurePlace = moduleOf(place) * SEARCHED_DEFINITIONS + definition;
        if (modules.bits[featurePlace] === 1) rows.push({ place, enriched: row, featurePlace });
      }
    }
  }
  return rows;
}

export function moduleColumns(found: Found): string[] {
  const hasFeatures = found.modules?.figures != null;
  const columns = ['Dataset', 'Network', 'Module', 'Mod_Def'];
  if (found.enriched) columns.push('SetID', 'SetName', 'Pval');
  if (found.enriched && hasFeatures) columns.push('Mod_Def_Feature');
  if (hasFeatures) columns.push('Matches', 'Jaccard', 'Percent');
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
  number: number;
}

export async function listModuleNames(
  client: Client,
  modules: Iterable<number>,
): Promise<Map<number, ModuleName>> {
  const { rows } = await client.query<ModuleName & { id: number }>(
    'select id, name, number from covariation_module where id = any($1::int[])',
    [[...new Set(modules)]],
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/** Figures that rows are ordered by without being named. */
function rankOf(found: Found, rows: readonly ModuleRow[], sort: string): ((row: number) => number) | null {
  const { enriched, modules } = found;
  const figures = modules?.figures ?? null;
  const featurePlace = (row: number) => rows[row]?.featurePlace ?? 0;
  if (sort === 'Pval' && enriched) return (row) => -(enriched.negLogP[rows[row]?.enriched ?? 0] ?? 0);
  if (figures === null) return null;
  if (sort === 'Jaccard') return (row) => figures.jaccard(featurePlace(row));
  if (sort === 'Percent') return (row) => figures.percent(featurePlace(row));
  if (sort === 'Matches') return (row) => figures.matches(featurePlace(row));
  return null;
}

function nameRow(found: Found, row: ModuleRow, names: ReadonlyMap<number, ModuleName>): Row {
  const { catalog } = found.selecting;
  const module = moduleOf(row.place);
  const network = catalog.networks[(catalog.networkOfModule[module] ?? 1) - 1];
  const figures = found.modules?.figures;
  const cells: Record<string, Cell> = {
    Dataset: network?.dataSet.title ?? null,
    Network: network?.name ?? null,
    Module: names.get(module)?.name ?? null,
    Mod_Def: DEFINITION_NAMES[row.place % SEARCHED_DEFINITIONS] ?? null,
    Covariation_Network_Omicon_ID: network ? `OM.CN.${network.number}` : null,
    Covariation_Module_Omicon_ID: `OM.CM.${names.get(module)?.number ?? 0}`,
    project_id: network?.analysis.number ?? null,
    dataset_id: network?.dataSet.number ?? null,
  };
  if (found.enriched) {
    const set = catalog.geneSetByNumber.get(found.enriched.geneSets[row.enriched] ?? 0);
    cells.SetID = set?.set_id ?? null;
    cells.Geneset_Omicon_ID = set ? `OM.GS.${set.number}` : null;
    cells.SetName = set?.name ?? null;
    cells.Pval = found.enriched.p[row.enriched] ?? null;
    if (figures) cells.Mod_Def_Feature = DEFINITION_NAMES[row.featurePlace % SEARCHED_DEFINITIONS] ?? null;
  }
  if (figures) {
    cells.Matches = figures.matches(row.featurePlace);
    cells.Jaccard = figures.jaccard(row.featurePlace);
    cells.Percent = figures.percent(row.featurePlace);
  }
  return cells;
}

async function nameRows(client: Client, found: Found, rows: readonly ModuleRow[]): Promise<Row[]> {
  const names = await listModuleNames(
    client,
    rows.map(({ place }) => moduleOf(place)),
  );
  if (found.enriched)
    await resolveExact(
      client,
      found.enriched,
      rows.map(({ enriched }) => enriched),
    );
  return rows.map((row) => nameRow(found, row, names));
}

/** Ties are broken by network and module, so that a page never shows what another did. */
function tieOf(rows: readonly ModuleRow[]): (row: number) => number {
  return (row) => rows[row]?.place ?? 0;
}

/** One page of modules, ranked before any of them is named where the order allows it. */
export async function pageOfModules(
  found: Found,
  columns: ModuleColumns,
  page: Page,
): Promise<{ rows: Row[]; total: number }> {
  const { client } = found.selecting;
  const { enriched, modules } = found;
  if (enriched && modules?.figures == null && (page.sort ?? 'Pval') === 'Pval') {
    const order = await pageByP(
      client,
      enriched,
      { from: page.from, to: page.to, isDescending: page.order === 'desc' },
      (row) => enriched.places[row] ?? 0,
    );
    const shown = order.map((row) => {
      const place = enriched.places[row] ?? 0;
      return { place, enriched: row, featurePlace: place };
    });
    return { rows: await nameRows(client, found, shown), total: enriched.length };
  }
  const rows = await listModuleRows(found, columns);
  const sort = page.sort ?? (found.enriched ? 'Pval' : found.modules?.figures ? 'Jaccard' : 'Dataset');
  const isDescending = page.order === undefined ? sort === 'Jaccard' : page.order === 'desc';
  const rank = rankOf(found, rows, sort);
  const { from, to } = page;
  if (rank) {
    const sign = isDescending ? -1 : 1;
    if (sort === 'Pval' && found.enriched)
      await resolveExact(
        client,
        found.enriched,
        rows.map((row) => row.enriched),
      );
    const tie = tieOf(rows);
    const exact = (row: number) =>
      sort === 'Pval' ? (found.enriched?.p[rows[row]?.enriched ?? 0] ?? 1) : rank(row);
    const order = Uint32Array.from(rows, (_, row) => row).sort(
      (a, b) => sign * (exact(a) - exact(b)) || tie(a) - tie(b) || a - b,
    );
    const shown = [...order.subarray(from, to)].flatMap((row) => rows[row] ?? []);
    return { rows: await nameRows(client, found, shown), total: rows.length };
  }
  const named = await nameRows(client, found, rows);
  return { rows: page.sortNamed(named, sort, isDescending).slice(from, to), total: rows.length };
}
