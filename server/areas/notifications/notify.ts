/** The interface of this area to others: notifies people of events, once each. */
import { type NotificationKind, type SearchNews, searchNews } from '@omicon/contract/areas/notifications.ts';
import { type Db, sql } from '../../base/postgres/database.ts';
import { notifyTopics } from '../../base/postgres/events.ts';

export interface News {
  /** number of the notification, if its subject has already taken one from the same sequence */
  id?: number;
  person_id: number;
  kind: NotificationKind;
  /** what it is about; the same subject twice is one notification */
  subject: string;
  /** in the shape of the contract for this kind */
  content: Record<string, string | number | boolean | null>;
}

/** Event topic of a person's notifications. */
export function newsTopic(person_id: number): string {
  return `news of ${person_id}`;
}

/**
 * Notifies people in the caller's transaction, in one statement, except those already notified of the subject. Ordered
 * by person to avoid deadlocks. Table notification.
 * @param topics further event topics to signal together with those of the people
 */
export async function notifyPeople(
  db: Db,
  news: readonly News[],
  topics: readonly string[] = [],
): Promise<void> {
  const notified = news.length === 0 ? [] : await addNews(db, news);
  const changed = [...topics, ...notified.map(newsTopic)];
  if (changed.length > 0) await notifyTopics(db, changed);
}

/** @returns people for whom it is new */
async function addNews(db: Db, news: readonly News[]): Promise<number[]> {
  const sorted = news.toSorted((one, other) => one.person_id - other.person_id);
  const { rows } = await sql<{ person_id: number }>`
    insert into notification (id, person_id, kind, subject, content) overriding system value
    select coalesce(n.id, nextval(pg_get_serial_sequence('notification', 'id'))), n.person_id, n.kind, n.subject, n.content::jsonb
      from unnest(${sorted.map(({ id }) => id ?? null)}::int[], ${sorted.map(({ person_id }) => person_id)}::int[],
                  ${sorted.map(({ kind }) => kind)}::text[], ${sorted.map(({ subject }) => subject)}::text[],
                  ${sorted.map(({ content }) => JSON.stringify(content))}::text[]) as n(id, person_id, kind, subject, content)
    on conflict (person_id, kind, subject) do nothing returning person_id`.execute(db);
  return rows.map(({ person_id }) => person_id);
}

/**
 * Notifies a person of what has become of a subject: the notification that they may have of it says that from now on,
 * and is unread. Table notification, unique index on (person_id, kind, subject).
 */
async function notifyOfProgress(db: Db, { id, person_id, kind, subject, content }: News): Promise<void> {
  const { rows } = await sql`
    insert into notification (id, person_id, kind, subject, content) overriding system value
    values (coalesce(${id ?? null}::int, nextval(pg_get_serial_sequence('notification', 'id'))), ${person_id}, ${kind}, ${subject},
            ${JSON.stringify(content)}::jsonb)
    on conflict (person_id, kind, subject) do update
       set content = excluded.content, created_at = excluded.created_at, read_at = null
     where notification.content is distinct from excluded.content
    returning id`.execute(db);
  if (rows.length > 0) await notifyTopics(db, [newsTopic(person_id)]);
}

/** As `notifyPeople`, for one person. */
export async function notifyPerson(db: Db, news: News): Promise<void> {
  await notifyPeople(db, [news]);
}

/** Notifies a person of a run that has ended or waits for them, under its number. `Description` may be named when read. */
export async function notifyOfRun(
  db: Db,
  { id, person_id }: { id: number; person_id: number },
  { Description, ...news }: Omit<SearchNews, 'notification_data'>,
): Promise<void> {
  const notification_data = JSON.stringify({ formData: { description: { value: Description } } });
  const content = searchNews.parse({ ...news, Description, notification_data });
  await notifyOfProgress(db, { id, person_id, kind: 'advancedSearch', subject: String(id), content });
}
