/** The symbols that the features of data sets map to. */
import type { Engine } from '../match/find-matches.ts';
import type { SymbolsOfList } from '../read/symbols-of-list.ts';

export interface ListSymbolsRequest {
  /** row ids of feature_list; the caller has checked that their data sets are readable */
  feature_lists: number[];
}

export interface ListSymbolsReply {
  /** in the order of the request; without pairs for a list that is not indexed */
  lists: SymbolsOfList[];
  /** by number of a symbol that is in a list; the numbers hold for one version of the corpus */
  spellings: Map<number, string>;
}

/** Tables search_feature_list and search_target; cached until the corpus changes. */
export async function listSymbolsOfLists(
  { catalog, columns }: Pick<Engine, 'catalog' | 'columns'>,
  { feature_lists }: ListSymbolsRequest,
): Promise<ListSymbolsReply> {
  const present = await columns.loadPresent(catalog);
  const ids = feature_lists.map(
    (wanted) => present.find(({ feature_list_id }) => feature_list_id === wanted)?.id ?? 0,
  );
  const targets = await columns.loadTargets(catalog, 'SYMBOL');
  const lists = await columns.loadSymbols(catalog, ids);
  const spellings = new Map<number, string>();
  for (const { symbols } of lists)
    for (const symbol of symbols) spellings.set(symbol, targets.spellings[symbol] ?? '');
  return { lists, spellings };
}
