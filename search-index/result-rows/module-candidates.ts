/** Modules of other networks that share genes with one module, before they are compared by kME. */
import { mappingKey } from '@omicon/domain/identifiers/identifier-mapping.ts';
import type { QueryDefinition } from '@omicon/domain/records/module-definition.ts';
import { DEFINITIONS_PER_MODULE } from '../kit/posting-format.ts';
import { topK } from '../kit/top-k.ts';
import { adjustment } from '../match/false-discoveries.ts';
import type { Engine } from '../match/search.ts';
import { type Catalog, mayRead, type NetworkEntry, type Viewer } from '../read/catalog-entries.ts';
import { type FeatureSymbolsReply, listFeatureSymbols } from './feature-symbols.ts';
import { moduleOf } from './module-rows.ts';
import { testModules } from './rank-modules.ts';

/** Modules looked at for each candidate, so that networks with many similar modules leave room for others. */
const LOOKED_AT = 20;

export interface ModuleCandidatesRequest {
  kind: 'module-candidates';
  viewer: Viewer;
  /** row id of the network of the module; the caller has checked that it is readable */
  network: number;
  /** members of the module: indexes in the feature list of its network */
  features: Uint32Array;
  definition: QueryDefinition;
  most: number;
  mostOfNetwork: number;
}

export interface ModuleCandidate {
  /** row id */
  module: number;
  /** index of the module in page order, from 0 */
  moduleIndex: number;
  /** number of the definition under which it shares the genes */
  definition: number;
  /** row id */
  network: number;
  network_number: number;
  network_name: string;
  analysis_number: number;
  data_set_number: number;
  data_set_title: string;
  collection_number: number;
  technology: string | null;
  overlap: number;
  size: number;
  listed: number;
  universe: number;
  p: number;
  q: number;
}

export interface ModuleCandidatesReply {
  candidates: ModuleCandidate[];
  /** unique symbols of the module */
  symbols: number;
  /** modules tested, over which q is adjusted */
  tested: number;
  /** readable networks other than that of the module */
  networks: number;
  /** symbols of the lists of the own network, first, and of the networks of the candidates, in order */
  featureSymbols: FeatureSymbolsReply;
}

function networkOf(catalog: Catalog, module: number): NetworkEntry | undefined {
  return catalog.networks[(catalog.networkOfModule[module] ?? 0) - 1];
}

/** Spellings of the unique symbols of the members. */
async function symbolsOfMembers(
  { catalog, columns }: Engine,
  { network, features }: ModuleCandidatesRequest,
): Promise<string[]> {
  const entry = catalog.networks.find(({ id }) => id === network);
  if (entry === undefined) return [];
  const lists = await columns.loadLists(catalog, new Set([entry.search_feature_list_id]));
  const list = lists.get(entry.search_feature_list_id) ?? new Uint32Array(0);
  const { starts, targets, spellings } = await columns.loadTargets(catalog, 'SYMBOL');
  const symbols = new Set<string>();
  for (const index of features) {
    const feature = list[index] ?? 0;
    const end = starts[feature + 1] ?? 0;
    for (let at = starts[feature] ?? end; at < end; at += 1) symbols.add(spellings[targets[at] ?? 0] ?? '');
  }
  return [...symbols];
}

/**
 * The modules of all other readable networks with the smallest P of overlap, as in Explore: at most `mostOfNetwork` of a
 * network and `most` in all, each under the definition with its smallest P.
 */
export async function listModuleCandidates(
  engine: Engine,
  request: ModuleCandidatesRequest,
): Promise<ModuleCandidatesReply> {
  const { catalog } = engine;
  const { viewer, network: own, definition } = request;
  const symbols = await symbolsOfMembers(engine, request);
  const networks = catalog.networks.filter(
    ({ id, dataSet, analysis }) => id !== own && mayRead(dataSet, viewer) && mayRead(analysis, viewer),
  );
  const overlaps = await testModules(
    engine,
    { symbols: symbols.map(mappingKey), background: null, definition, filters: {} },
    networks,
  );
  const { length, tested, ids } = overlaps;
  const p = overlaps.p.subarray(0, length);
  const q = adjustment(p, tested);
  const order = topK(p, LOOKED_AT * request.most).sort(
    (a, b) => (p[a] ?? 1) - (p[b] ?? 1) || (ids[a] ?? 0) - (ids[b] ?? 0),
  );
  const ofNetwork = new Map<number, number>();
  const seen = new Set<number>();
  const candidates: ModuleCandidate[] = [];
  for (const at of order) {
    if (candidates.length >= request.most) break;
    const module = moduleOf(ids[at] ?? 0);
    const network = networkOf(catalog, module);
    const taken = ofNetwork.get(network?.id ?? 0) ?? 0;
    if (network === undefined || seen.has(module) || taken >= request.mostOfNetwork) continue;
    seen.add(module);
    ofNetwork.set(network.id, taken + 1);
    candidates.push({
      module,
      moduleIndex: network.modules.indexOf(module),
      definition: (ids[at] ?? 0) % DEFINITIONS_PER_MODULE,
      network: network.id,
      network_number: network.number,
      network_name: network.name,
      analysis_number: network.analysis.number,
      data_set_number: network.dataSet.number,
      data_set_title: network.dataSet.title,
      collection_number: network.dataSet.collection_number,
      technology: network.dataSet.fields.get('technology') ?? null,
      overlap: overlaps.overlap[at] ?? 0,
      size: overlaps.size[at] ?? 0,
      listed: overlaps.listed[at] ?? 0,
      universe: overlaps.universe[at] ?? 0,
      p: p[at] ?? 1,
      q: q(p[at] ?? 1),
    });
  }
  overlaps.release();
  return {
    candidates,
    symbols: symbols.length,
    tested,
    networks: networks.length,
    featureSymbols: await listFeatureSymbols(engine, {
      networks: [own, ...candidates.map(({ network }) => network)],
      isSpelled: false,
    }),
  };
}
