/** The job of a run: gets the data set's files, computes, and takes what was written in like any upload. */
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import type { ChosenCell, ModuleSearch, Preparation } from '@omicon/contract/areas/pipeline-runs.ts';
import type { IntakeProgress } from '@omicon/contract/areas/uploads.ts';
import type { Principal, Visibility } from '@omicon/domain/permissions/permissions.ts';
import type { StepCode } from '@omicon/domain/records/lineage.ts';
import { PortalError } from '../../base/errors.ts';
import { watchWanted } from '../../base/jobs/watch.ts';
import type { Services } from '../../base/services.ts';
import type { ReplyOf, RequestOf } from '../../compute/requests.ts';
import { ComputeCancelled } from '../../compute/work.ts';
import { FAILED, failRun, tellChoice, tellEnd } from './end-run.ts';
import { copyFiles } from './input-files.ts';
import { preparedDataSets, stepsOf } from './outputs.ts';
import * as statements from './sql.ts';
import * as inputs from './sql-inputs.ts';

const UNREADABLE = 'The data set is no longer there, or you may no longer use it.';
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

interface Working {
  services: Services;
  takeIn: TakeIn;
  run: statements.StartedRun;
  input: inputs.InputRow;
  folder: string;
  signal: AbortSignal;
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

/** Takes in what a computation has written. @throws PortalError with the first fault, if intake refuses it */
async function storeResults({ takeIn, run, input, folder, signal, tell }: Working): Promise<void> {
  tell(TAKING_IN, 0);
  const written = {
    person_id: run.person_id,
    source: `pipeline run ${run.id}`,
    local_path: path.join(folder, 'out'),
    visibility: input.visibility,
    owner: run.username,
  };
  const fault = await takeIn(written, {
    signal,
    onProgress: ({ files_done, files_total }) =>
      tell(TAKING_IN, files_total === 0 ? 0 : files_done / files_total),
  });
  if (fault !== null) throw new PortalError('invalid_input', fault);
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
  await statements.saveRemarks(services.db, run.id, found.remarks);
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
    await statements.beginRun(tx, run.id, { data_set_id: input.id, outputs });
    return outputs;
  });
}

/** Data sets, one from another. */
async function prepare(working: Working, parameters: Preparation): Promise<void> {
  const { services } = working;
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
  await storeResults(working);
  await tellEnd(services, working.run.id);
}

/** The grid of modules; nothing is stored. */
async function preview(working: Working, { thresholds, min_sizes }: ModuleSearch): Promise<void> {
  const { services, run } = working;
  const { cells } = await compute(working, 'preview_modules', {
    ...filesOf(working),
    relatives: thresholds,
    minSizes: min_sizes,
  });
  await tellChoice(
    services,
    run.id,
    cells.map(({ relative, threshold, minSize, moduleCount, memberCount }) => ({
      relative,
      threshold,
      min_size: minSize,
      modules: moduleCount,
      members: memberCount,
    })),
  );
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
      owner: run.username,
      analyst: run.username,
      creationDate: run.started_on,
      availability: input.visibility === 'public' ? 'Public' : 'Private',
      notes: 'Modules were found in Omicon.',
    },
  });
  await storeResults(working);
  await tellEnd(services, run.id);
}

async function open(
  services: Services,
  run: statements.StartedRun,
  { signal, tell, takeIn }: Pick<Working, 'signal' | 'tell' | 'takeIn'>,
): Promise<Working> {
  const principal: Principal = {
    person_id: run.person_id,
    role: run.role,
    permissions: new Set(run.permissions),
  };
  const input = await inputs.findInput(services.db, principal, run.data_set_number);
  if (input === undefined || !principal.permissions.has('PROJECT_CREATE'))
    throw new PortalError('not_found', UNREADABLE);
  const folder = folderOfRun(services, run.id);
  await mkdir(folder, { recursive: true });
  await copyFiles(services, input.id, path.join(folder, 'input'), signal);
  return { services, takeIn, run, input, folder, signal, tell };
}

/** What a person can do about an error, null if nothing. */
function refusalOf(error: unknown): string | null {
  if (!(error instanceof PortalError)) return null;
  // `too_large` is how a compute thread refuses.
  return ['not_found', 'invalid_input', 'too_large'].includes(error.code) ? error.message : null;
}

/** Works on a run until it has ended or waits for a choice. Idempotent: run twice, it makes the same and ends once. */
export async function runPipeline(
  services: Services,
  id: number,
  {
    signal: stop,
    isLastTry,
    takeIn,
  }: { signal: AbortSignal | undefined; isLastTry: boolean; takeIn: TakeIn },
): Promise<void> {
  const { db } = services;
  const run = await statements.findStarted(db, id);
  if (run === undefined) return;
  let progress: { step: string | null; done: number } = { step: null, done: 0 };
  const { signal, leave } = watchWanted(() => statements.saveProgress(db, id, progress), stop);
  const tell = (step: string, done: number) => {
    progress = { step, done };
  };
  try {
    const working = await open(services, run, { signal, tell, takeIn });
    if (run.kind === 'preparation') await prepare(working, run.parameters);
    else if (run.chosen === null) return await preview(working, run.parameters);
    else await store(working, run.parameters, run.chosen);
    await rm(working.folder, { recursive: true, force: true });
  } catch (error) {
    if (stop?.aborted) throw error;
    if (!(error instanceof ComputeCancelled) && !signal.aborted) {
      const message = refusalOf(error);
      if (message === null && !isLastTry) throw error;
      if (message === null) services.log.error({ err: error, run: id }, 'a run of the pipeline was given up');
      await failRun(services, id, message ?? FAILED);
    }
    await rm(folderOfRun(services, id), { recursive: true, force: true });
  } finally {
    leave();
  }
}
