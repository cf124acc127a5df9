/**
 * FM, second half: the covariation network of one cell of the grid. In: the features that vary, and the branches of a
 * threshold. Out: merged modules with colours, eigengenes, kME of every feature, and all definitions.
 */
import { numberAt } from '../../arrays/number-at.ts';
import { MAX_MODULES, moduleColour } from '../../records/names/module-colours.ts';
import type { FeatureMatrix } from '../../statistics/matrix.ts';
import { kmeOfModules, type ModuleEigengene } from '../../statistics/modules/kme.ts';
import { clusterTree, leafOrder } from '../../statistics/samples/linkage.ts';
import {
  type BranchGrid,
  branchesOf,
  type GridCell,
  previewGrid,
  type ThresholdBranches,
} from '../branches/find-branches.ts';
import { checkpoint, type Watch } from '../watch.ts';
import { assignFeatures, type ModuleDefinitions } from './definitions.ts';
import { type EigengeneOf, eigengeneDistances, mergeBranches } from './merge.ts';

/** Modules whose eigengenes correlate at least this much are merged. */
export const MERGE_PARAMETER = 0.85;

/** One module. Feature numbers are rows of the matrix of features that vary. */
export interface CovariationModule extends ModuleEigengene {
  colour: string;
  /** ascending */
  seeds: number[];
  /** one per feature */
  kmes: Float64Array;
}

export interface NetworkParameters {
  /** relative threshold: quantile of all similarities, in (0, 1) */
  relative: number;
  minSize: number;
  mergeParameter: number;
}

/** `modules` are in the order of the eigengene tree, as in all files of the network. */
export interface CovariationNetwork extends NetworkParameters {
  /** the correlation that the relative threshold stands for */
  threshold: number;
  initialModules: number;
  modules: CovariationModule[];
  definitions: ModuleDefinitions;
  /** more modules than R has colours: none are given */
  isSkipped: boolean;
}

function bySizeThenFirstFeature(a: readonly number[], b: readonly number[]): number {
  return b.length - a.length || numberAt(a, 0) - numberAt(b, 0);
}

/** Modules with colours by size, then first feature, in the order of the average-linkage tree of their eigengenes. */
function nameModules(
  matrix: FeatureMatrix,
  merged: readonly number[][],
  eigengeneOf: EigengeneOf,
): CovariationModule[] {
  const bySize = [...merged].sort(bySizeThenFirstFeature);
  const eigengenes = bySize.map(eigengeneOf);
  const kmes = kmeOfModules(
    matrix,
    eigengenes.map(({ values }) => values),
  );
  return leafOrder(clusterTree(eigengeneDistances(eigengenes), 'average')).flatMap((rank) => {
    const [eigengene, seeds, own] = [eigengenes[rank], bySize[rank], kmes[rank]];
    if (eigengene === undefined || seeds === undefined || own === undefined) return [];
    return [{ ...eigengene, colour: moduleColour(rank), seeds, kmes: own }];
  });
}

/**
 * The covariation network of one cell. Without a branch of the minimum size, or with more modules than colours, it has
 * no modules.
 * @param matrix features x samples, features that vary: those whose profiles made the branches
 * @source FindModules 0.99; Oldham et al. 2008, Nat Neurosci 11:1271 (kME)
 */
export function findNetwork(
  matrix: FeatureMatrix,
  branches: ThresholdBranches,
  {
    minSize,
    mergeParameter = MERGE_PARAMETER,
    eigengeneOf,
  }: { minSize: number; mergeParameter?: number; eigengeneOf: EigengeneOf },
  watch?: Watch,
): CovariationNetwork {
  const initial = branchesOf(branches, minSize);
  const merged = mergeBranches(initial, { eigengeneOf, mergeParameter }, watch);
  const isSkipped = merged.length > MAX_MODULES;
  checkpoint(watch, 'kME', 0);
  const modules = isSkipped || merged.length === 0 ? [] : nameModules(matrix, merged, eigengeneOf);
  const definitions = assignFeatures(modules, matrix);
  checkpoint(watch, 'kME', 1);
  return {
    relative: branches.relative,
    threshold: branches.threshold,
    minSize,
    mergeParameter,
    initialModules: initial.length,
    modules,
    definitions,
    isSkipped,
  };
}

/**
 * Modules and members of every cell of a grid as its network will have them: merged, and none with more modules than
 * colours. The eigengenes of branches are shared by the cells; kME is not computed.
 */
export function countModules(
  grid: Pick<BranchGrid, 'thresholds'>,
  minSizes: readonly number[],
  { mergeParameter = MERGE_PARAMETER, eigengeneOf }: { mergeParameter?: number; eigengeneOf: EigengeneOf },
  watch?: Watch,
): GridCell[] {
  const cells = previewGrid(grid, minSizes);
  return cells.map((cell, at) => {
    checkpoint(watch, 'merging', at / cells.length);
    const branches = grid.thresholds.find(({ relative }) => relative === cell.relative);
    const initial = branches === undefined ? [] : branchesOf(branches, cell.minSize);
    const moduleCount = mergeBranches(initial, { eigengeneOf, mergeParameter }).length;
    return moduleCount > MAX_MODULES ? { ...cell, moduleCount: 0, memberCount: 0 } : { ...cell, moduleCount };
  });
}
