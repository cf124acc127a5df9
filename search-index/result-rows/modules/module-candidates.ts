/** Modules of other networks that share genes with one module, before they are compared by kME. */
import { u32At } from '@omicon/domain/arrays/number-at.ts';
import { mappingKey } from '@omicon/domain/identifiers/identifier-mapping.ts';
import { areOtherOrganisms } from '@omicon/domain/identifiers/orthologues.ts';
import type { QueryDefinition } from '@omicon/domain/records/module-definition.ts';
import { DEFINITIONS_PER_MODULE } from '../../kit/posting-format.ts';
import { topK } from '../../kit/top-k.ts';
import { adjustment } from '../../match/false-discoveries.ts';
import type { Engine } from '../../match/find-matches.ts';
import type { Overlaps } from '../../match/overlaps.ts';
import { type Catalog, mayRead, type NetworkEntry, type Viewer } from '../../read/catalog-entries.ts';
import { audienceOf, type GroupsOfModules, type MetaModuleEntry } from '../../read/module-groups.ts';
import { type FeatureSymbolsReply, listFeatureSymbols } from '../feature-symbols.ts';
import { loadOrganisms, orthologuesTo } from '../organisms.ts';
import { addTests, overlapsOf } from '../rank/rank-modules.ts';
import { moduleOf } from './module-rows.ts';

/** Modules looked at for each candidate, so that networks with many similar modules leave room for others. */
const LOOKED_AT = 20;

export interface ModuleCandidatesRequest {
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

/** A candidate with what it recurs as. */
export interface GroupedCandidate extends ModuleCandidate {
  /** null if it is in none that the reader has */
  meta_module: MetaModuleEntry | null;
  /** modules of a data set with one number are one signal; from 1, null if the atlas does not have it */
  recurring_module: number | null;
}

export interface ModuleCandidatesReply {
  candidates: GroupedCandidate[];
  /** unique symbols of the module */
  symbols: number;
  /** modules tested, over which q is adjusted */
  tested: number;
  /** readable networks other than that of the module */
  networks: number;
  /** those of them that are of another organism, by organism */
  otherOrganisms: OtherOrganism[];
  /** symbols of the lists of the own network, first, and of the networks of the candidates, in order */
  featureSymbols: FeatureSymbolsReply;
}

interface OtherOrganism {
  own: string;
  other: string;
  /** name of the table of orthologues, null without one */
  table: string | null;
  networks: number;
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
    const feature = u32At(list, index);
    const end = starts[feature + 1] ?? 0;
    for (let at = starts[feature] ?? end; at < end; at += 1) symbols.add(spellings[u32At(targets, at)] ?? '');
  }
  return [...symbols];
}

/** Networks of one organism, or of the own one and of unknown ones. */
interface OrganismGroup {
  organism: string | null;
  networks: NetworkEntry[];
}

async function groupByOrganism(
  engine: Engine,
  own: string | null,
  networks: readonly NetworkEntry[],
): Promise<OrganismGroup[]> {
  const organisms = await loadOrganisms(engine, networks);
  const groups = new Map<string, OrganismGroup>();
  for (const [at, network] of networks.entries()) {
    const organism = organisms[at] ?? null;
    const isOther = areOtherOrganisms(own, organism);
    const key = isOther ? mappingKey(organism ?? '') : '';
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { organism: isOther ? organism : null, networks: [network] });
    else group.networks.push(network);
  }
  return [...groups.values()];
}

/**
 * Tests the modules of all networks. In networks of another organism orthologues are looked for, among the genes that
 * have one; without a table of orthologues the same symbols.
 */
async function testByOrganism(
  engine: Engine,
  { symbols, own, definition }: { symbols: string[]; own: string | null; definition: QueryDefinition },
  networks: readonly NetworkEntry[],
): Promise<{ overlaps: Overlaps; otherOrganisms: OtherOrganism[] }> {
  const overlaps = overlapsOf(networks, { definition });
  const otherOrganisms: OtherOrganism[] = [];
  const keys = symbols.map(mappingKey);
  for (const group of await groupByOrganism(engine, own, networks)) {
    const map = await orthologuesTo(engine, own, group.organism);
    const question = { definition, filters: {} };
    const asked =
      map === null
        ? { ...question, symbols: keys, background: null }
        : {
            ...question,
            symbols: keys.flatMap((key) => map.targets.get(key) ?? []),
            background: [...map.targets.values()].flat(),
          };
    await addTests(engine, asked, group.networks, overlaps);
    if (own === null || group.organism === null) continue;
    const { length } = group.networks;
    otherOrganisms.push({ own, other: group.organism, table: map?.table ?? null, networks: length });
  }
  return { overlaps, otherOrganisms };
}

/** The modules with the smallest P: at most `mostOfNetwork` of a network and `most` in all. */
function chooseCandidates(
  catalog: Catalog,
  overlaps: Overlaps,
  { most, mostOfNetwork }: Pick<ModuleCandidatesRequest, 'most' | 'mostOfNetwork'>,
): ModuleCandidate[] {
  const { length, tested, ids } = overlaps;
  const p = overlaps.p.subarray(0, length);
  const q = adjustment(p, tested);
  const order = topK(p, LOOKED_AT * most).sort(
    (a, b) => (p[a] ?? 1) - (p[b] ?? 1) || u32At(ids, a) - u32At(ids, b),
  );
  const ofNetwork = new Map<number, number>();
  const seen = new Set<number>();
  const candidates: ModuleCandidate[] = [];
  for (const at of order) {
    if (candidates.length >= most) break;
    const module = moduleOf(u32At(ids, at));
    const network = networkOf(catalog, module);
    const taken = ofNetwork.get(network?.id ?? 0) ?? 0;
    if (network === undefined || seen.has(module) || taken >= mostOfNetwork) continue;
    seen.add(module);
    ofNetwork.set(network.id, taken + 1);
    candidates.push({
      module,
      moduleIndex: network.modules.indexOf(module),
      definition: u32At(ids, at) % DEFINITIONS_PER_MODULE,
      network: network.id,
      network_number: network.number,
      network_name: network.name,
      analysis_number: network.analysis.number,
      data_set_number: network.dataSet.number,
      data_set_title: network.dataSet.title,
      collection_number: network.dataSet.collection_number,
      technology: network.dataSet.fields.get('technology') ?? null,
      overlap: u32At(overlaps.overlap, at),
      size: u32At(overlaps.size, at),
      listed: u32At(overlaps.listed, at),
      universe: u32At(overlaps.universe, at),
      p: p[at] ?? 1,
      q: q(p[at] ?? 1),
    });
  }
  return candidates;
}

/** Adds the groups of the reader. Numbers are by first appearance: those of the index follow the order of a table. */
function groupCandidates(
  candidates: readonly ModuleCandidate[],
  { recurring, meta, metaModules }: GroupsOfModules,
): GroupedCandidate[] {
  const numbers = new Map<number, number>();
  return candidates.map((candidate) => {
    const own = recurring[candidate.module] ?? 0;
    if (own > 0 && !numbers.has(own)) numbers.set(own, numbers.size + 1);
    return {
      ...candidate,
      meta_module: metaModules.get(meta[candidate.module] ?? 0) ?? null,
      recurring_module: numbers.get(own) ?? null,
    };
  });
}

/**
 * The modules of all other readable networks with the smallest P of overlap, as in Explore, each under the definition
 * with its smallest P.
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
  const [organism = null] = await loadOrganisms(engine, [catalog.networks.find(({ id }) => id === own)]);
  const { overlaps, otherOrganisms } = await testByOrganism(
    engine,
    { symbols, own: organism, definition },
    networks,
  );
  const candidates = chooseCandidates(catalog, overlaps, request);
  const { tested } = overlaps;
  overlaps.release();
  return {
    candidates: groupCandidates(candidates, await engine.groups.load(catalog, audienceOf(viewer))),
    symbols: symbols.length,
    tested,
    networks: networks.length,
    otherOrganisms,
    featureSymbols: await listFeatureSymbols(engine, {
      networks: [own, ...candidates.map(({ network }) => network)],
      isSpelled: false,
      isTranslated: true,
    }),
  };
}
