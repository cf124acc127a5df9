/** Recent and saved queries. Table search_query. */
import type { ResultType } from '@omicon/domain/query/query.ts';
import { type Db, sql } from '../../../base/postgres/database.ts';
import { containing } from '../../../records/lists/paging.ts';
import { shownName } from '../../../records/person/people.ts';

export interface QueryRow {
  id: number;
  kind: 'recent' | 'saved';
  description: string;
  query: unknown;
  created_by: string;
  created_at: Date;
  result_type: ResultType;
  execution_ms: number | null;
  result_count: number | null;
  version: number;
  share_token: string | null;
}

const QUERY = sql`
  q.id, q.kind, q.description, q.query, q.created_at, q.result_type, q.execution_ms, q.result_count, q.version,
  q.share_token,
  (select ${shownName('p')} from person p where p.id = q.person_id) as created_by`;

export interface RecentQuery {
  person_id: number;
  description: string;
  query: object;
  query_hash: Buffer;
  result_type: ResultType;
}

export interface Outcome {
  execution_ms: number;
  result_count: number;
}

/** Stores a recent query; a repeated one moves to the top. Unique index search_query_recent. */
export async function saveRecent(db: Db, query: RecentQuery, outcome: Outcome | null): Promise<void> {
  await sql`
    insert into search_query (kind, person_id, description, query, query_hash, result_type, execution_ms, result_count)
    values ('recent', ${query.person_id}, ${query.description}, ${JSON.stringify(query.query)}::jsonb, ${query.query_hash}, ${query.result_type},
            ${outcome?.execution_ms ?? null}, ${outcome?.result_count ?? null})
    on conflict (person_id, query_hash) where kind = 'recent' do update
      set description = excluded.description, query = excluded.query, execution_ms = excluded.execution_ms,
          result_count = excluded.result_count, created_at = clock_timestamp()`.execute(db);
}

/** Stores the result count and duration of a recent query. */
export async function saveOutcome(
  db: Db,
  query: Pick<RecentQuery, 'person_id' | 'query_hash'>,
  { execution_ms, result_count }: Outcome,
): Promise<void> {
  await db
    .updateTable('search_query')
    .set({ execution_ms, result_count })
    .where('kind', '=', 'recent')
    .where('person_id', '=', query.person_id)
    .where('query_hash', '=', query.query_hash)
    .execute();
}

/** Deletes all but the newest recent queries of a person. Index search_query_newest. */
export async function forgetOldRecent(db: Db, person_id: number, kept: number): Promise<void> {
  await sql`
    delete from search_query where id in
      (select id from search_query where person_id = ${person_id} and kind = 'recent'
        order by created_at desc, id desc offset ${kept})`.execute(db);
}

export interface QueryFilter {
  person_id: number;
  kind: 'recent' | 'saved';
  search: string;
}

function own({ person_id, kind, search }: QueryFilter) {
  return sql`q.person_id = ${person_id} and q.kind = ${kind} and q.deleted_at is null
     and (${search === ''} or q.description ilike ${containing(search)})`;
}

/** One page, newest first. Index search_query_newest. */
export async function listQueries(
  db: Db,
  filter: QueryFilter,
  { page, page_size }: { page: number; page_size: number },
): Promise<QueryRow[]> {
  const { rows } = await sql<QueryRow>`
    select ${QUERY} from search_query q where ${own(filter)}
     order by q.created_at desc, q.id desc limit ${page_size} offset ${(page - 1) * page_size}`.execute(db);
  return rows;
}

/** Number of queries that match the filter. */
export async function countQueries(db: Db, filter: QueryFilter): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from search_query q where ${own(filter)}`.execute(db);
  return rows[0]?.n ?? 0;
}

/** Saves a query, with the duration of its last run by this person. */
export async function createSaved(db: Db, query: RecentQuery): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into search_query (kind, person_id, description, query, query_hash, result_type, execution_ms, result_count)
    select 'saved', ${query.person_id}, ${query.description}, ${JSON.stringify(query.query)}::jsonb, ${query.query_hash}, ${query.result_type},
           r.execution_ms, r.result_count
      from (select 1) one left join search_query r
        on r.kind = 'recent' and r.person_id = ${query.person_id} and r.query_hash = ${query.query_hash}
    returning id`.execute(db);
  const [created] = rows;
  if (!created) throw new Error('A query was not saved.');
  return created.id;
}

interface Owned {
  id: number;
  person_id: number;
}

/** A recent or saved query of this person that is not deleted. Primary key. */
export async function findQuery(db: Db, { id, person_id }: Owned): Promise<QueryRow | undefined> {
  const { rows } = await sql<QueryRow>`
    select ${QUERY} from search_query q
     where q.id = ${id} and q.person_id = ${person_id} and q.deleted_at is null`.execute(db);
  return rows[0];
}

/**
 * A shared saved query. Queries of removed people are excluded, as they could not unshare them. Unique index
 * search_query_share.
 */
export async function findSharedQuery(db: Db, share_token: string): Promise<QueryRow | undefined> {
  const { rows } = await sql<QueryRow>`
    select ${QUERY} from search_query q join person owner on owner.id = q.person_id
     where q.share_token = ${share_token} and q.deleted_at is null and owner.removed_at is null`.execute(db);
  return rows[0];
}

/**
 * Shares a saved query under this token; an already shared one keeps its token.
 * @returns false if this person has no such query
 */
export async function shareSaved(db: Db, { id, person_id }: Owned, share_token: string): Promise<boolean> {
  const { rows } = await sql`
    update search_query set share_token = coalesce(share_token, ${share_token})
     where id = ${id} and person_id = ${person_id} and kind = 'saved' and deleted_at is null returning id`.execute(
    db,
  );
  return rows.length === 1;
}

/** Deletes the token, so the link stops working. @returns false if this person has no such query */
export async function stopSharing(db: Db, { id, person_id }: Owned): Promise<boolean> {
  const { rows } = await sql`
    update search_query set share_token = null
     where id = ${id} and person_id = ${person_id} and kind = 'saved' and deleted_at is null returning id`.execute(
    db,
  );
  return rows.length === 1;
}

/**
 * @returns the version of a saved query of this person, undefined if there is none; locks it until the transaction ends
 */
export async function lockSaved(db: Db, { id, person_id }: Owned): Promise<number | undefined> {
  const { rows } = await sql<{ version: number }>`
    select version from search_query
     where id = ${id} and person_id = ${person_id} and kind = 'saved' and deleted_at is null for update`.execute(
    db,
  );
  return rows[0]?.version;
}

/** Changes the description of a query and increments its version. Primary key. */
export async function renameSaved(db: Db, id: number, description: string): Promise<void> {
  await sql`update search_query set description = ${description}, version = version + 1 where id = ${id}`.execute(
    db,
  );
}

/** @returns false if this person has no such query, or one that is deleted already */
export async function deleteSaved(db: Db, { id, person_id }: Owned): Promise<boolean> {
  const { rows } = await sql`
    update search_query set deleted_at = now()
     where id = ${id} and person_id = ${person_id} and kind = 'saved' and deleted_at is null returning id`.execute(
    db,
  );
  return rows.length === 1;
}

/** @returns false if this person has no such deleted query */
export async function restoreSaved(db: Db, { id, person_id }: Owned): Promise<boolean> {
  const { rows } = await sql`
    update search_query set deleted_at = null
     where id = ${id} and person_id = ${person_id} and kind = 'saved' and deleted_at is not null returning id`.execute(
    db,
  );
  return rows.length === 1;
}
