/** The symbols that the features of networks map to, so that networks with other features can be compared. */
import type { Engine } from '../match/search.ts';
import type { Targets } from '../read/targets.ts';

export interface FeatureSymbolsRequest {
  kind: 'feature-symbols';
  /** row ids; the caller has checked that they are readable */
  networks: number[];
  /** whether the spellings of the symbols are wanted */
  isSpelled: boolean;
}

/** Pairs of a feature and a symbol it maps to, in the order of the features. */
export interface SymbolsOfList {
  /** indexes in the feature list */
  features: Uint32Array;
  /** numbers of symbols */
  symbols: Uint32Array;
}

export interface FeatureSymbolsReply {
  /** symbols are numbered below it; the numbers hold for one version of the corpus */
  symbolCount: number;
  lists: SymbolsOfList[];
  /** index in `lists` of each network, in the order of the request; -1 for a network that is not indexed */
  listOfNetwork: number[];
  /** by number of the symbol; empty unless wanted */
  spellings: string[];
}

/** An array in shared memory: a hundred lists go from a search thread to a compute thread, and nothing is copied. */
function sharedNumbers(length: number): Uint32Array {
  return new Uint32Array(new SharedArrayBuffer(Uint32Array.BYTES_PER_ELEMENT * length));
}

/** Pairs of indexes in a list of feature ids and numbers of symbols. */
export function symbolsOfList(list: Uint32Array, { starts, targets }: Targets): SymbolsOfList {
  // Features added after the targets were read are beyond `starts`, and have none.
  const endOf = (feature: number) => starts[feature + 1] ?? 0;
  const startOf = (feature: number) => Math.min(starts[feature] ?? 0, endOf(feature));
  let length = 0;
  for (let index = 0; index < list.length; index += 1) {
    const feature = list[index] ?? 0;
    length += endOf(feature) - startOf(feature);
  }
  const [features, symbols] = [sharedNumbers(length), sharedNumbers(length)];
  let next = 0;
  for (let index = 0; index < list.length; index += 1) {
    const feature = list[index] ?? 0;
    for (let at = startOf(feature); at < endOf(feature); at += 1) {
      features[next] = index;
      symbols[next] = targets[at] ?? 0;
      next += 1;
    }
  }
  return { features, symbols };
}

/** Tables search_feature_list and search_target; cached until the corpus changes. */
export async function listFeatureSymbols(
  { catalog, columns }: Pick<Engine, 'catalog' | 'columns'>,
  request: Omit<FeatureSymbolsRequest, 'kind'>,
): Promise<FeatureSymbolsReply> {
  const listIds = new Map(
    catalog.networks.map(({ id, search_feature_list_id }) => [id, search_feature_list_id]),
  );
  const wanted = request.networks.map((id) => listIds.get(id) ?? 0);
  const distinct = [...new Set(wanted)].filter((id) => id !== 0);
  const targets = await columns.loadTargets(catalog, 'SYMBOL');
  const lists = await columns.loadLists(catalog, new Set(distinct));
  return {
    symbolCount: targets.spellings.length,
    lists: distinct.map((id) => symbolsOfList(lists.get(id) ?? new Uint32Array(0), targets)),
    listOfNetwork: wanted.map((id) => distinct.indexOf(id)),
    spellings: request.isSpelled ? targets.spellings : [],
  };
}
