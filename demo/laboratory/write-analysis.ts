import { findBranches } from '@omicon/domain/pipeline/branches/find-branches.ts';
import { openEigengenes } from '@omicon/domain/pipeline/networks/merge.ts';
import { type AnalysisAttributes, writeAnalysisTables } from '@omicon/pipeline/files/analysis-tables.ts';
import { writeBytes } from '@omicon/pipeline/files/csv.ts';
import type { LaboratoryDataSet } from '@omicon/pipeline/files/laboratory-data-set.ts';
import { type SourcedSet, symbolsOf, writeNetwork } from '@omicon/pipeline/files/write-network.ts';
import {
  type ChosenCell,
  type ComputedNetwork,
  computeNetwork,
  sortCells,
} from '@omicon/pipeline/run/compute-network.ts';
import {
  type CorrelatedFeatures,
  correlatedFeatures,
  packFeatures,
  subjectsOf,
} from '@omicon/pipeline/run/open-features.ts';
import { type AnalysisDesign, runId } from './collections.ts';
import {
  drawDendrogram,
  drawEnrichment,
  drawModules,
  drawNetworkStatistics,
  type PictureNames,
} from './module-pictures.ts';

/** One analysis: data set, design and target folder. */
export interface AnalysisRequest {
  title: string;
  design: AnalysisDesign;
  dataSet: LaboratoryDataSet;
  cells: readonly ChosenCell[];
  geneSets: readonly SourcedSet[];
  /** folder of the analysis and the stem of its file names */
  target: { folder: string; stem: string };
  seed: number;
}

/** The quantile that keeps every pair, so that the joins are those of the whole dendrogram. */
const ALL_PAIRS = Number.EPSILON;

function attributesOf({ title, design, dataSet }: AnalysisRequest): AnalysisAttributes {
  return {
    title,
    owner: design.owner,
    analyst: design.analyst,
    inputDataSet: `${dataSet.title} ${dataSet.version}`,
    creationDate: design.creationDate,
    availability: design.isPrivate ? 'Private' : 'Public',
    notes: 'computed for the demo laboratory; the persons are invented',
  };
}

/** Writes the folder of a network, with a picture of its modules and one beside each table of enrichment. */
async function writeNetworkFolder(
  computed: ComputedNetwork,
  request: AnalysisRequest,
  { features, names, isComplete }: { features: CorrelatedFeatures; names: PictureNames; isComplete: boolean },
): Promise<void> {
  const { network, rows, column } = computed;
  const folder = `${request.target.folder}/${column.name}`;
  const run = runId(request.seed, `${request.title} ${column.name}`);
  const written = await writeNetwork(network, subjectsOf(features), {
    folder,
    run,
    isComplete,
    rows,
    geneSets: request.geneSets,
    genesOf: symbolsOf(features.dataSet, features.rows),
  });
  if (network.modules.length === 0) return;
  await writeBytes(`${folder}/Modules_${run}.pdf`, await drawModules(computed, features.matrix, names));
  for (const enrichment of written) {
    const name = enrichment.name.replace('GSHyperG_', 'enrichment_');
    await writeBytes(
      `${enrichment.folder}/${name}.pdf`,
      await drawEnrichment(computed, { ...enrichment, day: names.day }),
    );
  }
}

/** Pictures beside the tables of an analysis. */
async function writePictures(
  { title, target, design: { creationDate: day } }: AnalysisRequest,
  found: readonly ComputedNetwork[],
  joins: Parameters<typeof drawDendrogram>[0],
): Promise<void> {
  const networks = found.map(({ column }) => column);
  await writeBytes(
    `${target.folder}/Bicor-None_p2_${target.stem}_network_statistics.pdf`,
    await drawNetworkStatistics(networks, { title: `${title}: networks`, day }),
  );
  await writeBytes(
    `${target.folder}/${target.stem}_dendrogram.pdf`,
    await drawDendrogram(joins, { networks, title: `${title}: dendrogram`, day }),
  );
}

/**
 * Writes one analysis of FindModules in the folder form of the laboratory: attributes, statistics, pictures and one
 * folder per covariation network. The first network with modules has the complete kME table.
 */
export async function writeAnalysis(request: AnalysisRequest): Promise<void> {
  const { dataSet, design, target, cells } = request;
  const features = correlatedFeatures(dataSet);
  const { matrix } = features;
  const relatives = [...new Set(cells.map(({ relative }) => relative)), ALL_PAIRS];
  const { thresholds, joins } = await findBranches(packFeatures(matrix), { relatives });
  const eigengeneOf = openEigengenes(matrix);
  const networks = sortCells(cells, thresholds, matrix.featureCount).map((cell) =>
    computeNetwork(matrix, cell, eigengeneOf),
  );
  const found = networks.filter(({ network }) => network.modules.length > 0);
  await writeAnalysisTables(target.folder, {
    stem: target.stem,
    attributes: attributesOf(request),
    search: request,
    columns: found.map(({ column }) => column),
    excluded: features.constant.map((row) => dataSet.features[row] ?? ''),
    hasMangledNames: design.hasMangledNames ?? false,
  });
  await writePictures(request, found, joins);
  const { identifiers } = subjectsOf(features);
  const names: PictureNames = { symbols: identifiers, day: design.creationDate };
  for (const computed of networks)
    await writeNetworkFolder(computed, request, { features, names, isComplete: computed === found[0] });
}
