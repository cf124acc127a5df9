/**
 * References from records to stored objects. Equal bytes are one object, so an object released by one record may be
 * about to be referenced by another: a transaction that adds references holds a shared lock, during which no object is
 * deleted.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { PortalError } from '../../base/errors.ts';
import { type Database, type Db, sql, type Tx } from '../../base/postgres/database.ts';
import type { Store } from '../../base/store/store.ts';

/** Lock held during a backup, so that the objects of its snapshot are not deleted. */
export const BACKUP_LOCK = 'omicon backup';
/** Shared lock of transactions that add references; exclusive while objects are deleted. */
const OBJECT_LOCK = 'omicon objects';

const REFERENCES = sql`
  select storage_key from file
  union select storage_key from mapping_table
  union select storage_key from ontology
  union select kme_storage_key from covariation_network where kme_storage_key is not null
  union select kme_values_storage_key from covariation_network where kme_values_storage_key is not null
  union select storage_key from kme_segment
  union select matrix_storage_key from data_set where matrix_storage_key is not null
  union select row_statistics_storage_key from data_set where row_statistics_storage_key is not null
  union select plain_storage_key from text_table_index where plain_storage_key is not null
  union select storage_key from cell_type_level
  union select storage_key from cell_type_file
  union select storage_key from download_part
  union select storage_key from bug_report_screenshot
  union select storage_key from upload where storage_key is not null
  union select encode(p.sha256, 'hex') from upload_part p`;

/** Every referenced key once. Scans fourteen tables; for checks, not for requests. */
export async function listReferencedKeys(db: Db): Promise<Set<string>> {
  const { rows } = await sql<{ storage_key: string }>`${REFERENCES}`.execute(db);
  return new Set(rows.map((row) => row.storage_key));
}

/** The keys among these without a reference. Index file_storage_key for the large table. */
async function listUnreferenced(db: Db, storageKeys: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    select asked.key from unnest(${storageKeys}::text[]) asked(key)
     where not exists (select 1 from file where storage_key = asked.key)
       and not exists (select 1 from mapping_table where storage_key = asked.key)
       and not exists (select 1 from ontology where storage_key = asked.key)
       and not exists (select 1 from covariation_network where kme_storage_key = asked.key)
       and not exists (select 1 from covariation_network where kme_values_storage_key = asked.key)
       and not exists (select 1 from kme_segment where storage_key = asked.key)
       and not exists (select 1 from data_set where matrix_storage_key = asked.key)
       and not exists (select 1 from data_set where row_statistics_storage_key = asked.key)
       and not exists (select 1 from text_table_index where plain_storage_key = asked.key)
       and not exists (select 1 from cell_type_level where storage_key = asked.key)
       and not exists (select 1 from cell_type_file where storage_key = asked.key)
       and not exists (select 1 from download_part where storage_key = asked.key)
       and not exists (select 1 from bug_report_screenshot where storage_key = asked.key)
       and not exists (select 1 from upload where storage_key = asked.key)
       and not exists (select 1 from upload_part where sha256 = decode(asked.key, 'hex'))`.execute(db);
  return rows.map((row) => row.key);
}

/** Prevents deletion of objects until the transaction ends; call before looking up objects to reference. */
export async function holdObjects(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(hashtextextended(${OBJECT_LOCK}, 0))`.execute(tx);
}

/**
 * As `holdObjects`, for objects stored before the transaction began.
 * @throws PortalError 503 if one of them was deleted with the last other reference to it
 */
export async function keepObjects(tx: Tx, store: Store, storageKeys: readonly string[]): Promise<void> {
  await holdObjects(tx);
  for (const key of storageKeys) {
    if (await store.has(key)) continue;
    throw new PortalError(
      'unavailable',
      'The same content was removed at the very moment it was stored. Please try again.',
      { retryAfterSeconds: 1 },
    );
  }
}

const TRIES = 20;
const PAUSE_MS = 50;
/** Small batches, because adding references is blocked meanwhile. */
const AT_A_TIME = 20;

/** @returns the keys of deleted objects; null if the lock was not available, and nothing was deleted */
async function removeSome(
  db: Database,
  store: Store,
  storageKeys: readonly string[],
): Promise<string[] | null> {
  return db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ is_free: boolean }>`
      select pg_try_advisory_xact_lock(hashtextextended(${BACKUP_LOCK}, 0))
         and pg_try_advisory_xact_lock(hashtextextended(${OBJECT_LOCK}, 0)) as is_free`.execute(tx);
    if (rows[0]?.is_free !== true) return null;
    const unreferenced = await listUnreferenced(tx, storageKeys);
    for (const key of unreferenced) await store.remove(key);
    return unreferenced;
  });
}

/**
 * Deletes unreferenced objects. If the lock is not available within a second, the rest is left to the sweep.
 * @returns the keys of deleted objects
 */
export async function removeUnreferenced(
  db: Database,
  store: Store,
  storageKeys: readonly string[],
): Promise<string[]> {
  const asked = [...new Set(storageKeys)];
  const removed: string[] = [];
  for (let tries = 0, at = 0; at < asked.length && tries < TRIES; ) {
    const some = await removeSome(db, store, asked.slice(at, at + AT_A_TIME));
    if (some === null) {
      tries += 1;
      await sleep(PAUSE_MS);
    } else {
      at += AT_A_TIME;
      removed.push(...some);
    }
  }
  return removed;
}
