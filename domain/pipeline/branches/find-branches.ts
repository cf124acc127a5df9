/**
 * FM, first half: branches of features for a whole grid of thresholds and sizes, from two passes over all pairs.
 * In: profiles of the features. Out: for each relative threshold its exact quantile and the branches below it, which
 * are the modules before merging.
 */
import { blockCount, type ProfilePanels } from '../../statistics/kernel/pair-products.ts';
import { PipelineRefusal } from '../refusal.ts';
import { checkpoint, type Watch } from '../watch.ts';
import { neighbourLists } from './neighbour-lists.ts';
import { BIN_COUNT, type KeptPairs, openPairs, pairCount, pairsFromBin } from './pairs.ts';
import { cutBranches, linkNeighbours, type SparseJoins } from './sparse-linkage.ts';
import { lowestBin, thresholdsOf } from './thresholds.ts';

/** Who computes the passes: this thread, or several that share the panels. */
export interface PairPasses {
  /** correlations of all pairs in bins */
  count: (watch?: Watch) => Promise<Uint32Array> | Uint32Array;
  /** pairs from a bin on, of each block, in the order of the blocks */
  keep: (fromBin: number, watch?: Watch) => Promise<KeptPairs[]> | KeptPairs[];
}

/** One threshold of the grid. */
export interface ThresholdBranches {
  /** quantile of all pairs, in (0, 1) */
  relative: number;
  /** the correlation that it stands for */
  threshold: number;
  /** of two features and more; members ascend */
  branches: number[][];
}

export interface BranchGrid {
  featureCount: number;
  pairCount: number;
  /** in the order in which they were asked for */
  thresholds: ThresholdBranches[];
  joins: SparseJoins;
}

/** A cell of the grid. */
export interface GridCell {
  relative: number;
  threshold: number;
  minSize: number;
  moduleCount: number;
  memberCount: number;
}

/** Bytes of a kept pair: once as a pair, and twice in the lists. */
const PAIR_BYTES = 13 + 2 * 12;
/** Values, their copy in panels, and what a feature costs besides. */
const FEATURE_BYTES = 64;
const F64 = 8;

/**
 * Bytes that the branches of these features need at most, before anything is computed.
 * @param lowest smallest relative threshold of the grid
 */
export function branchMemory(featureCount: number, sampleCount: number, lowest: number): number {
  const perFeature = 2 * sampleCount * F64 + FEATURE_BYTES;
  return featureCount * perFeature + (1 - lowest) * pairCount(featureCount) * PAIR_BYTES;
}

/** Most features whose branches fit into this many bytes. */
export function fittingFeatures(bytes: number, sampleCount: number, lowest: number): number {
  let [low, high] = [0, 2 ** 24];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (branchMemory(middle, sampleCount, lowest) <= bytes) low = middle;
    else high = middle - 1;
  }
  return low;
}

const MIB = 1024 ** 2;

/**
 * Refuses a grid that needs more memory than there is, or thresholds that are none.
 * @throws PipelineRefusal that names the number of features that fits
 */
export function checkGrid(
  { featureCount, sampleCount }: { featureCount: number; sampleCount: number },
  relatives: readonly number[],
  memoryLimit: number,
): void {
  if (relatives.length === 0 || !relatives.every((relative) => relative > 0 && relative < 1))
    throw new PipelineRefusal('parameters', 'Relative thresholds are between 0 and 1, such as 0.99.');
  if (featureCount < 2)
    throw new PipelineRefusal('no_features', 'Modules need at least two features that vary.');
  const lowest = Math.min(...relatives);
  const needed = branchMemory(featureCount, sampleCount, lowest);
  if (needed <= memoryLimit) return;
  const fitting = fittingFeatures(memoryLimit, sampleCount, lowest);
  throw new PipelineRefusal(
    'memory',
    `${featureCount.toLocaleString('en')} features at a relative threshold of ${lowest} need ${Math.ceil(needed / MIB).toLocaleString('en')} MiB; ${Math.floor(memoryLimit / MIB).toLocaleString('en')} MiB are allowed, which is enough for ${fitting.toLocaleString('en')} features.`,
  );
}

/** Passes by this thread alone. */
export function ownPasses(panels: ProfilePanels): PairPasses {
  const { countBlock, keepBlock } = openPairs(panels);
  const blocks = Array.from({ length: blockCount(panels) }, (_, block) => block);
  // The first block meets all blocks, the last only itself.
  const shareOf = (block: number) => 1 - (1 - block / blocks.length) ** 2;
  return {
    count: (watch) => {
      const histogram = new Uint32Array(BIN_COUNT);
      for (const block of blocks) {
        checkpoint(watch, 'correlations', shareOf(block));
        countBlock(block, histogram);
      }
      return histogram;
    },
    keep: (fromBin, watch) =>
      blocks.map((block) => {
        checkpoint(watch, 'neighbours', shareOf(block));
        return keepBlock(block, fromBin);
      }),
  };
}

/**
 * Branches for all relative thresholds at once.
 * @param panels profiles of features that vary
 * @param relatives quantiles of all pairs, in (0, 1); the lowest decides about the memory
 * @throws PipelineRefusal above the limit of memory, PipelineStopped
 */
export async function findBranches(
  panels: ProfilePanels,
  {
    relatives,
    memoryLimit = Number.POSITIVE_INFINITY,
    passes = ownPasses(panels),
  }: { relatives: readonly number[]; memoryLimit?: number; passes?: PairPasses },
  watch?: Watch,
): Promise<BranchGrid> {
  const { featureCount } = panels;
  checkGrid(panels, relatives, memoryLimit);
  const count = pairCount(featureCount);
  const histogram = await passes.count(watch);
  const bin = lowestBin(histogram, count, relatives);
  checkKept(pairsFromBin(histogram, bin), memoryLimit);
  const pairs = await passes.keep(bin, watch);
  const thresholds = thresholdsOf(histogram, count, relatives, pairs);
  checkpoint(watch, 'clustering', 0);
  const joins = linkNeighbours(neighbourLists(pairs, featureCount), watch);
  checkpoint(watch, 'clustering', 1);
  return {
    featureCount,
    pairCount: count,
    joins,
    thresholds: relatives.map((relative, at) => {
      const threshold = thresholds[at] ?? Number.NaN;
      return { relative, threshold, branches: cutBranches(joins, threshold) };
    }),
  };
}

/** Where very many pairs are equally similar, more are kept than the quantile promises. */
function checkKept(kept: number, memoryLimit: number): void {
  if (kept * PAIR_BYTES <= memoryLimit) return;
  throw new PipelineRefusal(
    'memory',
    `${kept.toLocaleString('en')} pairs are at or above the lowest threshold, more than the memory allows; take a higher one.`,
  );
}

/** Branches of one cell of the grid. */
export function branchesOf({ branches }: ThresholdBranches, minSize: number): number[][] {
  return branches.filter(({ length }) => length >= minSize);
}

/** Modules and members of every cell before merging, threshold by threshold. */
export function previewGrid(
  { thresholds }: Pick<BranchGrid, 'thresholds'>,
  minSizes: readonly number[],
): GridCell[] {
  return thresholds.flatMap((each) =>
    minSizes.map((minSize) => {
      const branches = branchesOf(each, minSize);
      return {
        relative: each.relative,
        threshold: each.threshold,
        minSize,
        moduleCount: branches.length,
        memberCount: branches.reduce((sum, { length }) => sum + length, 0),
      };
    }),
  );
}
