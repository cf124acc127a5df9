import { pearson } from '@omicon/domain/statistics/correlation.ts';
import {
  featureMatrix,
  featureValues,
  numberAt,
  sampleValues,
  selectFeatures,
} from '@omicon/domain/statistics/matrix.ts';
import { mean, standardise, variance } from '@omicon/domain/statistics/moments.ts';
import { sampleNetwork } from '@omicon/domain/statistics/samples/sample-network.ts';
import { quotedLine, significant } from '@omicon/pipeline/files/csv.ts';
import type { CovariationModule } from './covariation-module.ts';
import { type CovariationNetwork, MERGE_PARAMETER, type PreparedAnalysis } from './find-modules.ts';
import type { Assignment } from './module-definitions.ts';

/** Statistics of one module with the laboratory's names; NaN for missing values. */
type ModuleStatistics = Record<string, number>;

/** Feature numbers assigned to a module by a definition. */
export function membersOf(assignment: Assignment, colour: string): number[] {
  return assignment.flatMap((assigned, feature) => (assigned === colour ? [feature] : []));
}

/** Features with a positive kME below the Bonferroni cut; modules may share features. */
function expandedMembers({ kmes, pValues }: CovariationModule, cut: number): number[] {
  return [...kmes.keys()].filter(
    (feature) => numberAt(kmes, feature) > 0 && numberAt(pValues, feature) < cut,
  );
}

/** Level and variance of the members over the samples, with the standard error of each. */
function expressionStatistics(analysis: PreparedAnalysis, members: readonly number[]) {
  const { values } = selectFeatures(analysis.matrix, members);
  const variances = members.map((feature) => variance(featureValues(analysis.matrix, feature)));
  return {
    mean: members.length === 0 ? Number.NaN : mean(values),
    standardError: Math.sqrt(variance(values) / values.length),
    variance: members.length === 0 ? Number.NaN : mean(variances),
    varianceError: Math.sqrt(variance(variances) / variances.length),
  };
}

/** 1 - mean signed adjacency to the other eigengenes; NaN for the only module. */
function separationOf(covariationModule: CovariationModule, modules: readonly CovariationModule[]): number {
  const others = modules.filter((other) => other !== covariationModule);
  return 1 - mean(others.map((other) => (pearson(covariationModule.values, other.values) + 1) / 2));
}

function statisticsOf(
  covariationModule: CovariationModule,
  network: CovariationNetwork,
  analysis: PreparedAnalysis,
): ModuleStatistics {
  const { colour, seeds, kmes, values, varianceExplained } = covariationModule;
  const expanded = expandedMembers(covariationModule, network.definitions.bonferroniCut).length;
  const unique = membersOf(network.definitions.positiveBonferroni, colour);
  const seedExpression = expressionStatistics(analysis, seeds);
  const uniqueExpression = expressionStatistics(analysis, unique);
  const sorted = values.slice().sort();
  return {
    InitialSize: seeds.length,
    ExpandedSize: expanded,
    Unique: unique.length,
    Specificity: expanded === 0 ? 0 : (100 * unique.length) / expanded,
    Homogeneity: mean(seeds.map((feature) => numberAt(kmes, feature))),
    Separation: separationOf(covariationModule, network.modules),
    PC1VE: varianceExplained,
    MeanZKmodgenes: Number.NaN,
    MeanZCmodgenes: Number.NaN,
    MeanExpr: seedExpression.mean,
    SEExpr: seedExpression.standardError,
    MeanExprVar: seedExpression.variance,
    SEMeanExprVar: seedExpression.varianceError,
    MeanExprBCMod: uniqueExpression.mean,
    SEExprBCMod: uniqueExpression.standardError,
    MeanExprVarBCMod: uniqueExpression.variance,
    SEMeanExprVarBCMod: uniqueExpression.varianceError,
    MEmax: numberAt(sorted, sorted.length - 1),
    MEstep1: numberAt(sorted, sorted.length - 1) - numberAt(sorted, sorted.length - 2),
  };
}

/** Columns standardised over the modules of a network, by the column they come from. */
const STANDARDISED: Record<string, string> = {
  Homogeneity: 'ZHomogeneity',
  Separation: 'ZSeparation',
  MeanExpr: 'ZMeanExpr',
  MeanExprVar: 'ZMeanExprVar',
  MeanExprBCMod: 'ZMeanExprBCMod',
  MeanExprVarBCMod: 'ZMeanExprVarBCMod',
};

/** Column order of the laboratory's file. */
const COLUMNS = [
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
];

/** Connectivity of each module in the network of eigengenes; undefined below three modules. */
function addModuleNetwork(statistics: ModuleStatistics[], modules: readonly CovariationModule[]): void {
  if (modules.length < 3) return;
  const eigengenes = featureMatrix(modules.map(({ values }) => values));
  const samplesByModules = featureMatrix(
    Array.from({ length: eigengenes.sampleCount }, (_, sample) => sampleValues(eigengenes, sample)),
  );
  const { zConnectivity, zClustering } = sampleNetwork(samplesByModules);
  statistics.forEach((row, index) => {
    row['Z.Kmod'] = numberAt(zConnectivity, index);
    row['Z.Cmod'] = numberAt(zClustering, index);
  });
}

/** Statistics of every module of a network, in the order of its modules. */
export function moduleStatistics(
  network: CovariationNetwork,
  analysis: PreparedAnalysis,
): ModuleStatistics[] {
  const rows = network.modules.map((covariationModule) => statisticsOf(covariationModule, network, analysis));
  for (const [column, standardised] of Object.entries(STANDARDISED)) {
    const values = standardise(rows.map((row) => row[column] ?? Number.NaN));
    rows.forEach((row, index) => {
      row[standardised] = numberAt(values, index);
    });
  }
  addModuleNetwork(rows, network.modules);
  return rows;
}

/** Lines of Module_statistics: one row per module; two column names contain the Bonferroni cut. */
export function moduleStatisticsTable(
  network: CovariationNetwork,
  rows: readonly ModuleStatistics[],
): string[] {
  const cut = significant(network.definitions.bonferroniCut, 3);
  const names = COLUMNS.map((column) =>
    column === 'ExpandedSize' || column === 'Unique' ? `${column}_${cut}` : column,
  );
  const lines = network.modules.map(({ colour }, index) => {
    const cells = COLUMNS.map((column) => significant(rows[index]?.[column] ?? Number.NaN, 7));
    return [quotedLine([colour]), ...cells].join(',');
  });
  return [quotedLine(['Module', ...names]), ...lines];
}

/** Share of features (percent) in at least one, and in more than one, expanded module. */
function reachAndRedundancy(network: CovariationNetwork, featureCount: number): [number, number] {
  const counts = new Int32Array(featureCount);
  for (const covariationModule of network.modules) {
    for (const feature of expandedMembers(covariationModule, network.definitions.bonferroniCut)) {
      counts[feature] = numberAt(counts, feature) + 1;
    }
  }
  const reached = counts.filter((count) => count > 0).length;
  const repeated = counts.filter((count) => count > 1).length;
  return [(100 * reached) / featureCount, (100 * repeated) / featureCount];
}

/** One network's column of network_statistics, top to bottom after its name. */
function networkColumn(network: CovariationNetwork, analysis: PreparedAnalysis): [string, string][] {
  const rows = moduleStatistics(network, analysis);
  const average = (column: string): string =>
    significant(mean(rows.map((row) => row[column] ?? Number.NaN)), 6);
  const count = network.modules.length;
  const [reach, redundancy] = reachAndRedundancy(network, analysis.matrix.featureCount);
  return [
    ['Similarity', 'Bicor'],
    ['RelSignum', String(network.relSignum)],
    ['Signum', significant(network.signum, 15)],
    ['MinSize', String(network.minSize)],
    ['MergeBy', 'ME'],
    ['MergeParam', String(MERGE_PARAMETER)],
    ['InitialModules', String(network.initialModules)],
    ['FinalModules', String(count)],
    ['ChangeModules', significant((100 * (count - network.initialModules)) / network.initialModules, 6)],
    ['Members', String(network.definitions.seed.filter((colour) => colour !== null).length)],
    ['MeanSpecificity', average('Specificity')],
    ['NGModularity', ''],
    ['GModularity', ''],
    ['MeanQbase', ''],
    ['MeanHomogeneity', average('Homogeneity')],
    ['MeanPC1VE', average('PC1VE')],
    ['MeanSeparation', average('Separation')],
    ['MeanZKmodgenes', ''],
    ['MeanZKbigmodgenes', ''],
    ['MeanZCmodgenes', ''],
    ['MeanZCbigmodgenes', ''],
    ['corModKC', count < 3 ? '' : significant(pearson(...moduleNetworkPair(rows)), 6)],
    ['ALL', String(analysis.matrix.featureCount)],
    ['ALLreachPcnt', significant(reach, 6)],
    ['ALLredundPcnt', significant(redundancy, 6)],
    ['ALLratio', significant(reach / redundancy, 6)],
  ];
}

function moduleNetworkPair(rows: readonly ModuleStatistics[]): [number[], number[]] {
  return [rows.map((row) => row['Z.Kmod'] ?? Number.NaN), rows.map((row) => row['Z.Cmod'] ?? Number.NaN)];
}

/** Lines of network_statistics: one row per statistic, one column per network; empty cells are unquoted, as R writes NA. */
export function networkStatisticsTable(
  networks: readonly CovariationNetwork[],
  { analysis, hasMangledNames }: { analysis: PreparedAnalysis; hasMangledNames: boolean },
): string[] {
  const columns = networks.map((network) => networkColumn(network, analysis));
  const names = networks.map(({ name }) => (hasMangledNames ? name.replaceAll('-', '.') : name));
  const statistics = columns[0]?.map(([statistic]) => statistic) ?? [];
  const lines = statistics.map((statistic, row) =>
    quotedLine([statistic, ...columns.map((column) => column[row]?.[1] || null)]),
  );
  return [quotedLine(['Network', ...names]), ...lines];
}
