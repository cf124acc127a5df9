/** One column of network_statistics: a network in a few numbers, next to the others of its analysis. */
import { numberAt } from '../../arrays/number-at.ts';
import { pearson } from '../../statistics/correlation.ts';
import type { FeatureMatrix } from '../../statistics/matrix.ts';
import { mean } from '../../statistics/moments.ts';
import { averageRanks } from '../../statistics/row-statistics.ts';
import type { CovariationNetwork } from './find-network.ts';
import { expandedMembers, type ModuleStatistic, type ModuleStatistics } from './module-statistics.ts';

/** NaN where a statistic is not defined. */
export interface NetworkStatistics {
  initialModules: number;
  finalModules: number;
  /** percent */
  changeModules: number;
  /** features in a seed */
  members: number;
  meanSpecificity: number;
  meanHomogeneity: number;
  meanPc1ve: number;
  meanSeparation: number;
  /** Spearman correlation of Z.Kmod and Z.Cmod over the modules */
  corModKC: number;
  featureCount: number;
  /** percent of the features in at least one expanded module */
  reach: number;
  /** percent of the features in more than one */
  redundancy: number;
  ratio: number;
}

function reachAndRedundancy(network: CovariationNetwork, featureCount: number): [number, number] {
  const counts = new Uint16Array(featureCount);
  for (const each of network.modules)
    for (const feature of expandedMembers(each, network)) counts[feature] = numberAt(counts, feature) + 1;
  const percentAbove = (least: number) =>
    (100 * counts.reduce((sum, count) => sum + Number(count > least), 0)) / featureCount;
  return [percentAbove(0), percentAbove(1)];
}

/**
 * Statistics of one network, from those of its modules.
 * @param rows one per module, as `moduleStatistics` gives them
 * @source FindModules 0.99
 */
export function networkStatistics(
  network: CovariationNetwork,
  rows: readonly ModuleStatistics[],
  { featureCount }: Pick<FeatureMatrix, 'featureCount'>,
): NetworkStatistics {
  const averageOf = (column: ModuleStatistic) => mean(rows.map((row) => row[column]));
  const [reach, redundancy] = reachAndRedundancy(network, featureCount);
  const { initialModules, modules, definitions } = network;
  return {
    initialModules,
    finalModules: modules.length,
    changeModules: (100 * (modules.length - initialModules)) / initialModules,
    members: definitions.seed.reduce((sum, module) => sum + Number(module >= 0), 0),
    meanSpecificity: averageOf('Specificity'),
    meanHomogeneity: averageOf('Homogeneity'),
    meanPc1ve: averageOf('PC1VE'),
    meanSeparation: averageOf('Separation'),
    corModKC:
      modules.length < 3
        ? Number.NaN
        : pearson(
            averageRanks(rows.map((row) => row['Z.Kmod'])),
            averageRanks(rows.map((row) => row['Z.Cmod'])),
          ),
    featureCount,
    reach,
    redundancy,
    ratio: reach / redundancy,
  };
}
