/**
 * A backup of the whole portal in a folder: a consistent snapshot of every table as text, and every object under its
 * key. Objects of earlier backups in the same folder are not copied again. Needs only the database connection and the
 * store, so it works for embedded and external databases, on disk and in a bucket.
 */
import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, open, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { z } from 'zod';
import { listMigrations } from '../../base/postgres/migrate.ts';
import type { Services } from '../../base/services.ts';
import { openDiskStore } from '../../base/store/disk-store.ts';
import type { Store } from '../../base/store/store.ts';
import { BACKUP_LOCK, listReferencedKeys } from './storage-keys.ts';

/** Name of the folder of objects, next to those of backups. */
export const OBJECTS = 'objects';
export const MANIFEST = 'manifest.json';

const savedTable = z.object({
  /** with its schema */
  name: z.string(),
  columns: z.array(z.string()),
  file: z.string(),
  rows: z.number().int(),
  /** of the text, in hex */
  sha256: z.string(),
});
export type SavedTable = z.output<typeof savedTable>;

export const backupManifest = z.object({
  format: z.literal(1),
  created_at: z.string(),
  /** names of the schema's migrations, oldest first */
  migrations: z.array(z.string()),
  tables: z.array(savedTable),
  sequences: z.array(z.object({ name: z.string(), last_value: z.number(), is_called: z.boolean() })),
  objects: z.array(z.string()),
});
export type BackupManifest = z.output<typeof backupManifest>;

/** Qualified and quoted table name. */
export function quoteName(name: string): string {
  return name
    .split('.')
    .map((part) => `"${part.replaceAll('"', '""')}"`)
    .join('.');
}

interface Table {
  name: string;
  columns: string[];
}

/** Tables of the product and the job queue with their writable columns, referenced tables first. */
export async function listTables(client: pg.ClientBase): Promise<Table[]> {
  const { rows } = await client.query<Table & { needs: string[] }>(`
    select n.nspname || '.' || c.relname as name,
           (select array_agg(a.attname::text order by a.attnum) from pg_attribute a
             where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
           (select coalesce(array_agg(distinct fn.nspname || '.' || f.relname), '{}')
              from pg_constraint k join pg_class f on f.oid = k.confrelid join pg_namespace fn on fn.oid = f.relnamespace
             where k.conrelid = c.oid and k.contype = 'f' and k.confrelid <> c.oid) as needs
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and n.nspname in ('public', 'graphile_worker')
       and c.relname not in ('kysely_migration', 'kysely_migration_lock', 'migrations')
     order by 1`);
  const sorted: Table[] = [];
  const left = new Map(rows.map((row) => [row.name, row]));
  while (left.size > 0) {
    const ready = [...left.values()].filter(({ needs }) => needs.every((name) => !left.has(name)));
    if (ready.length === 0)
      throw new Error(`Tables refer to one another in a circle: ${[...left.keys()].join(', ')}`);
    for (const { name, columns } of ready) {
      sorted.push({ name, columns });
      left.delete(name);
    }
  }
  return sorted;
}

/**
 * Passes bytes through, hashing them and counting rows; each row of a text copy has exactly one newline, at its end.
 */
function countingRows(): { pass: Transform; result(): { rows: number; sha256: string } } {
  const hash = createHash('sha256');
  let rows = 0;
  const pass = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) rows += 1;
      done(null, chunk);
    },
  });
  return { pass, result: () => ({ rows, sha256: hash.digest('hex') }) };
}

async function saveTable(client: pg.ClientBase, table: Table, folder: string): Promise<SavedTable> {
  const file = `${table.name}.txt.gz`;
  const columns = table.columns.map(quoteName).join(', ');
  const counting = countingRows();
  await pipeline(
    client.query(copyTo(`copy (select ${columns} from ${quoteName(table.name)}) to stdout`)),
    counting.pass,
    createGzip({ level: 6 }),
    createWriteStream(path.join(folder, file), { mode: 0o600, flush: true }),
  );
  return { ...table, file, ...counting.result() };
}

async function readSequences(client: pg.ClientBase): Promise<BackupManifest['sequences']> {
  const { rows } = await client.query<{ name: string }>(
    `select schemaname || '.' || sequencename as name from pg_sequences where schemaname in ('public', 'graphile_worker') order by 1`,
  );
  const sequences: BackupManifest['sequences'] = [];
  for (const { name } of rows) {
    const found = await client.query<{ last_value: number; is_called: boolean }>(
      `select last_value, is_called from ${quoteName(name)}`,
    );
    if (found.rows[0]) sequences.push({ name, ...found.rows[0] });
  }
  return sequences;
}

/** @throws Error if the object's bytes do not match its key */
async function copyObject(from: Store, to: Store, key: string): Promise<void> {
  if (await to.has(key)) return;
  const stored = await to.put(await from.read(key));
  if (stored.storageKey === key) return;
  await to.remove(stored.storageKey);
  throw new Error(`Object ${key} is damaged in the store: its bytes have the checksum ${stored.storageKey}.`);
}

export interface BackupReport {
  folder: string;
  tables: number;
  rows: number;
  objects: number;
}

interface Progress {
  onProgress?(progress: { phase: 'objects' | 'tables'; done: number; total: number }): void;
}

async function copyObjects(
  from: Store,
  to: Store,
  keys: readonly string[],
  { onProgress }: Progress,
): Promise<void> {
  for (const [done, key] of keys.entries()) {
    onProgress?.({ phase: 'objects', done, total: keys.length });
    await copyObject(from, to, key);
  }
}

async function saveRecords(
  services: Services,
  client: pg.ClientBase,
  folder: string,
  { onProgress }: Progress,
): Promise<Omit<BackupManifest, 'format' | 'created_at' | 'objects'>> {
  const tables: SavedTable[] = [];
  const listed = await listTables(client);
  for (const [done, table] of listed.entries()) {
    onProgress?.({ phase: 'tables', done, total: listed.length });
    tables.push(await saveTable(client, table, folder));
  }
  const migrations = await listMigrations(services.db);
  return { migrations: migrations.executed, tables, sequences: await readSequences(client) };
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  await handle.sync().finally(() => handle.close());
}

/**
 * Writes a backup below `target`, in a folder named by the time; it gets its final name when complete.
 * @throws Error if an object is missing or damaged
 */
export async function writeBackup(
  services: Services,
  target: string,
  progress: Progress = {},
): Promise<BackupReport> {
  await mkdir(target, { recursive: true, mode: 0o700 });
  const objects = await openDiskStore(path.join(target, OBJECTS));
  const created_at = new Date().toISOString();
  const folder = path.join(target, created_at.replaceAll(':', '-'));
  const partial = `${folder}.partial`;
  await mkdir(partial, { mode: 0o700 });
  const client = await services.pool.connect();
  try {
    await client.query('select pg_advisory_lock_shared(hashtextextended($1, 0))', [BACKUP_LOCK]);
    // Copies most objects before the snapshot, so that little can change between the snapshot and its objects.
    await copyObjects(services.store, objects, [...(await listReferencedKeys(services.db))], progress);
    await client.query('begin isolation level repeatable read read only');
    const keys = [...(await listReferencedKeys(services.db))].sort();
    const records = await saveRecords(services, client, partial, progress);
    await client.query('commit');
    await copyObjects(services.store, objects, keys, {});
    const manifest: BackupManifest = { format: 1, created_at, ...records, objects: keys };
    await writeFile(path.join(partial, MANIFEST), JSON.stringify(manifest, null, 1), {
      mode: 0o600,
      flush: true,
    });
    await syncFolder(partial);
    await rename(partial, folder);
    await syncFolder(target);
    const rows = records.tables.reduce((sum, table) => sum + table.rows, 0);
    return { folder, tables: records.tables.length, rows, objects: keys.length };
  } catch (error) {
    await rm(partial, { recursive: true, force: true });
    throw error;
  } finally {
    // Closing the connection ends its transaction and lock.
    client.release(true);
  }
}
