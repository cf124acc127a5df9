/** A module against candidates of other networks, by the kME of their common symbols. */
import {
  commonSymbols,
  correlateModules,
  correlationOver,
  indexOfLargest,
  kmeOfSymbols,
  ProfiledModules,
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
/** Candidates between two looks at the cancellation: a few milliseconds. */
const REPORTED_AT_ONCE = 16;
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

/** For each candidate the modules that may match it best, closest first, from correlations over a sample of the symbols. */
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
    const roughly = (module: number) => (Number.isNaN(r[module]) ? 1 : (r[module] ?? 1));
    return every
      .filter((module) => !((r[module] ?? Number.NaN) < limit))
      .sort((a, b) => roughly(b) - roughly(a));
  });
}

function isSame(a: Uint32Array, b: Uint32Array): boolean {
  if (a.length !== b.length) return false;
  for (let at = 0; at < a.length; at += 1) if (a[at] !== b[at]) return false;
  return true;
}

/**
 * Exact correlation of a candidate with the subject, and whether no close module correlates more; of equal ones the first
 * is the best. Usually the closest module already correlates more, and no other is compared.
 */
function matchCandidate(
  profiled: ProfiledModules,
  candidate: Float64Array,
  { subject, close }: { subject: number; close: readonly number[] },
): { rho: number; isReciprocal: boolean } {
  const profile = profiled.profileOf(candidate);
  const [rho = Number.NaN] = profiled.correlate(profile, [subject]);
  if (Number.isNaN(rho) || !close.includes(subject)) return { rho, isReciprocal: false };
  const rivals = close.filter((module) => module !== subject);
  for (let from = 0, count = 1; from < rivals.length; from += count, count *= 2) {
    const compared = rivals.slice(from, from + count);
    const r = profiled.correlate(profile, compared);
    const isBetter = (module: number, at: number) =>
      (r[at] ?? Number.NaN) > rho || (r[at] === rho && module < subject);
    if (compared.some(isBetter)) return { rho, isReciprocal: false };
  }
  return { rho, isReciprocal: true };
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
  const own = await work.mapNumbers(
    Array.from({ length: numberOfModules }, (_, module) => kmeRange(subject, module)),
    (kme) => kmeOfSymbols(kme, symbolsIn(subject.list), ownSymbols.count),
  );
  const subjectKme = own[subject.moduleIndex] ?? new Float64Array(0);
  const subjectMembers = symbolsOfMembers(subject.members, symbolsIn(subject.list));
  const result: MatchModulesResult = {
    common: new Uint32Array(candidates.length),
    rho: new Float64Array(candidates.length),
    rhoOfMembers: new Float64Array(candidates.length),
    isReciprocal: new Uint8Array(candidates.length),
  };
  const kmes = await work.mapNumbers(
    candidates.map((each) => kmeRange(each, each.moduleIndex)),
    (kme, at) => kmeOfSymbols(kme, symbolsIn(candidates[at]?.list ?? -1), ownSymbols.count),
  );
  const close = closeModules(own, kmes, subjectKme);
  // Candidates of one feature list usually share the same symbols, and then the profiles of the own modules.
  const ordered = [...candidates.entries()].sort(([, a], [, b]) => a.list - b.list);
  const profiled = new ProfiledModules(own, new Uint32Array(0));
  for (const [done, [at, candidate]] of ordered.entries()) {
    // A message for each candidate took as long as reading its kME.
    if (done % REPORTED_AT_ONCE === 0) work.report(done, candidates.length);
    const kme = kmes[at] ?? new Float64Array(0);
    const common = commonSymbols(subjectKme, kme);
    const isCommon = (symbol: number) =>
      !Number.isNaN(subjectKme[symbol] ?? Number.NaN) && !Number.isNaN(kme[symbol] ?? Number.NaN);
    const members = symbolsOfMembers(candidate.members, symbolsIn(candidate.list));
    const union = unionOfMembers([subjectMembers, members], isCommon);
    result.common[at] = common.length;
    if (!isSame(profiled.symbols, common)) profiled.chooseSymbols(common);
    const match = matchCandidate(profiled, kme, {
      subject: subject.moduleIndex,
      close: close[at] ?? [],
    });
    result.rho[at] = match.rho;
    result.rhoOfMembers[at] = correlationOver(subjectKme, kme, union);
    result.isReciprocal[at] = match.isReciprocal ? 1 : 0;
  }
  return result;
}
