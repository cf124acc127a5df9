/** Stored bytes are compared with their checksum again and again: at every whole download, and at the latest after 29 days. Owns table fixity_check. */
import { createHash } from 'node:crypto';
import { type Db, sql } from './database.ts';
import type { Services } from './services.ts';
import type { Store } from './store.ts';

/** Enough for a few tebibytes a month, and little enough to leave the disk to people. */
const BYTES_A_RUN = 4 * 1024 ** 3;

export async function recordFixity(db: Db, storage_key: string, is_right: boolean): Promise<void> {
  await sql`
    insert into fixity_check (storage_key, is_right) values (${storage_key}, ${is_right})
    on conflict (storage_key) do update set is_right = excluded.is_right, checked_at = now()`.execute(db);
}

/** Whether the last comparison found the object damaged. Primary key. */
export async function isDamaged(db: Db, storage_key: string): Promise<boolean> {
  const row = await db
    .selectFrom('fixity_check')
    .select('is_right')
    .where('storage_key', '=', storage_key)
    .executeTakeFirst();
  return row?.is_right === false;
}

/**
 * Keys of files whose bytes were not compared for 29 days, and of damaged ones not compared for 50 minutes, so that a mark is
 * lifted soon after the object was brought back; longest first, with their sizes; at most 10,000.
 */
async function listDue(db: Db): Promise<{ storage_key: string; size_bytes: number }[]> {
  const { rows } = await sql<{ storage_key: string; size_bytes: number }>`
    select f.storage_key, max(f.size_bytes) as size_bytes
      from file f left join fixity_check c on c.storage_key = f.storage_key
     where coalesce(c.checked_at, f.created_at) < now() - interval '29 days'
        or (not c.is_right and c.checked_at < now() - interval '50 minutes')
     group by f.storage_key, c.checked_at order by c.checked_at nulls first, f.storage_key limit 10000`.execute(
    db,
  );
  return rows;
}

/** The SHA-256 of what lies under a key, in hex; null when nothing lies there. */
async function hashStored(store: Store, storageKey: string): Promise<string | null> {
  if (!(await store.has(storageKey))) return null;
  const hash = createHash('sha256');
  for await (const chunk of await store.read(storageKey)) hash.update(chunk);
  return hash.digest('hex');
}

/** Compares what is due, up to a limit of bytes; damage is logged and recorded. @returns keys found damaged */
export async function checkFixity({ db, store, log }: Services): Promise<string[]> {
  const damaged: string[] = [];
  let bytes = 0;
  for (const { storage_key, size_bytes } of await listDue(db)) {
    if (bytes > BYTES_A_RUN) break;
    bytes += size_bytes;
    const isRight = (await hashStored(store, storage_key)) === storage_key;
    await recordFixity(db, storage_key, isRight);
    if (isRight) continue;
    damaged.push(storage_key);
    log.error({ storage_key }, 'stored bytes differ from their checksum');
  }
  return damaged;
}
