/**
 * Restores a backup into an empty installation: verifies all checksums first, then loads everything in one transaction.
 */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { migrateJobs } from '../../base/jobs/jobs.ts';
import { listMigrations, migrate } from '../../base/postgres/migrate.ts';
import type { Services } from '../../base/services.ts';
import { openDiskStore } from '../../base/store/disk-store.ts';
import {
  type BackupManifest,
  backupManifest,
  listTables,
  MANIFEST,
  OBJECTS,
  quoteName,
  type SavedTable,
} from './backup.ts';
import { loadWithoutIndexes } from './load-without-indexes.ts';

/** A fault of a backup or its target, as a sentence for the operator. */
export class RestoreRefused extends Error {}

/** The folder of one backup: the given one, or the newest complete one in it. */
async function getBackup(given: string): Promise<{ folder: string; objects: string }> {
  const names = await readdir(given).catch(() => null);
  if (names === null) throw new RestoreRefused(`There is no folder ${given}.`);
  if (names.includes(MANIFEST)) return { folder: given, objects: path.join(path.dirname(given), OBJECTS) };
  const newest = names
    .filter((name) => /^\d{4}-\d\d-\d\dT[\d-]+\.\d+Z$/.test(name))
    .sort()
    .at(-1);
  if (newest === undefined) throw new RestoreRefused(`${given} holds no whole backup.`);
  return { folder: path.join(given, newest), objects: path.join(given, OBJECTS) };
}

async function readManifest(folder: string): Promise<BackupManifest> {
  const text = await readFile(path.join(folder, MANIFEST), 'utf8').catch(() => '');
  try {
    return backupManifest.parse(JSON.parse(text));
  } catch (error) {
    throw new RestoreRefused(`${path.join(folder, MANIFEST)} cannot be read: ${String(error)}`);
  }
}

function readTable(folder: string, { file }: SavedTable): Readable {
  const packed = createReadStream(path.join(folder, path.basename(file)));
  const plain = createGunzip();
  packed.on('error', (error) => plain.destroy(error));
  return packed.pipe(plain);
}

/** @throws RestoreRefused if the text of a table does not match its checksum */
async function checkTable(folder: string, table: SavedTable): Promise<void> {
  const hash = createHash('sha256');
  try {
    for await (const chunk of readTable(folder, table)) hash.update(chunk);
  } catch (error) {
    throw new RestoreRefused(
      `${table.file} cannot be read: ${error instanceof Error ? error.message : error}`,
    );
  }
  if (hash.digest('hex') !== table.sha256) throw new RestoreRefused(`${table.file} is not what was saved.`);
}

/** Migrates the schema to the version of the backup. @throws RestoreRefused if this version of Omicon cannot */
async function prepareSchema({ db, pool }: Services, { migrations }: BackupManifest): Promise<void> {
  const { known, executed } = await listMigrations(db);
  const last = migrations.at(-1);
  if (last === undefined || migrations.some((name, at) => known[at] !== name))
    throw new RestoreRefused(
      `The backup was made by a newer Omicon: it has the migration ${last ?? '(none)'}. Please install that version.`,
    );
  if (executed.length > migrations.length)
    throw new RestoreRefused('The database has newer tables than the backup. Please give an empty database.');
  await migrate(db, last === undefined ? {} : { last });
  await migrateJobs(pool);
}

export interface RestoreProgress {
  onProgress?(progress: {
    phase: 'checks' | 'objects' | 'tables' | 'indexes';
    done: number;
    total: number;
  }): void;
}

/** Whether the installation is empty: a portal that was started has records, or at least accounts. */
async function refuseUsed(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ is_used: boolean }>(
    'select exists (select 1 from person) or exists (select 1 from omicon_record) as is_used',
  );
  if (rows[0]?.is_used !== false)
    throw new RestoreRefused(
      'There are records or accounts in this installation. A backup can only be restored into an empty one.',
    );
}

async function loadTable(client: pg.ClientBase, folder: string, table: SavedTable): Promise<void> {
  const columns = table.columns.map(quoteName).join(', ');
  const into = client.query(copyFrom(`copy ${quoteName(table.name)} (${columns}) from stdin`));
  await pipeline(readTable(folder, table), into);
  if (into.rowCount !== table.rows)
    throw new Error(`${table.name} took ${into.rowCount} rows of the ${table.rows} that were saved.`);
}

async function loadRecords(
  client: pg.ClientBase,
  folder: string,
  manifest: BackupManifest,
  { onProgress }: RestoreProgress,
): Promise<void> {
  const saved = new Map(manifest.tables.map((table) => [table.name, table]));
  const known = await listTables(client);
  const missing = [...saved.keys()].find((name) => !known.some((table) => table.name === name));
  if (missing !== undefined) throw new RestoreRefused(`There is no table ${missing} in this version.`);
  await client.query(`truncate ${known.map(({ name }) => quoteName(name)).join(', ')}`);
  await loadWithoutIndexes(client, async () => {
    for (const [done, { name }] of known.entries()) {
      onProgress?.({ phase: 'tables', done, total: known.length });
      const table = saved.get(name);
      if (table === undefined) continue;
      // Rows made by triggers are in the backup, too.
      await client.query(`alter table ${quoteName(name)} disable trigger user`);
      await loadTable(client, folder, table);
      await client.query(`alter table ${quoteName(name)} enable trigger user`);
    }
    onProgress?.({ phase: 'indexes', done: 0, total: 1 });
  });
  for (const { name, last_value, is_called } of manifest.sequences)
    await client.query('select setval($1::regclass, $2, $3)', [quoteName(name), last_value, is_called]);
  // The workers of locked jobs no longer exist.
  await client.query(
    'update graphile_worker._private_jobs set locked_at = null, locked_by = null where locked_by is not null',
  );
  await client.query(
    'update graphile_worker._private_job_queues set locked_at = null, locked_by = null where locked_by is not null',
  );
}

export interface RestoreReport {
  folder: string;
  created_at: string;
  tables: number;
  rows: number;
  objects: number;
}

/**
 * Restores the backup in `given`, or the newest one in it. Objects first, which are harmless without records; then all
 * records in one transaction. Can be repeated after a failure.
 * @throws RestoreRefused before anything is changed
 */
export async function restoreBackup(
  services: Services,
  given: string,
  progress: RestoreProgress = {},
): Promise<RestoreReport> {
  const { onProgress } = progress;
  const found = await getBackup(given);
  const manifest = await readManifest(found.folder);
  for (const [done, table] of manifest.tables.entries()) {
    onProgress?.({ phase: 'checks', done, total: manifest.tables.length });
    await checkTable(found.folder, table);
  }
  const objects = await openDiskStore(found.objects);
  for (const key of manifest.objects)
    if (!(await objects.has(key))) throw new RestoreRefused(`Object ${key} is missing in ${found.objects}.`);
  await prepareSchema(services, manifest);
  const client = await services.pool.connect();
  try {
    await refuseUsed(client);
    for (const [done, key] of manifest.objects.entries()) {
      onProgress?.({ phase: 'objects', done, total: manifest.objects.length });
      if (await services.store.has(key)) continue;
      const stored = await services.store.put(await objects.read(key));
      if (stored.storageKey !== key)
        throw new RestoreRefused(`Object ${key} is damaged in ${found.objects}.`);
    }
    await client.query('begin');
    await loadRecords(client, found.folder, manifest, progress);
    await client.query('commit');
  } finally {
    // Closing the connection rolls back an open transaction.
    client.release(true);
  }
  await migrate(services.db);
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
  const { created_at } = manifest;
  return {
    folder: found.folder,
    created_at,
    tables: manifest.tables.length,
    rows,
    objects: manifest.objects.length,
  };
}
