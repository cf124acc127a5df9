/** The one door of this area: other areas tell people of what happened, once. */
import type { NotificationKind } from '@omicon/contract/notifications.ts';
import type { Db } from '../../base/database.ts';
import { notifyTopic } from '../../base/events.ts';

export interface News {
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
export async function notifyPerson(db: Db, { person_id, kind, subject, content }: News): Promise<void> {
  const told = await db
    .insertInto('notification')
    .values({ person_id, kind, subject, content: JSON.stringify(content) })
    .onConflict((conflict) => conflict.columns(['person_id', 'kind', 'subject']).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (told) await notifyTopic(db, newsTopic(person_id));
}
