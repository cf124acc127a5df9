import type { CommentVisibility } from '@omicon/domain/records/comments.ts';
import type { RawBuilder, SqlBool } from 'kysely';
import { type Db, sql } from '../../base/postgres/database.ts';
import { personOf } from '../../records/access/who-may-read.ts';
import { isReadable, knownTopic, type Topic } from '../../records/comment/comment-rows.ts';
import { beginsWith, hasText } from '../../records/lists/paging.ts';
import { isAddressable, shownName } from '../../records/person/people.ts';

export interface MentionableRow {
  id: number;
  name: string;
  first_name: string | null;
  last_name: string | null;
  username: string;
}

export interface MentionQuery {
  search: string;
  limit: number;
  /** only these people; undefined for all */
  ids: readonly number[] | undefined;
  /** the comment that would hold the mention: its topic, visibility, author, and whom it answers */
  draft: {
    topic: Topic;
    visibility: CommentVisibility;
    person_id: number;
    to_person_id: number | null;
  } | null;
}

/** Whether a person `p` could read the draft. */
function couldRead(draft: MentionQuery['draft']): RawBuilder<SqlBool> {
  if (draft === null) return sql<SqlBool>`true`;
  const { topic, visibility, person_id, to_person_id } = draft;
  const readable = isReadable(personOf('p'), 'c', knownTopic(topic));
  return sql<SqlBool>`exists (
    select 1
      from (select ${person_id}::int as person_id, ${to_person_id}::int as to_person_id, 0 as level, '{}'::int[] as ancestors,
                   ${visibility}::text as visibility, null::timestamptz as deleted_at) c
     where ${readable})`;
}

function matching({ search, ids, draft }: MentionQuery): RawBuilder<SqlBool> {
  const words = search.split(/\s+/).filter((word) => word !== '');
  const named = words.map((word) => hasText(shownName('p'), word));
  const isNamed = named.length === 0 ? sql<SqlBool>`true` : sql<SqlBool>`(${sql.join(named, sql` and `)})`;
  const isAmong = ids === undefined ? sql<SqlBool>`true` : sql<SqlBool>`p.id = any(${ids}::bigint[])`;
  return sql<SqlBool>`${isAddressable('p')} and ${isNamed} and ${isAmong} and ${couldRead(draft)}`;
}

/**
 * People whose shown name contains every word of the search text, those whose name begins with it first. Index
 * person_search_name.
 */
export async function listMentionableUsers(db: Db, query: MentionQuery): Promise<MentionableRow[]> {
  const { rows } = await sql<MentionableRow>`
    select p.id, ${shownName('p')} as name, p.first_name, p.last_name, p.username from person p
     where ${matching(query)}
     order by not ${beginsWith(shownName('p'), query.search.trim())}, lower(${shownName('p')}), p.id limit ${query.limit}`.execute(
    db,
  );
  return rows;
}

/** Exact number of matches of `listMentionableUsers`, by the same indexes. */
export async function countMentionableUsers(db: Db, query: MentionQuery): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from person p where ${matching(query)}`.execute(db);
  return rows[0]?.n ?? 0;
}
