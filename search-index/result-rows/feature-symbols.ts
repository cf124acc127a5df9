/** The symbols that the features of networks map to, so that networks with other features can be compared. */
import type { Engine } from '../match/search.ts';
import type { SymbolsOfList } from '../read/list-symbols.ts';

export interface FeatureSymbolsRequest {
  kind: 'feature-symbols';
  /** row ids; the caller has checked that they are readable */
  networks: number[];
  /** whether the spellings of the symbols are wanted */
  isSpelled: boolean;
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
  return {
    symbolCount: targets.spellings.length,
    lists: await columns.loadSymbols(catalog, distinct),
    listOfNetwork: wanted.map((id) => distinct.indexOf(id)),
    spellings: request.isSpelled ? targets.spellings : [],
  };
}
