/** A module against candidates of other networks, by the kME of their common symbols. */
import { f64At, u32At } from '@omicon/domain/arrays/number-at.ts';
import {
  commonSymbols,
  correlateProfiles,
  correlationOver,
  indexOfLargest,
  kmeOfSymbols,
  ModulePair,
  profilesOf,
  type SymbolsOfFeatures,
  symbolsOfMembers,
  unionOfMembers,
} from '@omicon/domain/statistics/matching/kme-profiles.ts';
import type { Work } from '../work.ts';
import { kmeRange, OwnSymbols, type StoredKme } from './stored-kme.ts';

export interface MatchedModule extends StoredKme {
  /** in page order, from 0 */
  moduleIndex: number;
  /** indexes in the feature list */
  members: Uint32Array;
}

export interface MatchModulesRequest {
  symbolCount: number;
  lists: SymbolsOfFeatures[];
  subject: MatchedModule;
  /** modules of the network of the subject */
  numberOfModules: number;
  candidates: MatchedModule[];
}

/** Parallel columns, one value per candidate. */
export interface MatchModulesResult {
  /** common symbols */
  common: Uint32Array;
  /** correlation of kME over all common symbols; NaN if there are fewer than three */
  rho: Float64Array;
  /** the same over the members of either module */
  rhoOfMembers: Float64Array;
  /** 1 where the subject is the best match of the candidate in the network of the subject */
  isReciprocal: Uint8Array;
}

/** Symbols by which modules are ranked before the exact correlation; its error is about 0.02. */
const SAMPLED_SYMBOLS = 2048;
/** Candidates whose kME is in memory at once, 2.5 MB; the cancellation is looked at between them. */
const CANDIDATES_AT_ONCE = 16;
/** Modules this far below the best are not compared exactly. */
const MARGIN = 0.15;

/** kME of the modules of one network, by symbol where it is needed: of most modules a sample is enough. */
class OwnKme {
  readonly modules: number[];
  private readonly byFeature: readonly Float64Array[];
  private readonly list: SymbolsOfFeatures;
  private readonly symbolCount: number;
  private readonly bySymbol = new Map<number, Float64Array>();

  /** @param list pairs of a feature and the own number of a symbol, below `symbolCount` */
  constructor(byFeature: readonly Float64Array[], list: SymbolsOfFeatures, symbolCount: number) {
    this.modules = Array.from(byFeature.keys());
    this.byFeature = byFeature;
    this.list = list;
    this.symbolCount = symbolCount;
  }

  of(module: number): Float64Array {
    const known = this.bySymbol.get(module);
    if (known !== undefined) return known;
    const made = kmeOfSymbols(this.byFeature[module] ?? [], this.list, this.symbolCount);
    this.bySymbol.set(module, made);
    return made;
  }

  /** kME of every module at some symbols. */
  at(sampled: Uint32Array): Float64Array[] {
    const positions = new Int32Array(this.symbolCount).fill(-1);
    for (const [position, symbol] of sampled.entries()) positions[symbol] = position;
    const pairs = Array.from(this.list.features, (feature, at) => ({
      feature,
      position: positions[u32At(this.list.symbols, at)] ?? -1,
    })).filter(({ position }) => position >= 0);
    const list = {
      features: Uint32Array.from(pairs, ({ feature }) => feature),
      symbols: Uint32Array.from(pairs, ({ position }) => position),
    };
    return this.byFeature.map((kme) => kmeOfSymbols(kme, list, sampled.length));
  }
}

function sampleOf(kme: Float64Array): Uint32Array {
  const symbols = commonSymbols(kme, kme);
  const step = Math.ceil(symbols.length / SAMPLED_SYMBOLS);
  return step <= 1 ? symbols : symbols.filter((_, at) => at % step === 0);
}

/**
 * Puts the mean in place of missing values: that makes all correlations of a module smaller by one factor, and leaves
 * their order.
 * @returns null if more than half are missing
 */
function withMeans(values: Float64Array): Float64Array | null {
  let [count, sum] = [0, 0];
  for (let at = 0; at < values.length; at += 1) {
    const value = values[at] ?? Number.NaN;
    if (Number.isNaN(value)) continue;
    count += 1;
    sum += value;
  }
  if (2 * count < values.length) return null;
  const mean = sum / count;
  for (let at = 0; at < values.length; at += 1) if (Number.isNaN(f64At(values, at))) values[at] = mean;
  return values;
}

function valuesAt(kme: Float64Array, symbols: Uint32Array): Float64Array {
  const values = new Float64Array(symbols.length);
  for (let at = 0; at < symbols.length; at += 1) values[at] = kme[u32At(symbols, at)] ?? Number.NaN;
  return values;
}

/** Modules by their kME at the same sample of symbols. */
class SampledModules {
  private readonly every: number[];
  /** null if one of them has too few values: then all modules are compared exactly */
  private readonly profiles: Float64Array[] | null;
  private readonly places: Uint32Array;

  /** @param samples values at `count` symbols by module; NaN where missing */
  constructor(samples: readonly Float64Array[], count: number) {
    this.every = Array.from(samples.keys());
    this.places = Uint32Array.from({ length: count }, (_, at) => at);
    const filled = samples.map(withMeans);
    this.profiles = filled.every((each) => each !== null) ? profilesOf(filled, this.places) : null;
  }

  /** For each of some other modules, by their values, those that may match it best, closest first. */
  listClose(others: readonly Float64Array[]): number[][] {
    const { every, places, profiles } = this;
    if (profiles === null) return others.map(() => every);
    const filled = others.map(withMeans);
    const none = new Float64Array(places.length);
    const rough = correlateProfiles(
      profilesOf(
        filled.map((each) => each ?? none),
        places,
      ),
      profiles,
    );
    return filled.map((vector, at) => {
      const r = rough[at] ?? none;
      const best = indexOfLargest(r);
      if (best < 0 || vector === null) return every;
      const limit = f64At(r, best) - MARGIN;
      // Modules of which the sample says nothing are compared exactly, too.
      const roughly = (module: number) => (Number.isNaN(r[module]) ? 1 : (r[module] ?? 1));
      return every
        .filter((module) => !((r[module] ?? Number.NaN) < limit))
        .sort((one, other) => roughly(other) - roughly(one));
    });
  }
}

/**
 * Whether no close module correlates more with the candidate than the subject does, by `rho`; of equal ones the first
 * is the best. Usually the closest module already correlates more, and no other is compared.
 */
function isBestMatch(
  pair: ModulePair,
  own: OwnKme,
  { subject, rho, close }: { subject: number; rho: number; close: readonly number[] },
): boolean {
  if (Number.isNaN(rho) || !close.includes(subject)) return false;
  return !close.some((module) => {
    if (module === subject) return false;
    const difference = pair.compare(own.of(module), rho);
    return difference > 0 || (difference === 0 && module < subject);
  });
}

/** Reads kME of the modules of the subject's network, then of all candidates. */
export async function matchModules(
  { symbolCount, lists, subject, numberOfModules, candidates }: MatchModulesRequest,
  work: Work,
): Promise<MatchModulesResult> {
  const empty: SymbolsOfFeatures = { features: new Uint32Array(0), symbols: new Uint32Array(0) };
  const ownList = lists[subject.list] ?? empty;
  const ownSymbols = new OwnSymbols(symbolCount, ownList);
  const listOf = ({ list }: MatchedModule) => lists[list] ?? ownList;
  const membersOf = (module: MatchedModule) =>
    symbolsOfMembers(module.members, listOf(module))
      .map((symbol) => ownSymbols.indexOf(symbol) + 1)
      .filter((index) => index > 0)
      .map((index) => index - 1);
  const own = new OwnKme(
    await work.readNumbers(Array.from({ length: numberOfModules }, (_, module) => kmeRange(subject, module))),
    ownSymbols.within(ownList),
    ownSymbols.count,
  );
  const subjectKme = own.of(subject.moduleIndex);
  const subjectMembers = membersOf(subject);
  const sampled = sampleOf(subjectKme);
  const sampledOwn = new SampledModules(own.at(sampled), sampled.length);
  const pair = new ModulePair(ownSymbols.count);
  const result: MatchModulesResult = {
    common: new Uint32Array(candidates.length),
    rho: new Float64Array(candidates.length),
    rhoOfMembers: new Float64Array(candidates.length),
    isReciprocal: new Uint8Array(candidates.length),
  };
  const kmes = Array.from(
    { length: Math.min(CANDIDATES_AT_ONCE, candidates.length) },
    () => new Float64Array(ownSymbols.count),
  );
  for (let from = 0; from < candidates.length; from += CANDIDATES_AT_ONCE) {
    work.report(from, candidates.length);
    const batch = candidates.slice(from, from + CANDIDATES_AT_ONCE);
    const samples = await work.mapNumbers(
      batch.map((each) => kmeRange(each, each.moduleIndex)),
      (kme, at) => {
        const into = kmes[at] ?? kme;
        ownSymbols.fillKme(kme, lists[batch[at]?.list ?? -1] ?? ownList, into);
        return valuesAt(into, sampled);
      },
    );
    const close = sampledOwn.listClose(samples);
    for (const [index, candidate] of batch.entries()) {
      const kme = kmes[index] ?? subjectKme;
      const at = from + index;
      const isCommon = (symbol: number) =>
        !Number.isNaN(subjectKme[symbol] ?? Number.NaN) && !Number.isNaN(kme[symbol] ?? Number.NaN);
      const union = unionOfMembers([subjectMembers, membersOf(candidate)], isCommon);
      result.common[at] = pair.choose(subjectKme, kme);
      const rho = pair.correlation();
      const isBest = isBestMatch(pair, own, { subject: subject.moduleIndex, rho, close: close[index] ?? [] });
      result.rho[at] = rho;
      result.rhoOfMembers[at] = correlationOver(subjectKme, kme, union);
      result.isReciprocal[at] = isBest ? 1 : 0;
    }
  }
  return result;
}
