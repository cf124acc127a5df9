/**
 * Which stored objects the records refer to. The same bytes are one object, so what one record lets go another may be
 * about to refer to: whoever makes such a record holds the objects, and none is removed meanwhile.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { PortalError } from '../../base/http/errors.ts';
import { type Database, type Db, sql, type Tx } from '../../base/postgres/database.ts';
import type { Store } from '../../base/store/store.ts';

/** Held while a backup is written, which has to find the objects of the moment that it saves. */
export const BACKUP_LOCK = 'omicon backup';
/** Held by all who make records of objects, together, and by nobody else while objects are removed. */
const OBJECT_LOCK = 'omicon objects';

const REFERENCES = sql`
  select storage_key from file
  union select storage_key from mapping_table
  union select storage_key from ontology
  union select kme_storage_key from covariation_network where kme_storage_key is not null
  union select kme_values_storage_key from covariation_network where kme_values_storage_key is not null
  union select matrix_storage_key from data_set where matrix_storage_key is not null
  union select row_statistics_storage_key from data_set where row_statistics_storage_key is not null
  union select plain_storage_key from text_table_index where plain_storage_key is not null
  union select storage_key from download_part
  union select storage_key from bug_report_screenshot
  union select storage_key from upload where storage_key is not null
  union select encode(p.sha256, 'hex') from upload_part p`;

/** Every referenced key once. Reads nine tables whole; for checks, not for requests. */
export async function listReferencedKeys(db: Db): Promise<Set<string>> {
  const { rows } = await sql<{ storage_key: string }>`${REFERENCES}`.execute(db);
  return new Set(rows.map((row) => row.storage_key));
}

/** Of the given keys those that no record refers to. Index file_storage_key for the large table. */
async function listUnreferenced(db: Db, storageKeys: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    select asked.key from unnest(${storageKeys}::text[]) asked(key)
     where not exists (select 1 from file where storage_key = asked.key)
       and not exists (select 1 from mapping_table where storage_key = asked.key)
       and not exists (select 1 from ontology where storage_key = asked.key)
       and not exists (select 1 from covariation_network where kme_storage_key = asked.key)
       and not exists (select 1 from covariation_network where kme_values_storage_key = asked.key)
       and not exists (select 1 from data_set where matrix_storage_key = asked.key)
       and not exists (select 1 from data_set where row_statistics_storage_key = asked.key)
       and not exists (select 1 from text_table_index where plain_storage_key = asked.key)
       and not exists (select 1 from download_part where storage_key = asked.key)
       and not exists (select 1 from bug_report_screenshot where storage_key = asked.key)
       and not exists (select 1 from upload where storage_key = asked.key)
       and not exists (select 1 from upload_part where sha256 = decode(asked.key, 'hex'))`.execute(db);
  return rows.map((row) => row.key);
}

/** From here to the end of the transaction no object goes; before objects are looked for that it makes records of. */
export async function holdObjects(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(hashtextextended(${OBJECT_LOCK}, 0))`.execute(tx);
}

/**
 * As `holdObjects`, for objects that were stored before the transaction began.
 * @throws PortalError 503 when one of them went meanwhile with the last record of the same bytes
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
/** Few, because nobody makes a record of any object meanwhile. */
const AT_A_TIME = 20;

/** @returns the keys of what was removed; null where objects are held or a backup is written, and nothing was done */
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
 * Removes objects that nothing needs any more; what a record refers to stays. Where it is held up for more than a
 * second, the rest is left to the sweep.
 * @returns the keys of what was removed
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
