/** Notifications of all kinds that a person may still see. Tables notification, comment and comment_thread. */
import type { MENTION_REASONS, NotificationKind } from '@omicon/contract/areas/notifications.ts';
import type { Principal } from '@omicon/domain/permissions/permissions.ts';
import type { RawBuilder, SqlBool } from 'kysely';
import { type Db, sql } from '../../base/postgres/database.ts';
import { readerOf, visibleTo } from '../../records/access/who-may-read.ts';
import { isReadable, titleOfMetaModule, topicOfThread } from '../../records/comment/comment-rows.ts';
import { moduleTitle } from '../../records/network/names.ts';
import { shownName } from '../../records/person/people.ts';
import { contentOf } from './sql-run-news.ts';

/** Notifications `n`, joined with the current comment `c` and its thread `t`. */
const NEWS = sql`notification n
  left join comment c on n.kind = 'mention' and c.id = (n.content->>'comment_id')::int
  left join comment_thread t on t.id = c.comment_thread_id`;

/** Notifications of the person's logs; those of comments only while the comment is readable. */
function visibleNews(principal: Principal): RawBuilder<SqlBool> {
  const hasDownloads = principal.permissions.has('NOTIFICATION_DOWNLOADS_VIEW');
  const hasComments = principal.permissions.has('NOTIFICATION_COMMENTS_VIEW');
  return sql<SqlBool>`n.person_id = ${principal.person_id} and (
    n.kind = 'advancedSearch' or (n.kind = 'download' and ${hasDownloads})
    or (n.kind = 'mention' and ${hasComments} and c.id is not null and ${isReadable(readerOf(principal), 'c', topicOfThread('t'))}))`;
}

/** A comment notification with the current text, author and address. */
export interface MentionRow {
  notification_id: number;
  reason: (typeof MENTION_REASONS)[number];
  created_at: Date;
  is_read: boolean;
  id: number;
  parent_id: number;
  message: string;
  plain_text: string;
  page_url: string;
  mentioned_by: string;
  display_name: string;
}

/**
 * Name of the topic of thread `t`: a module by its newest readable name, a file or folder by its last path segment, the
 * record, the meta-module or the gene.
 */
function talkedOf(principal: Principal): RawBuilder<unknown> {
  return sql`
  select coalesce(
    (select ${moduleTitle('w')}
       from covariation_module m
       join covariation_network w on w.id = m.covariation_network_id
       join analysis v on v.id = w.analysis_id
      where m.number = t.covariation_module_number and v.deleted_at is null and ${visibleTo(principal, 'v')}
      order by v.is_current desc, v.version desc limit 1),
    nullif(regexp_replace(t.path, '^.*/', ''), ''),
    (select r.title from record_version r
      where r.entity_type = t.entity_type and r.number = t.entity_number and r.is_current),
    ${titleOfMetaModule(principal, topicOfThread('t'))},
    t.gene_symbol)
    from comment_thread t where t.id = c.comment_thread_id`;
}

function mentionColumns(principal: Principal): RawBuilder<unknown> {
  return sql`
  n.id as notification_id, n.content->>'reason' as reason, n.created_at, n.read_at is not null as is_read, c.id,
  coalesce(c.ancestors[1], c.id) as parent_id, c.message, left(c.plain_text, 300) as plain_text, c.page_url,
  (select ${shownName('p')} from person p where p.id = c.person_id) as mentioned_by,
  coalesce((${talkedOf(principal)}), '') as display_name`;
}

/** One page of a person's comment log, newest first. Index notification_newest; a few hundred rows a person. */
export async function listMentions(
  db: Db,
  principal: Principal,
  { page, items_per_page }: { page: number; items_per_page: number },
): Promise<MentionRow[]> {
  const { rows } = await sql<MentionRow>`
    select ${mentionColumns(principal)} from ${NEWS}
     where n.kind = 'mention' and ${visibleNews(principal)}
     order by n.created_at desc, n.id desc limit ${items_per_page} offset ${(page - 1) * items_per_page}`.execute(
    db,
  );
  return rows;
}

/** Exact number of entries of a person's comment log, by the index of `listMentions`. */
export async function countMentions(db: Db, principal: Principal): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from ${NEWS} where n.kind = 'mention' and ${visibleNews(principal)}`.execute(
    db,
  );
  return rows[0]?.n ?? 0;
}

/**
 * Unread comments that were not in the last digest, oldest first. Leaves the last minute to the next digest, as
 * concurrent transactions may commit with earlier times. Index notification_unread.
 */
export async function listForDigest(db: Db, principal: Principal): Promise<MentionRow[]> {
  const { rows } = await sql<MentionRow>`
    select ${mentionColumns(principal)} from ${NEWS} join person on person.id = n.person_id
     where n.read_at is null and n.kind = 'mention' and n.created_at <= now() - interval '1 minute'
       and n.created_at > coalesce(person.digest_at - interval '1 minute', '-infinity') and ${visibleNews(principal)}
     order by n.created_at, n.id`.execute(db);
  return rows;
}

/** `content` is that of a search or download; comments have their own columns. */
export type UnreadRow = { notification_id: number; created_at: Date; content: unknown } & (
  | { kind: 'advancedSearch' | 'download' }
  | ({ kind: 'mention' } & MentionRow)
);

/** The newest unread notifications of a person. Index notification_unread. */
export async function listUnread(db: Db, principal: Principal, limit: number): Promise<UnreadRow[]> {
  const { rows } = await sql<UnreadRow>`
    select n.kind, ${contentOf(principal)} as content, ${mentionColumns(principal)} from ${NEWS}
     where n.read_at is null and ${visibleNews(principal)}
     order by n.created_at desc, n.id desc limit ${limit}`.execute(db);
  return rows;
}

/** Number of unread notifications of a person. Index notification_unread. */
export async function countUnread(db: Db, principal: Principal): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from ${NEWS} where n.read_at is null and ${visibleNews(principal)}`.execute(db);
  return rows[0]?.n ?? 0;
}

/** The newest unread notification. Index notification_unread. */
export async function findNewest(
  db: Db,
  principal: Principal,
): Promise<{ kind: NotificationKind; id: number } | undefined> {
  const { rows } = await sql<{ kind: NotificationKind; id: number }>`
    select n.kind, n.id from ${NEWS} where n.read_at is null and ${visibleNews(principal)}
     order by n.created_at desc, n.id desc limit 1`.execute(db);
  return rows[0];
}

interface Marking {
  kind?: NotificationKind | undefined;
  id?: number | undefined;
  /** this one and older ones */
  until?: number | undefined;
}

/** Marks unread notifications as read. @returns their number */
export async function markAsRead(
  db: Db,
  principal: Principal,
  { kind, id, until }: Marking,
): Promise<number> {
  const { rows } = await sql`
    update notification set read_at = now() where id in (
      select n.id from ${NEWS}
       where n.read_at is null and ${visibleNews(principal)}
         and (${kind ?? null}::text is null or n.kind = ${kind ?? null})
         and (${id ?? null}::int is null or n.id = ${id ?? null})
         and (${until ?? null}::int is null or (n.created_at, n.id) <= (
               select u.created_at, u.id from notification u where u.id = ${until ?? null} and u.person_id = n.person_id)))
    returning id`.execute(db);
  return rows.length;
}

/** Whether the person has this notification and may still see it, read or not. Primary key. */
export async function hasNotification(
  db: Db,
  principal: Principal,
  { kind, id }: { kind: NotificationKind; id: number },
): Promise<boolean> {
  const { rows } = await sql`
    select n.id from ${NEWS} where n.id = ${id} and n.kind = ${kind} and ${visibleNews(principal)}`.execute(
    db,
  );
  return rows.length === 1;
}
