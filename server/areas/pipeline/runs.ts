/** Runs of the pipeline: start, list, watch, choose networks, cancel. */

import {
  type ChosenCell,
  cancelPipelineRun,
  type GridCell,
  getPipelineRun,
  listPipelineRuns,
  MAX_PIPELINE_RUNS,
  type PipelineRun,
  startModuleSearch,
  startPreparation,
  storeNetworks,
} from '@omicon/contract/areas/pipeline-runs.ts';
import type { Principal } from '@omicon/domain/permissions/permissions.ts';
import { displayAttribute } from '@omicon/domain/records/sample-attributes.ts';
import { notFound, PortalError } from '../../base/errors.ts';
import { serve, serveWrite } from '../../base/http/serve.ts';
import { addJob } from '../../base/jobs/jobs.ts';
import type { Db, Tx } from '../../base/postgres/database.ts';
import type { Services } from '../../base/services.ts';
import {
  getMeasuredDataSet,
  type MeasuredDataSet,
  readCells,
  storedValuesOf,
} from '../../records/data-set/measured-data-set.ts';
import { omiconIdOf, toPage } from '../../records/lists/replies.ts';
import { personIdOf } from '../../records/person/people.ts';
import { analysisTitle, freeTitle, stepsOf } from './outputs.ts';
import * as statements from './sql.ts';
import * as inputs from './sql-inputs.ts';

const MIN_LEFT = 4;

function secondsLeft({ state, done, step_seconds }: statements.RunRow): number | null {
  if (state !== 'running' || done === 0 || step_seconds === null) return null;
  return Math.round((step_seconds / done) * (1 - done));
}

function toRun(row: statements.RunRow, principal: Principal): PipelineRun {
  return {
    id: row.id,
    kind: row.kind,
    data_set: { id: row.data_set_number, title: row.data_set_title },
    state: row.state,
    step: row.step,
    done: row.done,
    seconds_left: secondsLeft(row),
    message: row.message,
    created_at: row.created_at.toISOString(),
    is_own: row.person_id === principal.person_id,
  };
}

function isSameCell(cell: ChosenCell, { relative, min_size }: ChosenCell): boolean {
  return cell.relative === relative && cell.min_size === min_size;
}

function withChoice(cells: readonly GridCell[] | null, chosen: readonly ChosenCell[] | null) {
  return (cells ?? []).map((cell) => ({
    ...cell,
    is_chosen: (chosen ?? []).some((one) => isSameCell(one, cell)),
  }));
}

async function queue(db: Db, id: number): Promise<void> {
  await addJob(db, 'run_pipeline', { key: `pipeline ${id}`, payload: { pipeline_run_id: id } });
}

/** @returns the number of the run; that of the same one, if it is running already */
async function begin(
  tx: Tx,
  person_id: number,
  asked: statements.Asked & { data_set_number: number },
): Promise<number> {
  await statements.lockRuns(tx, person_id);
  const running = await statements.listRunning(tx, person_id, asked);
  const same = running.find(({ is_same }) => is_same);
  if (same !== undefined) return same.id;
  if (running.length >= MAX_PIPELINE_RUNS)
    throw new PortalError(
      'too_many_requests',
      'Two of your runs are working. Wait until one has ended, or cancel one.',
      { retryAfterSeconds: 60 },
    );
  const id = await statements.createRun(tx, person_id, asked);
  await queue(tx, id);
  return id;
}

async function getRun(db: Db, principal: Principal, id: number): Promise<statements.RunRow> {
  const row = await statements.findRun(db, principal, id);
  if (row === undefined) throw notFound('run');
  return row;
}

async function getOwnRun(db: Db, principal: Principal, id: number): Promise<statements.RunRow> {
  const row = await getRun(db, principal, id);
  if (row.person_id !== personIdOf(principal)) throw notFound('run');
  return row;
}

function invalid(sentence: string): PortalError {
  return new PortalError('invalid_input', sentence);
}

/** @throws PortalError 400 for labels that no sample has, and if too few samples stay */
function checkRemoved({ sample_labels }: MeasuredDataSet, removed: readonly string[]): void {
  const labels = new Set(sample_labels);
  const unknown = removed.filter((label) => !labels.has(label));
  if (unknown.length > 0)
    throw invalid(`No sample of this data set is labelled ${unknown.slice(0, 5).join(', ')}.`);
  if (labels.size - new Set(removed).size < MIN_LEFT)
    throw invalid(`At least ${MIN_LEFT} samples must stay.`);
}

/** @throws PortalError 400 for attributes that the samples do not have */
async function checkAttributes(
  { pool }: Services,
  dataSet: MeasuredDataSet,
  names: readonly string[],
): Promise<void> {
  const found = await readCells(pool, dataSet, names);
  const unknown = names.find((name) => !found.has(name));
  if (unknown !== undefined)
    throw invalid(`The samples of this data set have no attribute ${displayAttribute(unknown)}.`);
  const repeated = names.find((name, at) => names.indexOf(name) !== at);
  if (repeated !== undefined) throw invalid(`${repeated} cannot be both batch and covariate.`);
}

/** @throws PortalError 400 for cells that are not in the grid, or without modules */
function checkCells({ cells }: statements.RunRow, chosen: readonly ChosenCell[]): void {
  for (const cell of chosen) {
    const found = cells?.find((one) => isSameCell(cell, one));
    if (found === undefined) throw invalid('Choose networks of the grid.');
    if (found.modules === 0)
      throw invalid(`There are no modules at ${cell.relative} with ${cell.min_size} features and more.`);
  }
}

/** @throws PortalError 400 if the data set has an analysis of this title already */
async function titleOf(db: Db, row: statements.RunRow, asked: string | undefined): Promise<string> {
  const taken = new Set(await inputs.listAnalysisTitles(db, row.data_set_number));
  if (asked === undefined || asked.trim() === '') return freeTitle(analysisTitle(row.data_set_title), taken);
  if (taken.has(asked.trim())) throw invalid(`This data set has an analysis "${asked.trim()}" already.`);
  return asked.trim();
}

export const runRoutes = [
  serveWrite(startPreparation, async ({ db, principal, params, body, services, audit }) => {
    const dataSet = await getMeasuredDataSet(db, principal, params.id);
    storedValuesOf(dataSet);
    if (stepsOf(body).length === 0) throw invalid('Choose at least one step.');
    checkRemoved(dataSet, body.remove_samples);
    const { correct_batches: correction } = body;
    if (correction !== null)
      await checkAttributes(services, dataSet, [correction.batch, ...correction.covariates]);
    const asked = { kind: 'preparation', parameters: body, data_set_number: params.id } as const;
    const id = await begin(db, personIdOf(principal), asked);
    await audit({ action: 'prepare data set', object_type: 'DS', object_number: params.id });
    return toRun(await getRun(db, principal, id), principal);
  }),

  serveWrite(startModuleSearch, async ({ db, principal, params, body, audit }) => {
    storedValuesOf(await getMeasuredDataSet(db, principal, params.id));
    const sources = new Set((await inputs.listGeneSetSources(db)).map(({ name }) => name));
    const unknown = body.gene_set_sources.find((name) => !sources.has(name));
    if (unknown !== undefined) throw invalid(`There are no gene sets of ${unknown}.`);
    const asked = { kind: 'modules', parameters: body, data_set_number: params.id } as const;
    const id = await begin(db, personIdOf(principal), asked);
    await audit({ action: 'find modules', object_type: 'DS', object_number: params.id });
    return toRun(await getRun(db, principal, id), principal);
  }),

  serve(listPipelineRuns, async ({ db, principal, params, query }) => {
    await getMeasuredDataSet(db, principal, params.id);
    const asked = { person_id: personIdOf(principal), data_set: params.id };
    const [rows, total] = await Promise.all([
      statements.listRuns(db, principal, { ...asked, ...query }),
      statements.countRuns(db, principal, asked),
    ]);
    return toPage(
      rows.map((row) => toRun(row, principal)),
      total,
      query,
    );
  }),

  serve(getPipelineRun, async ({ db, principal, params }) => {
    const row = await getRun(db, principal, params.id);
    const made = await statements.listMade(db, principal, row.state === 'done' ? row.outputs : []);
    return {
      ...toRun(row, principal),
      preparation: row.kind === 'preparation' ? row.parameters : null,
      search: row.kind === 'modules' ? row.parameters : null,
      cells: withChoice(row.cells, row.chosen),
      remarks: row.remarks,
      made: made.map(({ kind, id, title }) => ({
        kind,
        id,
        title,
        omicon_id: omiconIdOf(kind === 'data set' ? 'DS' : 'P', id),
      })),
    };
  }),

  serveWrite(storeNetworks, async ({ db, principal, params, body, audit }) => {
    const row = await getOwnRun(db, principal, params.id);
    checkCells(row, body.cells);
    await statements.lockOutputs(db, row.data_set_number);
    const title = await titleOf(db, row, body.title);
    const outputs = [{ kind: 'analysis', title, input_data_set: row.data_set_title }] as const;
    if (!(await statements.saveChoice(db, row.id, { chosen: body.cells, outputs })))
      throw new PortalError('conflict', 'This run does not wait for a choice.');
    await queue(db, row.id);
    await audit({ action: 'store networks', object_type: 'DS', object_number: row.data_set_number });
    return toRun(await getRun(db, principal, row.id), principal);
  }),

  serveWrite(cancelPipelineRun, async ({ db, principal, params }) => {
    const row = await getOwnRun(db, principal, params.id);
    const ended = await statements.endRun(db, row.id, { state: 'cancelled', message: null });
    if (ended === undefined) throw new PortalError('conflict', 'This run has already ended.');
    return { detail: 'The run is cancelled.' };
  }),
];
