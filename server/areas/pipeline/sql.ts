/** Runs of the pipeline. Table pipeline_run. */
import type {
  ChosenCell,
  GridCell,
  ModuleSearch,
  Preparation,
} from '@omicon/contract/areas/pipeline-runs.ts';
import type { Principal } from '@omicon/domain/permissions/permissions.ts';
import { isWithoutJob } from '../../base/jobs/lost-jobs.ts';
import { type Db, sql, type Tx } from '../../base/postgres/database.ts';
import { lockInTransaction } from '../../base/postgres/transaction-lock.ts';
import { HAS_ACCESS, PERMISSIONS } from '../../base/sign-in/people-with-access.ts';
import { readableNow, visibleTo } from '../../records/access/who-may-read.ts';

/** A record that a run makes: a data set by title and version code, an analysis by title and input data set. */
export type Output =
  | { kind: 'data set'; title: string; ds_version: string }
  | { kind: 'analysis'; title: string; input_data_set: string };

/** What a run was asked for. */
export type Asked =
  | { kind: 'preparation'; parameters: Preparation }
  | { kind: 'modules'; parameters: ModuleSearch };

interface RunColumns {
  id: number;
  person_id: number;
  data_set_number: number;
  state: 'running' | 'choosing' | 'done' | 'failed' | 'cancelled';
  step: string | null;
  done: number;
  /** since the step began; null before the first one */
  step_seconds: number | null;
  message: string | null;
  created_at: Date;
  cells: GridCell[] | null;
  chosen: ChosenCell[] | null;
  outputs: Output[];
  remarks: string[];
  data_set_title: string;
}
export type RunRow = RunColumns & Asked;

const RUN = sql`r.id, r.person_id, r.kind, r.data_set_number, r.parameters, r.state, r.step, r.done, r.message, r.created_at,
  r.cells, r.chosen, r.outputs, r.remarks, d.title || ' ' || d.ds_version as data_set_title,
  extract(epoch from now() - r.step_started_at)::float8 as step_seconds`;

/** Runs on data sets that the caller may read. */
function readableRuns(principal: Principal) {
  return sql`from pipeline_run r join data_set d on d.number = r.data_set_number and d.is_current
      and d.deleted_at is null and ${visibleTo(principal, 'd')}`;
}

/** Locks the runs of one person until the transaction ends, so that concurrent starts are counted correctly. */
export async function lockRuns(tx: Tx, person_id: number): Promise<void> {
  await lockInTransaction(tx, `pipeline runs of ${person_id}`);
}

/** Locks the names that runs on one data set give, until the transaction ends, so that no two give the same. */
export async function lockOutputs(tx: Tx, data_set_number: number): Promise<void> {
  await lockInTransaction(tx, `pipeline outputs of ${data_set_number}`);
}

/** Running ones of a person, and whether each is the one asked for. Index pipeline_run_running. */
export async function listRunning(
  db: Db,
  person_id: number,
  { kind, parameters, data_set_number }: Asked & { data_set_number: number },
): Promise<{ id: number; is_same: boolean }[]> {
  const { rows } = await sql<{ id: number; is_same: boolean }>`
    select id, (kind, data_set_number, parameters)
             = (${kind}, ${data_set_number}::int, ${JSON.stringify(parameters)}::jsonb) as is_same
      from pipeline_run where person_id = ${person_id} and state = 'running'`.execute(db);
  return rows;
}

/** Inserts a run; its number will be that of the notification. */
export async function createRun(
  db: Db,
  person_id: number,
  { kind, parameters, data_set_number }: Asked & { data_set_number: number },
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into pipeline_run (id, person_id, kind, data_set_number, parameters)
    overriding system value
    values (nextval(pg_get_serial_sequence('notification', 'id')), ${person_id}, ${kind}, ${data_set_number},
            ${JSON.stringify(parameters)}::jsonb)
    returning id`.execute(db);
  const [created] = rows;
  if (!created) throw new Error('A run was not recorded.');
  return created.id;
}

/** A run that the caller may read. Primary key. */
export async function findRun(db: Db, principal: Principal, id: number): Promise<RunRow | undefined> {
  const { rows } = await sql<RunRow>`select ${RUN} ${readableRuns(principal)} where r.id = ${id}`.execute(db);
  return rows[0];
}

interface RunList {
  person_id: number;
  data_set: number;
  page: number;
  page_size: number;
  order: 'asc' | 'desc';
}

/** Runs of a person on a data set. Index pipeline_run_newest. */
export async function listRuns(
  db: Db,
  principal: Principal,
  { person_id, data_set, page, page_size, order }: RunList,
): Promise<RunRow[]> {
  const { rows } = await sql<RunRow>`
    select ${RUN} ${readableRuns(principal)}
     where r.person_id = ${person_id} and r.data_set_number = ${data_set}
     order by r.id ${order === 'asc' ? sql`asc` : sql`desc`} limit ${page_size} offset ${(page - 1) * page_size}`.execute(
    db,
  );
  return rows;
}

/** Number of runs of a person on a data set. Index pipeline_run_newest. */
export async function countRuns(
  db: Db,
  principal: Principal,
  { person_id, data_set }: Pick<RunList, 'person_id' | 'data_set'>,
): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n ${readableRuns(principal)}
     where r.person_id = ${person_id} and r.data_set_number = ${data_set}`.execute(db);
  return rows[0]?.n ?? 0;
}

export interface MadeRow {
  kind: 'data set' | 'analysis';
  id: number;
  title: string;
}

/** Records that outputs have become, as far as the caller may read them. Indexes data_set_title and analysis_title. */
export async function listMade(db: Db, principal: Principal, outputs: readonly Output[]): Promise<MadeRow[]> {
  const { rows } = await sql<MadeRow>`
    select 'data set' as kind, d.number as id, d.title || ' ' || d.ds_version as title, o.at
      from jsonb_to_recordset(${JSON.stringify(outputs.map((output, at) => ({ ...output, at })))}::jsonb)
           as o (kind text, title text, ds_version text, at int)
      join data_set d on o.kind = 'data set' and d.title = o.title and d.ds_version = o.ds_version
       and ${readableNow(principal, 'd')}
     union all
    select 'analysis', a.number, a.title, o.at
      from jsonb_to_recordset(${JSON.stringify(outputs.map((output, at) => ({ ...output, at })))}::jsonb)
           as o (kind text, title text, input_data_set text, at int)
      join analysis a on o.kind = 'analysis' and a.title = o.title and a.input_data_set = o.input_data_set
       and ${readableNow(principal, 'a')}
     order by at`.execute(db);
  return rows;
}

export type StartedRun = Asked & {
  id: number;
  person_id: number;
  data_set_number: number;
  data_set_id: number | null;
  cells: GridCell[] | null;
  chosen: ChosenCell[] | null;
  outputs: Output[];
  role: Principal['role'];
  permissions: string[];
  username: string;
  /** yyyy-mm-dd */
  started_on: string;
};

/**
 * A run to continue, with the current permissions of its person; undefined if it has ended or the person is removed.
 */
export async function findStarted(db: Db, id: number): Promise<StartedRun | undefined> {
  const { rows } = await sql<StartedRun>`
    select r.id, r.person_id, r.kind, r.data_set_number, r.parameters, r.data_set_id, r.cells, r.chosen, r.outputs,
           p.role, p.username, to_char(r.created_at, 'YYYY-MM-DD') as started_on,
           ${PERMISSIONS} as permissions
      from pipeline_run r join person p on p.id = r.person_id
     where r.id = ${id} and r.state = 'running' and ${HAS_ACCESS}`.execute(db);
  return rows[0];
}

/** Running ones whose job will not be retried. Index pipeline_run_running. */
export async function listLost(db: Db): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from pipeline_run r
     where state = 'running'
       and ${isWithoutJob(sql`'pipeline ' || r.id`)}
     order by id`.execute(db);
  return rows.map((row) => row.id);
}

/** Fixes the version that a run uses and what it will make. Primary key. */
export async function beginRun(
  db: Db,
  id: number,
  { data_set_id, outputs }: { data_set_id: number; outputs: readonly Output[] },
): Promise<void> {
  await sql`
    update pipeline_run set data_set_id = ${data_set_id}, outputs = ${JSON.stringify(outputs)}::jsonb
     where id = ${id} and state = 'running'`.execute(db);
}

/** Records progress. Primary key. @returns false if it has ended, for instance because it was cancelled */
export async function saveProgress(
  db: Db,
  id: number,
  { step, done }: { step: string | null; done: number },
): Promise<boolean> {
  const { rows } = await sql`
    update pipeline_run set step = ${step}, done = ${done},
           step_started_at = case when step is distinct from ${step} then now() else step_started_at end
     where id = ${id} and state = 'running' returning id`.execute(db);
  return rows.length === 1;
}

/** Keeps what the steps left out. Primary key. */
export async function saveRemarks(db: Db, id: number, remarks: readonly string[]): Promise<void> {
  await sql`
    update pipeline_run set remarks = ${JSON.stringify(remarks)}::jsonb
     where id = ${id} and state = 'running'`.execute(db);
}

export interface EndedRun {
  person_id: number;
  kind: Asked['kind'];
  data_set_number: number;
  outputs: Output[];
}

/** The grid is there: the person chooses. Primary key. @returns the run, undefined if it had ended */
export async function awaitChoice(
  tx: Tx,
  id: number,
  cells: readonly GridCell[],
): Promise<EndedRun | undefined> {
  const { rows } = await sql<EndedRun>`
    update pipeline_run set state = 'choosing', step = null, done = 0, cells = ${JSON.stringify(cells)}::jsonb
     where id = ${id} and state = 'running'
     returning person_id, kind, data_set_number, outputs`.execute(tx);
  return rows[0];
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

/** Ends a run. Primary key. @returns the run, undefined if it had already ended, for instance by another worker */
export async function endRun(
  db: Db,
  id: number,
  end: { state: 'done' | 'failed' | 'cancelled'; message: string | null },
): Promise<EndedRun | undefined> {
  const { rows } = await sql<EndedRun>`
    update pipeline_run set state = ${end.state}, message = ${end.message}, step = null, ended_at = now()
     where id = ${id} and state in ('running', 'choosing')
     returning person_id, kind, data_set_number, outputs`.execute(db);
  return rows[0];
}

/** Title and version code of a data set, for its person. Index data_set_current. */
export async function findTitle(db: Db, number: number): Promise<string> {
  const { rows } = await sql<{ title: string }>`
    select title || ' ' || ds_version as title from data_set where number = ${number} and is_current`.execute(
    db,
  );
  return rows[0]?.title ?? '';
}

/** Runs that have not ended. Index pipeline_run_running. */
export async function listOpenRuns(db: Db): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from pipeline_run where state in ('running', 'choosing') order by id`.execute(db);
  return rows.map((row) => row.id);
}
