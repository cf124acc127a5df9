/** Statements of runs, for the table of each kind. */
import type { Principal } from '@omicon/domain/permissions/permissions.ts';
import type { RawBuilder } from 'kysely';
import { isWithoutJob } from '../../base/jobs/lost-jobs.ts';
import { type Db, sql, type Tx } from '../../base/postgres/database.ts';
import { lockInTransaction } from '../../base/postgres/transaction-lock.ts';
import { HAS_ACCESS, PERMISSIONS } from '../../base/sign-in/people-with-access.ts';
import type { Listed } from '../lists/paging.ts';
import { shownName } from '../person/people.ts';
import type { RunKind, ShownKind } from './kind.ts';

type Value = string | number | boolean | null | Buffer | readonly string[] | RawBuilder<unknown>;

/** Values by column; JSON as text. */
export type Values = Readonly<Record<string, Value>>;

/** The columns that replies of every kind need; each kind adds its state and pace. */
export interface RunRow {
  id: number;
  person_id: number;
  message: string | null;
  created_at: Date;
}

const RUN = sql`r.id, r.person_id, r.message, r.created_at`;

const areEqual = (values: Values) =>
  sql.join(
    Object.entries(values).map(([column, value]) => sql`${sql.ref(`r.${column}`)} = ${value}`),
    sql` and `,
  );

const assign = (values: Values) =>
  sql.join(Object.entries(values).map(([column, value]) => sql`${sql.ref(column)} = ${value}`));

/** Locks the runs of one person until the transaction ends, so that concurrent starts are counted correctly. */
export async function lockRuns(tx: Tx, { name }: RunKind, person_id: number): Promise<void> {
  await lockInTransaction(tx, `${name} runs of ${person_id}`);
}

/** Running ones of a person, and whether each is the one asked for. The table's index of running ones. */
export async function listRunning(
  db: Db,
  { table, sameBy }: RunKind,
  person_id: number,
  asked: Values,
): Promise<{ id: number; is_same: boolean }[]> {
  const parameters = Object.entries(asked).filter(([column]) => sameBy.includes(column));
  const { rows } = await sql<{ id: number; is_same: boolean }>`
    select r.id, ${areEqual(Object.fromEntries(parameters))} as is_same
      from ${sql.table(table)} r where r.person_id = ${person_id} and r.state = 'running'`.execute(db);
  return rows;
}

/** Inserts a run; its number will be that of the notification. */
export async function createRun(
  db: Db,
  { table, noun }: RunKind,
  person_id: number,
  asked: Values,
): Promise<number> {
  const values = { person_id, ...asked };
  const { rows } = await sql<{ id: number }>`
    insert into ${sql.table(table)} (id, ${sql.join(Object.keys(values).map((column) => sql.ref(column)))})
    overriding system value
    values (nextval(pg_get_serial_sequence('notification', 'id')), ${sql.join(Object.values(values))})
    returning id`.execute(db);
  const [created] = rows;
  if (!created) throw new Error(`A ${noun} was not recorded.`);
  return created.id;
}

/** A run that the caller may read, with the columns of the kind and `more`. Primary key. */
export async function findRun<Columns, More>(
  db: Db,
  principal: Principal,
  { table, columns, readableBy }: ShownKind<Columns>,
  { id, more }: { id: number; more: RawBuilder<More> | undefined },
): Promise<(RunRow & Columns & More) | undefined> {
  const { rows } = await sql<RunRow & Columns & More>`
    select ${RUN}, ${columns}${more === undefined ? sql`` : sql`, ${more}`}
      from ${sql.table(table)} r ${readableBy(principal)} where r.id = ${id}`.execute(db);
  return rows[0];
}

export interface RunPage {
  page: number;
  page_size: number;
  order: 'asc' | 'desc';
}

/**
 * A page of runs that the caller may read by age, and their number. The table's index of newest ones.
 * @param of values that the runs have, such as their person and their record
 */
export async function listRuns<Columns>(
  db: Db,
  principal: Principal,
  { table, columns, readableBy }: ShownKind<Columns>,
  { of, page, page_size, order }: RunPage & { of: Values },
): Promise<Listed<RunRow & Columns>> {
  const from = sql`from ${sql.table(table)} r ${readableBy(principal)} where ${areEqual(of)}`;
  const [{ rows }, counted] = await Promise.all([
    sql<RunRow & Columns>`
      select ${RUN}, ${columns} ${from} order by r.id ${order === 'asc' ? sql`asc` : sql`desc`}
       limit ${page_size} offset ${(page - 1) * page_size}`.execute(db),
    sql<{ n: number }>`select count(*)::int as n ${from}`.execute(db),
  ]);
  return { rows, total: counted.rows[0]?.n ?? 0 };
}

export interface StartedRun {
  id: number;
  person_id: number;
  /** as everywhere on screens, and in what the run makes */
  person: string;
  role: Principal['role'];
  permissions: string[];
}

/**
 * A run to continue, with the current permissions of its person; undefined if it has ended or the person is removed.
 * Primary keys.
 * @param columns of the kind, on `r`
 */
export async function findStarted<Columns>(
  db: Db,
  { table }: RunKind,
  columns: RawBuilder<Columns>,
  id: number,
): Promise<(StartedRun & Columns) | undefined> {
  const { rows } = await sql<StartedRun & Columns>`
    select r.id, r.person_id, ${shownName('p')} as person, p.role, ${PERMISSIONS} as permissions, ${columns}
      from ${sql.table(table)} r join person p on p.id = r.person_id
     where r.id = ${id} and r.state = 'running' and ${HAS_ACCESS}`.execute(db);
  return rows[0];
}

/** Running ones whose job will not be retried. The table's index of running ones. */
export async function listLost(db: Db, { table, name }: RunKind): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from ${sql.table(table)} r
     where state = 'running' and ${isWithoutJob(sql`${`${name} `} || r.id`)} order by id`.execute(db);
  return rows.map(({ id }) => id);
}

/** Runs that have not ended. The table's index of running ones. */
export async function listOpen(db: Db, { table }: RunKind): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from ${sql.table(table)} where state in ('running', 'choosing') order by id`.execute(db);
  return rows.map(({ id }) => id);
}

/** Whether a run has neither ended nor been cancelled. Primary key. */
export async function isRunning(db: Db, { table }: RunKind, id: number): Promise<boolean> {
  const { rows } = await sql`
    select id from ${sql.table(table)} where id = ${id} and state = 'running'`.execute(db);
  return rows.length === 1;
}

/**
 * Changes a run that has not ended. Primary key.
 * @returns false if it has ended, for instance because it was cancelled
 */
export async function changeRunning(
  db: Db,
  { table }: RunKind,
  id: number,
  change: Values,
): Promise<boolean> {
  const { rows } = await sql`
    update ${sql.table(table)} set ${assign(change)} where id = ${id} and state = 'running' returning id`.execute(
    db,
  );
  return rows.length === 1;
}

interface RunEnd {
  state: 'done' | 'failed' | 'cancelled';
  message: string | null;
}

/**
 * Ends a run. Primary key.
 * @param result of the kind, recorded with its end
 * @returns its person, undefined if it had already ended, for instance by another worker
 */
export async function endRow(
  db: Db,
  { table }: RunKind,
  id: number,
  end: RunEnd,
  result: Values = {},
): Promise<number | undefined> {
  const { rows } = await sql<{ person_id: number }>`
    update ${sql.table(table)} set ended_at = now(), ${assign({ ...end, ...result })}
     where id = ${id} and state in ('running', 'choosing') returning person_id`.execute(db);
  return rows[0]?.person_id;
}

/** Deletes runs that began thirty days ago, with their log entries. The table's index of ages. */
export async function deleteOldRuns(db: Db, { table }: RunKind): Promise<void> {
  const old = sql`r.created_at < now() - interval '30 days'`;
  await sql`
    delete from notification n using ${sql.table(table)} r
     where n.id = r.id and n.kind = 'advancedSearch' and ${old}`.execute(db);
  await sql`delete from ${sql.table(table)} r where ${old}`.execute(db);
}
