/** kME of modules symbol by symbol, so that modules of networks with other features can be compared. */
import { dotProducts } from '../kernel/kernel.ts';
import { numberAt } from '../matrix.ts';

/** Which symbols the features of a list map to: parallel columns, one row per pair. A feature may have several symbols. */
export interface SymbolsOfFeatures {
  /** indexes in the feature list, ascending */
  features: Uint32Array;
  /** numbers of symbols */
  symbols: Uint32Array;
}

/**
 * kME of each symbol with one module: of several features of a symbol, that of the largest |kME|.
 * @param kme one value per feature; NaN for NA
 * @param symbolCount symbols are numbered below it
 * @returns one value per symbol; NaN for symbols without a feature that varies
 */
export function kmeOfSymbols(
  kme: ArrayLike<number>,
  { features, symbols }: SymbolsOfFeatures,
  symbolCount: number,
): Float64Array {
  const strongest = new Float64Array(symbolCount).fill(Number.NaN);
  for (let at = 0; at < features.length; at += 1) {
    const value = kme[features[at] ?? 0] ?? Number.NaN;
    const symbol = symbols[at] ?? 0;
    const known = strongest[symbol] ?? Number.NaN;
    if (Number.isNaN(known) || Math.abs(value) > Math.abs(known)) strongest[symbol] = value;
  }
  return strongest;
}

/** Index of the first pair of a feature, or of the first one after it. */
function firstPairOf(features: Uint32Array, feature: number): number {
  let [low, high] = [0, features.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((features[middle] ?? 0) < feature) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Symbols of some features, each once, in the order of the pairs; found by bisection, as members are few. */
export function symbolsOfMembers(
  members: Uint32Array,
  { features, symbols }: SymbolsOfFeatures,
): Uint32Array {
  const found = new Set<number>();
  for (const member of members.toSorted())
    for (let at = firstPairOf(features, member); features[at] === member; at += 1)
      found.add(symbols[at] ?? 0);
  return Uint32Array.from(found);
}

/** Symbols with a kME in both modules, ascending. */
export function commonSymbols(a: Float64Array, b: Float64Array): Uint32Array {
  const common = new Uint32Array(a.length);
  let count = 0;
  for (let symbol = 0; symbol < a.length; symbol += 1) {
    if (Number.isNaN(a[symbol] ?? Number.NaN) || Number.isNaN(b[symbol] ?? Number.NaN)) continue;
    common[count] = symbol;
    count += 1;
  }
  return common.slice(0, count);
}

/** Values at `symbols`, centred and of unit length, written into `into`; NaN where they do not vary. */
function fillProfile(values: Float64Array, symbols: Uint32Array, into: Float64Array): void {
  const count = symbols.length;
  let sum = 0;
  for (let at = 0; at < count; at += 1) {
    const value = values[symbols[at] ?? 0] ?? Number.NaN;
    into[at] = value;
    sum += value;
  }
  const centre = sum / count;
  let squares = 0;
  for (let at = 0; at < count; at += 1) {
    const deviation = (into[at] ?? 0) - centre;
    into[at] = deviation;
    squares += deviation * deviation;
  }
  const scale = squares > 0 ? 1 / Math.sqrt(squares) : Number.NaN;
  for (let at = 0; at < count; at += 1) into[at] = (into[at] ?? 0) * scale;
}

/**
 * Modules of one network over one set of symbols: their profiles are made on demand, and kept for all modules that they
 * are correlated with.
 */
export class ProfiledModules {
  private readonly profiles = new Map<number, Float64Array>();
  /** memory of profiles over other symbols, to be used again: as long as the arrays of kME */
  private readonly free: Float64Array[] = [];
  private readonly kmes: readonly Float64Array[];
  private chosen: Uint32Array;

  /** @param kmes kME by symbol (`kmeOfSymbols`), one array per module, all of one length */
  constructor(kmes: readonly Float64Array[], symbols: Uint32Array) {
    this.kmes = kmes;
    this.chosen = symbols;
  }

  get symbols(): Uint32Array {
    return this.chosen;
  }

  /** Correlates over other symbols from now on. New memory for the profiles of 250 lists took a fifth of a match. */
  chooseSymbols(symbols: Uint32Array): void {
    this.chosen = symbols;
    this.free.push(...this.profiles.values());
    this.profiles.clear();
  }

  /** Another module over the symbols, centred and of unit length; `kme` by symbol. NaN where it does not vary. */
  profileOf(kme: Float64Array): Float64Array {
    const profile = new Float64Array(this.chosen.length);
    fillProfile(kme, this.chosen, profile);
    return profile;
  }

  /**
   * Pearson correlation of another module with some of these, by index: bit for bit that of `correlateModules`.
   * @param profile of the other module (`profileOf`)
   * @returns one value per module, in [-1, 1]; NaN with fewer than three symbols
   */
  correlate(profile: Float64Array, modules: readonly number[]): Float64Array {
    const { length } = this.chosen;
    if (length < 3) return new Float64Array(modules.length).fill(Number.NaN);
    const profiles = modules.map((module) => this.profileOfModule(module));
    const [products = profile] = dotProducts({ count: modules.length, length }, [profile], (at, into) =>
      into.set(profiles[at]?.subarray(0, length) ?? []),
    );
    return products.map(clampCorrelation);
  }

  private profileOfModule(module: number): Float64Array {
    const known = this.profiles.get(module);
    if (known !== undefined) return known;
    const kme = this.kmes[module] ?? new Float64Array(0);
    const profile = this.free.pop() ?? new Float64Array(kme.length);
    fillProfile(kme, this.chosen, profile);
    this.profiles.set(module, profile);
    return profile;
  }
}

function clampCorrelation(r: number): number {
  return Math.max(-1, Math.min(1, r));
}

/**
 * Pearson correlation of the kME of every module of one network with every module of another, over their common symbols.
 * @param a kME by symbol (`kmeOfSymbols`), one array per module
 * @returns modules of `a` x modules of `b`, in [-1, 1]; NaN with fewer than three common symbols
 */
export function correlateModules(
  a: readonly Float64Array[],
  b: readonly Float64Array[],
  symbols: Uint32Array,
): Float64Array[] {
  const length = symbols.length;
  if (length < 3) return a.map(() => new Float64Array(b.length).fill(Number.NaN));
  const vectors = a.map((values) => {
    const profile = new Float64Array(length);
    fillProfile(values, symbols, profile);
    return profile;
  });
  const products = dotProducts({ count: b.length, length }, vectors, (module, into) =>
    fillProfile(b[module] ?? new Float64Array(0), symbols, into),
  );
  return products.map((row) => row.map(clampCorrelation));
}

/** Pearson correlation of two modules over some symbols; NaN with fewer than three. */
export function correlationOver(a: Float64Array, b: Float64Array, symbols: Uint32Array): number {
  return numberAt(correlateModules([a], [b], symbols)[0] ?? [Number.NaN], 0);
}

/** Symbols of either list that are common to both networks, ascending, each once. */
export function unionOfMembers(
  members: readonly Uint32Array[],
  isCommon: (symbol: number) => boolean,
): Uint32Array {
  return Uint32Array.from(new Set(members.flatMap((each) => [...each].filter(isCommon)))).sort();
}

/** Index of the largest value; -1 if all are NaN. Of equal values the first. */
export function indexOfLargest(values: ArrayLike<number>): number {
  let best = -1;
  for (let at = 0; at < values.length; at += 1) {
    const value = values[at] ?? Number.NaN;
    if (!Number.isNaN(value) && (best < 0 || value > (values[best] ?? 0))) best = at;
  }
  return best;
}
