/** Migrations run once and completely, even concurrently or interrupted (REL-25). */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { REPOSITORY } from '../../config.ts';
import { describeSchema } from '../../database/operations/describe-schema.ts';
import { openDatabase, withDatabaseName } from './database.ts';
import { migrate } from './migrate.ts';

const SCHEMA = readFileSync(path.join(REPOSITORY, 'server/database/schema.sql'), 'utf8');

let name: string;
let url: string;

async function onCluster<Row extends pg.QueryResultRow>(text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: inject('databaseUrl') });
  await client.connect();
  return (await client.query<Row>(text).finally(() => client.end())).rows;
}

beforeEach(async () => {
  name = `omicon_migrate_${process.pid}_${Math.random().toString(36).slice(2, 10)}`;
  url = withDatabaseName(inject('databaseUrl'), name);
  await onCluster(`create database ${name}`);
});
afterEach(() => onCluster(`drop database ${name} with (force)`));

/** Simulates a process with a separate pool. @returns the migrations it ran, or its error */
async function migrateOnce(): Promise<string[] | Error> {
  const { db, pool, close } = openDatabase(url, { connections: 1 });
  // Ignores the error of terminated connections.
  pool.on('error', () => undefined);
  return migrate(db)
    .catch((error: Error) => error)
    .finally(close);
}

async function readSchema(): Promise<string> {
  const { db, close } = openDatabase(url, { connections: 1 });
  return describeSchema(db.withTables()).finally(close);
}

test('three concurrent processes run every migration once', async () => {
  const runs = await Promise.all([migrateOnce(), migrateOnce(), migrateOnce()]);
  const ran = runs.flatMap((run) => {
    if (run instanceof Error) throw run;
    return run;
  });
  expect(new Set(ran).size).toBe(ran.length);
  expect(ran[0]).toMatch(/^0001_/);
  expect(await readSchema()).toBe(SCHEMA);
});

test('an upgrade tells each migration with its time; a new database is made without a word', async () => {
  const { db, close } = openDatabase(url, { connections: 1 });
  const told: string[] = [];
  const tell = (line: string) => told.push(line);
  await migrate(db, { last: '0036_gene_threads', tell });
  expect(told).toEqual([]);
  const ran = await migrate(db, { tell }).finally(close);
  expect(ran.length).toBeGreaterThan(0);
  expect(told.map((line) => line.replace(/\d+\.\d s$/, 'n s'))).toEqual(
    ran.map((migration) => `Migration ${migration}: n s`),
  );
});

test.each([5, 15, 30, 60, 120, 240])(
  'cut short %i ms after its first statement, nothing is left of it, and the next try does all of it',
  async (ms) => {
    let isOver = false;
    const running = migrateOnce().finally(() => {
      isOver = true;
    });
    const busy = `select pid from pg_stat_activity where datname = '${name}'`;
    while (!isOver && (await onCluster(busy)).length === 0);
    await new Promise((resolve) => setTimeout(resolve, ms));
    await onCluster(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`);
    const cut = await running;
    const again = await migrateOnce();
    if (again instanceof Error) throw again;
    // An interruption after the end finds everything done.
    expect(again.length === 0).toBe(!(cut instanceof Error));
    if (cut instanceof Error) expect(again[0]).toMatch(/^0001_/);
    expect(await readSchema()).toBe(SCHEMA);
    expect(await migrateOnce()).toEqual([]);
  },
);

test('existing whitelist entries get numbers that no person has or will have', async () => {
  const folder = path.join(REPOSITORY, 'server/database/migrations');
  const files = readdirSync(folder).sort();
  const shared = files.findIndex((file) => file.includes('one_number_for_people'));
  const read = (file: string) => readFileSync(path.join(folder, file), 'utf8');
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  for (const file of files.slice(0, shared)) await client.query(read(file));
  const addPerson = (username: string) =>
    client.query<{ id: number }>("insert into person (username, role) values ($1, 'RU') returning id", [
      username,
    ]);
  const addEntry = (email: string) =>
    client.query<{ id: number }>(
      "insert into whitelist_entry (name, email) values ('Camillo Golgi', $1) returning id",
      [email],
    );
  for (const username of ['rita', 'santiago']) await addPerson(username);
  for (const email of ['a@lab.test', 'b@lab.test', 'c@lab.test', 'd@lab.test']) await addEntry(email);
  await client.query(read(files[shared] ?? ''));
  const { rows: entries } = await client.query<{ id: number; email: string }>(
    'select id, email from whitelist_entry order by email',
  );
  const later = [await addPerson('camillo'), await addEntry('e@lab.test'), await addPerson('race')];
  const { rows: people } = await client.query<{ id: number }>('select id from person');
  await client.end();
  expect(entries.map(({ email }) => email)).toEqual(['a@lab.test', 'b@lab.test', 'c@lab.test', 'd@lab.test']);
  const numbers = [...entries.map(({ id }) => id), later[1]?.rows[0]?.id, ...people.map(({ id }) => id)];
  expect(new Set(numbers).size).toBe(numbers.length);
});
