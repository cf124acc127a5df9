/** Background searches and their rows. Tables search_result and search_result_chunk. */
import type { SymbolRepair } from '@omicon/contract/areas/advanced-search/advanced-search.ts';
import type { Principal } from '@omicon/domain/permissions/permissions.ts';
import { isWithoutJob } from '../../base/jobs/lost-jobs.ts';
import { type Db, sql, type Tx } from '../../base/postgres/database.ts';
import { lockInTransaction } from '../../base/postgres/transaction-lock.ts';
import { HAS_ACCESS, PERMISSIONS } from '../../base/sign-in/people-with-access.ts';
import type { RecentQuery } from './queries/sql-queries.ts';

export type SearchState = 'running' | 'done' | 'failed' | 'cancelled';

export interface ResultRow {
  id: number;
  person_id: number;
  query: unknown;
  query_hash: Buffer;
  state: SearchState;
  reads_lab: boolean;
  columns: string[];
  sample_attributes: string[];
  total: number;
  kept: number;
  emptied_by: string | null;
  repairs: SymbolRepair[];
  message: string | null;
  execution_ms: number | null;
}

const RESULT = sql`
  id, person_id, query, query_hash, state, reads_lab, columns, sample_attributes, total, kept, emptied_by, repairs, message, execution_ms`;

/** Locks the searches of one person until the transaction ends, so that concurrent starts are counted correctly. */
export async function lockSearches(tx: Tx, person_id: number): Promise<void> {
  await lockInTransaction(tx, `searches of ${person_id}`);
}

/** Running background searches of a person. Index search_result_running. */
export async function listRunning(db: Db, person_id: number): Promise<{ id: number; query_hash: Buffer }[]> {
  const { rows } = await sql<{ id: number; query_hash: Buffer }>`
    select id, query_hash from search_result where person_id = ${person_id} and state = 'running'`.execute(
    db,
  );
  return rows;
}

/** Inserts a search; its number will be that of the notification. */
export async function createResult(
  db: Db,
  { person_id, query, query_hash }: Pick<RecentQuery, 'person_id' | 'query' | 'query_hash'>,
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into search_result (id, person_id, query, query_hash)
    values (nextval(pg_get_serial_sequence('notification', 'id')), ${person_id}, ${JSON.stringify(query)}::jsonb, ${query_hash})
    returning id`.execute(db);
  const [created] = rows;
  if (!created) throw new Error('A search was not recorded.');
  return created.id;
}

/** A search of this person. Primary key. */
export async function findResult(
  db: Db,
  id: number,
  person_id: number | null,
): Promise<ResultRow | undefined> {
  const { rows } = await sql<ResultRow>`
    select ${RESULT} from search_result where id = ${id} and person_id = ${person_id}`.execute(db);
  return rows[0];
}

export interface StartedRow extends ResultRow {
  role: Principal['role'];
  permissions: string[];
}

/** A search to run, with the current permissions of its person; undefined if it has ended or the person is removed. */
export async function findStarted(db: Db, id: number): Promise<StartedRow | undefined> {
  const { rows } = await sql<StartedRow>`
    select r.*, p.role, ${PERMISSIONS} as permissions
      from (select ${RESULT} from search_result where id = ${id} and state = 'running') r
      join person p on p.id = r.person_id
     where ${HAS_ACCESS}`.execute(db);
  return rows[0];
}

/** Running searches whose job will not be retried. Index search_result_running. */
export async function listLost(db: Db): Promise<ResultRow[]> {
  const { rows } = await sql<ResultRow>`
    select ${RESULT} from search_result
     where state = 'running'
       and ${isWithoutJob(sql`'search ' || search_result.id`)}
     order by id`.execute(db);
  return rows;
}

/** Whether a search in the background has neither ended nor been cancelled. Primary key. */
export async function isRunning(db: Db, id: number): Promise<boolean> {
  const { rows } = await sql`select id from search_result where id = ${id} and state = 'running'`.execute(db);
  return rows.length === 1;
}

export interface FoundRows {
  reads_lab: boolean;
  columns: readonly string[];
  sample_attributes: readonly string[];
  total: number;
  kept: number;
  emptied_by: string | null;
  repairs: readonly SymbolRepair[];
  execution_ms: number;
  chunks: readonly Uint8Array[];
}

/** Completes a search with its rows. @returns false if it had already ended, for instance by another worker */
export async function endWithRows(tx: Tx, id: number, found: FoundRows): Promise<boolean> {
  const { rows } = await sql`
    update search_result set state = 'done', ended_at = now(), reads_lab = ${found.reads_lab}, columns = ${found.columns}::text[],
           sample_attributes = ${found.sample_attributes}::text[], total = ${found.total}, kept = ${found.kept},
           emptied_by = ${found.emptied_by}, repairs = ${JSON.stringify(found.repairs)}::jsonb, execution_ms = ${found.execution_ms}
     where id = ${id} and state = 'running' returning id`.execute(tx);
  if (rows.length === 0) return false;
  for (const [index, chunk] of found.chunks.entries())
    await sql`
      insert into search_result_chunk (search_result_id, place, rows) values (${id}, ${index}, ${Buffer.from(chunk)})`.execute(
      tx,
    );
  return true;
}

/** Ends a search without rows. @returns false if it had already ended */
export async function endWithout(
  db: Db,
  id: number,
  end: { state: 'failed' | 'cancelled'; message: string | null },
): Promise<boolean> {
  const { rows } = await sql`
    update search_result set state = ${end.state}, message = ${end.message}, ended_at = now()
     where id = ${id} and state = 'running' returning id`.execute(db);
  return rows.length === 1;
}

/** Packed rows of a search, chunks `from` to before `to`. Primary key of search_result_chunk. */
export async function listChunks(
  db: Db,
  id: number,
  { from, to }: { from: number; to: number },
): Promise<Buffer[]> {
  const { rows } = await sql<{ rows: Buffer }>`
    select rows from search_result_chunk where search_result_id = ${id} and place >= ${from} and place < ${to} order by place`.execute(
    db,
  );
  return rows.map((row) => row.rows);
}
