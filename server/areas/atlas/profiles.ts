/** Recurring modules as requests of compute threads. */
import { u32At } from '@omicon/domain/arrays/number-at.ts';
import { SYMBOL_ORGANISM } from '@omicon/domain/identifiers/orthologues.ts';
import type { SymbolsOfFeatures } from '@omicon/domain/statistics/matching/kme-profiles.ts';
import { toU32 } from '@omicon/search-index/kit/bytes.ts';
import type { Services } from '../../base/services.ts';
import type {
  ProfileRequest,
  StoredDataSet,
  StoredModule,
} from '../../compute/kinds/atlas/module-profiles.ts';
import { listRepresentatives } from './sql-inputs.ts';
import type { RecurringSet } from './sql-sets.ts';

/** Several data sets with their symbols numbered alike. */
export interface ProfilesOfSets extends ProfileRequest {
  dataSets: StoredDataSet[];
  /** by number of the symbol */
  spellings: string[];
}

/**
 * Numbers symbols by their spelling. The numbers of a search thread are those of its reading of the tables, and sums of
 * floating-point numbers depend on the order: the same modules have to make the same meta-modules to the last bit.
 */
function numberBySpelling(
  lists: readonly SymbolsOfFeatures[],
  spellings: readonly string[],
): Pick<ProfilesOfSets, 'lists' | 'spellings'> {
  const order = [...spellings.keys()].sort((a, b) => ((spellings[a] ?? '') < (spellings[b] ?? '') ? -1 : 1));
  const numberOf = new Uint32Array(spellings.length);
  for (const [number, symbol] of order.entries()) numberOf[symbol] = number;
  return {
    spellings: order.map((symbol) => spellings[symbol] ?? ''),
    lists: lists.map(({ features, symbols }) => ({
      features,
      symbols: symbols.map((symbol) => u32At(numberOf, symbol)),
    })),
  };
}

/** A union of sorted or unsorted members, ascending. */
function unionOf(members: readonly Buffer[]): Uint32Array {
  return Uint32Array.from(new Set(members.flatMap((bytes) => [...toU32(bytes)]))).sort();
}

/**
 * The modules that represent the recurring modules of each set. Genes of other organisms are replaced by their human
 * orthologues where the laboratory has a table, so that every computation sees the same genes.
 */
export async function loadProfiles(
  { db, searchThreads }: Services,
  sets: readonly RecurringSet[],
): Promise<ProfilesOfSets> {
  const idsOf = ({ modules, representatives }: RecurringSet) =>
    Array.from(representatives, (at) => modules[at] ?? 0);
  const found = await listRepresentatives(db, sets.flatMap(idsOf));
  const networks = [...new Set([...found.values()].map(({ network }) => network))].toSorted((a, b) => a - b);
  const { symbolCount, lists, listOfNetwork, spellings } = await searchThreads.ask({
    kind: 'feature-symbols',
    networks,
    isSpelled: true,
    isTranslated: true,
    organism: SYMBOL_ORGANISM,
  });
  const listOf = new Map(networks.map((network, at) => [network, listOfNetwork[at] ?? -1]));
  const toStored = (id: number): StoredModule => {
    const module = found.get(id);
    if (module?.kme_values_storage_key === undefined || module.kme_values_storage_key === null)
      throw new Error(`Module ${id} of the atlas has no kME any more.`);
    return {
      kme_values_storage_key: module.kme_values_storage_key,
      number_of_features: module.number_of_features,
      list: listOf.get(module.network) ?? -1,
      moduleIndex: module.page - 1,
      members: unionOf(module.members),
    };
  };
  const dataSets = sets.map((set): StoredDataSet => {
    const modules = idsOf(set).map(toStored);
    return { modules, lists: [...new Set(modules.map(({ list }) => list))] };
  });
  return { symbolCount, ...numberBySpelling(lists, spellings), dataSets };
}
