/** Modules and gene sets by the chance of their overlap with a list of genes. */
import { mappingKey } from '@omicon/domain/identifier-mapping.ts';
import type { Filters, QueryDefinition } from '@omicon/domain/query.ts';
import { tailOfOverlap } from '@omicon/domain/statistics/hypergeometric.ts';
import type { Client } from 'pg';
import type { Catalog, GeneSetEntry, NetworkEntry, Viewer } from './catalog.ts';
import { foremostPlaces } from './foremost.ts';
import { SEARCHED_DEFINITIONS } from './index-analysis.ts';
import { type Row, sortNamed } from './making.ts';
import { countFeatures, definitionsOf, listFeatures } from './match-features.ts';
import { DEFINITION_NAMES, listModuleNames, moduleOf } from './module-rows.ts';
import { UnknownColumn } from './results.ts';
import { copyRows, readInt } from './rows.ts';
import { type Engine, find } from './search.ts';

export interface RankPage {
  from: number;
  to: number;
  sort: string | undefined;
  order: 'asc' | 'desc' | undefined;
}

export interface Ranked {
  columns: string[];
  rows: Row[];
  total: number;
  tested: number;
}

/** What was tested and shares a gene with the list: rows in parallel, because there may be hundreds of thousands. */
class Overlaps {
  length = 0;
  /** place of a module under a definition, or of a gene set */
  readonly ids: Uint32Array;
  readonly overlap: Uint32Array;
  readonly size: Uint32Array;
  readonly listed: Uint32Array;
  readonly universe: Uint32Array;
  readonly p: Float64Array;
  /** all tests, those without any overlap included */
  tested = 0;

  constructor(most: number) {
    this.ids = new Uint32Array(most);
    this.overlap = new Uint32Array(most);
    this.size = new Uint32Array(most);
    this.listed = new Uint32Array(most);
    this.universe = new Uint32Array(most);
    this.p = new Float64Array(most);
  }

  /** @param among the list and the universe, in genes that take part */
  add(id: number, overlap: number, size: number, among: Universe): void {
    const at = this.length;
    this.ids[at] = id;
    this.overlap[at] = overlap;
    this.size[at] = size;
    this.listed[at] = among.listed;
    this.universe[at] = among.genes;
    this.p[at] = tailOfOverlap(overlap, among.listed, size, among.genes);
    this.length = at + 1;
  }
}

/**
 * q by P: the least share of false discoveries at which a test of this P still counts.
 * @param tested all tests, those without any overlap (P = 1) included
 * @source Benjamini & Hochberg 1995, J R Stat Soc B 57:289
 */
export function adjustment(pValues: Float64Array, tested: number): (p: number) => number {
  const sorted = pValues.slice().sort();
  const adjusted = new Float64Array(sorted.length);
  let least = 1;
  for (let rank = sorted.length; rank > 0; rank -= 1) {
    least = Math.min(least, ((sorted[rank - 1] ?? 1) * tested) / rank);
    adjusted[rank - 1] = least;
  }
  return (p) => {
    let low = 0;
    let high = sorted.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((sorted[middle] ?? 1) < p) low = middle + 1;
      else high = middle;
    }
    return adjusted[low] ?? 1;
  };
}

/** Genes that a data set has, of those that are asked about. */
interface Universe {
  genes: number;
  listed: number;
}

/** Genes of each feature list, by its id. */
async function measureUniverses(
  { client, catalog, columns }: Engine,
  keys: readonly string[],
  background: readonly string[] | null,
): Promise<Map<number, Universe>> {
  const lists = await columns.loadPresent(catalog);
  const listed = [...(await listFeatures(client, 'SYMBOL', keys)).values()];
  const around = background && [...(await listFeatures(client, 'SYMBOL', background)).values()];
  return new Map(
    lists.map(({ id, symbols, present }) => [
      id,
      { genes: around ? countPresent(present, around) : symbols, listed: countPresent(present, listed) },
    ]),
  );
}

/** Genes of which a list holds any feature. */
function countPresent(present: Uint8Array, genes: readonly Uint32Array[]): number {
  let count = 0;
  for (const ids of genes) {
    for (let at = 0; at < ids.length; at += 1) {
      const id = ids[at] ?? 0;
      if (((present[id >> 3] ?? 0) & (1 << (id & 7))) === 0) continue;
      count += 1;
      break;
    }
  }
  return count;
}

interface ModuleQuestion {
  symbols: readonly string[];
  background: readonly string[] | null;
  definition: QueryDefinition;
  filters: Filters;
}

/** Every module of a definition that is not empty, in networks that take part; those with an overlap are given. */
async function testModules(
  engine: Engine,
  asked: ModuleQuestion,
  networks: readonly NetworkEntry[],
): Promise<Overlaps> {
  const { client, catalog, columns } = engine;
  const background = asked.background && [...new Set(asked.background.map(mappingKey))];
  const inBackground = background && new Set(background);
  const keys = [...new Set(asked.symbols.map(mappingKey))].filter(
    (key) => inBackground === null || inBackground.has(key),
  );
  const { definition } = asked;
  const { matches } = await countFeatures(client, catalog, { identifier: 'SYMBOL', keys, definition });
  const sizes = background
    ? (await countFeatures(client, catalog, { identifier: 'SYMBOL', keys: background, definition })).matches
    : await columns.loadSizes(catalog, 1);
  const universes = await measureUniverses(engine, keys, background);
  const definitions = definitionsOf(definition);
  const most = networks.reduce((sum, { modules }) => sum + modules.length * definitions.length, 0);
  const overlaps = new Overlaps(most);
  for (const { modules, search_feature_list_id } of networks) {
    const universe = universes.get(search_feature_list_id);
    if (universe === undefined || universe.listed === 0) continue;
    for (const module of modules) {
      for (const one of definitions) {
        const place = module * SEARCHED_DEFINITIONS + one;
        const size = sizes[place] ?? 0;
        if (size === 0) continue;
        overlaps.tested += 1;
        const overlap = matches[place] ?? 0;
        if (overlap === 0) continue;
        overlaps.add(place, overlap, size, universe);
      }
    }
  }
  return overlaps;
}

/** Figures of a row that need no name. */
type Figures = Readonly<Record<string, (at: number) => number>>;

const FIGURE_NAMES = ['Pval', 'qval', 'Overlap', 'Size', 'Listed', 'Universe', 'Jaccard'] as const;

/**
 * q of the rows of a page in the order of P needs no larger P than this: a later test of rank k has P * tests / k, and
 * there are no more ranks than tests that overlap.
 */
function largestNeeded(p: Float64Array, length: number, shown: Uint32Array): number {
  let needed = 0;
  shown.forEach((at, place) => {
    needed = Math.max(needed, ((p[at] ?? 1) * length) / (place + 1));
  });
  return needed;
}

function upTo(values: Float64Array, most: number): Float64Array {
  const kept = new Float64Array(values.length);
  let count = 0;
  for (let at = 0; at < values.length; at += 1) {
    if ((values[at] ?? 0) > most) continue;
    kept[count] = values[at] ?? 0;
    count += 1;
  }
  return kept.subarray(0, count);
}

function figuresOf({ length, p, overlap, size, listed, universe, tested }: Overlaps, most = 1): Figures {
  const q = adjustment(upTo(p.subarray(0, length), most), tested);
  const numberOf = (values: Uint32Array) => (at: number) => values[at] ?? 0;
  return {
    Pval: (at) => p[at] ?? 1,
    qval: (at) => q(p[at] ?? 1),
    Overlap: numberOf(overlap),
    Size: numberOf(size),
    Listed: numberOf(listed),
    Universe: numberOf(universe),
    Jaccard: (at) => (overlap[at] ?? 0) / ((size[at] ?? 0) + (listed[at] ?? 0) - (overlap[at] ?? 0)),
  } satisfies Record<(typeof FIGURE_NAMES)[number], (at: number) => number>;
}

/** Ranked by a figure before any row is named; by a name only after all are. */
async function pageOf(
  overlaps: Overlaps,
  page: RankPage,
  columns: readonly string[],
  name: (ids: readonly number[]) => Promise<readonly Row[]>,
): Promise<Row[]> {
  const sort = page.sort ?? 'Pval';
  if (!columns.includes(sort))
    throw new UnknownColumn(`There is no column "${sort}"; ${columns.join(', ')} are there.`);
  const isDescending = page.order === 'desc';
  const { length, ids, p } = overlaps;
  const rowsOf = async (places: readonly number[], figures: Figures) => {
    const names = await name(places.map((at) => ids[at] ?? 0));
    return places.map(
      (at, row): Row =>
        Object.fromEntries(
          columns.map((column) => [column, figures[column]?.(at) ?? names[row]?.[column] ?? null]),
        ),
    );
  };
  const order = (values: Float64Array) =>
    foremostPlaces(values, page.to).sort(
      (a, b) => (values[a] ?? 0) - (values[b] ?? 0) || (ids[a] ?? 0) - (ids[b] ?? 0),
    );
  if (sort === 'Pval' && !isDescending) {
    const foremost = order(p.subarray(0, length));
    const most = largestNeeded(p, length, foremost);
    return rowsOf([...foremost.subarray(page.from, page.to)], figuresOf(overlaps, most));
  }
  const figures = figuresOf(overlaps);
  const figure = figures[sort];
  if (figure === undefined) {
    const all = await rowsOf(
      Array.from({ length }, (_, at) => at),
      figures,
    );
    return sortNamed(all, sort, isDescending).slice(page.from, page.to);
  }
  const sign = isDescending ? -1 : 1;
  const values = new Float64Array(length);
  for (let at = 0; at < length; at += 1) values[at] = sign * figure(at);
  return rowsOf([...order(values).subarray(page.from, page.to)], figures);
}

/** Every module of every network that the asker may see and the rules leave. */
export async function rankModules(
  engine: Engine,
  asked: ModuleQuestion,
  viewer: Viewer,
  page: RankPage,
): Promise<Ranked> {
  const { catalog } = engine;
  const { collection, dataset, sample, analyses, networks } = asked.filters;
  const filters: Filters = { collection, dataset, sample, analyses, networks };
  const { selection } = await find(engine, { filters, result_type: 'covariation-networks' }, viewer);
  const overlaps = await testModules(engine, asked, selection.networks);
  const columns = [
    'Dataset',
    'Network',
    'Module',
    'Mod_Def',
    ...FIGURE_NAMES,
    'Covariation_Module_Omicon_ID',
    'project_id',
    'dataset_id',
  ];
  const name = async (ids: readonly number[]): Promise<Row[]> => {
    const names = await listModuleNames(engine.client, ids.map(moduleOf));
    return ids.map((id) => {
      const module = moduleOf(id);
      const network = networkOf(catalog, module);
      return {
        Dataset: network?.dataSet.title ?? null,
        Network: network?.name ?? null,
        Module: names.get(module)?.name ?? null,
        Mod_Def: DEFINITION_NAMES[id % SEARCHED_DEFINITIONS] ?? null,
        Covariation_Module_Omicon_ID: `OM.CM.${names.get(module)?.number ?? 0}`,
        project_id: network?.analysis.number ?? null,
        dataset_id: network?.dataSet.number ?? null,
      };
    });
  };
  return {
    columns,
    rows: await pageOf(overlaps, page, columns, name),
    total: overlaps.length,
    tested: overlaps.tested,
  };
}

function networkOf(catalog: Catalog, module: number): NetworkEntry | undefined {
  return catalog.networks[(catalog.networkOfModule[module] ?? 0) - 1];
}

/** Genes of the sets as numbers of compared symbols, in parallel with the catalog's sets. */
export interface SetGenes {
  version: number;
  numberOf: Map<string, number>;
  genes: Uint32Array[];
}

/** Reads the genes of every set; some two million for twenty thousand sets, once a version of the corpus. */
export async function loadSetGenes(client: Client, catalog: Catalog): Promise<SetGenes> {
  const rows = await copyRows(
    client,
    'select number, to_json(genes)::text from gene_set where deleted_at is null and genes is not null',
  );
  const numberOf = new Map<string, number>();
  const byNumber = new Map<number, Uint32Array>();
  for (const [number, json] of rows) {
    const keys = new Set((JSON.parse(json?.toString('utf8') ?? '[]') as string[]).map(mappingKey));
    const genes = Uint32Array.from(keys, (key) => {
      const known = numberOf.get(key);
      if (known !== undefined) return known;
      numberOf.set(key, numberOf.size);
      return numberOf.size - 1;
    });
    byNumber.set(readInt(number), genes);
  }
  return {
    version: catalog.version,
    numberOf,
    genes: catalog.geneSets.map(({ number }) => byNumber.get(number) ?? new Uint32Array(0)),
  };
}

interface SetQuestion {
  symbols: readonly string[];
  background: readonly string[] | null;
  category: string | undefined;
  species: string | undefined;
}

function takesPart(set: GeneSetEntry, { category, species }: SetQuestion): boolean {
  const is = (value: string | null | undefined, wanted: string | undefined) =>
    wanted === undefined || wanted === '' || (value ?? '').toLowerCase() === wanted.toLowerCase();
  return is(set.fields.get('category'), category) && is(set.fields.get('species'), species);
}

/** The universe is every gene that stands in a set that takes part, or those of them in the background. */
export async function rankSets(
  { catalog }: Engine,
  setGenes: SetGenes,
  asked: SetQuestion,
  page: RankPage,
): Promise<Ranked> {
  const marks = new Uint8Array(setGenes.numberOf.size);
  const [IN_SETS, IN_BACKGROUND, LISTED] = [1, 2, 4];
  const mark = (symbols: readonly string[], bit: number) => {
    for (const symbol of symbols) {
      const gene = setGenes.numberOf.get(mappingKey(symbol));
      if (gene !== undefined) marks[gene] = (marks[gene] ?? 0) | bit;
    }
  };
  const sets = catalog.geneSets.flatMap((set, at) => {
    const genes = setGenes.genes[at];
    return genes && genes.length > 0 && takesPart(set, asked) ? [{ set, genes }] : [];
  });
  for (const { genes } of sets) for (const gene of genes) marks[gene] = (marks[gene] ?? 0) | IN_SETS;
  if (asked.background) mark(asked.background, IN_BACKGROUND);
  else for (let gene = 0; gene < marks.length; gene += 1) marks[gene] = (marks[gene] ?? 0) | IN_BACKGROUND;
  mark(asked.symbols, LISTED);
  const inUniverse = IN_SETS | IN_BACKGROUND;
  let [universe, listed] = [0, 0];
  for (const bits of marks) {
    if ((bits & inUniverse) !== inUniverse) continue;
    universe += 1;
    if (bits & LISTED) listed += 1;
  }
  const overlaps = new Overlaps(sets.length);
  sets.forEach(({ genes }, at) => {
    let [size, overlap] = [0, 0];
    for (const gene of genes) {
      const bits = marks[gene] ?? 0;
      if ((bits & inUniverse) !== inUniverse) continue;
      size += 1;
      if (bits & LISTED) overlap += 1;
    }
    if (size === 0) return;
    overlaps.tested += 1;
    if (overlap === 0) return;
    overlaps.add(at, overlap, size, { listed, genes: universe });
  });
  const columns = ['SetID', 'SetName', 'Category', 'Species', ...FIGURE_NAMES, 'Geneset_Omicon_ID'];
  const name = async (ids: readonly number[]): Promise<Row[]> =>
    ids.map((id) => {
      const set = sets[id]?.set;
      return {
        SetID: set?.set_id ?? null,
        SetName: set?.name ?? null,
        Category: set?.fields.get('category') ?? null,
        Species: set?.fields.get('species') ?? null,
        Geneset_Omicon_ID: set ? `OM.GS.${set.number}` : null,
      };
    });
  const { length: total, tested } = overlaps;
  return { columns, rows: await pageOf(overlaps, page, columns, name), total, tested };
}
