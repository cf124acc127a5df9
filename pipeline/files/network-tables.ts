/** Tables of a covariation network in the columns of FindModules. */

import { numberAt } from '@omicon/domain/arrays/number-at.ts';
import { quoted } from '@omicon/domain/files/table-text.ts';
import type { EnrichmentRow } from '@omicon/domain/pipeline/enrichment.ts';
import { type CovariationNetwork, MERGE_PARAMETER } from '@omicon/domain/pipeline/networks/find-network.ts';
import {
  MODULE_STATISTICS,
  type ModuleStatistics,
} from '@omicon/domain/pipeline/networks/module-statistics.ts';
import type { NetworkStatistics } from '@omicon/domain/pipeline/networks/network-statistics.ts';
import { correlationPValue } from '@omicon/domain/statistics/correlation.ts';
import { type FeatureMatrix, featureValues } from '@omicon/domain/statistics/matrix.ts';
import { percentiles, rowStatistics } from '@omicon/domain/statistics/row-statistics.ts';
import { bareLine, quotedLine, significant } from './csv.ts';

/** What the tables say about features and samples. */
export interface NetworkSubjects {
  /** features that vary x samples */
  matrix: FeatureMatrix;
  /** rows of these features in the data set, from 0 */
  rows: readonly number[];
  /** their identifiers */
  identifiers: readonly string[];
  uniqueIdentifier: string;
  labels: readonly string[];
}

/** Folder name of a network in the form of the laboratory. */
export function networkName(
  {
    threshold,
    minSize,
    mergeParameter,
  }: Pick<CovariationNetwork, 'threshold' | 'minSize' | 'mergeParameter'>,
  featureCount: number,
): string {
  return `Bicor-None_signum${significant(threshold, 3)}_minSize${minSize}_merge_ME_${mergeParameter}_${featureCount}`;
}

/** Lines of Module_eigengenes: one row per sample, one column per module. */
export function eigengeneLines({ modules }: CovariationNetwork, labels: readonly string[]): string[] {
  const rows = labels.map((label, sample) => {
    const values = modules.map(({ values }) => significant(numberAt(values, sample), 10));
    return [sample + 1, quoted(label), ...values].join(',');
  });
  return [quotedLine(['Index', 'Sample', ...modules.map(({ colour }) => colour)]), ...rows];
}

function kmeHeader(network: CovariationNetwork, uniqueIdentifier: string, isComplete: boolean): string[] {
  const { bonferroniCut, fdrCut } = network.definitions.cuts;
  const [bonferroni, fdr] = [significant(bonferroniCut, 3), significant(fdrCut, 3)];
  return [
    'Index',
    uniqueIdentifier,
    'ModSeed',
    'MeanExpr',
    'MeanExprPercentile',
    `TopModPosBC_${bonferroni}`,
    `TopModPosFDR_${fdr}`,
    `TopModNegBC_${bonferroni}`,
    `TopModNegFDR_${fdr}`,
    ...(isComplete ? network.modules.flatMap(({ colour }) => [`kME${colour}`, `kME${colour}.pval`]) : []),
  ];
}

/** Lines of kME_table: every feature that varies. Without kME and P the table ends after nine columns. */
export function* kmeLines(
  network: CovariationNetwork,
  { matrix, rows, identifiers, uniqueIdentifier }: NetworkSubjects,
  isComplete: boolean,
): Generator<string> {
  const { definitions, modules } = network;
  const means = Float64Array.from(rows, (_, feature) => rowStatistics(featureValues(matrix, feature)).mean);
  const ranks = percentiles(means);
  const assignments = [
    definitions.positiveBonferroni,
    definitions.positiveFdr,
    definitions.negativeBonferroni,
    definitions.negativeFdr,
  ];
  const colourOf = (index: number | undefined) => modules[index ?? -1]?.colour ?? null;
  yield bareLine(kmeHeader(network, uniqueIdentifier, isComplete));
  for (const [feature, row] of rows.entries()) {
    const kmes = isComplete
      ? modules.flatMap(({ kmes }) => {
          const kme = numberAt(kmes, feature);
          return [significant(kme, 6), significant(correlationPValue(kme, matrix.sampleCount), 5)];
        })
      : [];
    yield bareLine([
      row + 1,
      identifiers[feature] ?? null,
      colourOf(definitions.seed[feature]),
      significant(numberAt(means, feature), 5),
      significant(numberAt(ranks, feature), 4),
      ...assignments.map((assignment) => colourOf(assignment[feature])),
      ...kmes,
    ]);
  }
}

/** Lines of Module_statistics: one row per module; two column names contain the Bonferroni cut. */
export function moduleStatisticsLines(
  { modules, definitions }: CovariationNetwork,
  rows: readonly ModuleStatistics[],
): string[] {
  const cut = significant(definitions.cuts.bonferroniCut, 3);
  const names = MODULE_STATISTICS.map((column) =>
    column === 'ExpandedSize' || column === 'Unique' ? `${column}_${cut}` : column,
  );
  const lines = modules.map(({ colour }, index) => {
    const cells = MODULE_STATISTICS.map((column) => significant(rows[index]?.[column] ?? Number.NaN, 7));
    return [quoted(colour), ...cells].join(',');
  });
  return [quotedLine(['Module', ...names]), ...lines];
}

/** One network's column of network_statistics. */
export interface NetworkColumn extends NetworkStatistics {
  name: string;
  relative: number;
  threshold: number;
  minSize: number;
}

/** Statistics without a value yet: they need the connectivity of features. */
const EMPTY = '';

function columnCells(network: NetworkColumn): [string, string][] {
  const six = (value: number) => significant(value, 6);
  return [
    ['Similarity', 'Bicor'],
    ['RelSignum', String(network.relative)],
    ['Signum', significant(network.threshold, 15)],
    ['MinSize', String(network.minSize)],
    ['MergeBy', 'ME'],
    ['MergeParam', String(MERGE_PARAMETER)],
    ['InitialModules', String(network.initialModules)],
    ['FinalModules', String(network.finalModules)],
    ['ChangeModules', six(network.changeModules)],
    ['Members', String(network.members)],
    ['MeanSpecificity', six(network.meanSpecificity)],
    ['NGModularity', EMPTY],
    ['GModularity', EMPTY],
    ['MeanQbase', EMPTY],
    ['MeanHomogeneity', six(network.meanHomogeneity)],
    ['MeanPC1VE', six(network.meanPc1ve)],
    ['MeanSeparation', six(network.meanSeparation)],
    ['MeanZKmodgenes', EMPTY],
    ['MeanZKbigmodgenes', EMPTY],
    ['MeanZCmodgenes', EMPTY],
    ['MeanZCbigmodgenes', EMPTY],
    ['corModKC', six(network.corModKC)],
    ['ALL', String(network.featureCount)],
    ['ALLreachPcnt', six(network.reach)],
    ['ALLredundPcnt', six(network.redundancy)],
    ['ALLratio', six(network.ratio)],
  ];
}

/**
 * Lines of network_statistics: one row per statistic, one column per network; empty cells are unquoted, as R writes NA.
 */
export function networkStatisticsLines(
  networks: readonly NetworkColumn[],
  hasMangledNames = false,
): string[] {
  const columns = networks.map(columnCells);
  const names = networks.map(({ name }) => (hasMangledNames ? name.replaceAll('-', '.') : name));
  const statistics = columns[0]?.map(([statistic]) => statistic) ?? [];
  const lines = statistics.map((statistic, row) =>
    quotedLine([statistic, ...columns.map((column) => column[row]?.[1] || null)]),
  );
  return [quotedLine(['Network', ...names]), ...lines];
}

/** A gene set as enrichment tables describe it. */
export interface TestedSet {
  set_id: string;
  name: string;
  category: string | null;
  species: string | null;
  pubmed_id: string | null;
  description: string | null;
  genes: readonly string[];
}

/** P below .05 with six digits, larger P with two. */
function pValueText(pValue: number): string {
  return significant(pValue, pValue < 0.05 ? 6 : 2);
}

/** Lines of a GSHyperG table: seven columns about the gene set, then one P value per module. */
export function enrichmentLines(
  { modules }: CovariationNetwork,
  rows: readonly EnrichmentRow<TestedSet>[],
): string[] {
  const header = ['SetID', 'SetName', 'Category', 'SetSize', 'Species', 'PubMed', 'Description'];
  return [
    bareLine([...header, ...modules.map(({ colour }) => colour)]),
    ...rows.map(({ geneSet, pValues }) =>
      [
        bareLine([
          geneSet.set_id,
          geneSet.name,
          geneSet.category,
          geneSet.genes.length,
          geneSet.species,
          geneSet.pubmed_id,
          geneSet.description,
        ]),
        ...Array.from(pValues, pValueText),
      ].join(','),
    ),
  ];
}
