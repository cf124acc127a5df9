/** Processes can start in any number and order, on an empty or older database (REL-25). */
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { openDatabase, withDatabaseName } from './base/postgres/database.ts';
import { isMigrated } from './base/postgres/migrate.ts';
import { prepareTables, TABLES_LOCK } from './prepare-tables.ts';

let name: string;
let url: string;

async function onCluster(text: string): Promise<void> {
  const client = new pg.Client({ connectionString: inject('databaseUrl') });
  await client.connect();
  await client.query(text).finally(() => client.end());
}

beforeEach(async () => {
  name = `omicon_tables_${process.pid}_${Math.random().toString(36).slice(2, 10)}`;
  url = withDatabaseName(inject('databaseUrl'), name);
  await onCluster(`create database ${name}`);
});
afterEach(() => onCluster(`drop database ${name} with (force)`));

/** Like a worker that starts before the tables exist, only more often. */
async function lookUntilMigrated(): Promise<void> {
  const { db, close } = openDatabase(url, { connections: 1 });
  try {
    while (!(await isMigrated(db))) await sleep(1);
  } finally {
    await close();
  }
}

test('three processes create the tables concurrently, while workers check for them', async () => {
  const looking = [lookUntilMigrated(), lookUntilMigrated()];
  await Promise.all([prepareTables(url), prepareTables(url), prepareTables(url), ...looking]);
});

test('checks are correct while another process changes the tables', async () => {
  await prepareTables(url);
  const { pool, close } = openDatabase(url, { connections: 1 });
  let isOver = false;
  const change = async () => {
    while (!isOver)
      for (const step of [
        'create table changed (a serial, b serial)',
        'alter table changed drop b',
        'drop table changed',
      ])
        await pool.query(step);
  };
  const changing = change();
  for (let look = 0; look < 100; look += 1) await lookUntilMigrated();
  isOver = true;
  await changing;
  await close();
});

test('a process waits for another for longer than the timeout of requests', async () => {
  const other = new pg.Client({ connectionString: url });
  await other.connect();
  await other.query('select pg_advisory_lock(hashtextextended($1, 0))', [TABLES_LOCK]);
  const prepared = prepareTables(url).then(() => 'prepared');
  expect(await Promise.race([prepared, sleep(3000, 'waits')])).toBe('waits');
  await other.end();
  expect(await prepared).toBe('prepared');
});
