/** The job of a run: gets the data set's files, computes, and takes what was written in like any upload. */
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import type {
  ChosenCell,
  GridCell,
  ModuleSearch,
  Preparation,
} from '@omicon/contract/areas/runs/pipeline-runs.ts';
import type { IntakeProgress } from '@omicon/contract/areas/uploads.ts';
import type { Visibility } from '@omicon/domain/permissions/permissions.ts';
import type { StepCode } from '@omicon/domain/records/lineage.ts';
import { notFound, PortalError } from '../../base/errors.ts';
import type { Services } from '../../base/services.ts';
import type { ReplyOf, RequestOf } from '../../compute/requests.ts';
import { changeRunning, listOpen } from '../../records/run/sql.ts';
import { type Attempt, endRun, type RunJob, workOnRun } from '../../records/run/work.ts';
import { copyFiles } from './input-files.ts';
import { preparedDataSets, stepsOf } from './outputs.ts';
import * as statements from './sql.ts';
import { pipelineRuns } from './sql.ts';
import * as inputs from './sql-inputs.ts';

const TAKING_IN = 'Storing the results';

/** Where a run works: kept between attempts, so that finished steps are not repeated. */
export function folderOfRun({ config }: Pick<Services, 'config'>, id: number): string {
  return path.join(config.dataDir, 'pipeline', String(id));
}

/** What is to be taken in, and for whom. */
export interface WrittenFolder {
  person_id: number;
  source: string;
  local_path: string;
  visibility: Visibility;
  owner: string;
}

/** Takes a folder in like an upload. @returns the first fault, null if everything is stored */
export type TakeIn = (
  written: WrittenFolder,
  options: { signal: AbortSignal; onProgress(progress: IntakeProgress): void },
) => Promise<string | null>;

interface Working extends Attempt<statements.StartedColumns> {
  takeIn: TakeIn;
  input: inputs.InputRow;
  folder: string;
  tell(step: string, done: number): void;
}

/** What every computation reads and writes. */
function filesOf({ services, run, input, folder }: Working) {
  return {
    input: path.join(folder, 'input'),
    folders: { workFolder: path.join(folder, 'work'), outFolder: path.join(folder, 'out') },
    areCountsAllowed: run.parameters.allow_counts,
    collection: input.collection_name,
    memoryLimit: services.config.computeMemoryMiB * 1024 ** 2,
  };
}

/** Takes in what a computation has written, and ends the run. @throws PortalError with the first fault of intake */
async function storeResults(
  { services, takeIn, run, input, folder, signal, tell }: Working,
  result_count: number,
): Promise<void> {
  tell(TAKING_IN, 0);
  const written = {
    person_id: run.person_id,
    source: `pipeline run ${run.id}`,
    local_path: path.join(folder, 'out'),
    visibility: input.visibility,
    owner: run.person,
  };
  const fault = await takeIn(written, {
    signal,
    onProgress: ({ files_done, files_total }) =>
      tell(TAKING_IN, files_total === 0 ? 0 : files_done / files_total),
  });
  if (fault !== null) throw new PortalError('invalid_input', fault);
  await services.db.transaction().execute((tx) => endRun(tx, pipelineRuns, run.id, { result_count }));
}

async function compute<K extends 'prepare_data_set' | 'preview_modules' | 'find_modules'>(
  { services, run, signal, tell }: Working,
  kind: K,
  request: RequestOf<K>,
): Promise<ReplyOf<K>> {
  const found = await services.computeThreads.compute(kind, request, {
    signal,
    onProgress: ({ done, total, step }) => tell(step ?? '', done / total),
  });
  await changeRunning(services.db, pipelineRuns, run.id, { remarks: JSON.stringify(found.remarks) });
  return found;
}

/**
 * The data sets that a run makes. Fixed by its first attempt, apart from what other runs are making: later data sets
 * below the same one do not move the numbers.
 */
async function fixOutputs({ services, run, input }: Working, codes: readonly StepCode[]) {
  if (run.outputs.length > 0) return run.outputs.filter((output) => output.kind === 'data set');
  return services.db.transaction().execute(async (tx) => {
    await statements.lockOutputs(tx, input.number);
    const outputs = preparedDataSets(input, codes, await inputs.listCodesBelow(tx, input));
    const fixed = { data_set_id: input.id, outputs: JSON.stringify(outputs) };
    await changeRunning(tx, pipelineRuns, run.id, fixed);
    return outputs;
  });
}

/** Data sets, one from another. */
async function prepare(working: Working, parameters: Preparation): Promise<void> {
  const steps = stepsOf(parameters);
  const outputs = await fixOutputs(
    working,
    steps.map(({ code }) => code),
  );
  await compute(working, 'prepare_data_set', {
    ...filesOf(working),
    steps,
    outputs: outputs.map(({ title, ds_version }) => ({ title, version: ds_version })),
  });
  await storeResults(working, outputs.length);
}

/** The grid of modules; nothing is stored. */
async function preview(working: Working, { thresholds, min_sizes }: ModuleSearch): Promise<void> {
  const { services, run } = working;
  const { cells } = await compute(working, 'preview_modules', {
    ...filesOf(working),
    relatives: thresholds,
    minSizes: min_sizes,
  });
  const grid = cells.map(
    ({ relative, threshold, minSize, moduleCount, memberCount }): GridCell => ({
      relative,
      threshold,
      min_size: minSize,
      modules: moduleCount,
      members: memberCount,
    }),
  );
  await services.db.transaction().execute(async (tx) => {
    const choice = { state: 'choosing', step: null, done: 0, cells: JSON.stringify(grid) };
    if (await changeRunning(tx, pipelineRuns, run.id, choice))
      await pipelineRuns.tell(tx, run, { state: 'choosing', result_count: grid.length });
  });
}

/** The analysis of the chosen networks. */
async function store(
  working: Working,
  { gene_set_sources }: ModuleSearch,
  chosen: readonly ChosenCell[],
): Promise<void> {
  const { services, run, input } = working;
  const [output] = run.outputs;
  if (output === undefined) throw new Error(`Run ${run.id} has a choice but no output.`);
  await compute(working, 'find_modules', {
    ...filesOf(working),
    cells: chosen.map(({ relative, min_size }) => ({ relative, minSize: min_size })),
    geneSets: await inputs.listGeneSets(services.db, gene_set_sources),
    attributes: {
      title: output.title,
      inputDataSet: `${input.title} ${input.ds_version}`,
      owner: run.person,
      analyst: run.person,
      creationDate: run.started_on,
      availability: input.visibility === 'public' ? 'Public' : 'Private',
      notes: 'Modules were found in Omicon.',
    },
  });
  await storeResults(working, run.outputs.length);
}

async function open(attempt: Attempt<statements.StartedColumns>, takeIn: TakeIn): Promise<Working> {
  const { services, run, principal, signal, onProgress } = attempt;
  const input = await inputs.findInput(services.db, principal, run.data_set_number);
  if (input === undefined || !principal.permissions.has('PROJECT_CREATE')) throw notFound('data set');
  const folder = folderOfRun(services, run.id);
  await mkdir(folder, { recursive: true });
  await copyFiles(services, input.id, path.join(folder, 'input'), signal);
  const tell = (step: string, done: number) => onProgress(statements.progressOf(step, done));
  return { ...attempt, takeIn, input, folder, tell };
}

/** Works on a run until it has ended or waits for a choice: twice, it makes the same. */
export async function runPipeline(
  services: Services,
  id: number,
  { takeIn, ...attempt }: { signal: AbortSignal | undefined; isLastTry: boolean; takeIn: TakeIn },
): Promise<void> {
  const job: RunJob<statements.StartedColumns> = {
    kind: pipelineRuns,
    columns: statements.STARTED,
    async work(begun) {
      const working = await open(begun, takeIn);
      const { run } = working;
      if (run.kind === 'preparation') await prepare(working, run.parameters);
      else if (run.chosen === null) await preview(working, run.parameters);
      else await store(working, run.parameters, run.chosen);
    },
  };
  await workOnRun(services, job, id, attempt);
  if (!(await listOpen(services.db, pipelineRuns)).includes(id))
    await rm(folderOfRun(services, id), { recursive: true, force: true });
}
