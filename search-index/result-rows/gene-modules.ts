/** The modules of one gene: those that contain it, and all by its kME. */
import { f64At, u32At } from '@omicon/domain/arrays/number-at.ts';
import { definitionNumbers, type QueryDefinition } from '@omicon/domain/records/module-definition.ts';
import type { Client } from 'pg';
import { viewOf } from '../kit/bytes.ts';
import { topK } from '../kit/top-k.ts';
import type { Engine } from '../match/find-matches.ts';
import { readStrongestKme } from '../match/match-kme.ts';
import { type Catalog, mayRead, type NetworkEntry, type Viewer } from '../read/catalog-entries.ts';
import { numberList, useRows } from '../read/rows.ts';

export interface GeneModulesRequest {
  viewer: Viewer;
  /** features that map to the gene */
  features: number[];
  membership: 'members' | 'all';
  definition: QueryDefinition;
  bestOf: 'all' | 'data-set';
  /** part of the title of the data set or of the name of the network, without regard to letter case */
  search: string;
  sort: 'strength' | 'kme';
  order: 'asc' | 'desc';
  from: number;
  to: number;
}

export interface GeneModuleRow {
  /** row id */
  module: number;
  /** index of the module in page order, from 0 */
  moduleIndex: number;
  /** row id */
  network: number;
  network_number: number;
  network_name: string;
  analysis_number: number;
  data_set_number: number;
  data_set_title: string;
  /** numbers of the definitions under which the module contains the gene */
  definitions: number[];
  /** index in the feature list of the network: of several features, that with the largest |kME| */
  featureIndex: number;
}

export interface GeneModulesReply {
  rows: GeneModuleRow[];
  total: number;
  /** modules that contain the gene, by number of the definition */
  members: number[];
  /** modules that contain it under any definition */
  membersOfAny: number;
  networksWithoutKme: number;
}

/** A readable network that measures the gene. */
export interface MeasuredNetwork {
  network: NetworkEntry;
  hasKme: boolean;
}

/** The gene in every readable network; arrays are by module id. */
export interface GeneInModules {
  networks: MeasuredNetwork[];
  /** bit `n` is set if the module contains the gene under definition number `n` */
  masks: Uint8Array;
  /** NaN without kME */
  kme: Float64Array;
  /** the feature of `kme`; 0 without kME */
  features: Uint32Array;
}

/** Bits of definitions by module. Table gene_post, primary key: one row per feature, definition and segment. */
async function readMasks(client: Client, catalog: Catalog, features: readonly number[]): Promise<Uint8Array> {
  const masks = new Uint8Array(catalog.networkOfModule.length);
  if (features.length === 0) return masks;
  await useRows(
    client,
    `select definition, modules from gene_post where feature_id = any(${numberList(features)})`,
    (rows) => {
      for (const [definition, bytes] of rows) {
        const bit = 1 << (definition?.readInt16BE(0) ?? 0);
        const modules = viewOf(bytes);
        for (let at = 0; at < modules.byteLength; at += 4) {
          const module = modules.getUint32(at, true);
          if (module < masks.length) masks[module] = (masks[module] ?? 0) | bit;
        }
      }
    },
  );
  return masks;
}

function isPresent(present: Uint8Array, feature: number): boolean {
  return ((present[feature >> 3] ?? 0) & (1 << (feature & 7))) !== 0;
}

/** The parts of the engine that look up a gene. */
export type GeneEngine = Pick<Engine, 'client' | 'catalog' | 'columns' | 'kme'>;

/** A gene in the modules of every readable network that measures it. */
export interface GeneMembership {
  networks: NetworkEntry[];
  /** by module id: bit `n` is set if the module contains the gene under definition number `n` */
  masks: Uint8Array;
}

/** Readable networks that measure the gene. Table search_feature_list. */
async function listMeasuring(
  { catalog, columns }: Pick<GeneEngine, 'catalog' | 'columns'>,
  { viewer, features }: Pick<GeneModulesRequest, 'viewer' | 'features'>,
): Promise<NetworkEntry[]> {
  const measuring = new Set(
    (await columns.loadPresent(catalog))
      .filter(({ present }) => features.some((feature) => isPresent(present, feature)))
      .map(({ id }) => id),
  );
  return catalog.networks.filter(
    (network) =>
      measuring.has(network.search_feature_list_id) &&
      mayRead(network.dataSet, viewer) &&
      mayRead(network.analysis, viewer),
  );
}

/** Looks up which modules contain the gene. Tables gene_post and search_feature_list. */
export async function findGeneMembership(
  engine: Pick<GeneEngine, 'client' | 'catalog' | 'columns'>,
  request: Pick<GeneModulesRequest, 'viewer' | 'features'>,
): Promise<GeneMembership> {
  const networks = await listMeasuring(engine, request);
  // For a gene of hidden networks only, nothing is read, as for one that does not exist.
  const read = networks.length === 0 ? [] : request.features;
  return { networks, masks: await readMasks(engine.client, engine.catalog, read) };
}

/**
 * Looks up the gene in every network that the viewer may read, with its kME. Tables gene_post and search_feature_list.
 */
async function findGeneInModules(
  engine: GeneEngine,
  request: Pick<GeneModulesRequest, 'viewer' | 'features'>,
): Promise<GeneInModules> {
  const { networks, masks } = await findGeneMembership(engine, request);
  const strongest = await readStrongestKme(engine, networks.length === 0 ? [] : request.features);
  return {
    networks: networks.map((network) => ({ network, hasKme: strongest.networks.has(network.id) })),
    masks,
    kme: strongest.kme,
    features: strongest.features,
  };
}

/** Modules to list, and the index of each one's network in `networks` of the gene, in parallel. */
interface Candidates {
  modules: Uint32Array;
  networks: Uint32Array;
}

/** Modules to list, in the order of the catalog. Typed arrays: 400,000 modules in plain ones took 27 ms. */
function listCandidates(
  found: GeneInModules,
  { membership, definition, search }: Pick<GeneModulesRequest, 'membership' | 'definition' | 'search'>,
): Candidates {
  const part = search.trim().toLowerCase();
  const wanted = definitionNumbers(definition).reduce((mask, number) => mask | (1 << number), 0);
  const isOfMembers = membership === 'members';
  const most = found.networks.reduce((sum, { network }) => sum + network.modules.length, 0);
  const modules = new Uint32Array(most);
  const networks = new Uint32Array(most);
  let count = 0;
  found.networks.forEach(({ network }, at) => {
    if (part !== '' && !`${network.dataSet.title} ${network.name}`.toLowerCase().includes(part)) return;
    for (let index = 0; index < network.modules.length; index += 1) {
      const module = u32At(network.modules, index);
      const isListed = isOfMembers
        ? ((found.masks[module] ?? 0) & wanted) !== 0
        : !Number.isNaN(found.kme[module] ?? Number.NaN);
      if (!isListed) continue;
      modules[count] = module;
      networks[count] = at;
      count += 1;
    }
  });
  return { modules: modules.subarray(0, count), networks: networks.subarray(0, count) };
}

/** Sort keys, smallest first; modules without kME last. */
function sortKeys(
  found: GeneInModules,
  { modules }: Candidates,
  { sort, order }: Pick<GeneModulesRequest, 'sort' | 'order'>,
): Float64Array {
  const sign = order === 'desc' ? -1 : 1;
  // Filled in a loop: 400,000 modules take 3 ms; Float64Array.from with a function takes ten times as long.
  const keys = new Float64Array(modules.length);
  for (let at = 0; at < keys.length; at += 1) {
    const kme = found.kme[u32At(modules, at)] ?? Number.NaN;
    keys[at] = Number.isNaN(kme) ? Number.POSITIVE_INFINITY : sign * (sort === 'kme' ? kme : Math.abs(kme));
  }
  return keys;
}

/** Keeps the module of each data set that comes first. */
function keepBest(
  found: GeneInModules,
  { modules, networks }: Candidates,
  keys: Float64Array,
): { candidates: Candidates; keys: Float64Array } {
  const best = new Map<number, number>();
  networks.forEach((network, at) => {
    const dataSet = found.networks[network]?.network.dataSet.number ?? 0;
    const known = best.get(dataSet);
    if (known === undefined || f64At(keys, at) < f64At(keys, known)) best.set(dataSet, at);
  });
  const kept = [...best.values()];
  return {
    candidates: {
      modules: Uint32Array.from(kept, (at) => u32At(modules, at)),
      networks: Uint32Array.from(kept, (at) => u32At(networks, at)),
    },
    keys: Float64Array.from(kept, (at) => f64At(keys, at)),
  };
}

function countMembers(found: GeneInModules): { members: number[]; membersOfAny: number } {
  const members = definitionNumbers('Any').map(() => 0);
  let membersOfAny = 0;
  for (const { network } of found.networks) {
    for (let index = 0; index < network.modules.length; index += 1) {
      const mask = found.masks[u32At(network.modules, index)] ?? 0;
      if (mask === 0) continue;
      membersOfAny += 1;
      members.forEach((count, number) => {
        if ((mask & (1 << number)) !== 0) members[number] = count + 1;
      });
    }
  }
  return { members, membersOfAny };
}

/** Where the list has the first of these features; -1 if it has none. */
function firstIndexOf(list: Uint32Array, features: readonly number[]): number {
  const indexes = features.map((feature) => list.indexOf(feature)).filter((index) => index >= 0);
  return indexes.length === 0 ? -1 : Math.min(...indexes);
}

/** One page of the modules of a gene, with the totals of all. */
export async function listGeneModules(
  engine: GeneEngine,
  request: GeneModulesRequest,
): Promise<GeneModulesReply> {
  const { catalog, columns } = engine;
  const found = await findGeneInModules(engine, request);
  const all = listCandidates(found, request);
  const allKeys = sortKeys(found, all, request);
  const { candidates, keys } =
    request.bestOf === 'data-set' ? keepBest(found, all, allKeys) : { candidates: all, keys: allKeys };
  const order = topK(keys, request.to)
    .sort((a, b) => f64At(keys, a) - f64At(keys, b) || a - b)
    .subarray(request.from, request.to);
  const networks = [...order].flatMap((at) => found.networks[u32At(candidates.networks, at)]?.network ?? []);
  const lists = await columns.loadLists(
    catalog,
    new Set(networks.map(({ search_feature_list_id }) => search_feature_list_id)),
  );
  const rows = Array.from(order, (at, row): GeneModuleRow | undefined => {
    const network = networks[row];
    const module = u32At(candidates.modules, at);
    if (network === undefined) return undefined;
    const list = lists.get(network.search_feature_list_id) ?? new Uint32Array(0);
    const feature = found.features[module] ?? 0;
    const wanted = feature === 0 ? request.features : [feature];
    return {
      module,
      moduleIndex: network.modules.indexOf(module),
      network: network.id,
      network_number: network.number,
      network_name: network.name,
      analysis_number: network.analysis.number,
      data_set_number: network.dataSet.number,
      data_set_title: network.dataSet.title,
      definitions: definitionNumbers('Any').filter(
        (number) => ((found.masks[module] ?? 0) & (1 << number)) !== 0,
      ),
      featureIndex: firstIndexOf(list, wanted),
    };
  });
  return {
    rows: rows.filter((row) => row !== undefined),
    total: candidates.modules.length,
    ...countMembers(found),
    networksWithoutKme: found.networks.filter(({ hasKme }) => !hasKme).length,
  };
}
