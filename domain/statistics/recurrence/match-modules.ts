/** Which recurring modules of two data sets are the same signal. */
import { f64At, numberAt, u8At, u32At } from '../../arrays/number-at.ts';
import { tailOfOverlap } from '../hypergeometric.ts';
import { ModulePair } from '../matching/kme-profiles.ts';
import { orderCounterparts } from '../matching/order-counterparts.ts';
import { falseDiscoveryCut } from '../q-values.ts';

/** Least correlation of the kME of two modules that match. */
const LEAST_CORRELATION = 0.25;
/** Times that partners are looked for among the modules that have none. */
const ROUNDS = 2;
/** q of the common genes of two modules that may match is below this. */
const RATE = 0.05;

/** A recurring module, by its representative. Symbols are numbered alike in all data sets. */
export interface ModuleProfile {
  /** one value per symbol; NaN for symbols without a feature that varies */
  kme: Float64Array;
  /** symbols of its members, each once */
  members: Uint32Array;
}

/** The recurring modules of a data set. */
export interface DataSetProfile {
  /** 1 for each symbol that it measures */
  measured: Uint8Array;
  modules: readonly ModuleProfile[];
}

/** Modules `a` and `b`, by their index in their data sets, and the correlation of their kME. */
export interface ModuleMatch {
  a: number;
  b: number;
  r: number;
}

interface Overlaps {
  universe: number;
  sizesOfA: number[];
  sizesOfB: number[];
  /** common genes, modules of a x modules of b */
  common: Uint32Array;
}

function countOverlaps(a: DataSetProfile, b: DataSetProfile): Overlaps {
  const isShared = (symbol: number) => u8At(a.measured, symbol) === 1 && u8At(b.measured, symbol) === 1;
  let universe = 0;
  for (let symbol = 0; symbol < a.measured.length; symbol += 1) universe += Number(isShared(symbol));
  const sharedOf = ({ modules }: DataSetProfile) => modules.map(({ members }) => members.filter(isShared));
  const [ofA, ofB] = [sharedOf(a), sharedOf(b)];
  const modulesOfB = new Map<number, number[]>();
  for (const [module, members] of ofB.entries())
    for (const symbol of members) modulesOfB.set(symbol, [...(modulesOfB.get(symbol) ?? []), module]);
  const common = new Uint32Array(ofA.length * ofB.length);
  for (const [module, members] of ofA.entries())
    for (const symbol of members)
      for (const other of modulesOfB.get(symbol) ?? []) {
        const at = module * ofB.length + other;
        common[at] = u32At(common, at) + 1;
      }
  const lengthOf = ({ length }: Uint32Array) => length;
  return { universe, sizesOfA: ofA.map(lengthOf), sizesOfB: ofB.map(lengthOf), common };
}

/** Two modules that may be the same signal. */
interface Candidate {
  a: number;
  b: number;
  /** P of the common genes */
  p: number;
  r: number;
}

/** Pairs that share more genes than by chance, by Benjamini-Hochberg over all pairs; without their correlation. */
function pairsBeyondChance({ universe, sizesOfA, sizesOfB, common }: Overlaps): Omit<Candidate, 'r'>[] {
  const columns = sizesOfB.length;
  const pValues = Float64Array.from(common, (overlap, at) =>
    tailOfOverlap(
      overlap,
      numberAt(sizesOfA, Math.floor(at / columns)),
      numberAt(sizesOfB, at % columns),
      universe,
    ),
  );
  const sorted = pValues.toSorted();
  const cut = falseDiscoveryCut({ count: sorted.length, nullShare: 1 }, (rank) => f64At(sorted, rank), RATE);
  return [...pValues.entries()].flatMap(([at, p]) =>
    p <= cut && u32At(common, at) > 0 ? [{ a: Math.floor(at / columns), b: at % columns, p }] : [],
  );
}

/** The best candidate of each module of one side, by overlap and correlation together. */
function bestOf(candidates: readonly Candidate[], side: 'a' | 'b'): Set<Candidate> {
  const other = side === 'a' ? 'b' : 'a';
  const best = [...Map.groupBy(candidates, (candidate) => candidate[side]).values()].flatMap((of) => {
    const rows = of.map((candidate) => ({
      ...{ candidate, id: candidate[other] },
      ...{ p_value: candidate.p, q_value: null, rho: candidate.r },
    }));
    return orderCounterparts(rows).slice(0, 1);
  });
  return new Set(best.map(({ candidate }) => candidate));
}

/**
 * Pairs each of which is the best of its data set for the other; then those among the modules that are left. Of two modules that are nearly one, the second finds its partner in the second round, after the first has gone to its
 * own.
 */
function pairReciprocally(candidates: readonly Candidate[]): Candidate[] {
  const pairs: Candidate[] = [];
  let left = candidates;
  for (let round = 0; round < ROUNDS; round += 1) {
    const bestOfB = bestOf(left, 'b');
    const found = [...bestOf(left, 'a')].filter((candidate) => bestOfB.has(candidate));
    if (found.length === 0) break;
    pairs.push(...found);
    const [ofA, ofB] = [new Set(found.map(({ a }) => a)), new Set(found.map(({ b }) => b))];
    left = left.filter(({ a, b }) => !ofA.has(a) && !ofB.has(b));
  }
  return pairs;
}

/**
 * Reciprocal best matches: modules of two data sets that share more genes than by chance, whose kME over all common
 * symbols correlate at .25 or more, and each of which is the best of its data set for the other. The best has the rank
 * of its overlap and of its correlation: kME over all genes alone does not tell a small module from the large one with
 * which it goes together.
 * @returns ordered by `a`; each module is in one match at most
 */
export function matchModules(a: DataSetProfile, b: DataSetProfile): ModuleMatch[] {
  const pair = new ModulePair(a.measured.length);
  const candidates = pairsBeyondChance(countOverlaps(a, b)).flatMap((found): Candidate[] => {
    const [one, other] = [a.modules[found.a], b.modules[found.b]];
    if (one === undefined || other === undefined) return [];
    pair.choose(one.kme, other.kme);
    const r = pair.correlation();
    return r >= LEAST_CORRELATION ? [{ ...found, r }] : [];
  });
  return pairReciprocally(candidates)
    .map(({ p: _, ...match }) => match)
    .toSorted((x, y) => x.a - y.a);
}
