/** The one door of this area: other areas tell people of what happened, once. */
import type { NotificationKind } from '@omicon/contract/notifications.ts';
import { type Db, sql } from '../../base/database.ts';
import { notifyTopic } from '../../base/events.ts';

export interface News {
  /** number of the notification, where what it speaks of has taken one of the same sequence before */
  id?: number;
  person_id: number;
  kind: NotificationKind;
  /** what it speaks of; the same subject twice is one notification */
  subject: string;
  /** in the shape that the contract has for the kind */
  content: Record<string, string | number | boolean | null>;
}

/** Topic that changes when a person has news. */
export function newsTopic(person_id: number): string {
  return `news of ${person_id}`;
}

/** Tells a person something, in the caller's transaction; nothing when they were told already. Table notification. */
export async function notifyPerson(db: Db, { id, person_id, kind, subject, content }: News): Promise<void> {
  const own = id === undefined ? sql`nextval(pg_get_serial_sequence('notification', 'id'))` : sql`${id}`;
  const { rows } = await sql`
    insert into notification (id, person_id, kind, subject, content) overriding system value
    values (${own}, ${person_id}, ${kind}, ${subject}, ${JSON.stringify(content)}::jsonb)
    on conflict (person_id, kind, subject) do nothing returning id`.execute(db);
  if (rows.length === 1) await notifyTopic(db, newsTopic(person_id));
}
