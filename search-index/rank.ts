/** Modules and gene sets by the chance of their overlap with a list of genes. */
import { mappingKey } from '@omicon/domain/identifier-mapping.ts';
import type { Filters, QueryDefinition } from '@omicon/domain/query.ts';
import { hypergeometricTail } from '@omicon/domain/statistics/hypergeometric.ts';
import type { Client } from 'pg';
import type { Catalog, GeneSetEntry, NetworkEntry, Viewer } from './catalog.ts';
import { SEARCHED_DEFINITIONS } from './index-analysis.ts';
import { type Row, sortNamed } from './making.ts';
import { countFeatures, definitionsOf, listFeatures } from './match-features.ts';
import { DEFINITION_NAMES, listModuleNames } from './module-rows.ts';
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

/** What was tested and shares a gene with the list. */
interface Overlap {
  id: number;
  overlap: number;
  size: number;
  listed: number;
  universe: number;
  p: number;
  q: number;
}

/**
 * q of each P in the order given: the least share of false discoveries at which it still counts.
 * @param tested all tests, those without any overlap (P = 1) included
 * @source Benjamini & Hochberg 1995, J R Stat Soc B 57:289
 */
export function adjust(pValues: readonly number[], tested: number): number[] {
  const order = pValues.map((_, at) => at).sort((a, b) => (pValues[a] ?? 0) - (pValues[b] ?? 0));
  const adjusted = new Array<number>(pValues.length);
  let least = 1;
  for (let rank = order.length; rank > 0; rank -= 1) {
    const at = order[rank - 1] ?? 0;
    least = Math.min(least, ((pValues[at] ?? 1) * tested) / rank);
    adjusted[at] = least;
  }
  return adjusted;
}

/** Genes that a data set has, of those that are asked about. */
interface Universe {
  genes: number;
  listed: number;
}

/** Table search_feature_list: the number of symbols, and one bit a feature. */
async function measureUniverses(
  client: Client,
  keys: readonly string[],
  background: readonly string[] | null,
): Promise<Map<number, Universe>> {
  const rows = await copyRows(client, 'select id, number_of_symbols, present from search_feature_list');
  const listed = [...(await listFeatures(client, 'SYMBOL', keys)).values()];
  const around = background && [...(await listFeatures(client, 'SYMBOL', background)).values()];
  const countIn = (present: Buffer, genes: readonly Uint32Array[]) =>
    genes.reduce(
      (sum, ids) => sum + (ids.some((id) => ((present[id >> 3] ?? 0) & (1 << (id & 7))) !== 0) ? 1 : 0),
      0,
    );
  return new Map(
    rows.map(([id, symbols, present]) => [
      readInt(id),
      {
        genes: around ? countIn(present ?? Buffer.alloc(0), around) : readInt(symbols),
        listed: countIn(present ?? Buffer.alloc(0), listed),
      },
    ]),
  );
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
): Promise<{ overlaps: Overlap[]; tested: number }> {
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
  const universes = await measureUniverses(client, keys, background);
  const definitions = definitionsOf(definition);
  const overlaps: Overlap[] = [];
  let tested = 0;
  for (const { modules, search_feature_list_id } of networks) {
    const universe = universes.get(search_feature_list_id);
    if (universe === undefined || universe.listed === 0) continue;
    for (const module of modules) {
      for (const one of definitions) {
        const place = module * SEARCHED_DEFINITIONS + one;
        const size = sizes[place] ?? 0;
        if (size === 0) continue;
        tested += 1;
        const overlap = matches[place] ?? 0;
        if (overlap === 0) continue;
        const counts = { overlap, setSize: universe.listed, moduleSize: size, universe: universe.genes };
        overlaps.push({
          id: place,
          overlap,
          size,
          listed: universe.listed,
          universe: universe.genes,
          p: hypergeometricTail(counts),
          q: 1,
        });
      }
    }
  }
  return { overlaps, tested };
}

function withQ(overlaps: Overlap[], tested: number): Overlap[] {
  const q = adjust(
    overlaps.map(({ p }) => p),
    tested,
  );
  return overlaps.map((overlap, at) => ({ ...overlap, q: q[at] ?? 1 }));
}

const FIGURES: Readonly<Record<string, (overlap: Overlap) => number>> = {
  Pval: ({ p }) => p,
  qval: ({ q }) => q,
  Overlap: ({ overlap }) => overlap,
  Size: ({ size }) => size,
  Listed: ({ listed }) => listed,
  Universe: ({ universe }) => universe,
  Jaccard: ({ overlap, size, listed }) => overlap / (size + listed - overlap),
};

function cellsOf(overlap: Overlap): Row {
  return Object.fromEntries(Object.entries(FIGURES).map(([name, figure]) => [name, figure(overlap)]));
}

/** Ranked by a figure before any row is named; by a name only after all are. */
async function pageOf(
  overlaps: Overlap[],
  page: RankPage,
  columns: readonly string[],
  name: (overlaps: readonly Overlap[]) => Promise<Row[]>,
): Promise<Row[]> {
  const sort = page.sort ?? 'Pval';
  if (!columns.includes(sort))
    throw new UnknownColumn(`There is no column "${sort}"; ${columns.join(', ')} are there.`);
  const figure = FIGURES[sort];
  const isDescending = page.order === 'desc';
  if (figure === undefined)
    return sortNamed(await name(overlaps), sort, isDescending).slice(page.from, page.to);
  const sign = isDescending ? -1 : 1;
  const sorted = overlaps.sort((a, b) => sign * (figure(a) - figure(b)) || a.id - b.id);
  return name(sorted.slice(page.from, page.to));
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
  const found = await testModules(engine, asked, selection.networks);
  const overlaps = withQ(found.overlaps, found.tested);
  const columns = [
    'Dataset',
    'Network',
    'Module',
    'Mod_Def',
    ...Object.keys(FIGURES),
    'Covariation_Module_Omicon_ID',
    'project_id',
    'dataset_id',
  ];
  const name = async (shown: readonly Overlap[]): Promise<Row[]> => {
    const names = await listModuleNames(
      engine.client,
      shown.map(({ id }) => Math.floor(id / SEARCHED_DEFINITIONS)),
    );
    return shown.map((overlap) => {
      const module = Math.floor(overlap.id / SEARCHED_DEFINITIONS);
      const network = networkOf(catalog, module);
      return {
        Dataset: network?.dataSet.title ?? null,
        Network: network?.name ?? null,
        Module: names.get(module)?.name ?? null,
        Mod_Def: DEFINITION_NAMES[overlap.id % SEARCHED_DEFINITIONS] ?? null,
        ...cellsOf(overlap),
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
    tested: found.tested,
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
  const overlaps: Overlap[] = [];
  let tested = 0;
  sets.forEach(({ genes }, at) => {
    let [size, overlap] = [0, 0];
    for (const gene of genes) {
      const bits = marks[gene] ?? 0;
      if ((bits & inUniverse) !== inUniverse) continue;
      size += 1;
      if (bits & LISTED) overlap += 1;
    }
    if (size === 0) return;
    tested += 1;
    if (overlap === 0) return;
    const p = hypergeometricTail({ overlap, setSize: listed, moduleSize: size, universe });
    overlaps.push({ id: at, overlap, size, listed, universe, p, q: 1 });
  });
  const columns = ['SetID', 'SetName', 'Category', 'Species', ...Object.keys(FIGURES), 'Geneset_Omicon_ID'];
  const name = async (shown: readonly Overlap[]): Promise<Row[]> =>
    shown.flatMap((overlap) => {
      const set = sets[overlap.id]?.set;
      if (set === undefined) return [];
      return [
        {
          SetID: set.set_id,
          SetName: set.name,
          Category: set.fields.get('category') ?? null,
          Species: set.fields.get('species') ?? null,
          ...cellsOf(overlap),
          Geneset_Omicon_ID: `OM.GS.${set.number}`,
        },
      ];
    });
  const ranked = withQ(overlaps, tested);
  return { columns, rows: await pageOf(ranked, page, columns, name), total: ranked.length, tested };
}
