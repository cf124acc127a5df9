import { MAX_MODULES, moduleColour } from '@omicon/domain/records/module-colours.ts';
import { bicorProfile, correlationMatrix, pearsonProfile } from '@omicon/domain/statistics/correlation.ts';
import {
  type FeatureMatrix,
  featureMatrix,
  featureValues,
  numberAt,
  selectFeatures,
} from '@omicon/domain/statistics/matrix.ts';
import {
  kmeOfModules,
  kmePValues,
  type ModuleEigengene,
  moduleEigengene,
} from '@omicon/domain/statistics/modules/kme.ts';
import { quantile, variance } from '@omicon/domain/statistics/moments.ts';
import { clusterTree, cutTree, leafOrder, type Tree } from '@omicon/domain/statistics/samples/linkage.ts';
import { significant } from '@omicon/pipeline/files/csv.ts';
import type { CovariationModule } from './covariation-module.ts';
import { assignFeatures, type ModuleDefinitions } from './module-definitions.ts';

/** Modules whose eigengenes correlate at least this much are merged. */
export const MERGE_PARAMETER = 0.85;

/** What all networks of one analysis share: the features that vary, their similarities and their tree. */
export interface PreparedAnalysis {
  /** row numbers in the data set */
  features: number[];
  excluded: number[];
  matrix: FeatureMatrix;
  pairwise: Float64Array;
  tree: Tree;
}

export interface NetworkParameters {
  /** relative threshold: quantile of all similarities, in (0, 1) */
  relSignum: number;
  minSize: number;
}

/** A covariation network; `modules` are in the order of the eigengene tree, as in all its files. */
export interface CovariationNetwork extends NetworkParameters {
  name: string;
  signum: number;
  initialModules: number;
  modules: CovariationModule[];
  definitions: ModuleDefinitions;
}

/** Biweight midcorrelation of all pairs and the complete-linkage tree on 1 - similarity. */
export function prepareAnalysis(dataSet: FeatureMatrix): PreparedAnalysis {
  const all = Array.from({ length: dataSet.featureCount }, (_, feature) => feature);
  const features = all.filter((feature) => variance(featureValues(dataSet, feature)) > 0);
  const matrix = selectFeatures(dataSet, features);
  const similarity = correlationMatrix(matrix, bicorProfile);
  const count = features.length;
  const pairwise = new Float64Array((count * (count - 1)) / 2);
  let next = 0;
  for (let a = 1; a < count; a += 1) {
    pairwise.set(similarity.subarray(a * count, a * count + a), next);
    next += a;
  }
  return {
    features,
    excluded: all.filter((feature) => !features.includes(feature)),
    matrix,
    pairwise: pairwise.sort(),
    tree: clusterTree(
      similarity.map((value) => 1 - value),
      'complete',
    ),
  };
}

function eigengenesOf(matrix: FeatureMatrix, branches: readonly number[][]): ModuleEigengene[] {
  return branches.map((members) => moduleEigengene(selectFeatures(matrix, members)));
}

/** 1 - correlation of all pairs of eigengenes, modules x modules. */
function eigengeneDistances(eigengenes: readonly ModuleEigengene[]): Float64Array {
  const rows = featureMatrix(eigengenes.map(({ values }) => values));
  return correlationMatrix(rows, pearsonProfile).map((correlation) => 1 - correlation);
}

/** Merges modules until no two eigengenes correlate at the merge parameter. */
function mergeModules(matrix: FeatureMatrix, initial: number[][]): number[][] {
  let branches = initial;
  while (branches.length > 1) {
    const tree = clusterTree(eigengeneDistances(eigengenesOf(matrix, branches)), 'complete');
    const groups = cutTree(tree, 1 - MERGE_PARAMETER);
    if (groups.length === branches.length) break;
    const before = branches;
    branches = groups.map((group) => group.flatMap((index) => before[index] ?? []).sort((a, b) => a - b));
  }
  return branches;
}

function bySizeThenFirstFeature(a: readonly number[], b: readonly number[]): number {
  return b.length - a.length || numberAt(a, 0) - numberAt(b, 0);
}

/** Modules with colours by size, in the order of the average-linkage tree of their eigengenes. */
function nameModules(matrix: FeatureMatrix, branches: readonly number[][]): CovariationModule[] {
  const bySize = [...branches].sort(bySizeThenFirstFeature);
  const eigengenes = eigengenesOf(matrix, bySize);
  const order = leafOrder(clusterTree(eigengeneDistances(eigengenes), 'average'));
  const kmesBySize = kmeOfModules(
    matrix,
    eigengenes.map(({ values }) => values),
  );
  return order.flatMap((rank) => {
    const eigengene = eigengenes[rank];
    const seeds = bySize[rank];
    const kmes = kmesBySize[rank];
    if (eigengene === undefined || seeds === undefined || kmes === undefined) return [];
    const pValues = kmePValues(kmes, matrix.sampleCount);
    return [{ ...eigengene, colour: moduleColour(rank), seeds, kmes, pValues }];
  });
}

/** Folder name of a network in the form of the laboratory. */
function networkName(signum: number, minSize: number, featureCount: number): string {
  return `Bicor-None_signum${significant(signum, 3)}_minSize${minSize}_merge_ME_${MERGE_PARAMETER}_${featureCount}`;
}

/**
 * One covariation network by the steps of FindModules: threshold, cut, branches of the minimum size, merge, kME.
 * Without a branch of that size (or with more modules than colours) it has no modules.
 */
export function findModules(analysis: PreparedAnalysis, parameters: NetworkParameters): CovariationNetwork {
  const { matrix, tree, pairwise } = analysis;
  const signum = quantile(pairwise, parameters.relSignum);
  const initial = cutTree(tree, 1 - signum).filter((members) => members.length >= parameters.minSize);
  const merged = mergeModules(matrix, initial);
  const modules = merged.length === 0 || merged.length > MAX_MODULES ? [] : nameModules(matrix, merged);
  return {
    ...parameters,
    name: networkName(signum, parameters.minSize, matrix.featureCount),
    signum,
    initialModules: initial.length,
    modules,
    definitions: assignFeatures(modules, matrix.featureCount),
  };
}
