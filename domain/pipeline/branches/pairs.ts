/**
 * The two passes over all pairs of features: the first counts correlations in bins, the second keeps those from a bin
 * on. Work is divided by blocks of features, so that several threads can share it; the results do not depend on how.
 */

import { f64At, numberAt, u32At } from '../../arrays/number-at.ts';
import {
  blockCount,
  openPairProducts,
  type ProfilePanels,
  type Tile,
} from '../../statistics/kernel/pair-products.ts';

/** Bins of correlations over [-1, 1]. */
export const BIN_COUNT = 65_536;

/** Bin of a correlation; rounding may carry it past 1 or -1. */
export function binOf(correlation: number): number {
  const bin = Math.floor((correlation + 1) * (BIN_COUNT / 2));
  return bin < 0 ? 0 : bin < BIN_COUNT ? bin : BIN_COUNT - 1;
}

/** Pairs of the features of one block with all later features; three arrays of one length. */
export interface KeptPairs {
  /** of the earlier feature, within its block */
  offsets: Uint8Array<ArrayBuffer>;
  /** the later feature */
  others: Uint32Array<ArrayBuffer>;
  /** Pearson or biweight correlation, in [-1, 1] */
  similarities: Float64Array<ArrayBuffer>;
}

/** First column of a row that belongs to a later feature. */
function firstColumnOf(tile: Tile, row: number): number {
  return tile.firstRow === tile.firstColumn ? row + 1 : 0;
}

/** Opened once by each thread; a block is paired with itself and all later blocks. */
export function openPairs(panels: ProfilePanels): {
  countBlock: (block: number, into: Uint32Array) => void;
  keepBlock: (block: number, fromBin: number) => KeptPairs;
} {
  const productsOf = openPairProducts(panels);
  const blocks = blockCount(panels);
  return {
    countBlock: (block, into) => {
      for (let other = block; other < blocks; other += 1) countTile(productsOf(block, other), into);
    },
    keepBlock: (block, fromBin) => {
      const kept = new PairBuffer();
      for (let other = block; other < blocks; other += 1) keepTile(productsOf(block, other), fromBin, kept);
      return kept.finish();
    },
  };
}

function countTile(tile: Tile, into: Uint32Array): void {
  const { products, stride, rowCount, columnCount } = tile;
  for (let row = 0; row < rowCount; row += 1) {
    const end = row * stride + columnCount;
    for (let at = row * stride + firstColumnOf(tile, row); at < end; at += 1) {
      const bin = binOf(f64At(products, at));
      into[bin] = u32At(into, bin) + 1;
    }
  }
}

function keepTile(tile: Tile, fromBin: number, kept: PairBuffer): void {
  const { products, stride, rowCount, columnCount, firstColumn } = tile;
  // Nothing below this number is in the bin; whether the rest is, its own bin says.
  const least = (2 * fromBin) / BIN_COUNT - 1 - 1e-9;
  for (let row = 0; row < rowCount; row += 1) {
    const start = row * stride;
    for (let column = firstColumnOf(tile, row); column < columnCount; column += 1) {
      const correlation = f64At(products, start + column);
      if (correlation < least || binOf(correlation) < fromBin) continue;
      kept.add(row, firstColumn + column, Math.max(-1, Math.min(1, correlation)));
    }
  }
}

const FIRST_CAPACITY = 4096;

/** Frees the memory of pairs at once, where garbage collection would wait: a run has hundreds of MiB of them. */
export function freePairs({ offsets, others, similarities }: KeptPairs): void {
  for (const { buffer } of [offsets, others, similarities]) buffer.transfer(0);
}

/** Pairs whose number is not known beforehand. */
class PairBuffer {
  private count = 0;
  private offsets = new Uint8Array(FIRST_CAPACITY);
  private others = new Uint32Array(FIRST_CAPACITY);
  private similarities = new Float64Array(FIRST_CAPACITY);

  add(offset: number, other: number, similarity: number): void {
    if (this.count === this.others.length) this.grow();
    this.offsets[this.count] = offset;
    this.others[this.count] = other;
    this.similarities[this.count] = similarity;
    this.count += 1;
  }

  private grow(): void {
    const { offsets, others, similarities } = this;
    this.offsets = new Uint8Array(2 * this.count);
    this.others = new Uint32Array(2 * this.count);
    this.similarities = new Float64Array(2 * this.count);
    this.offsets.set(offsets);
    this.others.set(others);
    this.similarities.set(similarities);
    freePairs({ offsets, others, similarities });
  }

  finish(): KeptPairs {
    const { count, offsets, others, similarities } = this;
    const kept = {
      offsets: offsets.slice(0, count),
      others: others.slice(0, count),
      similarities: similarities.slice(0, count),
    };
    freePairs({ offsets, others, similarities });
    return kept;
  }
}

/** Number of pairs of features. */
export function pairCount(featureCount: number): number {
  return (featureCount * (featureCount - 1)) / 2;
}

/** Number of pairs in a bin and above it. */
export function pairsFromBin(histogram: Uint32Array, bin: number): number {
  let sum = 0;
  for (let at = bin; at < histogram.length; at += 1) sum += numberAt(histogram, at);
  return sum;
}
