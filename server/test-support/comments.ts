/** Comments and their notifications as rows, to test areas that show them independently. */
import type { MENTION_REASONS } from '@omicon/contract/areas/notifications.ts';
import type { CommentVisibility } from '@omicon/domain/records/comments.ts';
import { notifyPerson } from '../areas/notifications/notify.ts';
import { sql } from '../base/postgres/database.ts';
import type { Services } from '../base/services.ts';

export interface CommentOptions {
  person_id: number;
  /** the data collection */
  collection: number;
  visibility?: CommentVisibility;
  /** the parent comment */
  parent?: number | null;
  text?: string;
  path?: string;
}

/** Inserts a comment on a data collection or, with a parent, a reply. */
export async function aComment({ db }: Pick<Services, 'db'>, options: CommentOptions): Promise<number> {
  const { person_id, collection, visibility = 'public', parent = null, path = '' } = options;
  const text = options.text ?? 'Batch 3 looks shifted.';
  const { rows } = await sql<{ id: number }>`
    with thread as (
      insert into comment_thread (entity_type, entity_number, path) values ('dc', ${collection}, ${path})
      on conflict (entity_number, path, covariation_module_number, gene_symbol) do update set path = excluded.path returning id),
    answered as (select id, ancestors || id as ancestors, level + 1 as level, person_id from comment where id = ${parent})
    insert into comment (comment_thread_id, parent_id, ancestors, level, person_id, to_person_id, visibility, message, plain_text, page_url)
    select thread.id, answered.id, coalesce(answered.ancestors, '{}'), coalesce(answered.level, 0), ${person_id}::int,
           answered.person_id, ${visibility}::text, ${`<p>${text}</p>`}::text, ${text}::text,
           ${`/home/collections/data-collections/attributes?dcId=${collection}`}::text
      from thread left join answered on true
    returning id`.execute(db);
  const [created] = rows;
  if (!created) throw new Error('A comment was not written.');
  return created.id;
}

/** Notifies a person of a comment, as area comments does. @returns the number of the notification */
export async function tellOf(
  { db }: Pick<Services, 'db'>,
  person_id: number,
  comment_id: number,
  reason: (typeof MENTION_REASONS)[number] = 'mention',
): Promise<number> {
  const subject = `comment ${comment_id}`;
  await notifyPerson(db, { person_id, kind: 'mention', subject, content: { comment_id, reason } });
  const { id } = await db
    .selectFrom('notification')
    .select('id')
    .where('person_id', '=', person_id)
    .where('subject', '=', subject)
    .executeTakeFirstOrThrow();
  return id;
}
