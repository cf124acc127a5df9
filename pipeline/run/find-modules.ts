/**
 * FM and EA of one data set: a preview of the grid, and the analysis of the cells a person has chosen, in the
 * laboratory's files. In: a folder with a data set. Out: the folder of an analysis, which intake takes in and R reads.
 */
import { cp, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { GridCell, ThresholdBranches } from '@omicon/domain/pipeline/branches/find-branches.ts';
import { countModules } from '@omicon/domain/pipeline/networks/find-network.ts';
import { type EigengeneOf, openEigengenes } from '@omicon/domain/pipeline/networks/merge.ts';
import { PipelineRefusal } from '@omicon/domain/pipeline/refusal.ts';
import type { Watch } from '@omicon/domain/pipeline/watch.ts';
import { type AnalysisAttributes, writeAnalysisTables } from '../files/analysis-tables.ts';
import { fileNamesOf, runIdOf } from '../files/names.ts';
import type { NetworkColumn, NetworkSubjects } from '../files/network-tables.ts';
import { type NetworkFiles, type SourcedSet, symbolsOf, writeNetwork } from '../files/write-network.ts';
import { type ChosenCell, computeNetwork, sortCells } from './compute-network.ts';
import {
  type BranchOptions,
  branchesAt,
  type OpenFeatures,
  openFeatures,
  subjectsOf,
} from './open-features.ts';
import type { RunFolders } from './prepare-data-set.ts';
import { finishStep, keyOf, publishStep, readRemarks, writeRemarks } from './steps-store.ts';

/** Enough for 20,000 features of 200 samples at .96 several times over. */
const DEFAULT_MEMORY = 2 * 1024 ** 3;

export interface PreviewRequest {
  /** folder with the data set, or its analyte data file */
  input: string;
  /** quantiles of all pairs, in (0, 1) */
  relatives: readonly number[];
  minSizes: readonly number[];
  areCountsAllowed?: boolean;
  /** bytes */
  memoryLimit?: number;
  threadCount?: number;
}

export interface ModulesRequest extends Omit<PreviewRequest, 'relatives' | 'minSizes'> {
  cells: readonly ChosenCell[];
  /** none for FM alone */
  geneSets?: readonly SourcedSet[];
  attributes: AnalysisAttributes;
  /** folder of the collection in the laboratory's tree; by default the project of the file names */
  collection?: string;
}

export interface FoundModules {
  /** folder of the analysis */
  folder: string;
  networks: NetworkColumn[];
  remarks: string[];
}

function branchOptions(
  { memoryLimit = DEFAULT_MEMORY, threadCount }: Pick<PreviewRequest, 'memoryLimit' | 'threadCount'>,
  workFolder: string,
): BranchOptions {
  return { workFolder, memoryLimit, threadCount };
}

function checkSizes(minSizes: readonly number[]): void {
  if (minSizes.length > 0 && minSizes.every((size) => Number.isInteger(size) && size >= 2)) return;
  throw new PipelineRefusal(
    'parameters',
    'Minimum sizes of modules are whole numbers from 2 on, such as 10.',
  );
}

/**
 * Modules and members of every cell of a grid, as its network would have them, without writing anything but the
 * branches, which a run of the same data set takes up.
 * @throws PipelineRefusal, UnreadableInput, PipelineStopped
 */
export async function previewModules(
  request: PreviewRequest,
  { workFolder }: Pick<RunFolders, 'workFolder'>,
  watch?: Watch,
): Promise<{ cells: GridCell[]; remarks: string[] }> {
  checkSizes(request.minSizes);
  const features = await openFeatures(request.input, request.areCountsAllowed ?? false, watch);
  const { thresholds, remarks } = await branchesAt(
    features,
    request.relatives,
    branchOptions(request, workFolder),
    watch,
  );
  const eigengeneOf = openEigengenes(features.matrix);
  return {
    cells: countModules({ thresholds }, request.minSizes, { eigengeneOf }, watch),
    remarks: [...features.remarks, ...remarks],
  };
}

/** Statistics that are not defined or infinite have no form in JSON, so they are kept as texts. */
function keepNumber(_: string, value: unknown): unknown {
  return typeof value === 'number' && !Number.isFinite(value) ? String(value) : value;
}

function restoreNumber(_: string, value: unknown): unknown {
  return value === 'NaN' || value === 'Infinity' ? Number(value) : value;
}

/** One network as it is kept: its files, its column of the statistics, its remarks. */
interface KeptNetwork {
  folder: string;
  column: NetworkColumn;
  hasModules: boolean;
}

interface NetworkWork {
  features: OpenFeatures;
  subjects: NetworkSubjects;
  eigengeneOf: EigengeneOf;
  geneSets: readonly SourcedSet[];
  genesOf: readonly (readonly string[])[];
  analysisKey: string;
  workFolder: string;
  watch: Watch | undefined;
}

async function keepNetwork(
  cell: { branches: ThresholdBranches; minSize: number; isComplete: boolean },
  work: NetworkWork,
): Promise<KeptNetwork> {
  const { branches, minSize, isComplete } = cell;
  const { matrix } = work.features;
  const key = keyOf(work.analysisKey, ['network', branches.relative, minSize, isComplete]);
  const folder = await finishStep(work.workFolder, key, async (unfinished) => {
    const { network, rows, column } = computeNetwork(
      matrix,
      { branches, minSize },
      work.eigengeneOf,
      work.watch,
    );
    const { name } = column;
    const files: NetworkFiles = {
      folder: path.join(unfinished, name),
      run: runIdOf(key),
      isComplete,
      rows,
      geneSets: work.geneSets,
      genesOf: work.genesOf,
    };
    await writeNetwork(network, work.subjects, files, work.watch);
    await writeFile(path.join(unfinished, 'column.json'), JSON.stringify(column, keepNumber));
    const tied = network.modules.filter(({ isNearlyTied }) => isNearlyTied).map(({ colour }) => colour);
    await writeRemarks(unfinished, [
      ...(network.isSkipped ? [`${name} has more modules than R has colours, so it is empty.`] : []),
      ...(tied.length > 0 ? [`${name}: PC1 is nearly tied in ${tied.join(', ')}.`] : []),
    ]);
  });
  const column: NetworkColumn = JSON.parse(
    await readFile(path.join(folder, 'column.json'), 'utf8'),
    restoreNumber,
  );
  return { folder, column, hasModules: column.finalModules > 0 };
}

/**
 * Finds the modules of the chosen cells, tests the gene sets in them, and writes the analysis as the laboratory does:
 * `<outFolder>/<collection>/makeFM/<project>_Modules/<project>_makeFM_<run>/`. The first network with modules has the
 * complete kME table. A run that begins again with the same request continues after the last finished network.
 * @throws PipelineRefusal, UnreadableInput, PipelineStopped
 */
export async function findModules(
  request: ModulesRequest,
  { workFolder, outFolder }: RunFolders,
  watch?: Watch,
): Promise<FoundModules> {
  const { cells, geneSets = [], attributes, collection } = request;
  checkSizes(cells.map(({ minSize }) => minSize));
  const features = await openFeatures(request.input, request.areCountsAllowed ?? false, watch);
  // Refused before anything is computed.
  const genesOf = geneSets.length === 0 ? [] : symbolsOf(features.dataSet, features.rows);
  const relatives = [...new Set(cells.map(({ relative }) => relative))];
  const options = branchOptions(request, workFolder);
  const { thresholds, remarks } = await branchesAt(features, relatives, options, watch);
  const subjects = subjectsOf(features);
  const work: NetworkWork = {
    features,
    subjects,
    eigengeneOf: openEigengenes(features.matrix),
    geneSets,
    genesOf,
    analysisKey: keyOf(features.key, ['analysis', geneSets]),
    workFolder,
    watch,
  };
  const kept: KeptNetwork[] = [];
  for (const cell of sortCells(cells, thresholds, features.matrix.featureCount)) {
    const isComplete = !kept.some(({ hasModules }) => hasModules);
    kept.push(await keepNetwork({ ...cell, isComplete }, work));
  }
  const found = kept.filter(({ hasModules }) => hasModules);
  if (found.length === 0)
    throw new PipelineRefusal(
      'no_modules',
      'No cell of the grid has a module; take lower thresholds or smaller sizes.',
    );
  const { project, group } = fileNamesOf(features.analyte);
  const stem = group === 'All' ? project : `${project}_${group}`;
  const key = keyOf(work.analysisKey, ['files', cells, attributes, stem]);
  const step = await finishStep(workFolder, key, async (unfinished) => {
    for (const { folder, column } of kept)
      await cp(path.join(folder, column.name), path.join(unfinished, column.name), { recursive: true });
    const search = { cells, geneSets };
    const tables = { stem, attributes, search, columns: found.map(({ column }) => column) };
    const excluded = features.constant.map((row) => features.dataSet.features[row] ?? '');
    await writeAnalysisTables(unfinished, { ...tables, excluded });
  });
  const folder = path.join(
    outFolder,
    collection ?? project,
    'makeFM',
    `${stem}_Modules`,
    `${stem}_makeFM_${runIdOf(key)}`,
  );
  await publishStep(step, folder);
  const ofNetworks = await Promise.all(kept.map(({ folder: each }) => readRemarks(each)));
  return {
    folder,
    networks: kept.map(({ column }) => column),
    remarks: [...features.remarks, ...remarks, ...ofNetworks.flat()],
  };
}
