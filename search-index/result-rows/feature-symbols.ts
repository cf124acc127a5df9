/** The symbols that the features of networks map to, so that networks with other features can be compared. */
import type { Engine } from '../match/find-matches.ts';
import type { NetworkEntry } from '../read/catalog-entries.ts';
import type { OrthologueMap } from '../read/orthologues.ts';
import type { SymbolsOfList } from '../read/symbols-of-list.ts';
import { loadOrganisms, orthologuesTo } from './organisms.ts';

export interface FeatureSymbolsRequest {
  /** row ids; the caller has checked that they are readable */
  networks: number[];
  /** whether the spellings of the symbols are wanted */
  isSpelled: boolean;
  /**
   * whether symbols of networks of other organisms are replaced by orthologues in that of the first network; without a
   * table of orthologues they stay
   */
  isTranslated: boolean;
  /** the organism whose symbols are wanted instead of those of the first network */
  organism?: string;
}

export interface FeatureSymbolsReply {
  /** symbols are numbered below it; the numbers hold for one version of the corpus */
  symbolCount: number;
  lists: SymbolsOfList[];
  /** index in `lists` of each network, in the order of the request; -1 for a network that is not indexed */
  listOfNetwork: number[];
  /** by number of the symbol; empty unless wanted */
  spellings: string[];
  /** of each network; null if its samples name none or several, or nothing is translated */
  organisms: (string | null)[];
  /** name of the table by which the symbols of each network were replaced, null if they were not */
  tables: (string | null)[];
}

/** A list, and the map by which its symbols are replaced. */
interface WantedList {
  id: number;
  map: OrthologueMap | null;
}

const keyOf = ({ id, map }: WantedList) => `${id} ${map?.key ?? ''}`;

async function loadLists(
  { catalog, columns, orthologues }: Engine,
  wanted: readonly WantedList[],
  spellings: readonly string[],
): Promise<SymbolsOfList[]> {
  const lists = await columns.loadSymbols(
    catalog,
    wanted.map(({ id }) => id),
  );
  return wanted.map(({ id, map }, at) => {
    const symbols = lists[at] ?? { features: new Uint32Array(0), symbols: new Uint32Array(0) };
    return map === null ? symbols : orthologues.translate(catalog, { list: id, symbols }, { map, spellings });
  });
}

/** Tables search_feature_list, search_target and mapping_row; cached until the corpus changes. */
export async function listFeatureSymbols(
  engine: Engine,
  request: FeatureSymbolsRequest,
): Promise<FeatureSymbolsReply> {
  const { catalog, columns } = engine;
  const entries = new Map<number, NetworkEntry>(catalog.networks.map((entry) => [entry.id, entry]));
  const networks = request.networks.map((id) => entries.get(id));
  const organisms = request.isTranslated ? await loadOrganisms(engine, networks) : networks.map(() => null);
  const maps = new Map<string | null, OrthologueMap | null>();
  const wantedOrganism = request.organism ?? organisms[0] ?? null;
  for (const organism of new Set(organisms))
    maps.set(organism, await orthologuesTo(engine, organism, wantedOrganism));
  const wanted = networks.map((entry, at) => ({
    id: entry?.search_feature_list_id ?? 0,
    map: maps.get(organisms[at] ?? null) ?? null,
  }));
  const distinct = new Map(wanted.filter(({ id }) => id !== 0).map((list) => [keyOf(list), list]));
  const keys = [...distinct.keys()];
  const targets = await columns.loadTargets(catalog, 'SYMBOL');
  return {
    symbolCount: targets.spellings.length,
    lists: await loadLists(engine, [...distinct.values()], targets.spellings),
    listOfNetwork: wanted.map((list) => keys.indexOf(keyOf(list))),
    spellings: request.isSpelled ? targets.spellings : [],
    organisms,
    tables: wanted.map(({ map }) => map?.table ?? null),
  };
}
