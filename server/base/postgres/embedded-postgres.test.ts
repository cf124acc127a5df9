/** The embedded database restarts after any kind of end. */
import { mkdtempSync, renameSync, rmSync } from 'node:fs';
import { chmod, chown, cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { ConfigError } from '../../config.ts';
import {
  copyBinaries,
  linkedBinaries,
  removeEmbeddedPostgres,
  startEmbeddedPostgres,
} from './embedded-postgres.ts';

const folder = mkdtempSync(path.join(os.tmpdir(), 'omicon-postgres-'));
afterAll(() => {
  removeEmbeddedPostgres(folder);
  rmSync(folder, { recursive: true, force: true });
});

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  // The error of the broken connection is expected.
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

test('a database killed during a query restarts with all acknowledged data', async () => {
  const first = await startEmbeddedPostgres(folder, { isDurable: true });
  const client = await connect(first.url);
  await client.query('create table kept (n int)');
  await client.query('insert into kept values (1)');
  // A busy backend does not notice that its server is gone, and keeps its shared memory until it ends.
  const busy = await connect(first.url);
  const computing = busy.query('select count(*) from generate_series(1, 30000000)').catch(() => null);
  await client.query('select pg_sleep(0.3)');
  const pid = first.pid();
  if (pid === undefined) throw new Error('The database has no process.');
  process.kill(pid, 'SIGKILL');

  const second = await startEmbeddedPostgres(folder, { isDurable: true });
  const again = await connect(second.url);
  expect((await again.query('select n from kept')).rows).toEqual([{ n: 1 }]);
  await again.end();
  await second.stop();
  await computing;
});

test('a deleted data folder gets an empty database, a moved one keeps its own', async () => {
  const moved = `${folder}-moved`;
  const first = await startEmbeddedPostgres(folder, { isDurable: false });
  await first.stop();
  renameSync(folder, moved);
  const again = await startEmbeddedPostgres(moved, { isDurable: false });
  const kept = await connect(again.url);
  expect((await kept.query('select n from kept')).rows).toEqual([{ n: 1 }]);
  await kept.end();
  await again.stop();

  const fresh = await startEmbeddedPostgres(folder, { isDurable: false });
  const empty = await connect(fresh.url);
  await expect(empty.query('select n from kept')).rejects.toThrow('does not exist');
  await empty.end();
  await fresh.stop();
  removeEmbeddedPostgres(moved);
  rmSync(moved, { recursive: true, force: true });
});

test('a database stays where it is when the folder of root’s databases changes; a new one lies there', async () => {
  const isRoot = process.getuid?.() === 0;
  const databases = await mkdtemp(path.join(os.tmpdir(), 'databases-'));
  await chmod(databases, 0o755);
  const added = `${folder}-added`;
  const kept = await startEmbeddedPostgres(folder, { isDurable: false });
  await kept.stop();
  const before = process.env.OMICON_ROOT_POSTGRES_DIR;
  process.env.OMICON_ROOT_POSTGRES_DIR = databases;
  try {
    const again = await startEmbeddedPostgres(folder, { isDurable: false });
    await again.stop();
    const fresh = await startEmbeddedPostgres(added, { isDurable: false });
    await fresh.stop();
    expect([again.data, fresh.data.startsWith(databases)]).toEqual([kept.data, isRoot]);
    removeEmbeddedPostgres(added);
  } finally {
    if (before === undefined) delete process.env.OMICON_ROOT_POSTGRES_DIR;
    else process.env.OMICON_ROOT_POSTGRES_DIR = before;
    for (const each of [databases, added]) await rm(each, { recursive: true, force: true });
  }
});

test('a second product on the same data folder is refused with a message, and the first is not affected', async () => {
  const first = await startEmbeddedPostgres(folder, { isDurable: false });
  const client = await connect(first.url);
  const failure = await startEmbeddedPostgres(folder, { isDurable: false }).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(ConfigError);
  expect((failure as Error).message).toBe(
    `Another Omicon works in the data folder ${folder}. Stop it, or set OMICON_DATA_DIR to a folder of its own.`,
  );
  expect((await client.query('select 1 as n')).rows).toEqual([{ n: 1 }]);
  await client.end();
  await first.stop();

  const next = await startEmbeddedPostgres(folder, { isDurable: false });
  await next.stop();
});

test('a copy of the binaries outlives the installation that it was copied from, also one of an earlier release', async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'binaries-'));
  const [native, copy, earlier] = ['native', 'copy', 'earlier'].map((name) => path.join(folder, name));
  if (native === undefined || copy === undefined || earlier === undefined) throw new Error('no folders');
  await mkdir(path.join(native, 'lib'), { recursive: true });
  await writeFile(path.join(native, 'lib/libicu.so.1'), 'library');
  await writeFile(
    path.join(native, 'pg-symlinks.json'),
    JSON.stringify([{ source: 'native/lib/libicu.so.1', target: 'native/lib/libicu.so' }]),
  );
  // As after an installation with install scripts.
  await symlink('libicu.so.1', path.join(native, 'lib/libicu.so'));
  copyBinaries(native, copy);
  await cp(copy, earlier, { recursive: true, verbatimSymlinks: true });
  await rm(path.join(earlier, 'lib/libicu.so'));
  await symlink(path.join(native, 'lib/libicu.so.1'), path.join(earlier, 'lib/libicu.so'));
  await rm(native, { recursive: true });
  copyBinaries(native, earlier);
  expect(await readFile(path.join(copy, 'lib/libicu.so'), 'utf8')).toBe('library');
  expect(await readFile(path.join(earlier, 'lib/libicu.so'), 'utf8')).toBe('library');
  await rm(folder, { recursive: true });
});

/** Acts as an ordinary user, also if the tests run as root. */
function asOrdinaryUser<T>(act: () => T): T {
  if (process.getuid?.() !== 0) return act();
  process.seteuid?.(65534);
  try {
    return act();
  } finally {
    process.seteuid?.(0);
  }
}

test('in a program folder that cannot be written, the binaries are copied beside the data', async () => {
  const home = await mkdtemp(path.join(os.tmpdir(), 'read-only-'));
  const [native, data] = [path.join(home, 'package/native'), path.join(home, 'data')];
  await mkdir(path.join(native, 'lib'), { recursive: true });
  await mkdir(data);
  await writeFile(path.join(native, '../package.json'), '{"version":"18.4.0"}');
  await writeFile(path.join(native, 'lib/libicu.so.1'), 'library');
  await writeFile(
    path.join(native, 'pg-symlinks.json'),
    JSON.stringify([{ source: 'native/lib/libicu.so.1', target: 'native/lib/libicu.so' }]),
  );
  await chmod(path.join(native, 'lib'), 0o555);
  await chmod(home, 0o755);
  if (process.getuid?.() === 0) await chown(data, 65534, 65534);
  const binaries = asOrdinaryUser(() => linkedBinaries(native, data));
  expect(binaries).toBe(path.join(data, 'postgres-18.4.0'));
  expect(await readFile(path.join(binaries, 'lib/libicu.so'), 'utf8')).toBe('library');
  await chmod(path.join(native, 'lib'), 0o755);
  expect(asOrdinaryUser(() => linkedBinaries(native, data))).toBe(
    process.getuid?.() === 0 ? binaries : native,
  );
  await chmod(path.join(binaries, 'lib'), 0o755);
  await rm(home, { recursive: true });
});
