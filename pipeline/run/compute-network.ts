/**
 * The networks of an analysis, without files: cells of the grid in the laboratory's order, and each with its
 * statistics.
 */
import type { ThresholdBranches } from '@omicon/domain/pipeline/branches/find-branches.ts';
import {
  type CovariationNetwork,
  findNetwork,
  MERGE_PARAMETER,
} from '@omicon/domain/pipeline/networks/find-network.ts';
import type { EigengeneOf } from '@omicon/domain/pipeline/networks/merge.ts';
import {
  type ModuleStatistics,
  moduleStatistics,
} from '@omicon/domain/pipeline/networks/module-statistics.ts';
import { networkStatistics } from '@omicon/domain/pipeline/networks/network-statistics.ts';
import type { Watch } from '@omicon/domain/pipeline/watch.ts';
import type { FeatureMatrix } from '@omicon/domain/statistics/matrix.ts';
import { type NetworkColumn, networkName } from '../files/network-tables.ts';

/** A cell of the grid: relative threshold, a quantile of all pairs in (0, 1), and minimum size. */
export interface ChosenCell {
  relative: number;
  minSize: number;
}

/** A cell with the branches at its threshold. */
interface OpenCell {
  branches: ThresholdBranches;
  minSize: number;
}

export interface ComputedNetwork {
  network: CovariationNetwork;
  /** statistics of its modules, in their order */
  rows: ModuleStatistics[];
  /** the network in the table of all networks; `name` is its folder */
  column: NetworkColumn;
}

/** Cells with different folder names, in the order of the laboratory: by minimum size, then the strictest first. */
export function sortCells(
  cells: readonly ChosenCell[],
  thresholds: readonly ThresholdBranches[],
  featureCount: number,
): OpenCell[] {
  const byName = new Map(
    cells.flatMap(({ relative, minSize }) => {
      const branches = thresholds.find((each) => each.relative === relative);
      if (branches === undefined) return [];
      const { threshold } = branches;
      const name = networkName({ threshold, minSize, mergeParameter: MERGE_PARAMETER }, featureCount);
      return [[name, { branches, minSize }] as const];
    }),
  );
  return [...byName.values()].sort(
    (a, b) => a.minSize - b.minSize || b.branches.threshold - a.branches.threshold,
  );
}

/**
 * The covariation network of a cell, with its statistics.
 * @param matrix features x samples, features that vary
 * @throws PipelineStopped
 */
export function computeNetwork(
  matrix: FeatureMatrix,
  { branches, minSize }: OpenCell,
  eigengeneOf: EigengeneOf,
  watch?: Watch,
): ComputedNetwork {
  const network = findNetwork(matrix, branches, { minSize, eigengeneOf }, watch);
  const rows = moduleStatistics(network, matrix);
  const { relative, threshold } = branches;
  const statistics = networkStatistics(network, rows, matrix);
  const name = networkName(network, matrix.featureCount);
  return { network, rows, column: { name, relative, threshold, minSize, ...statistics } };
}
