/** Networks against each other, by the kME of their common symbols. */
import { hypergeometricTail } from '@omicon/domain/statistics/hypergeometric.ts';
import {
  correlateEigengenes,
  type SampleColumns,
} from '@omicon/domain/statistics/matching/eigengene-correlations.ts';
import {
  commonSymbols,
  correlateModules,
  correlationOver,
  kmeOfSymbols,
  type SymbolsOfFeatures,
  symbolsOfMembers,
  unionOfMembers,
} from '@omicon/domain/statistics/matching/kme-profiles.ts';
import { orderOfModules } from '@omicon/domain/statistics/modules/module-traits.ts';
import type { Work } from '../work.ts';
import { kmeRange, OwnSymbols, type StoredKme } from './stored-kme.ts';

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
      members: network.members.map((members) => symbolsOfMembers(members, symbols)),
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
