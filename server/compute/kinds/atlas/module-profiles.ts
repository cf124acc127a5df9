/** Recurring modules by symbol, read from the stored kME of their networks. */
import {
  kmeOfSymbols,
  type SymbolsOfFeatures,
  symbolsOfMembers,
} from '@omicon/domain/statistics/matching/kme-profiles.ts';
import type { DataSetProfile, ModuleProfile } from '@omicon/domain/statistics/recurrence/match-modules.ts';
import type { Work } from '../../work.ts';
import { kmeRange, type StoredKme } from '../stored-kme.ts';

/** A module that represents a recurring module. */
export interface StoredModule extends StoredKme {
  /** in page order, from 0 */
  moduleIndex: number;
  /** indexes in the feature list of its network */
  members: Uint32Array;
}

/** The recurring modules of a data set. */
export interface StoredDataSet {
  /** lists of its networks: indexes in the lists of the request */
  lists: number[];
  modules: StoredModule[];
}

const NO_SYMBOLS: SymbolsOfFeatures = { features: new Uint32Array(0), symbols: new Uint32Array(0) };

/** What requests about recurring modules have in common. */
export interface ProfileRequest {
  symbolCount: number;
  lists: SymbolsOfFeatures[];
}

/** Modules by symbol, in the order given. */
export async function readProfiles(
  { symbolCount, lists }: ProfileRequest,
  modules: readonly StoredModule[],
  work: Work,
): Promise<ModuleProfile[]> {
  const profiles: ModuleProfile[] = modules.map(({ members, list }) => ({
    kme: new Float64Array(0),
    members: symbolsOfMembers(members, lists[list] ?? NO_SYMBOLS),
  }));
  await work.eachRange(
    modules.map((module) => kmeRange(module, module.moduleIndex)),
    (kme, at) => {
      const [profile, module] = [profiles[at], modules[at]];
      if (profile !== undefined && module !== undefined)
        profile.kme = kmeOfSymbols(kme, lists[module.list] ?? NO_SYMBOLS, symbolCount);
    },
  );
  return profiles;
}

/** 1 for each symbol that a feature of one of the lists has. */
export function symbolsMeasured({ symbolCount, lists }: ProfileRequest, of: readonly number[]): Uint8Array {
  const measured = new Uint8Array(symbolCount);
  for (const list of of) for (const symbol of lists[list]?.symbols ?? []) measured[symbol] = 1;
  return measured;
}

/** A data set by symbol. 300 recurring modules of 25,000 symbols take 60 MB. */
export async function readDataSet(
  request: ProfileRequest,
  { lists, modules }: StoredDataSet,
  work: Work,
): Promise<DataSetProfile> {
  return {
    measured: symbolsMeasured(request, lists),
    modules: await readProfiles(request, modules, work),
  };
}
