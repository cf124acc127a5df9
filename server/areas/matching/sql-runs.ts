/** Preservation of whole networks. Table preservation_run. */
import type { ModulePreservation, Organisms } from '@omicon/contract/areas/matching.ts';
import type { Principal } from '@omicon/domain/permissions/permissions.ts';
import { isWithoutJob } from '../../base/jobs/lost-jobs.ts';
import { type Db, sql, type Tx } from '../../base/postgres/database.ts';
import { lockInTransaction } from '../../base/postgres/transaction-lock.ts';
import { HAS_ACCESS, PERMISSIONS } from '../../base/sign-in/people-with-access.ts';
import { readableNow } from '../../records/access/who-may-read.ts';

export interface RunResult {
  common_features: number;
  /** modules that are done, in the order of the network */
  modules: ModulePreservation[];
  /** null if both data sets are of one organism; absent in results of before there were orthologues */
  organisms?: Organisms | null;
}

export interface RunRow {
  id: number;
  person_id: number;
  network_number: number;
  network_name: string;
  analysis_number: number;
  network_data_set: string;
  data_set_number: number;
  data_set_title: string;
  definition: number;
  random_sets: number;
  state: 'running' | 'done' | 'failed' | 'cancelled';
  done: number;
  total: number;
  message: string | null;
  created_at: Date;
  /** since it was started */
  seconds: number;
}

const RUN = sql`r.id, r.person_id, r.network_number, n.name as network_name, a.number as analysis_number,
  a.input_data_set as network_data_set, r.data_set_number, d.title || ' ' || d.ds_version as data_set_title, r.definition,
  r.random_sets, r.state, r.done, r.total, r.message, r.created_at,
  extract(epoch from now() - r.created_at)::float8 as seconds`;

/** Runs whose network, with its own data set, and whose data set the caller may read. */
function readableRuns(principal: Principal) {
  return sql`from preservation_run r join covariation_network n on n.number = r.network_number
      join analysis a on a.id = n.analysis_id and ${readableNow(principal, 'a')}
      join data_set x on x.number = a.input_data_set_number and ${readableNow(principal, 'x')}
      join data_set d on d.number = r.data_set_number and ${readableNow(principal, 'd')}`;
}

/** Locks the runs of one person until the transaction ends, so that concurrent starts are counted correctly. */
export async function lockRuns(tx: Tx, person_id: number): Promise<void> {
  await lockInTransaction(tx, `preservation runs of ${person_id}`);
}

export interface AskedRun {
  person_id: number;
  network_number: number;
  data_set_number: number;
  definition: number;
  random_sets: number;
}

/** Running ones of a person, and whether each is the one asked for. Index preservation_run_running. */
export async function listRunning(db: Db, asked: AskedRun): Promise<{ id: number; is_same: boolean }[]> {
  const { network_number, data_set_number, definition, random_sets } = asked;
  const { rows } = await sql<{ id: number; is_same: boolean }>`
    select id, (network_number, data_set_number, definition, random_sets)
             = (${network_number}::int, ${data_set_number}::int, ${definition}::smallint, ${random_sets}::int) as is_same
      from preservation_run where person_id = ${asked.person_id} and state = 'running'`.execute(db);
  return rows;
}

/** Inserts a run; its number will be that of the notification. */
export async function createRun(db: Db, asked: AskedRun): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into preservation_run (id, person_id, network_number, data_set_number, definition, random_sets)
    overriding system value
    values (nextval(pg_get_serial_sequence('notification', 'id')), ${asked.person_id}, ${asked.network_number},
            ${asked.data_set_number}, ${asked.definition}, ${asked.random_sets})
    returning id`.execute(db);
  const [created] = rows;
  if (!created) throw new Error('A run was not recorded.');
  return created.id;
}

/** A run that the caller may read. Primary key. */
export async function findRun(
  db: Db,
  principal: Principal,
  id: number,
): Promise<(RunRow & { result: RunResult | null }) | undefined> {
  const { rows } = await sql<RunRow & { result: RunResult | null }>`
    select ${RUN}, r.result ${readableRuns(principal)} where r.id = ${id}`.execute(db);
  return rows[0];
}

interface OfNetwork {
  person_id: number;
  network: number;
}

interface OrderedPage {
  page: number;
  page_size: number;
  order: 'asc' | 'desc';
}

/** Runs of a person on a network, the newest first. Index preservation_run_newest. */
export async function listRuns(
  db: Db,
  principal: Principal,
  { person_id, network, page, page_size, order }: OfNetwork & OrderedPage,
): Promise<RunRow[]> {
  const { rows } = await sql<RunRow>`
    select ${RUN} ${readableRuns(principal)}
     where r.person_id = ${person_id} and r.network_number = ${network}
     order by r.id ${order === 'asc' ? sql`asc` : sql`desc`} limit ${page_size} offset ${(page - 1) * page_size}`.execute(
    db,
  );
  return rows;
}

/** Number of runs of a person on a network. Index preservation_run_newest. */
export async function countRuns(
  db: Db,
  principal: Principal,
  { person_id, network }: OfNetwork,
): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n ${readableRuns(principal)}
     where r.person_id = ${person_id} and r.network_number = ${network}`.execute(db);
  return rows[0]?.n ?? 0;
}

export interface StartedRun extends AskedRun {
  id: number;
  network_id: number | null;
  data_set_id: number | null;
  result: RunResult | null;
  role: Principal['role'];
  permissions: string[];
}

/**
 * A run to continue, with the current permissions of its person; undefined if it has ended or the person is removed.
 */
export async function findStarted(db: Db, id: number): Promise<StartedRun | undefined> {
  const { rows } = await sql<StartedRun>`
    select r.id, r.person_id, r.network_number, r.data_set_number, r.definition, r.random_sets, r.network_id, r.data_set_id,
           r.result, p.role,
           ${PERMISSIONS} as permissions
      from preservation_run r join person p on p.id = r.person_id
     where r.id = ${id} and r.state = 'running' and ${HAS_ACCESS}`.execute(db);
  return rows[0];
}

/** Running ones whose job will not be retried. Index preservation_run_running. */
export async function listLost(db: Db): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from preservation_run r
     where state = 'running'
       and ${isWithoutJob(sql`'preservation ' || r.id`)}
     order by id`.execute(db);
  return rows.map((row) => row.id);
}

/** Records the versions that a run tests, and forgets modules of other versions. Primary key. */
export async function beginRun(
  db: Db,
  id: number,
  run: { network_id: number; data_set_id: number; total: number; result: RunResult | null },
): Promise<void> {
  const { network_id, data_set_id, total, result } = run;
  await sql`
    update preservation_run set network_id = ${network_id}, data_set_id = ${data_set_id}, total = ${total},
           result = ${result === null ? null : JSON.stringify(result)}::jsonb
     where id = ${id} and state = 'running'`.execute(db);
}

/** Records progress. Primary key. @returns false if it has ended, for instance because it was cancelled */
export async function saveProgress(db: Db, id: number, done: number): Promise<boolean> {
  const { rows } = await sql`
    update preservation_run set done = ${done} where id = ${id} and state = 'running' returning id`.execute(
    db,
  );
  return rows.length === 1;
}

/** Keeps the modules that are done, for a worker that continues. Primary key. */
export async function saveModules(db: Db, id: number, result: RunResult): Promise<void> {
  await sql`
    update preservation_run set result = ${JSON.stringify(result)}::jsonb
     where id = ${id} and state = 'running'`.execute(db);
}

/** Completes a run. Primary key. @returns false if it had already ended, for instance by another worker */
export async function endWithResult(tx: Tx, id: number, result: RunResult): Promise<boolean> {
  const { rows } = await sql`
    update preservation_run set state = 'done', done = total, result = ${JSON.stringify(result)}::jsonb, ended_at = now()
     where id = ${id} and state = 'running' returning id`.execute(tx);
  return rows.length === 1;
}

/** Ends a run without a result. Primary key. @returns the run, undefined if it had already ended */
export async function endWithout(
  db: Db,
  id: number,
  end: { state: 'failed' | 'cancelled'; message: string | null },
): Promise<AskedRun | undefined> {
  const { rows } = await sql<AskedRun>`
    update preservation_run set state = ${end.state}, message = ${end.message}, ended_at = now()
     where id = ${id} and state = 'running'
     returning person_id, network_number, data_set_number, definition, random_sets`.execute(db);
  return rows[0];
}
