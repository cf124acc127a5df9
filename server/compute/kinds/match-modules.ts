/** A module against candidates of other networks, and networks against each other, by the kME of their common symbols. */
import { hypergeometricTail } from '@omicon/domain/statistics/hypergeometric.ts';
import {
  correlateEigengenes,
  type SampleColumns,
} from '@omicon/domain/statistics/matching/eigengene-correlations.ts';
import {
  commonSymbols,
  correlateModules,
  correlationOver,
  indexOfLargest,
  kmeOfSymbols,
  type SymbolsOfFeatures,
  unionOfMembers,
} from '@omicon/domain/statistics/matching/kme-profiles.ts';
import { orderOfModules } from '@omicon/domain/statistics/modules/module-traits.ts';
import type { NumberRange, Work } from '../work.ts';

/** Stored kME of a network: for each module, kME and then P of every feature. */
export interface StoredKme {
  kme_values_storage_key: string;
  number_of_features: number;
  /** index in the lists of the request */
  list: number;
}

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

/** kME is one column of two per module. */
function kmeRange(
  { kme_values_storage_key, number_of_features }: StoredKme,
  moduleIndex: number,
): NumberRange {
  return {
    storage_key: kme_values_storage_key,
    start: 2 * number_of_features * moduleIndex,
    count: number_of_features,
  };
}

/** Numbers the symbols of one list from 0, so that symbols which it does not have take no memory. */
class OwnSymbols {
  readonly count: number;
  private readonly indexes: Int32Array;

  constructor(symbolCount: number, { symbols }: SymbolsOfFeatures) {
    this.indexes = new Int32Array(symbolCount).fill(-1);
    let count = 0;
    for (const symbol of symbols) {
      if ((this.indexes[symbol] ?? -1) >= 0) continue;
      this.indexes[symbol] = count;
      count += 1;
    }
    this.count = count;
  }

  /** The pairs of another list whose symbols this one has. */
  within({ features, symbols }: SymbolsOfFeatures): SymbolsOfFeatures {
    const kept = { features: new Uint32Array(symbols.length), symbols: new Uint32Array(symbols.length) };
    let count = 0;
    for (let at = 0; at < symbols.length; at += 1) {
      const index = this.indexes[symbols[at] ?? 0] ?? -1;
      if (index < 0) continue;
      kept.features[count] = features[at] ?? 0;
      kept.symbols[count] = index;
      count += 1;
    }
    return { features: kept.features.slice(0, count), symbols: kept.symbols.slice(0, count) };
  }
}

/** Symbols of some features, each once. */
function symbolsOf(members: Uint32Array, { features, symbols }: SymbolsOfFeatures): Uint32Array {
  const wanted = new Set(members);
  const found = new Set<number>();
  for (let at = 0; at < features.length; at += 1)
    if (wanted.has(features[at] ?? 0)) found.add(symbols[at] ?? 0);
  return Uint32Array.from(found);
}

/** Symbols by which modules are ranked before the exact correlation; its error is about 0.02. */
const SAMPLED_SYMBOLS = 2048;
/** Modules this far below the best are not compared exactly. */
const MARGIN = 0.15;

function sampleOf(kme: Float64Array): Uint32Array {
  const symbols = commonSymbols(kme, kme);
  const step = Math.ceil(symbols.length / SAMPLED_SYMBOLS);
  return step <= 1 ? symbols : symbols.filter((_, at) => at % step === 0);
}

/**
 * Values at some symbols. Missing ones count as the mean: that makes all correlations of a module smaller by one factor,
 * and leaves their order.
 * @returns null if more than half are missing
 */
function valuesAt(kme: Float64Array, symbols: Uint32Array): Float64Array | null {
  const values = new Float64Array(symbols.length);
  let [count, sum] = [0, 0];
  for (let at = 0; at < symbols.length; at += 1) {
    const value = kme[symbols[at] ?? 0] ?? Number.NaN;
    values[at] = value;
    if (Number.isNaN(value)) continue;
    count += 1;
    sum += value;
  }
  if (2 * count < symbols.length) return null;
  const mean = sum / count;
  for (let at = 0; at < values.length; at += 1) if (Number.isNaN(values[at] ?? 0)) values[at] = mean;
  return values;
}

/** For each candidate the modules that may match it best, from correlations over a sample of the symbols. */
function closeModules(
  own: readonly Float64Array[],
  candidates: readonly Float64Array[],
  subject: Float64Array,
): number[][] {
  const sampled = sampleOf(subject);
  const every = Array.from(own.keys());
  const [rows, vectors] = [own, candidates].map((kmes) => kmes.map((kme) => valuesAt(kme, sampled)));
  if (rows === undefined || vectors === undefined || rows.includes(null)) return candidates.map(() => every);
  const none = new Float64Array(sampled.length);
  const indexes = sampled.map((_, at) => at);
  const rough = correlateModules(
    vectors.map((each) => each ?? none),
    rows.map((each) => each ?? none),
    indexes,
  );
  return candidates.map((_, at) => {
    const r = rough[at] ?? none;
    const best = indexOfLargest(r);
    if (best < 0 || vectors[at] === null) return every;
    const limit = (r[best] ?? 0) - MARGIN;
    // Modules of which the sample says nothing are compared exactly, too.
    return every.filter((module) => !((r[module] ?? Number.NaN) < limit));
  });
}

/** Index of the module of `close` that correlates most with the candidate; -1 without common symbols. */
function bestMatch(
  own: readonly Float64Array[],
  candidate: Float64Array,
  { close, common }: { close: readonly number[]; common: Uint32Array },
): number {
  const modules = close.map((module) => own[module] ?? candidate);
  const exact = correlateModules([candidate], modules, common)[0] ?? new Float64Array(0);
  return close[indexOfLargest(exact)] ?? -1;
}

/** Reads kME of the modules of the subject's network, then of all candidates. */
export async function matchModules(
  { symbolCount, lists, subject, numberOfModules, candidates }: MatchModulesRequest,
  work: Work,
): Promise<MatchModulesResult> {
  const ownList = lists[subject.list] ?? { features: new Uint32Array(0), symbols: new Uint32Array(0) };
  const ownSymbols = new OwnSymbols(symbolCount, ownList);
  const within = lists.map((list) => ownSymbols.within(list));
  const symbolsIn = (list: number) => within[list] ?? ownList;
  const columns = await work.readNumbers(
    Array.from({ length: numberOfModules }, (_, module) => kmeRange(subject, module)),
  );
  const own = columns.map((kme) => kmeOfSymbols(kme, symbolsIn(subject.list), ownSymbols.count));
  const subjectKme = own[subject.moduleIndex] ?? new Float64Array(0);
  const subjectMembers = symbolsOf(subject.members, symbolsIn(subject.list));
  const result: MatchModulesResult = {
    common: new Uint32Array(candidates.length),
    rho: new Float64Array(candidates.length),
    rhoOfMembers: new Float64Array(candidates.length),
    isReciprocal: new Uint8Array(candidates.length),
  };
  const columnsOfCandidates = await work.readNumbers(
    candidates.map((each) => kmeRange(each, each.moduleIndex)),
  );
  const kmes = candidates.map(({ list }, at) =>
    kmeOfSymbols(columnsOfCandidates[at] ?? [], symbolsIn(list), ownSymbols.count),
  );
  const close = closeModules(own, kmes, subjectKme);
  for (const [at, candidate] of candidates.entries()) {
    work.report(at, candidates.length);
    const kme = kmes[at] ?? new Float64Array(0);
    const common = commonSymbols(subjectKme, kme);
    const isCommon = (symbol: number) =>
      !Number.isNaN(subjectKme[symbol] ?? Number.NaN) && !Number.isNaN(kme[symbol] ?? Number.NaN);
    const members = symbolsOf(candidate.members, symbolsIn(candidate.list));
    const union = unionOfMembers([subjectMembers, members], isCommon);
    result.common[at] = common.length;
    result.rho[at] = correlationOver(subjectKme, kme, common);
    result.rhoOfMembers[at] = correlationOver(subjectKme, kme, union);
    const best = bestMatch(own, kme, { close: close[at] ?? [], common });
    result.isReciprocal[at] = best === subject.moduleIndex ? 1 : 0;
  }
  return result;
}

/** All modules of a network, in page order. */
interface MatchedNetwork extends StoredKme {
  members: Uint32Array[];
  eigengenes: Float64Array[];
}

export interface MatchNetworksRequest {
  symbolCount: number;
  lists: SymbolsOfFeatures[];
  /** columns of the samples that both networks contain */
  samples: SampleColumns[];
  a: MatchedNetwork;
  b: MatchedNetwork;
}

/** Matrices are modules of `a` x modules of `b`, row by row. */
export interface MatchNetworksResult {
  common: number;
  rho: Float64Array;
  rhoOfMembers: Float64Array;
  overlap: Uint32Array;
  /** hypergeometric P of the overlap among the common symbols */
  p: Float64Array;
  eigengeneR: Float64Array;
  /** indexes of modules, in the order in which they are shown */
  orderA: number[];
  orderB: number[];
  /** members of each module among the common symbols */
  sizesA: Uint32Array;
  sizesB: Uint32Array;
}

/** Symbols with a kME in any module of a network, as a profile that is NaN elsewhere. */
function measuredBy(kmes: readonly Float64Array[], count: number): Float64Array {
  const measured = new Float64Array(count).fill(Number.NaN);
  for (const kme of kmes)
    kme.forEach((value, symbol) => {
      if (!Number.isNaN(value)) measured[symbol] = value;
    });
  return measured;
}

/** Correlations of all pairs; pairs of modules with missing kME over the symbols that both have. */
function correlateAll(
  a: readonly Float64Array[],
  b: readonly Float64Array[],
  common: Uint32Array,
): Float64Array[] {
  return correlateModules(a, b, common).map((row, module) =>
    row.map((rho, other) => {
      const [one, another] = [a[module], b[other]];
      if (!Number.isNaN(rho) || one === undefined || another === undefined) return rho;
      return correlationOver(one, another, commonSymbols(one, another));
    }),
  );
}

/** Every module of one network against every module of another. */
export async function matchNetworks(
  { symbolCount, lists, samples, a, b }: MatchNetworksRequest,
  work: Work,
): Promise<MatchNetworksResult> {
  const empty = { features: new Uint32Array(0), symbols: new Uint32Array(0) };
  const ownSymbols = new OwnSymbols(symbolCount, lists[a.list] ?? empty);
  const read = async (network: MatchedNetwork) => {
    const symbols = ownSymbols.within(lists[network.list] ?? empty);
    const columns = await work.readNumbers(network.members.map((_, module) => kmeRange(network, module)));
    return {
      kme: columns.map((kme) => kmeOfSymbols(kme, symbols, ownSymbols.count)),
      members: network.members.map((members) => symbolsOf(members, symbols)),
    };
  };
  const [ofA, ofB] = [await read(a), await read(b)];
  const common = commonSymbols(measuredBy(ofA.kme, ownSymbols.count), measuredBy(ofB.kme, ownSymbols.count));
  const commonSet = new Set(common);
  const isCommon = (symbol: number) => commonSet.has(symbol);
  const membersA = ofA.members.map((members) => members.filter(isCommon));
  const membersB = ofB.members.map((members) => members.filter(isCommon));
  const width = membersB.length;
  const result: MatchNetworksResult = {
    common: common.length,
    rho: new Float64Array(membersA.length * width),
    rhoOfMembers: new Float64Array(membersA.length * width),
    overlap: new Uint32Array(membersA.length * width),
    p: new Float64Array(membersA.length * width),
    eigengeneR: correlateEigengenes(a.eigengenes, b.eigengenes, samples),
    orderA: orderOfModules(a.eigengenes),
    orderB: orderOfModules(b.eigengenes),
    sizesA: Uint32Array.from(membersA, ({ length }) => length),
    sizesB: Uint32Array.from(membersB, ({ length }) => length),
  };
  correlateAll(ofA.kme, ofB.kme, common).forEach((row, module) => {
    result.rho.set(row, module * width);
  });
  for (const [row, one] of membersA.entries()) {
    work.report(row, membersA.length);
    const ofOne = new Set(one);
    for (const [column, other] of membersB.entries()) {
      const at = row * width + column;
      const overlap = other.reduce((count, symbol) => count + (ofOne.has(symbol) ? 1 : 0), 0);
      result.overlap[at] = overlap;
      result.p[at] = hypergeometricTail({
        overlap,
        setSize: one.length,
        moduleSize: other.length,
        universe: common.length,
      });
      result.rhoOfMembers[at] = correlationOver(
        ofA.kme[row] ?? new Float64Array(0),
        ofB.kme[column] ?? new Float64Array(0),
        unionOfMembers(
          [one, other],
          (symbol) =>
            isCommon(symbol) &&
            !Number.isNaN(ofA.kme[row]?.[symbol] ?? Number.NaN) &&
            !Number.isNaN(ofB.kme[column]?.[symbol] ?? Number.NaN),
        ),
      );
    }
  }
  return result;
}
