/** Absolute thresholds of relative ones: exact quantiles over all pairs, without keeping all pairs. */
import { f64At, numberAt } from '../../arrays/number-at.ts';
import { binOf, type KeptPairs } from './pairs.ts';

/** Where a quantile lies: between two ranks, whose values lie in these bins. */
interface QuantilePlace {
  /** share of the way from the lower to the upper rank */
  fraction: number;
  /** each with its bin and the rank within it, from 0 */
  ranks: { bin: number; inside: number }[];
}

function rankPlaces(histogram: Uint32Array, ranks: readonly number[]): QuantilePlace['ranks'] {
  return ranks.map((rank) => {
    let before = 0;
    let bin = 0;
    while (before + numberAt(histogram, bin) <= rank) {
      before += numberAt(histogram, bin);
      bin += 1;
    }
    return { bin, inside: rank - before };
  });
}

function placeOf(histogram: Uint32Array, count: number, probability: number): QuantilePlace {
  const position = (count - 1) * probability;
  const below = Math.floor(position);
  return {
    fraction: position - below,
    ranks: rankPlaces(histogram, [below, Math.min(below + 1, count - 1)]),
  };
}

/**
 * Lowest bin that the thresholds need.
 * @param histogram of all pairs
 * @param relatives quantiles of all pairs, in (0, 1)
 */
export function lowestBin(histogram: Uint32Array, count: number, relatives: readonly number[]): number {
  const bins = relatives.map((relative) => placeOf(histogram, count, relative).ranks[0]?.bin ?? 0);
  return Math.min(...bins);
}

/**
 * Threshold of each relative threshold: the quantile of type 7 over all pairs, exact.
 * @param pairs all pairs from the lowest bin on, each once
 * @source Hyndman & Fan 1996, Am Stat 50:361, definition 7; R, `quantile`
 */
export function thresholdsOf(
  histogram: Uint32Array,
  count: number,
  relatives: readonly number[],
  pairs: readonly KeptPairs[],
): number[] {
  const places = relatives.map((relative) => placeOf(histogram, count, relative));
  const wanted = new Map(
    places.flatMap(({ ranks }) =>
      ranks.map(({ bin }) => [bin, new Float64Array(numberAt(histogram, bin))] as const),
    ),
  );
  const filled = new Map<number, number>();
  for (const { similarities } of pairs)
    for (let at = 0; at < similarities.length; at += 1) {
      const similarity = f64At(similarities, at);
      const bin = binOf(similarity);
      const values = wanted.get(bin);
      if (values === undefined) continue;
      const next = filled.get(bin) ?? 0;
      values[next] = similarity;
      filled.set(bin, next + 1);
    }
  for (const values of wanted.values()) values.sort();
  return places.map(({ fraction, ranks }) => {
    const [low = Number.NaN, high = low] = ranks.map(({ bin, inside }) =>
      numberAt(wanted.get(bin) ?? [], inside),
    );
    return low + fraction * (high - low);
  });
}
