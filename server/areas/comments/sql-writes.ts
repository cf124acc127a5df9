import type { Principal } from '@omicon/domain/permissions/permissions.ts';
import type { CommentVisibility } from '@omicon/domain/records/comments.ts';
import { COMMENT_RETURN_DAYS } from '@omicon/domain/records/comments.ts';
import type { RawBuilder } from 'kysely';
import { type Db, sql, type Tx } from '../../base/postgres/database.ts';
import { personOf } from '../../records/access/who-may-read.ts';
import { isReadable, knownTopic, type Topic } from '../../records/comment/comment-rows.ts';
import { isAddressable, shownName } from '../../records/person/people.ts';

/** The columns of a new comment that decide who may read it. */
export interface DraftComment {
  person_id: number;
  to_person_id: number | null;
  level: number;
  ancestors: readonly number[];
  visibility: CommentVisibility;
}

/** The draft as a row of comment. */
function rowOf(draft: DraftComment): RawBuilder<unknown> {
  return sql`(select ${draft.person_id}::int as person_id, ${draft.to_person_id}::int as to_person_id, ${draft.level}::int as level,
    ${draft.ancestors}::int[] as ancestors, ${draft.visibility}::text as visibility, null::timestamptz as deleted_at)`;
}

/**
 * The people among `ids` who may be mentioned in the draft, with their shown names. Primary key of person.
 */
export async function listMentionable(
  db: Db,
  { draft, topic, ids }: { draft: DraftComment; topic: Topic; ids: readonly number[] },
): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ id: number; name: string }>`
    select p.id, ${shownName('p')} as name
      from person p cross join ${rowOf(draft)} c
     where p.id = any(${ids}::int[]) and ${isAddressable('p')} and ${isReadable(personOf('p'), 'c', knownTopic(topic))}`.execute(
    db,
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}

export interface Text {
  message: string;
  plain_text: string;
  page_url: string;
}

export interface NewComment extends DraftComment, Text {
  comment_thread_id: number;
  parent_id: number | null;
}

export interface StoredComment {
  id: number;
  version: number;
  created_at: Date;
  updated_at: Date;
  /** name of the author */
  author: string;
}

/** Inserts into comment. @returns the columns set by the table, with the author's name */
export async function createComment(tx: Tx, comment: NewComment): Promise<StoredComment> {
  return tx
    .insertInto('comment')
    .values({ ...comment, ancestors: [...comment.ancestors] })
    .returning([
      'id',
      'version',
      'created_at',
      'updated_at',
      sql<string>`(select ${shownName('p')} from person p where p.id = comment.person_id)`.as('author'),
    ])
    .executeTakeFirstOrThrow();
}

/**
 * Updates a comment to a new version and narrows replies with a wider visibility. Primary key and comment_of_thread.
 */
export async function updateComment(
  tx: Tx,
  comment: Text & { id: number; comment_thread_id: number; visibility: CommentVisibility },
): Promise<void> {
  const { id, message, plain_text, page_url, visibility, comment_thread_id } = comment;
  await sql`
    update comment set message = ${message}, plain_text = ${plain_text}, page_url = ${page_url}, visibility = ${visibility},
           version = version + 1, updated_at = now()
     where id = ${id}`.execute(tx);
  if (visibility === 'public') return;
  const wider: CommentVisibility[] = visibility === 'private' ? ['public', 'lab'] : ['public'];
  // Locked from the top down, as everywhere, to avoid deadlocks.
  await sql`
    update comment set visibility = ${visibility}
     where id in (select a.id from comment a
                   where a.comment_thread_id = ${comment_thread_id} and ${id} = any(a.ancestors) and a.visibility = any(${wider})
                   order by a.id for update)`.execute(tx);
}

/** Inserts into comment_mention in order of id. @returns people who were not mentioned before */
export async function addMentions(tx: Tx, comment_id: number, people: readonly number[]): Promise<number[]> {
  if (people.length === 0) return [];
  const sorted = people.toSorted((one, other) => one - other);
  const { rows } = await sql<{ person_id: number }>`
    insert into comment_mention (comment_id, person_id) select ${comment_id}, m from unnest(${sorted}::int[]) m
    on conflict do nothing returning person_id`.execute(tx);
  return rows.map(({ person_id }) => person_id);
}

/** Deletes mentions that an edit removed. Writes comment_mention, primary key. */
export async function removeOtherMentions(
  tx: Tx,
  comment_id: number,
  people: readonly number[],
): Promise<void> {
  await sql`delete from comment_mention where comment_id = ${comment_id} and person_id <> all(${people}::int[])`.execute(
    tx,
  );
}

export interface Recipient {
  person_id: number;
  reason: 'mention' | 'reply' | 'follow';
}

/**
 * Who is notified of a new comment besides the people mentioned: the person replied to, then followers. Excludes the
 * author and everybody who mutes the thread or may not read the comment. Primary keys; a few rows.
 */
export async function listRecipients(
  db: Db,
  { draft, topic, comment_thread_id }: { draft: DraftComment; topic: Topic; comment_thread_id: number },
): Promise<Recipient[]> {
  const { rows: follows } = await sql<{ person_id: number; state: string }>`
    select f.person_id, f.state from comment_follow f where f.comment_thread_id = ${comment_thread_id}`.execute(
    db,
  );
  const muted = follows.filter(({ state }) => state === 'mute').map(({ person_id }) => person_id);
  const people = [draft.to_person_id, ...follows.map(({ person_id }) => person_id)].filter(
    (id) => id !== null && id !== draft.person_id && !muted.includes(id),
  );
  if (people.length === 0) return [];
  const { rows } = await sql<Recipient>`
    select p.id as person_id, case when p.id = c.to_person_id then 'reply' else 'follow' end as reason
      from person p cross join ${rowOf(draft)} c
     where p.id = any(${people}::int[]) and ${isAddressable('p')}
       and ${isReadable(personOf('p'), 'c', knownTopic(topic))}`.execute(db);
  return rows;
}

/** Marks a comment as deleted; its replies are hidden with it. Primary key. */
export async function deleteComment(
  tx: Tx,
  { id, deleted_by }: { id: number; deleted_by: number },
): Promise<void> {
  await sql`update comment set deleted_at = now(), deleted_by = ${deleted_by} where id = ${id}`.execute(tx);
}

/**
 * Restores a comment within thirty days, for the person who deleted it and for people who may delete any of its kind.
 * Primary key. @returns whether a comment was restored
 */
export async function restoreComment(tx: Tx, principal: Principal, id: number): Promise<boolean> {
  const mayAny = (code: string) => principal.permissions.has(code);
  const { rows } = await sql`
    update comment set deleted_at = null, deleted_by = null
     where id = ${id} and deleted_at > now() - make_interval(days => ${COMMENT_RETURN_DAYS})
       and (deleted_by = ${principal.person_id}
         or case when level = 0 then ${mayAny('COMMENTS_DELETE')}::boolean else ${mayAny('REPLIES_DELETE')}::boolean end)
    returning id`.execute(tx);
  return rows.length === 1;
}

/** Writes comment_follow, primary key; `none` deletes the row. */
export async function setThreadState(
  tx: Tx,
  follow: { comment_thread_id: number; person_id: number; state: 'follow' | 'mute' | 'none' },
): Promise<void> {
  const { comment_thread_id, person_id, state } = follow;
  if (state === 'none') {
    await sql`delete from comment_follow where comment_thread_id = ${comment_thread_id} and person_id = ${person_id}`.execute(
      tx,
    );
    return;
  }
  await sql`
    insert into comment_follow (comment_thread_id, person_id, state) values (${comment_thread_id}, ${person_id}, ${state})
    on conflict (comment_thread_id, person_id) do update set state = excluded.state`.execute(tx);
}
