import type { NotificationKind } from '@omicon/contract/areas/notifications.ts';
import type { Principal } from '@omicon/domain/permissions/permissions.ts';
import type { RawBuilder } from 'kysely';
import { type Db, sql } from '../../base/postgres/database.ts';
import { type Paging, pageOf } from '../../records/lists/paging.ts';
import { personIdOf } from '../../records/person/people.ts';
import { contentOf } from './sql-run-news.ts';

export interface NotificationRow {
  id: number;
  content: unknown;
  created_at: Date;
  is_read: boolean;
}

const DOWNLOAD_ORDER = {
  created_at: sql`created_at`,
  name: sql`lower(content->>'name')`,
  type: sql`content->>'type'`,
  file_size: sql`(content->>'file_size')::bigint`,
};

const SEARCH_ORDER = {
  created_at: sql`created_at`,
  Description: sql`lower(content->>'Description')`,
  type: sql`content->>'type'`,
};

interface Log {
  person_id: number;
  kind: NotificationKind;
}

async function listLog(
  db: Db,
  { person_id, kind }: Log,
  { content, page }: { content: RawBuilder<unknown>; page: RawBuilder<unknown> },
): Promise<NotificationRow[]> {
  const { rows } = await sql<NotificationRow>`
    select id, content, created_at, is_read
      from (select n.id, ${content} as content, n.created_at, n.read_at is not null as is_read from notification n
             where n.person_id = ${person_id} and n.kind = ${kind}) log ${page}`.execute(db);
  return rows;
}

/** One page of the caller's download log. Index notification_newest. */
export function listDownloadNotifications(
  db: Db,
  principal: Principal,
  paging: Paging,
): Promise<NotificationRow[]> {
  const page = pageOf(DOWNLOAD_ORDER, paging, sql`id`);
  const log = { person_id: personIdOf(principal), kind: 'download' } as const;
  return listLog(db, log, { content: contentOf(principal), page });
}

/** One page of the caller's finished background searches and runs. Index notification_newest. */
export function listSearchNotifications(
  db: Db,
  principal: Principal,
  paging: Paging,
): Promise<NotificationRow[]> {
  const page = pageOf(SEARCH_ORDER, paging, sql`id`);
  const log = { person_id: personIdOf(principal), kind: 'advancedSearch' } as const;
  return listLog(db, log, { content: contentOf(principal), page });
}

/** Exact number of entries of one of a person's logs. Index notification_newest. */
export async function countNotifications(db: Db, person_id: number, kind: NotificationKind): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from notification where person_id = ${person_id} and kind = ${kind}`.execute(
    db,
  );
  return rows[0]?.n ?? 0;
}
