import type { CommentVisibility } from '@omicon/domain/records/comments.ts';
import type { RawBuilder, SqlBool } from 'kysely';
import { type Db, sql } from '../../base/postgres/database.ts';
import { isReadable, type Place, thePlace } from '../../database/shared/comment-rows.ts';
import { startingWith } from '../../database/shared/paging.ts';
import { isAddressable, shownName } from '../../database/shared/people.ts';
import { personOf } from '../../database/shared/who-may-read.ts';

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
  /** where the mention would stand, in a comment of this visibility by this author */
  said: { place: Place; visibility: CommentVisibility; person_id: number } | null;
}

/** Whether a person `p` could read a comment that is not written yet. */
function couldRead(said: MentionQuery['said']): RawBuilder<SqlBool> {
  if (said === null) return sql<SqlBool>`true`;
  const { place, visibility, person_id } = said;
  const readable = isReadable(personOf('p'), 'c', thePlace(place));
  return sql<SqlBool>`exists (
    select 1
      from (select ${person_id}::int as person_id, null::int as to_person_id, 0 as level, '{}'::int[] as ancestors,
                   ${visibility}::text as visibility, null::timestamptz as deleted_at) c
     where ${readable})`;
}

function matching({ search, said }: MentionQuery): RawBuilder<SqlBool> {
  const wanted = search.trim();
  const named =
    wanted === ''
      ? sql<SqlBool>`true`
      : sql<SqlBool>`(lower(${shownName('p')}) like lower(${startingWith(wanted)}) or lower(p.last_name) like lower(${startingWith(wanted)}))`;
  return sql<SqlBool>`${isAddressable('p')} and ${named} and ${couldRead(said)}`;
}

/** People whose shown name or last name begins so, by name. Indexes person_shown_name and person_last_name. */
export async function listMentionableUsers(db: Db, query: MentionQuery): Promise<MentionableRow[]> {
  const { rows } = await sql<MentionableRow>`
    select p.id, ${shownName('p')} as name, p.first_name, p.last_name, p.username from person p
     where ${matching(query)} order by lower(${shownName('p')}), p.id limit ${query.limit}`.execute(db);
  return rows;
}

/** Exact number of those people. Indexes as `listMentionableUsers`. */
export async function countMentionableUsers(db: Db, query: MentionQuery): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from person p where ${matching(query)}`.execute(db);
  return rows[0]?.n ?? 0;
}
