/** Deletes expired data: sessions, guests, links, stored replies, abandoned uploads, unreferenced objects. */
import { COMMENT_RETURN_DAYS } from '@omicon/domain/records/comments.ts';
import { listReferencedKeys, removeUnreferenced } from '../../database/operations/storage-keys.ts';
import { type Database, sql } from '../postgres/database.ts';
import type { Services } from '../services.ts';

/** Longer than any run leaves an object unreferenced. */
export const ORPHAN_AGE_MS = 50 * 60 * 1000;

async function deleteEnded(db: Database): Promise<void> {
  await sql`delete from session where expires_at < now() or last_seen_at < now() - interval '1 day'`.execute(
    db,
  );
  await sql`delete from person where role = 'GU' and expires_at < now() - interval '1 hour'`.execute(db);
  await sql`delete from download where expires_at < now() - interval '1 day'`.execute(db);
  // Downloads without a notification: direct, failed and cancelled ones. Others stay as long as their notification.
  await sql`
    delete from download_request q where created_at < now() - interval '7 days' and state not in ('waiting', 'preparing')
       and not exists (select 1 from notification n where n.person_id = q.person_id and n.kind = 'download' and n.subject = q.id)`.execute(
    db,
  );
  // Images can be rebuilt at any time; their layers are deleted as orphans unless another image shares them.
  await sql`
    update download_request set state = 'over'
     where state = 'ready' and type in ('docker', 'kme-docker') and ended_at < now() - interval '7 days'`.execute(
    db,
  );
  await sql`
    delete from download_part p using download_request q where q.id = p.download_request_id and q.state = 'over'`.execute(
    db,
  );
  await sql`delete from finished_job where finished_at < now() - interval '7 days'`.execute(db);
  await sql`delete from idempotency_key where created_at < now() - interval '1 day'`.execute(db);
  await sql`delete from login_guess where judged_at < now() - interval '2 days'`.execute(db);
  // Unverified sign-ups and reserved user names, which never had access.
  await sql`
    delete from person
     where role = 'RU' and verified_at is null and last_login_at is null and created_at < now() - interval '7 days'`.execute(
    db,
  );
  await sql`delete from one_time_code where expires_at < now() - interval '1 day'`.execute(db);
  await sql`delete from sign_on_attempt where expires_at < now() - interval '1 hour'`.execute(db);
  await sql`delete from api_token where expires_at < now() - interval '30 days'`.execute(db);
  // Notifications read half a year ago; the download log stays, as its downloads can be repeated.
  await sql`delete from notification where kind <> 'download' and read_at < now() - interval '180 days'`.execute(
    db,
  );
  await sql`delete from search_query where deleted_at < now() - interval '30 days'`.execute(db);
  await sql`delete from sample_group where deleted_at < now() - interval '30 days'`.execute(db);
  await sql`delete from consensus where deleted_at < now() - interval '30 days'`.execute(db);
  await sql`delete from basket where deleted_at < now() - interval '30 days'`.execute(db);
  await deleteEndedComments(db);
  await sql`delete from upload where status = 'open' and last_part_at < now() - interval '48 hours'`.execute(
    db,
  );
  await sql`delete from upload where status = 'mapping' and last_part_at < now() - interval '30 days'`.execute(
    db,
  );
}

/** Deleted comments past the restore period, with all replies and notifications. Index comment_deleted. */
async function deleteEndedComments(db: Database): Promise<void> {
  await sql`
    with gone as (
      delete from comment c
       using (select id, comment_thread_id from comment
               where deleted_at < now() - make_interval(days => ${COMMENT_RETURN_DAYS})) ended
       where c.comment_thread_id = ended.comment_thread_id and (c.id = ended.id or ended.id = any(c.ancestors))
      returning c.id)
    delete from notification n using gone where n.kind = 'mention' and n.subject = 'comment ' || gone.id`.execute(
    db,
  );
}

async function removeOrphans({ db, store, log }: Services): Promise<void> {
  const referenced = await listReferencedKeys(db);
  const nowMs = Date.now();
  const old: string[] = [];
  for await (const { storageKey, storedAtMs } of store.list())
    if (!referenced.has(storageKey) && nowMs - storedAtMs >= ORPHAN_AGE_MS) old.push(storageKey);
  for (const storageKey of await removeUnreferenced(db, store, old))
    log.warn({ storageKey }, 'removed an object without a record');
}

/** Objects of deleted uploads that people's programs put into the store. Primary key of upload. */
async function removeStaged({ db, store }: Services): Promise<void> {
  if (!store.staging) return;
  for await (const id of store.staging.list()) {
    const { rows } = await sql<{ lives: boolean }>`
      select exists (select 1 from upload where id = ${id} and status in ('open', 'checking', 'mapping', 'storing')) as lives`.execute(
      db,
    );
    if (rows[0]?.lives === false) await store.staging.remove(id);
  }
}

/** Deletes expired rows, objects without a record, and uploads that were never finished. */
export async function sweep(services: Services): Promise<void> {
  await deleteEnded(services.db);
  await removeOrphans(services);
  await removeStaged(services);
  await services.store.sweepUnfinished(ORPHAN_AGE_MS);
}
