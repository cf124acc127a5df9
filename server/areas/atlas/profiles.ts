/** Recurring modules as requests of compute threads. */
import { SYMBOL_ORGANISM } from '@omicon/domain/identifiers/orthologues.ts';
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
  /** by number of the symbol; empty unless wanted */
  spellings: string[];
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
  { isSpelled }: { isSpelled: boolean },
): Promise<ProfilesOfSets> {
  const idsOf = ({ modules, representatives }: RecurringSet) =>
    Array.from(representatives, (at) => modules[at] ?? 0);
  const found = await listRepresentatives(db, sets.flatMap(idsOf));
  const networks = [...new Set([...found.values()].map(({ network }) => network))].toSorted((a, b) => a - b);
  const { symbolCount, lists, listOfNetwork, spellings } = await searchThreads.ask({
    kind: 'feature-symbols',
    networks,
    isSpelled,
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
  return { symbolCount, lists, spellings, dataSets };
}
