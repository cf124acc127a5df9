import { numberAt } from '../../arrays/number-at.ts';
import { logChiSquareTail, logNormalTails } from '../distributions/tails.ts';

/** Keeps Fisher's z of a perfect correlation finite. */
const LIMIT = 1 - 1e-12;

/** Fisher's z of a correlation in [-1, 1]; NaN stays NaN. */
export function fisherZ(r: number): number {
  return Math.atanh(Math.max(-LIMIT, Math.min(LIMIT, r)));
}

/** Correlations of one gene in several data sets, pooled; NaN without any. */
export interface PooledCorrelation {
  /** Data sets with a correlation and more than three samples. */
  k: number;
  /** Sum of w z over the root of the sum of w: a standard normal value without correlation. */
  z: number;
  /** Weighted mean of Fisher's z. */
  meanZ: number;
  /** Standard deviation of Fisher's z over data sets (divisor k - 1); NaN for one. */
  sdZ: number;
  /** Mean of r, unweighted. */
  meanR: number;
  /** Cochran's Q, chi-square with k - 1 degrees of freedom where the data sets agree. */
  q: number;
  /** Share of the differences between data sets beyond chance, in [0, 1). */
  iSquared: number;
}

/** Pooled correlations with their P. */
export interface CombinedCorrelation extends PooledCorrelation {
  /** Natural logarithm of the two-sided P of `z`. */
  logP: number;
  /** tanh of `meanZ`. */
  combinedR: number;
  /** Natural logarithm of P of Q; NaN for one data set. */
  logPOfQ: number;
}

/**
 * Pools correlations over independent data sets with weights n - 3. Missing ones (NaN) are left out.
 * @param r one correlation per data set, in [-1, 1]
 * @param zs Fisher's z of each
 * @param n samples of each
 * @throws RangeError if the lengths differ
 * @source Hedges & Olkin 1985, chapter 11; Higgins & Thompson 2002, Stat Med 21:1539
 */
export function poolCorrelations(
  r: ArrayLike<number>,
  zs: ArrayLike<number>,
  n: ArrayLike<number>,
): PooledCorrelation {
  if (r.length !== n.length || r.length !== zs.length)
    throw new RangeError(`${r.length} correlations are paired with ${n.length} sizes.`);
  let [k, weights, weighted, sumZ, sumR] = [0, 0, 0, 0, 0];
  for (let at = 0; at < r.length; at += 1) {
    const size = numberAt(n, at);
    if (Number.isNaN(numberAt(r, at)) || !(size > 3)) continue;
    k += 1;
    weights += size - 3;
    weighted += (size - 3) * numberAt(zs, at);
    sumZ += numberAt(zs, at);
    sumR += numberAt(r, at);
  }
  const meanZ = weighted / weights;
  let [q, squares] = [0, 0];
  for (let at = 0; at < r.length; at += 1) {
    const size = numberAt(n, at);
    if (Number.isNaN(numberAt(r, at)) || !(size > 3)) continue;
    q += (size - 3) * (numberAt(zs, at) - meanZ) ** 2;
    squares += (numberAt(zs, at) - sumZ / k) ** 2;
  }
  return {
    k,
    z: weighted / Math.sqrt(weights),
    meanZ,
    sdZ: k > 1 ? Math.sqrt(squares / (k - 1)) : Number.NaN,
    meanR: sumR / k,
    q,
    iSquared: q > 0 ? Math.max(0, (q - (k - 1)) / q) : 0,
  };
}

/**
 * Combines correlations over independent data sets (`poolCorrelations`), with P.
 * @param r one correlation per data set, in [-1, 1]; NaN where missing
 * @param n samples of each
 * @throws RangeError if the lengths differ
 */
export function combineCorrelations(r: ArrayLike<number>, n: ArrayLike<number>): CombinedCorrelation {
  const pooled = poolCorrelations(r, Float64Array.from(r, fisherZ), n);
  const { k, z, q, meanZ } = pooled;
  return {
    ...pooled,
    logP: logNormalTails(z),
    combinedR: Math.tanh(meanZ),
    logPOfQ: k > 1 ? logChiSquareTail(q, k - 1) : Number.NaN,
  };
}

/**
 * The feature of each symbol with the largest |r|; features without symbol or correlation (NaN) are left out.
 * @param symbols one per feature
 */
export function strongestFeatures(
  symbols: readonly (string | null)[],
  r: ArrayLike<number>,
): Map<string, number> {
  const strongest = new Map<string, number>();
  for (const [feature, symbol] of symbols.entries()) {
    if (symbol === null || Number.isNaN(numberAt(r, feature))) continue;
    const known = strongest.get(symbol);
    if (known === undefined || Math.abs(numberAt(r, feature)) > Math.abs(numberAt(r, known)))
      strongest.set(symbol, feature);
  }
  return strongest;
}

/** Correlations of the features of one data set, and the symbols that they map to. */
export interface CorrelatesOfSet {
  r: ArrayLike<number>;
  n: ArrayLike<number>;
  /** 1 for a feature with the values of the subject, and for the subject itself */
  isCopy: ArrayLike<number>;
  /** pairs of a feature and a symbol, by index */
  features: ArrayLike<number>;
  symbols: ArrayLike<number>;
}

/** One symbol over all data sets; the arrays have one value per data set. */
export interface CombinedSymbol extends CombinedCorrelation {
  symbol: number;
  /** the feature with the largest |r|; -1 without one */
  features: number[];
  /** features of the symbol with a correlation */
  counts: number[];
  r: number[];
  n: number[];
  /** whether a feature with the values of the subject is left out in a data set */
  copies: boolean[];
  /** whether nothing but copies is left: the correlations are theirs */
  isCopy: boolean;
}

type SymbolRow = Pick<CombinedSymbol, 'features' | 'counts' | 'r' | 'n'>;

/** The strongest feature of each symbol in each data set, of those that a test of the feature accepts. */
function strongestBySymbol(
  sets: readonly CorrelatesOfSet[],
  leftOut: ReadonlySet<number>,
  accepts: (set: CorrelatesOfSet, feature: number) => boolean,
): Map<number, SymbolRow> {
  const blank = (value: number) => sets.map(() => value);
  const found = new Map<number, SymbolRow>();
  sets.forEach((set, at) => {
    for (let pair = 0; pair < set.features.length; pair += 1) {
      const [feature, symbol] = [numberAt(set.features, pair), numberAt(set.symbols, pair)];
      const r = numberAt(set.r, feature);
      if (Number.isNaN(r) || leftOut.has(symbol) || !accepts(set, feature)) continue;
      const row = found.get(symbol) ?? {
        ...{ features: blank(-1), counts: blank(0), r: blank(Number.NaN), n: blank(0) },
      };
      found.set(symbol, row);
      row.counts[at] = (row.counts[at] ?? 0) + 1;
      if (row.features[at] !== -1 && Math.abs(r) <= Math.abs(row.r[at] ?? 0)) continue;
      row.features[at] = feature;
      row.r[at] = r;
      row.n[at] = numberAt(set.n, feature);
    }
  });
  return found;
}

/** Symbols with a copy of the subject, or the subject itself, among their features, by data set. */
function symbolsOfCopies({ isCopy, features, symbols }: CorrelatesOfSet): Set<number> {
  const copied = new Set<number>();
  for (let pair = 0; pair < features.length; pair += 1)
    if (numberAt(isCopy, numberAt(features, pair)) === 1) copied.add(numberAt(symbols, pair));
  return copied;
}

/**
 * Symbols by their correlations in several data sets, of each the feature with the largest |r|; the largest |z| first.
 * A feature with the values of the subject is left out in its data set only; a symbol without others is last.
 * @param leftOut symbols without a result, as that of the subject
 */
export function combineBySymbol(
  sets: readonly CorrelatesOfSet[],
  leftOut: ReadonlySet<number>,
): CombinedSymbol[] {
  const copied = sets.map(symbolsOfCopies);
  const own = strongestBySymbol(sets, leftOut, ({ isCopy }, feature) => numberAt(isCopy, feature) !== 1);
  const ofCopies = strongestBySymbol(sets, leftOut, ({ isCopy }, feature) => numberAt(isCopy, feature) === 1);
  const toRow = (symbol: number, row: SymbolRow, isCopy: boolean): CombinedSymbol => ({
    ...{ symbol, ...row, isCopy, ...combineCorrelations(row.r, row.n) },
    copies: copied.map((symbols) => symbols.has(symbol)),
  });
  const rows = [...own].map(([symbol, row]) => toRow(symbol, row, false)).filter(({ k }) => k > 0);
  const known = new Set(rows.map(({ symbol }) => symbol));
  const onlyCopies = [...ofCopies]
    .filter(([symbol]) => !known.has(symbol))
    .map(([symbol, row]) => toRow(symbol, row, true));
  return [...rows, ...onlyCopies.filter(({ k }) => k > 0)].sort(
    (a, b) => Number(a.isCopy) - Number(b.isCopy) || Math.abs(b.z) - Math.abs(a.z) || a.symbol - b.symbol,
  );
}
