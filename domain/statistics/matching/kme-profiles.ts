/** kME of modules symbol by symbol, so that modules of networks with other features can be compared. */
import { f64At, i32At, numberAt, u32At } from '../../arrays/number-at.ts';
import { dotProducts } from '../kernel/kernel.ts';

/**
 * Which symbols the features of a list map to: parallel columns, one row per pair. A feature may have several symbols.
 */
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
  const strongest = new Float64Array(symbolCount);
  fillKmeOfSymbols(kme, { features, symbols }, features.length, strongest);
  return strongest;
}

/** `kmeOfSymbols` of the first `count` pairs, written into an array. */
export function fillKmeOfSymbols(
  kme: ArrayLike<number>,
  { features, symbols }: SymbolsOfFeatures,
  count: number,
  into: Float64Array,
): void {
  into.fill(Number.NaN);
  for (let at = 0; at < count; at += 1) {
    const value = kme[u32At(features, at)] ?? Number.NaN;
    const symbol = u32At(symbols, at);
    const known = into[symbol] ?? Number.NaN;
    if (Number.isNaN(known) || Math.abs(value) > Math.abs(known)) into[symbol] = value;
  }
}

/** Index of the first pair of a feature, or of the first one after it. */
function firstPairOf(features: Uint32Array, feature: number): number {
  let [low, high] = [0, features.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (u32At(features, middle) < feature) low = middle + 1;
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
      found.add(u32At(symbols, at));
  return Uint32Array.from(found);
}

/** The upper halves of the numbers of an array, in which NaN is told from a number without a branch. */
function upperHalves({ buffer, byteOffset, length }: Float64Array): Int32Array {
  return new Int32Array(buffer, byteOffset, 2 * length);
}

/**
 * Writes the symbols with a kME in both modules, ascending. Which symbols a network lacks follows no rule, and a branch
 * for each took as long as everything else.
 * @returns their number
 */
function fillCommon(a: Float64Array, b: Float64Array, into: Uint32Array): number {
  const [ofA, ofB] = [upperHalves(a), upperHalves(b)];
  let count = 0;
  for (let symbol = 0, upper = 1; symbol < a.length; symbol += 1, upper += 2) {
    into[count] = symbol;
    // The exponent is full for NaN only, as kME is never infinite.
    const hasA = ((i32At(ofA, upper) & 0x7fff_ffff) - 0x7ff0_0000) >>> 31;
    const hasB = ((i32At(ofB, upper) & 0x7fff_ffff) - 0x7ff0_0000) >>> 31;
    count += hasA & hasB;
  }
  return count;
}

/** Symbols with a kME in both modules, ascending. */
export function commonSymbols(a: Float64Array, b: Float64Array): Uint32Array {
  const common = new Uint32Array(a.length);
  return common.slice(0, fillCommon(a, b, common));
}

/** What makes deviations of unit length; NaN if there are none. */
function scaleOf(squares: number): number {
  return squares > 0 ? 1 / Math.sqrt(squares) : Number.NaN;
}

/** Values at `symbols`, centred and of unit length, written into `into`; NaN where they do not vary. */
function fillProfile(values: Float64Array, symbols: Uint32Array, into: Float64Array): void {
  const count = symbols.length;
  let sum = 0;
  for (let at = 0; at < count; at += 1) {
    const value = values[u32At(symbols, at)] ?? Number.NaN;
    into[at] = value;
    sum += value;
  }
  const centre = sum / count;
  let squares = 0;
  for (let at = 0; at < count; at += 1) {
    const deviation = f64At(into, at) - centre;
    into[at] = deviation;
    squares += deviation * deviation;
  }
  const scale = scaleOf(squares);
  for (let at = 0; at < count; at += 1) into[at] = f64At(into, at) * scale;
}

/** Correlations that differ by less are computed exactly before they are compared. */
const SURE = 1e-9;
/** Share of the squares that must be variance, or rounding makes the error of a correlation in one pass too large. */
const MIN_VARIANCE = 1e-3;

/**
 * Two modules over the symbols that both have, and others against the second over the same symbols. Its memory serves
 * one pair after the other: new arrays for 300 candidates were a quarter of the time of a match.
 */
export class ModulePair {
  private readonly common: Uint32Array;
  private readonly first: Float64Array;
  private readonly second: Float64Array;
  private readonly other: Float64Array;
  private length = 0;

  constructor(symbolCount: number) {
    this.common = new Uint32Array(symbolCount);
    this.first = new Float64Array(symbolCount);
    this.second = new Float64Array(symbolCount);
    this.other = new Float64Array(symbolCount);
  }

  /** Takes two modules, as kME by symbol (`kmeOfSymbols`). @returns number of symbols that both have */
  choose(a: Float64Array, b: Float64Array): number {
    const { common, first, second } = this;
    const count = fillCommon(a, b, common);
    // One loop for both: each sum waits for the one before, and two that wait take no longer than one. Pairs in
    // brackets are left out, because in a loop they are arrays: that took five times as long.
    let sumOfA = 0;
    let sumOfB = 0;
    for (let at = 0; at < count; at += 1) {
      const symbol = u32At(common, at);
      const ofA = f64At(a, symbol);
      const ofB = f64At(b, symbol);
      first[at] = ofA;
      second[at] = ofB;
      sumOfA += ofA;
      sumOfB += ofB;
    }
    const centreOfA = sumOfA / count;
    const centreOfB = sumOfB / count;
    let squaresOfA = 0;
    let squaresOfB = 0;
    for (let at = 0; at < count; at += 1) {
      const ofA = f64At(first, at) - centreOfA;
      const ofB = f64At(second, at) - centreOfB;
      first[at] = ofA;
      second[at] = ofB;
      squaresOfA += ofA * ofA;
      squaresOfB += ofB * ofB;
    }
    const scaleOfA = scaleOf(squaresOfA);
    const scaleOfB = scaleOf(squaresOfB);
    for (let at = 0; at < count; at += 1) {
      first[at] = f64At(first, at) * scaleOfA;
      second[at] = f64At(second, at) * scaleOfB;
    }
    this.length = count;
    return count;
  }

  /** Pearson correlation of the two, bit for bit that of `correlateModules`; NaN with fewer than three symbols. */
  correlation(): number {
    return this.correlateSecond(this.first);
  }

  /**
   * Correlation of the second with another module, less `r`: its sign is exact, also near zero, so that of equal
   * modules none is more correlated. NaN if the other has no value at one of the symbols, or does not vary.
   */
  compare(kme: Float64Array, r: number): number {
    const difference = this.estimate(kme) - r;
    if (Math.abs(difference) > SURE) return difference;
    fillProfile(kme, this.common.subarray(0, this.length), this.other);
    return this.correlateSecond(this.other) - r;
  }

  private correlateSecond(profile: Float64Array): number {
    const { length } = this;
    if (length < 3) return Number.NaN;
    const [products = profile] = dotProducts(
      { count: 1, length },
      [this.second.subarray(0, length)],
      (_, into) => into.set(profile.subarray(0, length)),
    );
    return clampCorrelation(numberAt(products, 0));
  }

  /** Correlation with the second in one pass, wrong by less than `SURE`; NaN where that is not certain. */
  private estimate(kme: Float64Array): number {
    const { common, second, length } = this;
    let sum = 0;
    let squares = 0;
    let products = 0;
    for (let at = 0; at < length; at += 1) {
      const value = kme[u32At(common, at)] ?? Number.NaN;
      sum += value;
      squares += value * value;
      products += value * f64At(second, at);
    }
    const variance = squares - (sum * sum) / length;
    return variance > MIN_VARIANCE * squares ? products / Math.sqrt(variance) : Number.NaN;
  }
}

function clampCorrelation(r: number): number {
  return Math.max(-1, Math.min(1, r));
}

/** Modules over some symbols, each centred and of unit length; NaN where one does not vary. */
export function profilesOf(kmes: readonly Float64Array[], symbols: Uint32Array): Float64Array[] {
  return kmes.map((kme) => {
    const profile = new Float64Array(symbols.length);
    fillProfile(kme, symbols, profile);
    return profile;
  });
}

/**
 * Pearson correlation of every profile with every other (`profilesOf`).
 * @returns profiles of `a` x profiles of `b`, in [-1, 1]; NaN with fewer than three symbols
 */
export function correlateProfiles(a: readonly Float64Array[], b: readonly Float64Array[]): Float64Array[] {
  const length = a[0]?.length ?? 0;
  if (length < 3) return a.map(() => new Float64Array(b.length).fill(Number.NaN));
  const products = dotProducts({ count: b.length, length }, a, (module, into) => into.set(b[module] ?? []));
  return products.map((row) => row.map(clampCorrelation));
}

/**
 * Pearson correlation of the kME of every module of one network with every module of another, over their common
 * symbols.
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
  const products = dotProducts({ count: b.length, length }, profilesOf(a, symbols), (module, into) =>
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
    if (!Number.isNaN(value) && (best < 0 || value > numberAt(values, best))) best = at;
  }
  return best;
}
