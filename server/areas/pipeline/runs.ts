/** Runs of the pipeline: start, list, watch, choose networks, cancel. */

import {
  type ChosenCell,
  cancelPipelineRun,
  type GridCell,
  getPipelineRun,
  listPipelineRuns,
  type ModuleSearch,
  type PipelineRun,
  startModuleSearch,
  startPreparation,
  storeNetworks,
} from '@omicon/contract/areas/runs/pipeline-runs.ts';
import type { Principal } from '@omicon/domain/permissions/permissions.ts';
import { displayAttribute } from '@omicon/domain/records/samples/sample-attributes.ts';
import { PortalError } from '../../base/errors.ts';
import { serve, serveWrite } from '../../base/http/serve.ts';
import type { Db, Tx } from '../../base/postgres/database.ts';
import type { Services } from '../../base/services.ts';
import {
  getMeasuredDataSet,
  type MeasuredDataSet,
  readCells,
  storedValuesOf,
} from '../../records/data-set/measured-data-set.ts';
import { omiconIdOf } from '../../records/lists/replies.ts';
import {
  cancelRun,
  getOwnRun,
  getRun,
  listRuns,
  queueRun,
  startRun,
  toRun,
} from '../../records/run/calls.ts';
import { findEnrichmentFault } from './feature-symbols.ts';
import { analysisTitle, freeTitle, stepsOf } from './outputs.ts';
import * as statements from './sql.ts';
import { pipelineRuns } from './sql.ts';
import * as inputs from './sql-inputs.ts';

const MIN_LEFT = 4;

function toReply(row: statements.PipelineRow, principal: Principal): PipelineRun {
  const { kind, data_set_number, data_set_title, step } = row;
  return {
    ...toRun(row, principal),
    kind,
    data_set: { id: data_set_number, title: data_set_title },
    step,
    preparation: row.kind === 'preparation' ? row.parameters : null,
    search: row.kind === 'modules' ? row.parameters : null,
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

async function begin(
  call: { db: Tx; principal: Principal },
  data_set_number: number,
  asked: statements.Asked,
) {
  const parameters = JSON.stringify(asked.parameters);
  const row = await startRun(call, pipelineRuns, { kind: asked.kind, data_set_number, parameters });
  return toReply(row, call.principal);
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

/** @throws PortalError 400 if gene sets are to be tested where no feature has a symbol */
async function checkEnrichment(
  services: Services,
  { owner_id }: MeasuredDataSet,
  { gene_set_sources }: ModuleSearch,
): Promise<void> {
  const fault = gene_set_sources.length === 0 ? null : await findEnrichmentFault(services, owner_id);
  if (fault !== null) throw invalid(fault);
}

/** @throws PortalError 400 for cells that are not in the grid, or without modules */
function checkCells({ cells }: statements.PipelineRow, chosen: readonly ChosenCell[]): void {
  for (const cell of chosen) {
    const found = cells?.find((one) => isSameCell(cell, one));
    if (found === undefined) throw invalid('Choose networks of the grid.');
    if (found.modules === 0)
      throw invalid(`There are no modules at ${cell.relative} with ${cell.min_size} features and more.`);
  }
}

/** @throws PortalError 400 if the data set has an analysis of this title already */
async function titleOf(db: Db, row: statements.PipelineRow, asked: string | undefined): Promise<string> {
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
    await audit({ action: 'prepare data set', object_type: 'DS', object_number: params.id });
    return begin({ db, principal }, params.id, { kind: 'preparation', parameters: body });
  }),

  serveWrite(startModuleSearch, async ({ db, principal, params, body, services, audit }) => {
    const dataSet = await getMeasuredDataSet(db, principal, params.id);
    storedValuesOf(dataSet);
    const sources = new Set((await inputs.listGeneSetSources(db)).map(({ name }) => name));
    const unknown = body.gene_set_sources.find((name) => !sources.has(name));
    if (unknown !== undefined) throw invalid(`There are no gene sets of ${unknown}.`);
    await checkEnrichment(services, dataSet, body);
    await audit({ action: 'find modules', object_type: 'DS', object_number: params.id });
    return begin({ db, principal }, params.id, { kind: 'modules', parameters: body });
  }),

  serve(listPipelineRuns, async (call) => {
    await getMeasuredDataSet(call.db, call.principal, call.params.id);
    return listRuns(call, pipelineRuns, { data_set_number: call.params.id }, toReply);
  }),

  serve(getPipelineRun, async ({ db, principal, params }) => {
    const row = await getRun({ db, principal }, pipelineRuns, params.id);
    const made = await statements.listMade(db, principal, row.state === 'done' ? row.outputs : []);
    return {
      ...toReply(row, principal),
      cells: withChoice(row.cells, row.chosen),
      remarks: row.remarks,
      made: made.map(({ kind, id, title, network }) => ({
        kind,
        id,
        title,
        network,
        omicon_id: omiconIdOf(kind === 'data set' ? 'DS' : 'P', id),
      })),
    };
  }),

  serveWrite(storeNetworks, async ({ db, principal, params, body, services, audit }) => {
    const row = await getOwnRun({ db, principal }, pipelineRuns, params.id);
    checkCells(row, body.cells);
    // The data set may have got another version since the search.
    const dataSet = await getMeasuredDataSet(db, principal, row.data_set_number);
    if (row.kind === 'modules') await checkEnrichment(services, dataSet, row.parameters);
    await statements.lockOutputs(db, row.data_set_number);
    const title = await titleOf(db, row, body.title);
    const outputs = [{ kind: 'analysis', title, input_data_set: row.data_set_title }] as const;
    if (!(await statements.saveChoice(db, row.id, { chosen: body.cells, outputs })))
      throw new PortalError('conflict', 'This run does not wait for a choice.');
    await queueRun(db, pipelineRuns, row.id);
    await audit({ action: 'store networks', object_type: 'DS', object_number: row.data_set_number });
    return toReply(await getOwnRun({ db, principal }, pipelineRuns, row.id), principal);
  }),

  serveWrite(cancelPipelineRun, (call) => cancelRun(call, pipelineRuns, call.params.id)),
];
