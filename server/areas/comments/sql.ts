import type { ThreadState } from '@omicon/contract/areas/comments.ts';
import type { Principal } from '@omicon/domain/permissions/permissions.ts';
import type { CommentVisibility } from '@omicon/domain/records/comments.ts';
import type { RawBuilder, SqlBool } from 'kysely';
import { type Db, PREPARED, sql } from '../../base/postgres/database.ts';
import { readerOf } from '../../records/access/who-may-read.ts';
import {
  isReadable,
  isSeen,
  knownTopic,
  type Topic,
  topicOfThread,
} from '../../records/comment/comment-rows.ts';
import { shownName } from '../../records/person/people.ts';

/** Columns of a comment as read. */
interface StoredRow {
  id: number;
  comment_thread_id: number;
  parent_id: number | null;
  ancestors: number[];
  level: number;
  person_id: number;
  author: string;
  to_person_id: number | null;
  to_name: string | null;
  visibility: CommentVisibility;
  message: string;
  page_url: string;
  version: number;
  created_at: Date;
  updated_at: Date;
  replies_count: number;
  mentioned_users: number[];
}

/** A comment the reader may read, with its topic. */
export interface CommentRow extends StoredRow {
  topic: Topic;
}

/** Columns of comments `c` that the reader may read; `replies_count` counts the replies that pass `isSeen`. */
function columnsOf(principal: Principal): RawBuilder<unknown> {
  return sql`c.id, c.comment_thread_id, c.parent_id, c.ancestors, c.level, c.person_id,
    (select ${shownName('p')} from person p where p.id = c.person_id) as author, c.to_person_id,
    (select ${shownName('p')} from person p where p.id = c.to_person_id) as to_name,
    c.visibility, c.message, c.page_url, c.version, c.created_at, c.updated_at,
    (select count(*)::int from comment x where x.parent_id = c.id and ${isSeen(readerOf(principal), 'x')}) as replies_count,
    array(select m.person_id from comment_mention m where m.comment_id = c.id order by m.person_id) as mentioned_users`;
}

function readableAt(principal: Principal, topic: Topic): RawBuilder<SqlBool> {
  return isReadable(readerOf(principal), 'c', knownTopic(topic));
}

/** The topic of a comment, without a permission check; locks the comment if `lock` says so. Primary keys. */
async function findTopicOfComment(db: Db, id: number, lock: RawBuilder<unknown>): Promise<Topic | undefined> {
  const { rows } = await sql<Topic>`${PREPARED}
    select t.entity_type, t.entity_number, t.gene_symbol, t.path, t.covariation_network_number, t.covariation_module_number
      from comment c join comment_thread t on t.id = c.comment_thread_id where c.id = ${id} ${lock}`.execute(
    db,
  );
  return rows[0];
}

/** A thread and its topic. */
interface Thread {
  comment_thread_id: number;
  topic: Topic;
}

/** A comment or reply that the reader may read. Primary key. */
export async function findComment(db: Db, principal: Principal, id: number): Promise<CommentRow | undefined> {
  const topic = await findTopicOfComment(db, id, sql``);
  return topic && (await listComments(db, principal, { ids: [id], topic }))[0];
}

/** The comments among `ids`, all of one thread, that the reader may read, by level. Primary key. */
export async function listComments(
  db: Db,
  principal: Principal,
  { ids, topic }: { ids: readonly number[]; topic: Topic },
): Promise<CommentRow[]> {
  const { rows } = await sql<StoredRow>`${PREPARED}
    select ${columnsOf(principal)} from comment c
     where c.id = any(${ids}::int[]) and ${readableAt(principal, topic)} order by c.level, c.id`.execute(db);
  return rows.map((row) => ({ ...row, topic }));
}

/** As `findComment`, locked until the transaction ends; `share` still lets others reply to it. */
export async function lockComment(
  db: Db,
  principal: Principal,
  { id, lock }: { id: number; lock: 'update' | 'share' },
): Promise<CommentRow | undefined> {
  const topic = await findTopicOfComment(
    db,
    id,
    lock === 'update' ? sql`for update of c` : sql`for share of c`,
  );
  return topic && (await listComments(db, principal, { ids: [id], topic }))[0];
}

interface Page {
  limit: number;
  offset: number;
}

/** Top comments of a thread, newest first. Index comment_top. */
export async function listTopComments(
  db: Db,
  principal: Principal,
  { comment_thread_id, topic, limit, offset }: Page & Thread,
): Promise<CommentRow[]> {
  const { rows } = await sql<StoredRow>`${PREPARED}
    select ${columnsOf(principal)} from comment c
     where c.comment_thread_id = ${comment_thread_id} and c.parent_id is null and ${readableAt(principal, topic)}
     order by c.id desc limit ${sql.lit(limit)} offset ${offset}`.execute(db);
  return rows.map((row) => ({ ...row, topic }));
}

/** Number of top comments of a thread with an id above `after`. Index comment_top. */
export async function countTopComments(
  db: Db,
  principal: Principal,
  { comment_thread_id, topic, after }: Thread & { after: number },
): Promise<number> {
  const { rows } = await sql<{ n: number }>`${PREPARED}
    select count(*)::int as n from comment c
     where c.comment_thread_id = ${comment_thread_id} and c.parent_id is null and c.id > ${after}
       and ${readableAt(principal, topic)}`.execute(db);
  return rows[0]?.n ?? 0;
}

/** The newest top comments of each module's thread. Indexes comment_thread_module and comment_top. */
export async function listTopCommentsOfModules(
  db: Db,
  principal: Principal,
  { modules, limit }: { modules: readonly number[]; limit: number },
): Promise<(StoredRow & { covariation_module_number: number })[]> {
  const { rows } = await sql<StoredRow & { covariation_module_number: number }>`${PREPARED}
    select t.covariation_module_number, top.*
      from comment_thread t
      cross join lateral (
        select ${columnsOf(principal)} from comment c
         where c.comment_thread_id = t.id and c.parent_id is null and ${isReadable(readerOf(principal), 'c', topicOfThread('t'))}
         order by c.id desc limit ${sql.lit(limit)}) top
     where t.covariation_module_number = any(${modules}::int[])
     order by t.covariation_module_number, top.id desc`.execute(db);
  return rows;
}

/** Direct replies, oldest first. Index comment_replies. */
export async function listReplies(
  db: Db,
  principal: Principal,
  { parent, limit, offset }: Page & { parent: CommentRow },
): Promise<CommentRow[]> {
  const { topic } = parent;
  const { rows } = await sql<StoredRow>`${PREPARED}
    select ${columnsOf(principal)} from comment c
     where c.parent_id = ${parent.id} and ${readableAt(principal, topic)}
     order by c.id limit ${sql.lit(limit)} offset ${offset}`.execute(db);
  return rows.map((row) => ({ ...row, topic }));
}

/** The first direct replies of each of these comments of one thread. Index comment_replies. */
export async function listFirstReplies(
  db: Db,
  principal: Principal,
  { parents, topic, limit }: { parents: readonly number[]; topic: Topic; limit: number },
): Promise<CommentRow[]> {
  if (parents.length === 0) return [];
  const { rows } = await sql<StoredRow>`${PREPARED}
    select first.* from unnest(${parents}::int[]) parent(id)
      cross join lateral (
        select ${columnsOf(principal)} from comment c
         where c.parent_id = parent.id and ${readableAt(principal, topic)} order by c.id limit ${sql.lit(limit)}) first
     order by first.id`.execute(db);
  return rows.map((row) => ({ ...row, topic }));
}

/** Exact number of direct replies. Index comment_replies. */
export async function countReplies(db: Db, principal: Principal, { id, topic }: CommentRow): Promise<number> {
  const { rows } = await sql<{ n: number }>`${PREPARED}
    select count(*)::int as n from comment c where c.parent_id = ${id} and ${readableAt(principal, topic)}`.execute(
    db,
  );
  return rows[0]?.n ?? 0;
}

/** Whether a person follows or mutes a thread. Primary key of comment_follow. */
export async function getThreadState(
  db: Db,
  { comment_thread_id, person_id }: { comment_thread_id: number; person_id: number | null },
): Promise<ThreadState> {
  const { rows } = await sql<{ state: ThreadState }>`${PREPARED}
    select state from comment_follow where comment_thread_id = ${comment_thread_id} and person_id = ${person_id}`.execute(
    db,
  );
  return rows[0]?.state ?? 'none';
}
