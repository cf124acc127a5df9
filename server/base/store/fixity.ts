/**
 * Fixity checks: stored bytes are compared with their checksum at every complete download, and at least every 29 days.
 * Owns table fixity_check.
 */
import { createHash } from 'node:crypto';
import { type Db, sql } from '../postgres/database.ts';
import type { Services } from '../services.ts';
import type { Store } from './store.ts';

/** Enough for a few TiB per month without occupying the disk. */
const BYTES_A_RUN = 4 * 1024 ** 3;

/** Stores the result of checking an object; the last one counts. Primary key of fixity_check. */
export async function recordFixity(db: Db, storage_key: string, is_right: boolean): Promise<void> {
  await sql`
    insert into fixity_check (storage_key, is_right) values (${storage_key}, ${is_right})
    on conflict (storage_key) do update set is_right = excluded.is_right, checked_at = now()`.execute(db);
}

/** Whether the last check found the object damaged. Primary key. */
export async function isDamaged(db: Db, storage_key: string): Promise<boolean> {
  const row = await db
    .selectFrom('fixity_check')
    .select('is_right')
    .where('storage_key', '=', storage_key)
    .executeTakeFirst();
  return row?.is_right === false;
}

/**
 * Objects referenced by records, with the time since when; without parts of uploads and objects that can be rebuilt.
 */
const KEPT = sql`
  select storage_key, created_at from file
  union all select s.storage_key, r.created_at from bug_report_screenshot s join bug_report r on r.id = s.bug_report_id
  union all select storage_key, created_at from mapping_table
  union all select storage_key, created_at from ontology
  union all select l.storage_key, r.created_at from cell_type_level l join cell_type_reference r on r.id = l.reference_id
  union all select f.storage_key, r.created_at from cell_type_file f join cell_type_reference r on r.id = f.reference_id
  union all select n.kme_storage_key, a.created_at from covariation_network n join analysis a on a.id = n.analysis_id
             where n.kme_storage_key is not null
  union all select n.kme_values_storage_key, a.created_at from covariation_network n join analysis a on a.id = n.analysis_id
             where n.kme_values_storage_key is not null
  union all select matrix_storage_key, created_at from data_set where matrix_storage_key is not null
  union all select row_statistics_storage_key, created_at from data_set where row_statistics_storage_key is not null`;

/**
 * Keys of referenced objects not checked for 29 days, and of damaged ones not checked for 50 minutes, so that a
 * restored object is cleared soon; oldest check first, at most 10,000.
 */
async function listDue(db: Db): Promise<string[]> {
  const { rows } = await sql<{ storage_key: string }>`
    select k.storage_key
      from (${KEPT}) k left join fixity_check c on c.storage_key = k.storage_key
     where coalesce(c.checked_at, k.created_at) < now() - interval '29 days'
        or (not c.is_right and c.checked_at < now() - interval '50 minutes')
     group by k.storage_key, c.checked_at order by c.checked_at nulls first, k.storage_key limit 10000`.execute(
    db,
  );
  return rows.map(({ storage_key }) => storage_key);
}

/** SHA-256 (hex) and size of the object under a key; null if there is none. */
async function hashStored(
  store: Store,
  storageKey: string,
): Promise<{ sha256: string; bytes: number } | null> {
  if (!(await store.has(storageKey))) return null;
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of await store.read(storageKey)) {
    hash.update(chunk);
    bytes += chunk.length;
  }
  return { sha256: hash.digest('hex'), bytes };
}

/** Checks due objects up to a limit of bytes; damage is logged and recorded. @returns keys found damaged */
export async function checkFixity({ db, store, log }: Services): Promise<string[]> {
  const damaged: string[] = [];
  let bytes = 0;
  for (const storage_key of await listDue(db)) {
    if (bytes > BYTES_A_RUN) break;
    const found = await hashStored(store, storage_key);
    bytes += found?.bytes ?? 0;
    const isRight = found?.sha256 === storage_key;
    await recordFixity(db, storage_key, isRight);
    if (isRight) continue;
    damaged.push(storage_key);
    log.error({ storage_key }, 'stored bytes differ from their checksum');
  }
  return damaged;
}
