/** Modules of branches: those whose eigengenes correlate are merged, until none do. */
import { correlationMatrix, pearsonProfile } from '../../statistics/correlation.ts';
import { type FeatureMatrix, featureMatrix, selectFeatures } from '../../statistics/matrix.ts';
import { type ModuleEigengene, moduleEigengene } from '../../statistics/modules/kme.ts';
import { clusterTree, cutTree } from '../../statistics/samples/linkage.ts';
import { checkpoint, type Watch } from '../watch.ts';

/** Eigengene of a set of features; asked again for the same features, it is not computed again. */
export type EigengeneOf = (members: readonly number[]) => ModuleEigengene;

/**
 * Eigengenes that are kept for the cells of a grid, which share most of their branches.
 * @param matrix features x samples, features that vary
 */
export function openEigengenes(matrix: FeatureMatrix): EigengeneOf {
  const known = new Map<string, ModuleEigengene>();
  return (members) => {
    const key = members.join(' ');
    const found = known.get(key) ?? moduleEigengene(selectFeatures(matrix, members));
    known.set(key, found);
    return found;
  };
}

/** 1 - correlation of all pairs of eigengenes, modules x modules. */
export function eigengeneDistances(eigengenes: readonly ModuleEigengene[]): Float64Array {
  const rows = featureMatrix(eigengenes.map(({ values }) => values));
  return correlationMatrix(rows, pearsonProfile).map((correlation) => 1 - correlation);
}

/**
 * Merges modules until no two eigengenes correlate at the merge parameter: complete linkage on 1 - correlation, cut,
 * and the eigengenes of the unions again.
 * @param initial feature numbers of each branch, ascending
 * @returns feature numbers of each module, ascending
 * @source FindModules 0.99, merge rule ME
 */
export function mergeBranches(
  initial: readonly number[][],
  { eigengeneOf, mergeParameter }: { eigengeneOf: EigengeneOf; mergeParameter: number },
  watch?: Watch,
): number[][] {
  let branches = [...initial];
  for (let round = 0; branches.length > 1; round += 1) {
    const eigengenes = branches.map((members, at) => {
      checkpoint(watch, `merging, round ${round + 1}`, at / branches.length);
      return eigengeneOf(members);
    });
    const groups = cutTree(clusterTree(eigengeneDistances(eigengenes), 'complete'), 1 - mergeParameter);
    if (groups.length === branches.length) break;
    const before = branches;
    branches = groups.map((group) => group.flatMap((index) => before[index] ?? []).sort((a, b) => a - b));
  }
  return branches;
}
