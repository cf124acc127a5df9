/** Pairs of features as a list of neighbours for each feature, both ways. */
import { f64At, numberAt, u8At, u32At } from '../../arrays/number-at.ts';
import { BLOCK_FEATURES } from '../../statistics/kernel/pair-products.ts';
import { freePairs, type KeptPairs } from './pairs.ts';

/** Neighbours of feature `f`: places `starts[f]` to `starts[f + 1]` of both other arrays. */
export interface NeighbourLists {
  starts: Uint32Array;
  /** ascending within a list */
  neighbours: Uint32Array;
  similarities: Float64Array;
}

/**
 * Lists of neighbours. The pairs are emptied on the way, so that both are never in memory as a whole.
 * @param pairs of each block of features, in the order of the blocks
 */
export function neighbourLists(pairs: (KeptPairs | null)[], featureCount: number): NeighbourLists {
  const starts = new Uint32Array(featureCount + 1);
  pairs.forEach((kept, block) => {
    if (kept === null) return;
    for (let at = 0; at < kept.others.length; at += 1) {
      const first = block * BLOCK_FEATURES + u8At(kept.offsets, at) + 1;
      const second = u32At(kept.others, at) + 1;
      starts[first] = u32At(starts, first) + 1;
      starts[second] = u32At(starts, second) + 1;
    }
  });
  for (let feature = 0; feature < featureCount; feature += 1)
    starts[feature + 1] = numberAt(starts, feature + 1) + numberAt(starts, feature);
  const total = numberAt(starts, featureCount);
  const neighbours = new Uint32Array(total);
  const similarities = new Float64Array(total);
  const ends = starts.slice(0, featureCount);
  // Blocks, tiles and rows come in ascending order, so every list is filled in ascending order.
  for (let block = 0; block < pairs.length; block += 1) {
    const kept = pairs[block];
    pairs[block] = null;
    if (kept === null || kept === undefined) continue;
    for (let at = 0; at < kept.others.length; at += 1) {
      const first = block * BLOCK_FEATURES + u8At(kept.offsets, at);
      const second = u32At(kept.others, at);
      const similarity = f64At(kept.similarities, at);
      const [toFirst, toSecond] = [u32At(ends, first), u32At(ends, second)];
      neighbours[toFirst] = second;
      similarities[toFirst] = similarity;
      ends[first] = toFirst + 1;
      neighbours[toSecond] = first;
      similarities[toSecond] = similarity;
      ends[second] = toSecond + 1;
    }
    freePairs(kept);
  }
  return { starts, neighbours, similarities };
}
