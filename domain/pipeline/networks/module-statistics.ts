/** Columns of Module_statistics: size, cohesion and expression of every module of a network. */
import { numberAt } from '../../arrays/number-at.ts';
import { pearson } from '../../statistics/correlation.ts';
import {
  type FeatureMatrix,
  featureMatrix,
  featureValues,
  sampleValues,
  selectFeatures,
} from '../../statistics/matrix.ts';
import { mean, standardise, variance } from '../../statistics/moments.ts';
import { sampleNetwork } from '../../statistics/samples/sample-network.ts';
import { membersOf } from './definitions.ts';
import type { CovariationModule, CovariationNetwork } from './find-network.ts';

/**
 * Columns in the order of the laboratory's file. The modularities of features need their Z.K, which has no file yet.
 */
export const MODULE_STATISTICS = [
  'InitialSize',
  'ExpandedSize',
  'Unique',
  'Specificity',
  'Homogeneity',
  'ZHomogeneity',
  'Separation',
  'ZSeparation',
  'PC1VE',
  'Z.Kmod',
  'Z.Cmod',
  'MeanZKmodgenes',
  'MeanZCmodgenes',
  'MeanExpr',
  'ZMeanExpr',
  'SEExpr',
  'MeanExprVar',
  'ZMeanExprVar',
  'SEMeanExprVar',
  'MeanExprBCMod',
  'ZMeanExprBCMod',
  'SEExprBCMod',
  'MeanExprVarBCMod',
  'ZMeanExprVarBCMod',
  'SEMeanExprVarBCMod',
  'MEmax',
  'MEstep1',
] as const;
export type ModuleStatistic = (typeof MODULE_STATISTICS)[number];

/**
 * One module; NaN where a statistic is not defined. `...BCMod` are over the expanded module, `MEmax` is the size of the
 * most extreme eigengene value and `MEstep1` its distance to the next value on its side.
 */
export type ModuleStatistics = Record<ModuleStatistic, number>;

/** Columns standardised over the modules of a network, by the column they come from. */
const STANDARDISED: readonly (readonly [ModuleStatistic, ModuleStatistic])[] = [
  ['Homogeneity', 'ZHomogeneity'],
  ['Separation', 'ZSeparation'],
  ['MeanExpr', 'ZMeanExpr'],
  ['MeanExprVar', 'ZMeanExprVar'],
  ['MeanExprBCMod', 'ZMeanExprBCMod'],
  ['MeanExprVarBCMod', 'ZMeanExprVarBCMod'],
];

/** Features with a positive kME whose P is below the Bonferroni cut; modules may share features. */
export function expandedMembers({ kmes }: CovariationModule, { definitions }: CovariationNetwork): number[] {
  const members: number[] = [];
  kmes.forEach((kme, feature) => {
    if (kme > 0 && kme >= definitions.cuts.leastBonferroni) members.push(feature);
  });
  return members;
}

/** Level and variance of the members over the samples, with the standard error of each. */
function expressionOf(matrix: FeatureMatrix, members: readonly number[]) {
  const { values } = selectFeatures(matrix, members);
  const variances = members.map((feature) => variance(featureValues(matrix, feature)));
  return {
    mean: mean(values),
    standardError: Math.sqrt(variance(values) / values.length),
    variance: mean(variances),
    varianceError: Math.sqrt(variance(variances) / variances.length),
  };
}

/** 1 - mean signed adjacency to the other eigengenes; NaN for the only module. */
function separationOf(own: CovariationModule, modules: readonly CovariationModule[]): number {
  const others = modules.filter((other) => other !== own);
  return 1 - mean(others.map((other) => (pearson(own.values, other.values) + 1) / 2));
}

/** The eigengene value farthest from 0, and its distance to the next one. */
function extremeOf(values: Float64Array): { size: number; step: number } {
  const sorted = values.toSorted();
  const [lowest, low] = [numberAt(sorted, 0), numberAt(sorted, 1)];
  const [high, highest] = [numberAt(sorted, sorted.length - 2), numberAt(sorted, sorted.length - 1)];
  return Math.abs(lowest) > Math.abs(highest)
    ? { size: -lowest, step: low - lowest }
    : { size: highest, step: highest - high };
}

function statisticsOf(network: CovariationNetwork, index: number, matrix: FeatureMatrix): ModuleStatistics {
  const own = network.modules[index];
  if (own === undefined) throw new RangeError(`There is no module ${index}.`);
  const expandedFeatures = expandedMembers(own, network);
  const expanded = expandedFeatures.length;
  const unique = membersOf(network.definitions.positiveBonferroni, index);
  const seeds = expressionOf(matrix, own.seeds);
  const bonferroni = expressionOf(matrix, expandedFeatures);
  const extreme = extremeOf(own.values);
  const undefinedYet = Number.NaN;
  return {
    InitialSize: own.seeds.length,
    ExpandedSize: expanded,
    Unique: unique.length,
    Specificity: expanded === 0 ? 0 : (100 * unique.length) / expanded,
    Homogeneity: mean(own.seeds.map((feature) => numberAt(own.kmes, feature))),
    ZHomogeneity: undefinedYet,
    Separation: separationOf(own, network.modules),
    ZSeparation: undefinedYet,
    PC1VE: own.varianceExplained,
    'Z.Kmod': undefinedYet,
    'Z.Cmod': undefinedYet,
    MeanZKmodgenes: Number.NaN,
    MeanZCmodgenes: Number.NaN,
    MeanExpr: seeds.mean,
    ZMeanExpr: undefinedYet,
    SEExpr: seeds.standardError,
    MeanExprVar: seeds.variance,
    ZMeanExprVar: undefinedYet,
    SEMeanExprVar: seeds.varianceError,
    MeanExprBCMod: bonferroni.mean,
    ZMeanExprBCMod: undefinedYet,
    SEExprBCMod: bonferroni.standardError,
    MeanExprVarBCMod: bonferroni.variance,
    ZMeanExprVarBCMod: undefinedYet,
    SEMeanExprVarBCMod: bonferroni.varianceError,
    MEmax: extreme.size,
    MEstep1: extreme.step,
  };
}

/** Connectivity of each module in the network of eigengenes; undefined below three modules. */
function addModuleNetwork(rows: readonly ModuleStatistics[], modules: readonly CovariationModule[]): void {
  if (modules.length < 3) return;
  const eigengenes = featureMatrix(modules.map(({ values }) => values));
  const samplesByModules = featureMatrix(
    Array.from({ length: eigengenes.sampleCount }, (_, sample) => sampleValues(eigengenes, sample)),
  );
  const { zConnectivity, zClustering } = sampleNetwork(samplesByModules);
  rows.forEach((row, index) => {
    row['Z.Kmod'] = numberAt(zConnectivity, index);
    row['Z.Cmod'] = numberAt(zClustering, index);
  });
}

/**
 * Statistics of every module of a network, in the order of its modules.
 * @param matrix features x samples, features that vary, values as in the data set
 * @source FindModules 0.99
 */
export function moduleStatistics(network: CovariationNetwork, matrix: FeatureMatrix): ModuleStatistics[] {
  const rows = network.modules.map((_, index) => statisticsOf(network, index, matrix));
  for (const [column, standardised] of STANDARDISED) {
    const values = standardise(rows.map((row) => row[column]));
    rows.forEach((row, index) => {
      row[standardised] = numberAt(values, index);
    });
  }
  addModuleNetwork(rows, network.modules);
  return rows;
}
