import { numberAt } from '../../arrays/number-at.ts';
import { logChiSquareTail, logNormalTails } from '../distributions/tails.ts';

/** A set in a ranking of genes. */
export interface RankedEnrichment {
  /** genes of the set in the ranking */
  size: number;
  /** -2 x sum of ln(rank / genes) */
  cerno: number;
  /** natural log of P of `cerno`, chi-square with twice as many degrees of freedom as the set has genes */
  logPCerno: number;
  /** chance that a gene of the set is ranked above one that is not, in [0, 1]; NaN if all or none are in the set */
  auc: number;
  /** natural log of the two-sided P of the rank sum, normal approximation with continuity correction */
  logPRankSum: number;
}

/**
 * Enrichment of a set at the top of a ranking.
 * @param ranks ranks of the genes of the set from 1 at the top, ties as the mean of their ranks
 * @param total genes in the ranking
 * @param ties sum of t^3 - t over groups of t genes of equal rank
 * @source Zyla et al. 2019, Bioinformatics 35:5146 (CERNO); Mann & Whitney 1947, Ann Math Stat 18:50
 */
export function rankedEnrichment(ranks: ArrayLike<number>, total: number, ties = 0): RankedEnrichment {
  const size = ranks.length;
  let [logs, sum] = [0, 0];
  for (let at = 0; at < size; at += 1) {
    const rank = numberAt(ranks, at);
    logs += Math.log(rank / total);
    sum += rank;
  }
  const others = total - size;
  const cerno = size === 0 ? 0 : -2 * logs;
  // Number of pairs in which the gene of the set is ranked above the other.
  const above = size * others - (sum - (size * (size + 1)) / 2);
  const centre = (size * others) / 2;
  const deviation = Math.sqrt(((size * others) / 12) * (total + 1 - ties / (total * (total - 1))));
  const distance = above - centre;
  return {
    size,
    cerno,
    logPCerno: size === 0 ? 0 : logChiSquareTail(cerno, 2 * size),
    auc: size === 0 || others === 0 ? Number.NaN : above / (size * others),
    logPRankSum:
      deviation > 0 ? logNormalTails((distance - Math.sign(distance) * 0.5) / deviation) : Number.NaN,
  };
}

/**
 * Ranks from 1 for the largest value, ties as the mean of their ranks; NaN is not ranked.
 * @returns ranks by index, NaN for NaN; the number of ranked values; the sum of t^3 - t over ties
 */
export function ranksOf(values: ArrayLike<number>): { ranks: Float64Array; total: number; ties: number } {
  const ranks = new Float64Array(values.length).fill(Number.NaN);
  const ranked: number[] = [];
  for (let at = 0; at < values.length; at += 1) if (!Number.isNaN(numberAt(values, at))) ranked.push(at);
  const order = Uint32Array.from(ranked).sort((a, b) => numberAt(values, b) - numberAt(values, a));
  let ties = 0;
  for (let first = 0; first < order.length; ) {
    let end = first + 1;
    const value = numberAt(values, numberAt(order, first));
    while (end < order.length && numberAt(values, numberAt(order, end)) === value) end += 1;
    for (let at = first; at < end; at += 1) ranks[numberAt(order, at)] = (first + 1 + end) / 2;
    ties += (end - first) ** 3 - (end - first);
    first = end;
  }
  return { ranks, total: order.length, ties };
}
