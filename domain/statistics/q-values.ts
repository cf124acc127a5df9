/** Storey's q values, with the share of true nulls by a smoothing spline, as the qvalue package computes them. */
import { numberAt } from '../arrays/number-at.ts';
import { smoothingSpline } from './smoothing-spline.ts';

/** P above each of these is taken to come from features without effect: .05 to .95. */
export const NULL_BOUNDS: readonly number[] = Array.from({ length: 19 }, (_, at) => (at + 1) / 20);

/**
 * Penalty at which R's search for three degrees of freedom ends on these 19 points; it does not depend on the values.
 * `smooth.spline(seq(.05, .95, .05), y, df = 3)$lambda`
 */
const PENALTY = 0.021551197660724108;

/**
 * Share of true nulls, in (0, 1].
 * @param countFrom number of P values at or above a bound
 * @returns 1, the careful answer of Benjamini and Hochberg, where the spline gives no positive share
 * @source Storey & Tibshirani 2003, PNAS 100:9440; `qvalue::pi0est`
 */
export function nullShare(count: number, countFrom: (bound: number) => number): number {
  const shares = NULL_BOUNDS.map((bound) => countFrom(bound) / count / (1 - bound));
  const smooth = smoothingSpline(NULL_BOUNDS, shares, PENALTY);
  const share = Math.min(1, numberAt(smooth, smooth.length - 1));
  return share > 0 ? share : 1;
}

/**
 * q value of every P value, in their order.
 * @param pValues in [0, 1], none missing
 * @source Storey & Tibshirani 2003, PNAS 100:9440; `qvalue::qvalue`
 */
export function qValues(pValues: Float64Array): { q: Float64Array; nullShare: number } {
  const count = pValues.length;
  const order = Uint32Array.from(pValues.keys()).sort((a, b) => numberAt(pValues, a) - numberAt(pValues, b));
  const share = nullShare(count, (bound) => pValues.reduce((sum, p) => sum + Number(p >= bound), 0));
  const q = new Float64Array(count);
  let smallest = 1;
  for (let rank = count; rank >= 1; rank -= 1) {
    const index = numberAt(order, rank - 1);
    smallest = Math.min(smallest, (numberAt(pValues, index) * count) / rank);
    q[index] = share * smallest;
  }
  return { q, nullShare: share };
}

/**
 * Largest P value whose q value is below the rate; 0 if there is none. The values come sorted, and are read one by one,
 * so that a caller who can sort them by something cheaper computes only a few of them.
 * @param pAt the P value of a rank, from 0, ascending
 */
export function falseDiscoveryCut(
  { count, nullShare: share }: { count: number; nullShare: number },
  pAt: (rank: number) => number,
  rate: number,
): number {
  // q is never below P times the share, so ranks from the first that is at or above the rate on need no look.
  let [low, high] = [0, count];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (share * pAt(middle) < rate) low = middle + 1;
    else high = middle;
  }
  for (let rank = low; rank >= 1; rank -= 1) {
    const pValue = pAt(rank - 1);
    // The highest rank that passes has the smallest q of all later ranks, so no running minimum is needed.
    if ((share * pValue * count) / rank < rate) return pValue;
  }
  return 0;
}
