/** Which recurring modules of two data sets are the same signal. */
import { f64At, numberAt, u8At, u32At } from '../../arrays/number-at.ts';
import { tailOfOverlap } from '../hypergeometric.ts';
import { ModulePair } from '../matching/kme-profiles.ts';
import { falseDiscoveryCut } from '../q-values.ts';

/** Least correlation of the kME of two modules that match. */
const LEAST_CORRELATION = 0.4;
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

/** Pairs that share more genes than by chance, as `row * columns + column`; Benjamini-Hochberg over all pairs. */
function pairsBeyondChance({ universe, sizesOfA, sizesOfB, common }: Overlaps): number[] {
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
  return [...pValues.keys()].filter((at) => f64At(pValues, at) <= cut && u32At(common, at) > 0);
}

/** The strongest match of each module, by the module; of equal ones the first. */
function strongestBy(matches: readonly ModuleMatch[], side: 'a' | 'b'): Map<number, ModuleMatch> {
  const strongest = new Map<number, ModuleMatch>();
  for (const match of matches) {
    const known = strongest.get(match[side]);
    if (known === undefined || match.r > known.r) strongest.set(match[side], match);
  }
  return strongest;
}

/**
 * Reciprocal best matches: modules of two data sets that share more genes than by chance, whose kME over all common
 * symbols correlate at .4 or more, and each of which is the best of its data set for the other.
 * @returns ordered by `a`; each module is in one match at most
 */
export function matchModules(a: DataSetProfile, b: DataSetProfile): ModuleMatch[] {
  const pair = new ModulePair(a.measured.length);
  const columns = b.modules.length;
  const matches = pairsBeyondChance(countOverlaps(a, b)).flatMap((at): ModuleMatch[] => {
    const [row, column] = [Math.floor(at / columns), at % columns];
    const [one, other] = [a.modules[row], b.modules[column]];
    if (one === undefined || other === undefined) return [];
    pair.choose(one.kme, other.kme);
    const r = pair.correlation();
    return r >= LEAST_CORRELATION ? [{ a: row, b: column, r }] : [];
  });
  const [ofA, ofB] = [strongestBy(matches, 'a'), strongestBy(matches, 'b')];
  return [...ofA.values()].filter((match) => ofB.get(match.b) === match).toSorted((x, y) => x.a - y.a);
}
