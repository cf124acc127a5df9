/** The worker as a separate process. */
import { fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
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
  const worker = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', path.join(REPOSITORY, 'server/worker.ts')],
    { env: { ...process.env, DATABASE_URL: url, OMICON_DATA_DIR: folder, LOG_LEVEL: 'info' } },
  );
  let printed = '';
  for (const stream of [worker.stdout, worker.stderr])
    stream.on('data', (chunk: Buffer) => {
      printed += chunk.toString();
    });
  const ended = new Promise((resolve) => worker.once('exit', resolve));
  const says = async (words: string) => {
    while (!printed.includes(words) && worker.exitCode === null) await sleep(50);
    expect(printed).toContain(words);
  };
  try {
    await says('worker waits for a web process');
    const { db, pool, close } = openDatabase(url, { connections: 2 });
    await migrate(db);
    await migrateJobs(pool);
    await close();
    await says('worker ready');
  } finally {
    worker.kill('SIGTERM');
  }
  expect(await ended).toBe(0);
});

test('a worker whose database ends says why it ends', async () => {
  const url = withDatabaseName(inject('databaseUrl'), NAME);
  const worker = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', path.join(REPOSITORY, 'server/worker.ts')],
    { env: { ...process.env, DATABASE_URL: url, OMICON_DATA_DIR: folder, LOG_LEVEL: 'info' } },
  );
  onTestFinished(() => {
    worker.kill('SIGKILL');
  });
  let printed = '';
  worker.stdout.on('data', (chunk: Buffer) => {
    printed += chunk.toString();
  });
  const ended = new Promise((resolve) => worker.once('exit', resolve));
  while (!printed.includes('worker ready') && worker.exitCode === null) await sleep(50);
  await run(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${NAME}'`);
  expect(await ended).toBe(1);
  expect(printed).toContain('the worker cannot continue and ends; it has to be started again');
  expect(printed).toContain('The connection to the database was lost.');
});
