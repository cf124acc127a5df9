/** Rows of modules: a module under a definition, with a gene set where enrichment is asked for. */
import { queryDefinitionOf } from '@omicon/domain/records/module-definition.ts';
import type { Client } from 'pg';
import { DEFINITIONS_PER_MODULE } from '../kit/posting-format.ts';
import { type Cell, heldRows, type OrderedRows, type Page, type Row, sortNamed } from '../kit/sorting.ts';
import { topK } from '../kit/top-k.ts';
import { type Matches, shownDefinitions } from '../match/search.ts';
import { pageByP, resolveExact } from '../read/enriched-rows.ts';
import type { ModuleColumns } from '../read/module-columns.ts';

/** A row before it is named: `enriched` is its place among the enriched rows, -1 without. */
export interface ModuleRow {
  place: number;
  enriched: number;
  /** definition of the feature rule, where enrichment is asked for, too */
  featurePlace: number;
}

export function moduleOf(place: number): number {
  return Math.floor(place / DEFINITIONS_PER_MODULE);
}

/** Modules without enrichment: every place that holds, of networks that take part. */
async function listPlaces(found: Matches, columns: ModuleColumns): Promise<Uint32Array> {
  const { catalog } = found.selecting;
  const definitions = shownDefinitions(found.modules);
  const sizes = found.modules ? null : await columns.loadSizes(catalog, 0);
  const most = catalog.networks.reduce((sum, { modules }) => sum + modules.length, 0) * definitions.length;
  const places = new Uint32Array(most);
  let count = 0;
  // Not zero where a row stands. Plain loops: iterators took four times as long for 300,000 places.
  const holds: Uint8Array | Uint32Array = found.modules?.bits ?? sizes ?? new Uint8Array(0);
  for (let network = 0; network < catalog.networks.length; network += 1) {
    const modules = catalog.networks[network]?.modules;
    if (modules === undefined || found.eligible[network] !== 1) continue;
    for (let at = 0; at < modules.length; at += 1) {
      const first = (modules[at] ?? 0) * DEFINITIONS_PER_MODULE;
      for (let each = 0; each < definitions.length; each += 1) {
        const place = first + (definitions[each] ?? 0);
        if ((holds[place] ?? 0) === 0) continue;
        places[count] = place;
        count += 1;
      }
    }
  }
  return places.subarray(0, count);
}

/** All rows of a query, in no order. Rules of both kinds give a row for each pair of definitions. */
export async function listModuleRows(found: Matches, columns: ModuleColumns): Promise<ModuleRow[]> {
  const { enriched, modules } = found;
  if (enriched === null)
    return Array.from(await listPlaces(found, columns), (place) => ({
      place,
      enriched: -1,
      featurePlace: place,
    }));
  const rows: ModuleRow[] = [];
  for (let row = 0; row < enriched.length; row += 1) {
    const place: number = enriched.places[row] ?? 0;
    if (modules?.figures == null) rows.push({ place, enriched: row, featurePlace: place });
    else {
      for (const definition of shownDefinitions(modules)) {
        const featurePlace = moduleOf(place) * DEFINITIONS_PER_MODULE + definition;
        if (modules.bits[featurePlace] === 1) rows.push({ place, enriched: row, featurePlace });
      }
    }
  }
  return rows;
}

export function moduleColumns(found: Matches): string[] {
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

/** Figures that places are ordered by without being named; undefined where the order is one of names. */
function figureOf(found: Matches, sort: string): ((place: number) => number) | undefined {
  const figures = found.modules?.figures;
  if (!figures) return undefined;
  if (sort === 'Jaccard') return figures.jaccard;
  if (sort === 'Percent') return figures.percent;
  return sort === 'Matches' ? figures.matches : undefined;
}

function nameRow(found: Matches, row: ModuleRow, names: ReadonlyMap<number, ModuleName>): Row {
  const { catalog } = found.selecting;
  const module = moduleOf(row.place);
  const network = catalog.networks[(catalog.networkOfModule[module] ?? 1) - 1];
  const figures = found.modules?.figures;
  const cells: Record<string, Cell> = {
    Dataset: network?.dataSet.title ?? null,
    Network: network?.name ?? null,
    Module: names.get(module)?.name ?? null,
    Mod_Def: queryDefinitionOf(row.place % DEFINITIONS_PER_MODULE),
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
    if (figures) cells.Mod_Def_Feature = queryDefinitionOf(row.featurePlace % DEFINITIONS_PER_MODULE);
  }
  if (figures) {
    cells.Matches = figures.matches(row.featurePlace);
    cells.Jaccard = figures.jaccard(row.featurePlace);
    cells.Percent = figures.percent(row.featurePlace);
  }
  return cells;
}

async function nameRows(client: Client, found: Matches, rows: readonly ModuleRow[]): Promise<Row[]> {
  if (rows.length === 0) return [];
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

/** Modules in their order, ranked before any of them is named where the order allows it. */
export async function orderModules(found: Matches, columns: ModuleColumns, page: Page): Promise<OrderedRows> {
  const { client } = found.selecting;
  const named = (shown: readonly ModuleRow[], total: number): OrderedRows => ({
    total,
    isHeld: false,
    rows: (from, to) => nameRows(client, found, shown.slice(from, to)),
  });
  const { enriched, modules } = found;
  if (enriched && modules?.figures == null && (page.sort ?? 'Pval') === 'Pval') {
    const order = await pageByP(
      client,
      enriched,
      { from: page.from, to: page.to, isDescending: page.order === 'desc' },
      (row) => enriched.places[row] ?? 0,
    );
    const shown = Array.from(order, (row) => {
      const place = enriched.places[row] ?? 0;
      return { place, enriched: row, featurePlace: place };
    });
    return named(shown, enriched.length);
  }
  const sort = page.sort ?? (enriched ? 'Pval' : modules?.figures ? 'Jaccard' : 'Dataset');
  const isDescending = page.order === undefined ? sort === 'Jaccard' : page.order === 'desc';
  const figure = figureOf(found, sort);
  if (enriched === null && figure) {
    const places = await listPlaces(found, columns);
    const values = new Float64Array(places.length);
    for (let row = 0; row < places.length; row += 1) values[row] = figure(places[row] ?? 0);
    const order = orderOf(values, { ...page, isDescending }, (row) => places[row] ?? 0);
    const shown = Array.from(order, (row) => rowOfPlace(places[row] ?? 0));
    return named(shown, places.length);
  }
  const rows = await listModuleRows(found, columns);
  const values = await valuesOf(found, rows, sort);
  if (values === null) {
    const all = await nameRows(client, found, rows);
    return heldRows(sortNamed(all, sort, isDescending).slice(page.from, page.to), rows.length);
  }
  const order = orderOf(values, { ...page, isDescending }, (row) => rows[row]?.place ?? 0);
  const shown = Array.from(order, (row) => rows[row] ?? NO_ROW);
  return named(shown, rows.length);
}

/** Rows of a page by their values. Ties are broken by network and module, so that a page never shows what another did. */
function orderOf(
  values: Float64Array,
  { from, to, isDescending }: { from: number; to: number; isDescending: boolean },
  placeAt: (row: number) => number,
): Uint32Array {
  if (isDescending) for (let row = 0; row < values.length; row += 1) values[row] = -(values[row] ?? 0);
  return topK(values, to)
    .sort((a, b) => (values[a] ?? 0) - (values[b] ?? 0) || placeAt(a) - placeAt(b) || a - b)
    .subarray(from, to);
}

function rowOfPlace(place: number): ModuleRow {
  return { place, enriched: -1, featurePlace: place };
}

const NO_ROW: ModuleRow = { place: 0, enriched: -1, featurePlace: 0 };

/** What rows are ordered by where that needs no names: a figure of the features, or the exact P. */
async function valuesOf(
  found: Matches,
  rows: readonly ModuleRow[],
  sort: string,
): Promise<Float64Array | null> {
  const { enriched } = found;
  if (sort === 'Pval' && enriched) {
    await resolveExact(
      found.selecting.client,
      enriched,
      rows.map((row) => row.enriched),
    );
    return Float64Array.from(rows, (row) => enriched.p[row.enriched] ?? 1);
  }
  const figure = figureOf(found, sort);
  return figure ? Float64Array.from(rows, (row) => figure(row.featurePlace)) : null;
}
