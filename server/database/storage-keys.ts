/** Which stored objects the records refer to. */
import { type Db, sql } from '../base/database.ts';
import type { Store } from '../base/store.ts';

const REFERENCES = sql`
  select storage_key from file
  union select storage_key from mapping_table
  union select storage_key from ontology
  union select kme_storage_key from covariation_network where kme_storage_key is not null
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
       and not exists (select 1 from text_table_index where plain_storage_key = asked.key)
       and not exists (select 1 from download_part where storage_key = asked.key)
       and not exists (select 1 from bug_report_screenshot where storage_key = asked.key)
       and not exists (select 1 from upload where storage_key = asked.key)
       and not exists (select 1 from upload_part where sha256 = decode(asked.key, 'hex'))`.execute(db);
  return rows.map((row) => row.key);
}

/** Removes objects that nothing needs any more; what a record refers to stays. */
export async function removeUnreferenced(
  db: Db,
  store: Store,
  storageKeys: readonly string[],
): Promise<void> {
  for (const key of await listUnreferenced(db, [...new Set(storageKeys)])) await store.remove(key);
}
