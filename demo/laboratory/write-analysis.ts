import { mkdir } from 'node:fs/promises';
import { featureValues, numberAt } from '@omicon/domain/statistics/matrix.ts';
import { mean } from '@omicon/domain/statistics/moments.ts';
import {
  attributeTable,
  bareLine,
  quoted,
  quotedLine,
  significant,
  writeBytes,
  writeTable,
} from '@omicon/pipeline/files/csv.ts';
import { enrichModules, enrichmentTable, TESTED_DEFINITIONS } from '../modules/enrichment.ts';
import {
  type CovariationNetwork,
  findModules,
  MERGE_PARAMETER,
  type NetworkParameters,
  type PreparedAnalysis,
  prepareAnalysis,
} from '../modules/find-modules.ts';
import {
  drawDendrogram,
  drawEnrichment,
  drawModules,
  drawNetworkStatistics,
  type PictureNames,
} from '../modules/module-pictures.ts';
import {
  moduleStatistics,
  moduleStatisticsTable,
  networkStatisticsTable,
} from '../modules/module-statistics.ts';
import { type AnalysisDesign, runId } from './collections.ts';
import type { GeneSet } from './gene-sets.ts';
import type { DemoDataSet } from './write-data-sets.ts';

/** One analysis: data set, design and target folder. */
export interface AnalysisRequest {
  title: string;
  design: AnalysisDesign;
  dataSet: DemoDataSet;
  parameters: readonly NetworkParameters[];
  geneSets: readonly GeneSet[];
  /** folder of the analysis and the stem of its file names */
  target: { folder: string; stem: string };
  seed: number;
}

const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

/** A day as SessionInfo writes it: `March-18-2024`. */
function sessionDate(day: string): string {
  const [year = '', month = '', date = ''] = day.split('-');
  return `${MONTHS[Number(month) - 1] ?? ''}-${date}-${year}`;
}

async function writeAttributes({ title, design, dataSet, target }: AnalysisRequest): Promise<void> {
  const projectAttributes = attributeTable([
    ['Title', title],
    ['Owner', design.owner],
    ['Analyst', design.analyst],
    ['Input Datasets', `${dataSet.title} ${dataSet.version}`],
    ['Creation Date', design.creationDate],
    ['Availability', design.isPrivate ? 'Private' : 'Public'],
    ['Similarity', 'Bicor'],
    ['Overlap', 'None'],
    ['Merge By', 'ME'],
    ['Merge Parameter', MERGE_PARAMETER],
    ['Notes', 'computed for the demo laboratory; the persons are invented'],
  ]);
  await writeTable(`${target.folder}/${target.stem}_project_attributes.csv`, projectAttributes);
  const session = attributeTable([
    ['Analyst', design.analyst],
    ['Date', sessionDate(design.creationDate)],
  ]);
  await writeTable(`${target.folder}/${target.stem}_SessionInfo.csv`, session);
}

/** Lines of Module_eigengenes: one row per sample, one column per module. */
function eigengeneTable({ modules }: CovariationNetwork, dataSet: DemoDataSet): string[] {
  const rows = dataSet.samples.map(({ Label }, sample) => {
    const values = modules.map(({ values }) => significant(numberAt(values, sample), 10));
    return [sample + 1, quoted(Label), ...values].join(',');
  });
  return [quotedLine(['Index', 'Sample', ...modules.map(({ colour }) => colour)]), ...rows];
}

/** Mean of every feature and the percentage of features at or below it. */
function expressionLevels({ matrix }: PreparedAnalysis): { means: number[]; percentiles: number[] } {
  const means = Array.from({ length: matrix.featureCount }, (_, feature) =>
    mean(featureValues(matrix, feature)),
  );
  const order = [...means.keys()].sort((a, b) => numberAt(means, a) - numberAt(means, b));
  const percentiles = means.map(() => 0);
  order.forEach((feature, rank) => {
    percentiles[feature] = (100 * (rank + 1)) / means.length;
  });
  return { means, percentiles };
}

function kmeHeader(network: CovariationNetwork, uniqueIdentifier: string, isComplete: boolean): string[] {
  const bonferroni = significant(network.definitions.bonferroniCut, 3);
  const fdr = significant(network.definitions.fdrCut, 3);
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

/** Lines of kME_table: every feature that varies; without kME and P the table ends after nine columns. */
function kmeTable(
  network: CovariationNetwork,
  {
    analysis,
    dataSet,
    isComplete,
  }: { analysis: PreparedAnalysis; dataSet: DemoDataSet; isComplete: boolean },
): string[] {
  const { means, percentiles } = expressionLevels(analysis);
  const { definitions, modules } = network;
  const assignments = [
    definitions.positiveBonferroni,
    definitions.positiveFdr,
    definitions.negativeBonferroni,
    definitions.negativeFdr,
  ];
  const rows = analysis.features.map((row, feature) => {
    const kmes = isComplete
      ? modules.flatMap(({ kmes, pValues }) => [
          significant(numberAt(kmes, feature), 6),
          significant(numberAt(pValues, feature), 5),
        ])
      : [];
    return bareLine([
      row + 1,
      dataSet.genes[row] ?? null,
      definitions.seed[feature] ?? null,
      significant(numberAt(means, feature), 5),
      significant(numberAt(percentiles, feature), 4),
      ...assignments.map((assignment) => assignment[feature] ?? null),
      ...kmes,
    ]);
  });
  return [bareLine(kmeHeader(network, dataSet.platform.uniqueIdentifier, isComplete)), ...rows];
}

/** Writes one folder per module definition with members: a table and a picture. */
async function writeEnrichment(
  network: CovariationNetwork,
  {
    folder,
    run,
    names,
    geneSets,
  }: { folder: string; run: string; names: PictureNames; geneSets: readonly GeneSet[] },
): Promise<void> {
  for (const [definition, assignmentOf] of TESTED_DEFINITIONS) {
    const assignment = assignmentOf(network.definitions);
    if (assignment.every((colour) => colour === null)) continue;
    const rows = enrichModules(network, { assignment, symbols: names.symbols, geneSets });
    const stem = `MY_SETS_${run}_${definition}`;
    const tableFolder = `${folder}/GSHyperG_${stem}`;
    await writeTable(`${tableFolder}/GSHyperG_${stem}.csv`, enrichmentTable(network, rows));
    await writeBytes(
      `${tableFolder}/enrichment_${stem}.pdf`,
      await drawEnrichment(network, { definition, rows, day: names.day }),
    );
  }
}

async function writeNetwork(
  network: CovariationNetwork,
  request: AnalysisRequest,
  { analysis, names, isComplete }: { analysis: PreparedAnalysis; names: PictureNames; isComplete: boolean },
): Promise<void> {
  const folder = `${request.target.folder}/${network.name}`;
  await mkdir(folder, { recursive: true });
  if (network.modules.length === 0) return;
  const { dataSet, geneSets } = request;
  const run = runId(request.seed, `${request.title} ${network.name}`);
  const statistics = moduleStatisticsTable(network, moduleStatistics(network, analysis));
  await writeTable(`${folder}/Module_eigengenes_${run}.csv`, eigengeneTable(network, dataSet));
  await writeTable(`${folder}/kME_table_${run}.csv`, kmeTable(network, { analysis, dataSet, isComplete }));
  await writeTable(`${folder}/Module_statistics_${run}.csv`, statistics);
  await writeBytes(`${folder}/Modules_${run}.pdf`, await drawModules(network, analysis, names));
  await writeEnrichment(network, { folder, run, names, geneSets });
}

/** Networks with different folder names, in the order of the laboratory: by minimum size, then strictest first. */
function findNetworks(
  analysis: PreparedAnalysis,
  parameters: readonly NetworkParameters[],
): CovariationNetwork[] {
  const byName = new Map(
    parameters.map((parameter) => findModules(analysis, parameter)).map((network) => [network.name, network]),
  );
  return [...byName.values()].sort((a, b) => a.minSize - b.minSize || b.signum - a.signum);
}

/**
 * Writes one analysis of FindModules in the folder form of the laboratory: attributes, statistics, pictures and one
 * folder per covariation network. The first network with modules has the complete kME table.
 */
export async function writeAnalysis(request: AnalysisRequest): Promise<void> {
  const { dataSet, design, target } = request;
  const analysis = prepareAnalysis(dataSet.matrix);
  const symbols = analysis.features.map((row) => dataSet.genes[row] ?? '');
  const names: PictureNames = { symbols, day: design.creationDate };
  const networks = findNetworks(analysis, request.parameters);
  const found = networks.filter(({ modules }) => modules.length > 0);
  await writeAttributes(request);
  const excluded = analysis.excluded.map((row) => quotedLine([dataSet.genes[row] ?? null]));
  await writeTable(`${target.folder}/${target.stem}_Excluded_genes_with_0_variance.csv`, [
    quotedLine(['Feature']),
    ...excluded,
  ]);
  const statisticsStem = `${target.folder}/Bicor-None_p2_${target.stem}_network_statistics`;
  await writeTable(
    `${statisticsStem}.csv`,
    networkStatisticsTable(found, { analysis, hasMangledNames: design.hasMangledNames ?? false }),
  );
  const picture = { title: `${request.title}: networks`, day: design.creationDate };
  await writeBytes(`${statisticsStem}.pdf`, await drawNetworkStatistics(found, picture));
  const tree = { networks: found, title: `${request.title}: dendrogram`, day: design.creationDate };
  await writeBytes(`${target.folder}/${target.stem}_dendrogram.pdf`, await drawDendrogram(analysis, tree));
  for (const network of networks) {
    await writeNetwork(network, request, { analysis, names, isComplete: network === found[0] });
  }
}
