/** Tests of whole networks: start, list, watch, cancel. */

import {
  cancelPreservationRun,
  getPreservationRun,
  listPreservationRuns,
  type PreservationRun,
  startPreservationRun,
} from '@omicon/contract/areas/runs/preservation-runs.ts';
import { objectOf } from '@omicon/domain/objects/known-keys.ts';
import type { Principal } from '@omicon/domain/permissions/permissions.ts';
import { SEARCHED_DEFINITIONS } from '@omicon/domain/records/module-definition.ts';
import { orNull } from '@omicon/domain/statistics/or-null.ts';
import { medianRanksOfModules } from '@omicon/domain/statistics/preservation/median-rank.ts';
import { PRESERVATION_STATISTICS } from '@omicon/domain/statistics/preservation/preservation.ts';
import { notFound } from '../../base/errors.ts';
import { serve, serveWrite } from '../../base/http/serve.ts';
import { omiconIdOf } from '../../records/lists/replies.ts';
import { cancelRun, getRun, listRuns, startRun, toRun } from '../../records/run/calls.ts';
import { prepare } from './preservation.ts';
import * as networks from './sql.ts';
import * as statements from './sql-runs.ts';
import { preservationRuns } from './sql-runs.ts';

function toReply(row: statements.PreservationRow, principal: Principal): PreservationRun {
  const { network_number, network_name, analysis_number, network_data_set } = row;
  return {
    ...toRun(row, principal),
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
    total: row.total,
  };
}

const NO_STATISTICS = objectOf(PRESERVATION_STATISTICS, () => null);

function withRanks({ modules }: statements.RunResult) {
  const ranks = medianRanksOfModules(modules.map((each) => each.preservation?.observed ?? NO_STATISTICS));
  return modules.map((each, at) => ({ ...each, median_rank: orNull(ranks[at]) }));
}

export const preservationRunRoutes = [
  serveWrite(startPreservationRun, async ({ db, principal, params, body }) => {
    const network = await networks.findNetwork(db, principal, params.id);
    if (network === undefined) throw notFound('network');
    // Refuses data sets in which no module could be tested before anybody waits for it.
    await prepare(db, principal, { network, data_set: body.data_set_id });
    const row = await startRun({ db, principal }, preservationRuns, {
      network_number: params.id,
      data_set_number: body.data_set_id,
      definition: SEARCHED_DEFINITIONS.indexOf(body.definition),
      random_sets: body.random_sets,
    });
    return toReply(row, principal);
  }),

  serve(listPreservationRuns, async (call) => {
    const { db, principal, params } = call;
    if ((await networks.findNetwork(db, principal, params.id)) === undefined) throw notFound('network');
    return listRuns(call, preservationRuns, { network_number: params.id }, toReply);
  }),

  serve(getPreservationRun, async (call) => {
    const row = await getRun(call, preservationRuns, call.params.id, statements.RESULT);
    const { result } = row;
    return {
      ...toReply(row, call.principal),
      common_features: result === null || result.modules.length === 0 ? null : result.common_features,
      organisms: result?.organisms ?? null,
      modules: result === null ? [] : withRanks(result),
    };
  }),

  serveWrite(cancelPreservationRun, (call) => cancelRun(call, preservationRuns, call.params.id)),
];
