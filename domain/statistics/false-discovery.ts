import { numberAt } from './matrix.ts';

/** P values above this are assumed to come from features without effect. */
const NULL_FROM = 0.5;

/**
 * Largest P value whose q value is below the rate, over all P values of a kME table; 0 if there is none.
 * The share of true nulls is estimated from the P values above .5; the qvalue package of R smooths over several such
 * bounds, and its cuts for seven real kME tables are 3 to 65 % higher (median 13 %).
 * @param pValues in [0, 1]; the caller's array keeps its order
 * @param rate accepted false discovery rate, in (0, 1)
 * @source Storey 2002, J R Stat Soc B 64:479
 */
export function falseDiscoveryCut(pValues: Float64Array, rate: number): number {
  const sorted = pValues.slice().sort();
  const aboveHalf = sorted.reduce((count, pValue) => count + (pValue > NULL_FROM ? 1 : 0), 0);
  const nullShare = Math.min(1, aboveHalf / ((1 - NULL_FROM) * sorted.length));
  for (let rank = sorted.length; rank >= 1; rank -= 1) {
    const pValue = numberAt(sorted, rank - 1);
    // The highest rank that passes has the smallest q of all later ranks, so no running minimum is needed.
    if ((nullShare * pValue * sorted.length) / rank < rate) return pValue;
  }
  return 0;
}
