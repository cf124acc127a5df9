/** The worker as a separate process. */
import { fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest';
import { migrateJobs } from './base/jobs/jobs.ts';
import { openDatabase, withDatabaseName } from './base/postgres/database.ts';
import { migrate } from './base/postgres/migrate.ts';
import { REPOSITORY } from './config.ts';

const NAME = `omicon_worker_${process.pid}`;
const folder = mkdtempSync(path.join(os.tmpdir(), 'omicon-worker-'));

async function run(text: string): Promise<void> {
  const client = new pg.Client({ connectionString: inject('databaseUrl') });
  await client.connect();
  await client.query(text).finally(() => client.end());
}

/** A worker on its own, and what it prints. */
function startWorkerProcess(url: string, nodeOptions: readonly string[] = []) {
  const worker = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', ...nodeOptions, path.join(REPOSITORY, 'server/worker.ts')],
    { env: { ...process.env, DATABASE_URL: url, OMICON_DATA_DIR: folder, LOG_LEVEL: 'info' } },
  );
  onTestFinished(() => {
    worker.kill('SIGKILL');
  });
  let printed = '';
  for (const stream of [worker.stdout, worker.stderr])
    stream.on('data', (chunk: Buffer) => {
      printed += chunk.toString();
    });
  return {
    worker,
    ended: new Promise((resolve) => worker.once('exit', resolve)),
    async says(words: string) {
      while (!printed.includes(words) && worker.exitCode === null) await sleep(50);
      expect(printed).toContain(words);
    },
  };
}

beforeAll(() => run(`create database ${NAME}`));
afterAll(async () => {
  await run(`drop database ${NAME} with (force)`);
  rmSync(folder, { recursive: true, force: true });
});

test.each([
  ['before it has looked around', 0],
  ['while it waits for its tables', 1500],
])('a worker whose web process is gone %s ends', async (_, afterMs) => {
  const url = withDatabaseName(inject('databaseUrl'), NAME);
  const worker = fork(path.join(REPOSITORY, 'server/worker.ts'), {
    execArgv: ['--disable-warning=ExperimentalWarning'],
    env: { ...process.env, DATABASE_URL: url, OMICON_DATA_DIR: folder, LOG_LEVEL: 'warn' },
  });
  onTestFinished(() => {
    worker.kill('SIGKILL');
  });
  const ended = once(worker, 'exit');
  await sleep(afterMs);
  worker.disconnect();
  expect(await Promise.race([ended, sleep(50_000, 'still there')])).toEqual([0, null]);
});

test('a worker that starts before the tables exist waits for them', async () => {
  const url = withDatabaseName(inject('databaseUrl'), NAME);
  const { worker, ended, says } = startWorkerProcess(url);
  await says('worker waits for a web process');
  const { db, pool, close } = openDatabase(url, { connections: 2 });
  await migrate(db);
  await migrateJobs(pool);
  await close();
  await says('worker ready');
  worker.kill('SIGTERM');
  expect(await ended).toBe(0);
});

test('a worker that starts while the tables of its jobs are made makes the rest', async () => {
  const name = `${NAME}_jobs`;
  await run(`create database ${name}`);
  onTestFinished(() => run(`drop database ${name} with (force)`));
  const url = withDatabaseName(inject('databaseUrl'), name);
  const { db, pool, close } = openDatabase(url, { connections: 2 });
  await migrate(db);
  const first = readFileSync(path.join(REPOSITORY, 'node_modules/graphile-worker/sql/000001.sql'), 'utf8');
  await pool.query(`
    create schema graphile_worker;
    create table graphile_worker.migrations (id int primary key, ts timestamptz default now() not null);
    insert into graphile_worker.migrations (id) values (1);
    ${first.replaceAll(':GRAPHILE_WORKER_SCHEMA', 'graphile_worker')}`);
  await close();
  const { worker, ended, says } = startWorkerProcess(url);
  await says('worker ready');
  worker.kill('SIGTERM');
  expect(await ended).toBe(0);
});

test('a worker that is told to end the moment it says that it is ready ends in order', async () => {
  const endAtReady = `
    import fs from 'node:fs';
    const { writeSync } = fs;
    fs.writeSync = (fd, text, ...rest) => {
      const written = writeSync(fd, text, ...rest);
      if (String(text).includes('worker ready')) process.kill(process.pid, 'SIGTERM');
      return written;
    };`;
  const { ended, says } = startWorkerProcess(withDatabaseName(inject('databaseUrl'), NAME), [
    `--import=data:text/javascript,${encodeURIComponent(endAtReady)}`,
  ]);
  expect(await ended).toBe(0);
  await says('worker ready');
});

test('a worker whose database ends says why it ends', async () => {
  const { ended, says } = startWorkerProcess(withDatabaseName(inject('databaseUrl'), NAME));
  await says('worker ready');
  await run(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${NAME}'`);
  expect(await ended).toBe(1);
  await says('the worker cannot continue and ends; it has to be started again');
  await says('The connection to the database was lost.');
});
