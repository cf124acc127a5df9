/** Runs of the pipeline. Table pipeline_run; its other statements are those of every run. */
import { PIPELINE_NEWS } from '@omicon/contract/areas/notifications.ts';
import {
  type ChosenCell,
  type GridCell,
  MAX_PIPELINE_RUNS,
  type ModuleSearch,
  type PipelineRun,
  type Preparation,
} from '@omicon/contract/areas/runs/pipeline-runs.ts';
import type { Principal } from '@omicon/domain/permissions/permissions.ts';
import { type Db, sql, type Tx } from '../../base/postgres/database.ts';
import { lockInTransaction } from '../../base/postgres/transaction-lock.ts';
import { readableNow } from '../../records/access/who-may-read.ts';
import type { ShownKind } from '../../records/run/kind.ts';
import type { RunRow } from '../../records/run/sql.ts';
import { notifyOfRun } from '../notifications/notify.ts';

/** A record that a run makes: a data set by title and version code, an analysis by title and input data set. */
export type Output =
  | { kind: 'data set'; title: string; ds_version: string }
  | { kind: 'analysis'; title: string; input_data_set: string };

/** What a run was asked for. */
export type Asked =
  | { kind: 'preparation'; parameters: Preparation }
  | { kind: 'modules'; parameters: ModuleSearch };

type RunColumns = Asked & {
  data_set_number: number;
  state: PipelineRun['state'];
  /** null when it does not run */
  step: string | null;
  /** share of the step, of a total of 1 */
  done: number;
  total: number;
  /** since the step began; null before the first one */
  seconds: number | null;
  cells: GridCell[] | null;
  chosen: ChosenCell[] | null;
  outputs: Output[];
  remarks: string[];
  data_set_title: string;
};
export type PipelineRow = RunRow & RunColumns;

export const pipelineRuns: ShownKind<RunColumns> = {
  table: 'pipeline_run',
  name: 'pipeline',
  job: 'run_pipeline',
  sameBy: ['kind', 'data_set_number', 'parameters'],
  most: MAX_PIPELINE_RUNS,
  retryAfterSeconds: 60,
  noun: 'run',
  tooMany: 'Two of your runs are working. Wait until one has ended, or cancel one.',
  failed: 'The run could not be finished. Please start it again.',
  unreadable: 'The data set is no longer there, or you may no longer use it.',
  // The name of the data set is read together with the notification, by what its reader may read then.
  tell: (tx, run, news) => notifyOfRun(tx, run, { type: PIPELINE_NEWS, Description: '', ...news }),
  columns: sql`r.kind, r.data_set_number, r.parameters, r.state, case when r.state = 'running' then r.step end as step, r.done,
    1 as total, extract(epoch from now() - r.step_started_at)::float8 as seconds, r.cells, r.chosen, r.outputs, r.remarks,
    d.title || ' ' || d.ds_version as data_set_title`,
  readableBy: (principal) =>
    sql`join data_set d on d.number = r.data_set_number and ${readableNow(principal, 'd')}`,
};

/** Locks the names that runs on one data set give, until the transaction ends, so that no two give the same. */
export async function lockOutputs(tx: Tx, data_set_number: number): Promise<void> {
  await lockInTransaction(tx, `pipeline outputs of ${data_set_number}`);
}

export interface MadeRow {
  kind: 'data set' | 'analysis';
  id: number;
  title: string;
  /** of an analysis, its covariation network if it has just one */
  network: number | null;
}

/** Records that outputs have become, as far as the caller may read them. Indexes data_set_title, analysis_title and
 * the unique index on (analysis_id, name). */
export async function listMade(db: Db, principal: Principal, outputs: readonly Output[]): Promise<MadeRow[]> {
  const { rows } = await sql<MadeRow>`
    select 'data set' as kind, d.number as id, d.title || ' ' || d.ds_version as title, null::int as network, o.at
      from jsonb_to_recordset(${JSON.stringify(outputs.map((output, at) => ({ ...output, at })))}::jsonb)
           as o (kind text, title text, ds_version text, at int)
      join data_set d on o.kind = 'data set' and d.title = o.title and d.ds_version = o.ds_version
       and ${readableNow(principal, 'd')}
     union all
    select 'analysis', a.number, a.title,
           (select min(n.number) from covariation_network n where n.analysis_id = a.id having count(*) = 1), o.at
      from jsonb_to_recordset(${JSON.stringify(outputs.map((output, at) => ({ ...output, at })))}::jsonb)
           as o (kind text, title text, input_data_set text, at int)
      join analysis a on o.kind = 'analysis' and a.title = o.title and a.input_data_set = o.input_data_set
       and ${readableNow(principal, 'a')}
     order by at`.execute(db);
  return rows;
}

export type StartedColumns = Asked & {
  data_set_number: number;
  cells: GridCell[] | null;
  chosen: ChosenCell[] | null;
  outputs: Output[];
  /** yyyy-mm-dd */
  started_on: string;
};

export const STARTED = sql<StartedColumns>`r.kind, r.data_set_number, r.parameters, r.cells, r.chosen, r.outputs,
  to_char(r.created_at, 'YYYY-MM-DD') as started_on`;

/** Columns of the progress of a step; the time that it has left counts from its beginning. */
export function progressOf(step: string, done: number) {
  const began = sql`case when step is distinct from ${step} then now() else step_started_at end`;
  return { step, done, step_started_at: began };
}

/** Continues with the chosen cells. Primary key. @returns false if it does not wait for a choice */
export async function saveChoice(
  tx: Tx,
  id: number,
  { chosen, outputs }: { chosen: readonly ChosenCell[]; outputs: readonly Output[] },
): Promise<boolean> {
  const { rows } = await sql`
    update pipeline_run set state = 'running', chosen = ${JSON.stringify(chosen)}::jsonb,
           outputs = ${JSON.stringify(outputs)}::jsonb
     where id = ${id} and state = 'choosing' returning id`.execute(tx);
  return rows.length === 1;
}
