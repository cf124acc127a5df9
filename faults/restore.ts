/**
 * A backup of the real corpus, taken while the portal runs and restored on an empty host (REL-24): the consistency
 * check is clean, every table has its rows, and files fetched through the restored portal are intact.
 */
import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { withCalibration } from '../bench/report/calibration.ts';
import { runCommand } from '../journeys/harness/commands.ts';
import { CORPUS, requireInput } from '../journeys/harness/corpus-files.ts';
import { type Portal, signInByToken, startSingle, until } from '../journeys/harness/portal.ts';
import { withFolder } from '../journeys/harness/temporary-folder.ts';
import { openDatabase, sql } from '../server/base/postgres/database.ts';
import {
  embeddedUrl,
  removeEmbeddedPostgres,
  startEmbeddedPostgres,
} from '../server/base/postgres/embedded-postgres.ts';

const FILES = 8;
const IMPORT_MS = 900_000;

/** Fails if the consistency check finds a fault. */
export async function verifyClean(env: Record<string, string>): Promise<number> {
  const { stdout, seconds } = await runCommand('verify', ['--json', '--strict'], env);
  const figures = Object.entries(JSON.parse(stdout) as Record<string, number>);
  const wrong = figures.filter(([, count]) => count !== 0);
  if (wrong.length > 0) throw new Error(`The consistency check is not clean: ${JSON.stringify(wrong)}`);
  return seconds;
}

/** Waits for jobs that are due, or soon: meta-modules wait for the end of an import. */
export async function waitForJobs({ dataDir }: Pick<Portal, 'dataDir'>): Promise<void> {
  const { db, close } = openDatabase(embeddedUrl(dataDir), { connections: 1 });
  const waiting = async () => {
    const { rows } = await sql<{ n: number }>`
      select ((select count(*) from graphile_worker.jobs where run_at <= now() + interval '20 s' and attempts < max_attempts)
              + (select count(*) from intake_run where ended_at is null))::int as n`.execute(db);
    return rows[0]?.n === 0 ? true : null;
  };
  await until('the import and its jobs', waiting, IMPORT_MS).finally(close);
}

export interface Inventory {
  rows: Map<string, number>;
  files: { key: string; sha256: string; size_bytes: number }[];
}

/** Rows of every table of the product, and files of different sizes with their checksums. */
export async function takeInventory(dataDir: string): Promise<Inventory> {
  const { db, close } = openDatabase(embeddedUrl(dataDir), { connections: 1 });
  const tables = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public' and tablename not like 'kysely%' order by 1`.execute(
    db,
  );
  const rows = new Map<string, number>();
  for (const { name } of tables.rows) {
    const counted = await sql<{ n: number }>`select count(*)::int as n from ${sql.table(name)}`.execute(db);
    rows.set(name, counted.rows[0]?.n ?? 0);
  }
  const files = await sql<Inventory['files'][number]>`
    select key, sha256, size_bytes from (
      select id || '/' || name as key, encode(sha256, 'hex') as sha256, size_bytes,
             ntile(${FILES}) over (order by size_bytes, id) as part, row_number() over (partition by sha256 order by id) as copy
        from file where is_current) f
     where copy = 1 and size_bytes = (select max(g.size_bytes) from (
             select size_bytes, ntile(${FILES}) over (order by size_bytes, id) as part from file where is_current) g where g.part = f.part)
     order by size_bytes limit ${FILES}`.execute(db);
  await close();
  return { rows, files: files.rows };
}

function refuseDifferent(before: Inventory, after: Inventory): void {
  const differing = [...before.rows].filter(([name, count]) => after.rows.get(name) !== count);
  if (differing.length > 0 || before.rows.size !== after.rows.size)
    throw new Error(
      `Tables differ: ${differing.map(([name, count]) => `${name} ${count} -> ${after.rows.get(name)}`).join(', ')}`,
    );
}

/** Fetches files through the portal, as a member of the laboratory. */
export async function fetchFiles(
  { address }: Pick<Portal, 'address'>,
  files: Inventory['files'],
): Promise<number> {
  const member = await signInByToken(address, 'demo_lab');
  let bytes = 0;
  for (const { key, sha256 } of files) {
    const answer = await member.send('POST', '/api/files/link/', { key, purpose: 'download' });
    const link = (await answer.json()) as { url?: string; detail?: string };
    if (link.url === undefined) throw new Error(`There is no link for ${key}: ${link.detail}`);
    const content = Buffer.from(await (await member.get(link.url)).arrayBuffer());
    const found = createHash('sha256').update(content).digest('hex');
    if (found !== sha256) throw new Error(`${key} has the checksum ${found}, and had ${sha256}.`);
    bytes += content.length;
  }
  return bytes;
}

async function sizeOf(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const sizes = await Promise.all(
    entries.filter((entry) => entry.isFile()).map((entry) => stat(path.join(entry.parentPath, entry.name))),
  );
  return sizes.reduce((sum, { size }) => sum + size, 0);
}

async function backUpAndRestore(folder: string): Promise<void> {
  const [old, fresh, backups] = ['old', 'fresh', 'backups'].map((name) => path.join(folder, name)) as [
    string,
    string,
    string,
  ];
  const portal = await startSingle({ args: ['--empty', '--import', CORPUS], dataDir: old });
  await waitForJobs(portal);
  const backup = await runCommand('backup', [backups], portal.settings);
  const before = await takeInventory(old);
  await portal.stop();
  removeEmbeddedPostgres(old);
  rmSync(old, { recursive: true });

  const settings = { OMICON_DATA_DIR: fresh };
  const restore = await runCommand('restore', [backups], settings);
  const verified = await verifyClean(settings);
  // Before the start, which creates the next login key.
  const postgres = await startEmbeddedPostgres(fresh, { isDurable: true });
  await takeInventory(fresh)
    .then((after) => refuseDifferent(before, after))
    .finally(() => postgres.stop());
  const started = performance.now();
  const again = await startSingle({ args: ['--empty'], dataDir: fresh });
  const ready = (performance.now() - started) / 1000;
  try {
    const bytes = await fetchFiles(again, before.files);
    const rows = [...before.rows.values()].reduce((sum, count) => sum + count, 0);
    const size = (await sizeOf(backups)) / 1024 ** 2;
    console.log(`  backup of the running portal  ${backup.seconds.toFixed(1)} s, ${size.toFixed(0)} MiB, ${rows} rows of ${before.rows.size} tables
  restore on an empty host      ${restore.seconds.toFixed(1)} s (10 GiB at this rate: ${((restore.seconds * 10240) / size / 60).toFixed(0)} min)
  consistency check, clean      ${verified.toFixed(1)} s
  portal ready                  ${ready.toFixed(1)} s after its start
  rows of every table           identical
  files downloaded              ${before.files.length}, ${(bytes / 1024 ** 2).toFixed(1)} MiB, every SHA-256 matches`);
  } finally {
    await again.remove();
  }
}

export async function restoreOnEmptyHost(): Promise<void> {
  requireInput();
  await withFolder((folder) =>
    withCalibration('backup and restore of the real corpus', () => backUpAndRestore(folder)),
  );
}
