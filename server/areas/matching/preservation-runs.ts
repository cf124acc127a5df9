/** Tests of whole networks: start, list, watch, cancel. */

import {
  cancelPreservationRun,
  getPreservationRun,
  listPreservationRuns,
  MAX_PRESERVATION_RUNS,
  type PreservationRun,
  startPreservationRun,
} from '@omicon/contract/areas/preservation-runs.ts';
import type { Principal } from '@omicon/domain/permissions/permissions.ts';
import { SEARCHED_DEFINITIONS } from '@omicon/domain/records/module-definition.ts';
import { medianRanksOfModules } from '@omicon/domain/statistics/preservation/median-rank.ts';
import {
  PRESERVATION_STATISTICS,
  type SevenStatistics,
} from '@omicon/domain/statistics/preservation/preservation.ts';
import { notFound, PortalError } from '../../base/errors.ts';
import { serve, serveWrite } from '../../base/http/serve.ts';
import { addJob } from '../../base/jobs/jobs.ts';
import type { Tx } from '../../base/postgres/database.ts';
import { omiconIdOf, toPage } from '../../records/lists/replies.ts';
import { orNull } from '../../records/network/kme.ts';
import { personIdOf } from '../../records/person/people.ts';
import { prepare } from './preservation.ts';
import * as networks from './sql.ts';
import * as statements from './sql-runs.ts';

function secondsLeft({ state, done, total, seconds }: statements.RunRow): number | null {
  if (state !== 'running' || done === 0) return null;
  return Math.round((seconds / done) * (total - done));
}

function toRun(row: statements.RunRow, principal: Principal): PreservationRun {
  const { network_number, network_name, analysis_number, network_data_set } = row;
  return {
    id: row.id,
    network: {
      id: network_number,
      omicon_id: omiconIdOf('CN', network_number),
      name: network_name,
      analysis_id: analysis_number,
      data_set: network_data_set,
    },
    data_set: { id: row.data_set_number, title: row.data_set_title },
    definition: SEARCHED_DEFINITIONS[row.definition] ?? 'Seed',
    random_sets: row.random_sets,
    state: row.state,
    done: row.done,
    total: row.total,
    seconds_left: secondsLeft(row),
    message: row.message,
    created_at: row.created_at.toISOString(),
    is_own: row.person_id === principal.person_id,
  };
}

const NO_STATISTICS = Object.fromEntries(PRESERVATION_STATISTICS.map((name) => [name, null])) as Record<
  keyof SevenStatistics,
  null
>;

function withRanks({ modules }: statements.RunResult) {
  const ranks = medianRanksOfModules(modules.map((each) => each.preservation?.observed ?? NO_STATISTICS));
  return modules.map((each, at) => ({ ...each, median_rank: orNull(ranks[at]) }));
}

/** @returns the number of the run; that of the same one, if it is running already */
async function begin(tx: Tx, asked: statements.AskedRun): Promise<number> {
  await statements.lockRuns(tx, asked.person_id);
  const running = await statements.listRunning(tx, asked);
  const same = running.find(({ is_same }) => is_same);
  if (same !== undefined) return same.id;
  if (running.length >= MAX_PRESERVATION_RUNS)
    throw new PortalError(
      'too_many_requests',
      'Two of your tests are running. Wait until one has ended, or cancel one.',
      { retryAfterSeconds: 60 },
    );
  const id = await statements.createRun(tx, asked);
  await addJob(tx, 'preserve_network', { key: `preservation ${id}`, payload: { preservation_run_id: id } });
  return id;
}

export const preservationRunRoutes = [
  serveWrite(startPreservationRun, async ({ db, principal, params, body }) => {
    const network = await networks.findNetwork(db, principal, params.id);
    if (network === undefined) throw notFound('network');
    // Refuses data sets in which no module could be tested before anybody waits for it.
    await prepare(db, principal, network, body.data_set_id);
    const id = await begin(db, {
      person_id: personIdOf(principal),
      network_number: params.id,
      data_set_number: body.data_set_id,
      definition: SEARCHED_DEFINITIONS.indexOf(body.definition),
      random_sets: body.random_sets,
    });
    const row = await statements.findRun(db, principal, id);
    if (row === undefined) throw notFound('test');
    return toRun(row, principal);
  }),

  serve(listPreservationRuns, async ({ db, principal, params, query }) => {
    if ((await networks.findNetwork(db, principal, params.id)) === undefined) throw notFound('network');
    const asked = { person_id: personIdOf(principal), network: params.id };
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

  serve(getPreservationRun, async ({ db, principal, params }) => {
    const row = await statements.findRun(db, principal, params.id);
    if (row === undefined) throw notFound('test');
    const { result } = row;
    return {
      ...toRun(row, principal),
      common_features: result === null || result.modules.length === 0 ? null : result.common_features,
      organisms: result?.organisms ?? null,
      modules: result === null ? [] : withRanks(result),
    };
  }),

  serveWrite(cancelPreservationRun, async ({ db, principal, params }) => {
    const row = await statements.findRun(db, principal, params.id);
    if (row === undefined || row.person_id !== personIdOf(principal)) throw notFound('test');
    const ended = await statements.endWithout(db, row.id, { state: 'cancelled', message: null });
    if (ended === undefined) throw new PortalError('conflict', 'This test has already ended.');
    return { detail: 'The test is cancelled.' };
  }),
];
