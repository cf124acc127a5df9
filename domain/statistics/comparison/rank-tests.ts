import { f64At, i32At, numberAt } from '../../arrays/number-at.ts';
import { logChiSquareTail, logNormalTails } from '../distributions/tails.ts';
import { type FeatureMatrix, featureValues } from '../matrix.ts';

/**
 * The one rule of exact P, that of R: exact where no two values tie and every group, or the number of pairs, is below
 * this; of pairs also without a difference of 0. Otherwise the normal approximation with continuity correction.
 */
const EXACT_BELOW = 50;

/** One value per feature; NaN where a feature cannot be tested. */
export interface RankTest {
  statistic: Float64Array;
  /**
   * What orders features with different numbers of values: the deviation of the statistic from its mean, in standard
   * deviations; of Kruskal-Wallis -log10 P.
   */
  ranking: Float64Array;
  /** Natural logarithm of P. */
  logP: Float64Array;
}

/** Present values of some samples, ascending. */
export function sortedValues(row: Float64Array, samples: ArrayLike<number>): Float64Array {
  const values = new Float64Array(samples.length);
  let count = 0;
  for (let index = 0; index < samples.length; index += 1) {
    const value = numberAt(row, numberAt(samples, index));
    if (Number.isNaN(value)) continue;
    values[count] = value;
    count += 1;
  }
  return values.subarray(0, count).sort();
}

interface RankSums {
  sums: Float64Array;
  /** Sum of t^3 - t over runs of t tied values. */
  ties: number;
  total: number;
}

/** Sums of mid-ranks of several sorted groups, by merging them. */
function rankSums(groups: readonly Float64Array[]): RankSums {
  const next = new Int32Array(groups.length);
  const sums = new Float64Array(groups.length);
  const taken = new Int32Array(groups.length);
  let total = 0;
  for (const group of groups) total += group.length;
  let ties = 0;
  for (let done = 0; done < total; ) {
    let least = Number.POSITIVE_INFINITY;
    for (let group = 0; group < groups.length; group += 1) {
      const value = groups[group]?.[i32At(next, group)];
      if (value !== undefined && value < least) least = value;
    }
    let run = 0;
    for (let group = 0; group < groups.length; group += 1) {
      const values = groups[group] ?? sums;
      const from = i32At(next, group);
      let at = from;
      while (at < values.length && f64At(values, at) <= least) at += 1;
      next[group] = at;
      taken[group] = at - from;
      run += at - from;
    }
    const rank = done + (run + 1) / 2;
    for (let group = 0; group < groups.length; group += 1)
      sums[group] = f64At(sums, group) + rank * i32At(taken, group);
    ties += run * run * run - run;
    done += run;
  }
  return { sums, ties, total };
}

/** Whether there is only one value, which has no order to test. */
function areAllTied(ties: number, total: number): boolean {
  return ties === total ** 3 - total;
}

/** Number of ways to reach each rank sum statistic of m and n untied values: `counts[w]`, w from 0 to m n. */
function rankSumCounts(m: number, n: number): Float64Array {
  // Product of (1 - q^(n+i)) / (1 - q^i), the Gaussian binomial coefficient.
  const counts = new Float64Array(m * n + 1);
  counts[0] = 1;
  for (let i = 1; i <= m; i += 1) {
    for (let w = m * n; w >= n + i; w -= 1) counts[w] = numberAt(counts, w) - numberAt(counts, w - n - i);
    for (let w = i; w <= m * n; w += 1) counts[w] = numberAt(counts, w) + numberAt(counts, w - i);
  }
  return counts;
}

/** Number of ways to reach each signed rank statistic of n untied differences: `counts[v]`, v from 0. */
function signedRankCounts(n: number): Float64Array {
  const most = (n * (n + 1)) / 2;
  const counts = new Float64Array(most + 1);
  counts[0] = 1;
  for (let rank = 1; rank <= n; rank += 1)
    for (let v = most; v >= rank; v -= 1) counts[v] = numberAt(counts, v) + numberAt(counts, v - rank);
  return counts;
}

/** Logarithm of the two-sided P of every statistic up to the middle of a symmetric distribution. */
function logTailsOf(counts: Float64Array): Float64Array {
  const half = (counts.length - 1) >> 1;
  const lower = counts.slice(0, half + 1);
  for (let at = 1; at <= half; at += 1) lower[at] = numberAt(lower, at) + numberAt(lower, at - 1);
  // The upper half may have lost its digits; it mirrors the lower one.
  const middle = counts.length % 2 === 1 ? numberAt(counts, half) : 0;
  const all = 2 * numberAt(lower, half) - middle;
  return lower.map((count) => Math.log(Math.min(1, (2 * count) / all)));
}

/** By size; all features of a data set have a few sizes, and no size exceeds `EXACT_BELOW`. */
const rankSumTails = new Map<number, Float64Array>();
const signedRankTails = new Map<number, Float64Array>();

function tailsFrom(known: Map<number, Float64Array>, key: number, countsOf: () => Float64Array) {
  const tails = known.get(key) ?? logTailsOf(countsOf());
  known.set(key, tails);
  return tails;
}

/** log of the exact two-sided P of a rank sum statistic. `wilcox.test(exact = TRUE)`. */
function logExactRankSum(w: number, m: number, n: number): number {
  const [few, many] = [Math.min(m, n), Math.max(m, n)];
  const tails = tailsFrom(rankSumTails, few * EXACT_BELOW + many, () => rankSumCounts(few, many));
  return numberAt(tails, Math.min(w, m * n - w));
}

/** log of the exact two-sided P of a signed rank statistic. `wilcox.test(paired = TRUE, exact = TRUE)`. */
function logExactSignedRank(v: number, n: number): number {
  const tails = tailsFrom(signedRankTails, n, () => signedRankCounts(n));
  return numberAt(tails, Math.min(v, (n * (n + 1)) / 2 - v));
}

/** log of the two-sided P of a deviation with continuity correction 0.5. */
function logCorrectedNormal(deviation: number, sigma: number): number {
  return logNormalTails((deviation - Math.sign(deviation) * 0.5) / sigma);
}

/**
 * Wilcoxon rank sum test of two groups over all features. Statistic: W of the first group.
 * P: exact or not by the rule of `EXACT_BELOW`; never exact if `exact` is false.
 * @source `wilcox.test(first, second)`
 */
export function rankSumTest(
  matrix: FeatureMatrix,
  first: ArrayLike<number>,
  second: ArrayLike<number>,
  { exact = true } = {},
): RankTest {
  const test = blankTest(matrix.featureCount);
  for (let feature = 0; feature < matrix.featureCount; feature += 1) {
    const row = featureValues(matrix, feature);
    const [a, b] = [sortedValues(row, first), sortedValues(row, second)];
    const [m, n] = [a.length, b.length];
    if (m === 0 || n === 0) continue;
    const { sums, ties, total } = rankSums([a, b]);
    if (areAllTied(ties, total)) continue;
    const w = numberAt(sums, 0) - (m * (m + 1)) / 2;
    const sigma = Math.sqrt(((m * n) / 12) * (total + 1 - ties / (total * (total - 1))));
    const deviation = w - (m * n) / 2;
    const isExact = exact && ties === 0 && m < EXACT_BELOW && n < EXACT_BELOW;
    test.statistic[feature] = w;
    test.ranking[feature] = deviation / sigma;
    test.logP[feature] = isExact ? logExactRankSum(w, m, n) : logCorrectedNormal(deviation, sigma);
  }
  return test;
}

/**
 * Kruskal-Wallis test of several groups over all features; groups without values are left out of a feature.
 * @source `kruskal.test`
 */
export function kruskalWallisTest(matrix: FeatureMatrix, groups: readonly ArrayLike<number>[]): RankTest {
  const test = blankTest(matrix.featureCount);
  for (let feature = 0; feature < matrix.featureCount; feature += 1) {
    const row = featureValues(matrix, feature);
    const sorted = groups.map((group) => sortedValues(row, group)).filter((group) => group.length > 0);
    if (sorted.length < 2) continue;
    const { sums, ties, total } = rankSums(sorted);
    if (areAllTied(ties, total)) continue;
    const squares = sorted.reduce((sum, group, index) => sum + numberAt(sums, index) ** 2 / group.length, 0);
    const h = ((12 * squares) / (total * (total + 1)) - 3 * (total + 1)) / (1 - ties / (total ** 3 - total));
    test.statistic[feature] = h;
    const logP = logChiSquareTail(h, sorted.length - 1);
    test.logP[feature] = logP;
    test.ranking[feature] = -logP / Math.LN10;
  }
  return test;
}

/**
 * Wilcoxon signed rank test of differences (features x pairs) against 0; differences of 0 are left out.
 * Statistic: V, the rank sum of the positive ones. P: exact or not by the rule of `EXACT_BELOW`; never exact if `exact`
 * is false.
 * @source `wilcox.test(paired = TRUE)`
 */
export function signedRankTest(differences: FeatureMatrix, { exact = true } = {}): RankTest {
  const test = blankTest(differences.featureCount);
  for (let feature = 0; feature < differences.featureCount; feature += 1) {
    const row = featureValues(differences, feature);
    const positive = row.filter((value) => value > 0).sort();
    const negative = row
      .filter((value) => value < 0)
      .map((value) => -value)
      .sort();
    const { sums, ties, total } = rankSums([positive, negative]);
    if (total === 0) continue;
    const v = numberAt(sums, 0);
    const sigma = Math.sqrt((total * (total + 1) * (2 * total + 1)) / 24 - ties / 48);
    const deviation = v - (total * (total + 1)) / 4;
    const isExact = exact && ties === 0 && total < EXACT_BELOW && !row.includes(0);
    test.statistic[feature] = v;
    test.ranking[feature] = deviation / sigma;
    test.logP[feature] = isExact ? logExactSignedRank(v, total) : logCorrectedNormal(deviation, sigma);
  }
  return test;
}

function blankTest(count: number): RankTest {
  const blank = () => new Float64Array(count).fill(Number.NaN);
  return { statistic: blank(), ranking: blank(), logP: blank() };
}
