/** Two shards that follow a primary: each holds the networks of its slots, and all of what every search needs. */
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setSlots } from '@omicon/search-index/write/slot-layout.ts';
import { rebuildIndex } from '@omicon/search-index/write/verify-index.ts';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest';
import { maintainSearchIndex } from '../areas/advanced-search/maintain-index.ts';
import { openDatabase, withDatabaseName } from '../base/postgres/database.ts';
import {
  type EmbeddedPostgres,
  removeEmbeddedPostgres,
  startEmbeddedPostgres,
} from '../base/postgres/embedded-postgres.ts';
import { migrate } from '../base/postgres/migrate.ts';
import { mapFeatures } from '../records/data-set/feature-mapping.ts';
import { raiseCorpusVersion } from '../records/search/corpus-version.ts';
import { createPlainTables, storeCorpus } from '../test-support/corpus/random-corpus.ts';
import { aDataSet } from '../test-support/corpus/small-corpus.ts';
import { openTestPortal, type TestPortal } from '../test-support/portal.ts';
import { prepareShard, readShardVersion } from './shard-database.ts';
import { SHARD_TABLES, type ShardPlace, UNSHARDED_TABLES } from './shard-tables.ts';

/**
 * A shard copies a table once every transaction has ended that runs on the primary then, those of other tests, too. On a
 * busy machine that takes a minute.
 */
const COPIED_MS = 240_000;
vi.setConfig({ testTimeout: 2 * COPIED_MS, hookTimeout: COPIED_MS });

let portal: TestPortal;
let owner: number;
let folder: string;
let postgres: EmbeddedPostgres;
let primaryUrl: string;
beforeAll(async () => {
  portal = await openTestPortal();
  await createPlainTables(portal);
  owner = (await portal.signInAs('LAB')).person_id;
  const { rows } = await portal.pool.query<{ name: string }>('select current_database() as name');
  primaryUrl = withDatabaseName(inject('databaseUrl'), rows[0]?.name ?? '');
  folder = mkdtempSync(path.join(os.tmpdir(), 'omicon-shards-'));
  postgres = await startEmbeddedPostgres(folder, { isDurable: false });
  const { pool, close } = openDatabase(postgres.url, { connections: 1 });
  for (const name of ['shard_0', 'shard_1']) await pool.query(`create database ${name}`);
  await close();
});
afterAll(async () => {
  for (const shard of [0, 1]) await dropSubscriptions(shard);
  await portal.close();
  await postgres.stop();
  removeEmbeddedPostgres(folder);
  rmSync(folder, { recursive: true, force: true });
});

const urlOf = (shard: number) => withDatabaseName(postgres.url, `shard_${shard}`);

/** A replication slot would keep the primary's database from being dropped. */
async function dropSubscriptions(shard: number): Promise<void> {
  const { pool, close } = openDatabase(urlOf(shard), { connections: 1 });
  const { rows } = await pool.query<{ subname: string }>(
    'select subname from pg_subscription s join pg_database d on d.oid = s.subdbid where d.datname = current_database()',
  );
  for (const { subname } of rows) await pool.query(`drop subscription ${subname}`);
  await close();
}

const prepare = (shard: number, place: ShardPlace) =>
  prepareShard({ shard: urlOf(shard), primary: primaryUrl }, place);

/** Every posting is deleted and written again, in other segments. */
async function rebuild(slots?: 1 | 8): Promise<void> {
  await portal.services.db.transaction().execute(async (tx) => {
    if (slots) await setSlots(tx, slots);
    await rebuildIndex(tx, (kind, names) => mapFeatures(tx, kind, names));
    await raiseCorpusVersion(tx);
  });
}

/** Once the shard has the version of the primary. */
async function readWhenCurrent<T extends object>(shard: number, statement: string): Promise<T[]> {
  const primary = await portal.pool.query<{ number: string }>('select number from corpus_version');
  const { db, pool, close } = openDatabase(urlOf(shard), { connections: 1 });
  try {
    await expect
      .poll(() => readShardVersion(db), { timeout: COPIED_MS })
      .toBe(Number(primary.rows[0]?.number));
    return (await pool.query<T>(statement)).rows;
  } finally {
    await close();
  }
}

const countRows = (tables: readonly string[]) =>
  tables.map((table) => `(select count(*)::int from ${table}) as ${table}`).join(', ');

test('a primary without logical replication or without slots is refused', async () => {
  await expect(prepare(0, { shard: 0, of: 2 })).rejects.toThrow(
    'The search index has one slot; run npm run search-index -- --slots 8 first.',
  );
  const { pool, close } = openDatabase(postgres.url, { connections: 1 });
  await pool.query('create database unprepared');
  await close();
  const url = withDatabaseName(postgres.url, 'unprepared');
  const plain = openDatabase(url, { connections: 1 });
  await plain.pool.query('create table search_layout as select 8 as number_of_slots');
  await plain.close();
  await expect(prepareShard({ shard: urlOf(0), primary: url }, { shard: 0, of: 2 })).rejects.toThrow(
    'The primary database needs wal_level = logical for search shards.',
  );
});

test('a primary without free replication slots is refused before anything is copied', async () => {
  const home = mkdtempSync(path.join(os.tmpdir(), 'omicon-full-'));
  const full = await startEmbeddedPostgres(home, { isDurable: false, isPublisher: true });
  try {
    const { db, pool, close } = openDatabase(full.url, { connections: 1 });
    await migrate(db);
    await pool.query('update search_layout set number_of_slots = 8');
    await pool.query(
      "select pg_create_physical_replication_slot('of_another_' || n) from generate_series(1, 62) n",
    );
    await expect(prepareShard({ shard: urlOf(0), primary: full.url }, { shard: 0, of: 2 })).rejects.toThrow(
      'The primary database uses 62 of 64 replication slots, and a search node needs 3 more',
    );
    await close();
    const shard = openDatabase(urlOf(0), { connections: 1 });
    expect((await shard.pool.query('select 1 from pg_subscription')).rowCount).toBe(0);
    await shard.close();
  } finally {
    await full.stop();
    removeEmbeddedPostgres(home);
    rmSync(home, { recursive: true, force: true });
  }
});

test('each shard holds the rows of its slots, and together they hold every row once', async () => {
  await storeCorpus(
    portal,
    Array.from({ length: 24 }, () => aDataSet()),
    owner,
  );
  await rebuild(8);
  for (const shard of [0, 1]) await prepare(shard, { shard, of: 2 });
  const split = ['gene_post', 'set_post', 'net_best', 'module_enrichment', 'module_member'];
  const whole = SHARD_TABLES.filter((table) => !split.includes(table));
  const primary = await portal.pool.query<Record<string, number>>(`select ${countRows(SHARD_TABLES)}`);
  const held: Record<string, number>[] = [];
  for (const shard of [0, 1]) {
    const [rows] = await readWhenCurrent<Record<string, number>>(shard, `select ${countRows(SHARD_TABLES)}`);
    held.push(rows ?? {});
    const slots = await readWhenCurrent<{ place: number }>(
      shard,
      `select block_id % 2 as place from gene_post union select block_id % 2 from set_post
        union select slot % 2 from net_best union select slot % 2 from module_enrichment union select slot % 2 from module_member`,
    );
    expect(slots).toEqual([{ place: shard }]);
  }
  for (const table of whole)
    for (const shard of held) expect(shard[table], table).toBe(primary.rows[0]?.[table]);
  for (const table of split) {
    const [first = 0, second = 0] = held.map((shard) => shard[table]);
    expect(first, table).toBeGreaterThan(0);
    expect(second, table).toBeGreaterThan(0);
    expect(first + second, table).toBe(primary.rows[0]?.[table]);
  }
});

test('the tables are all that searches in parts read', async () => {
  const root = path.resolve(import.meta.dirname, '../../search-index');
  const known = new Set(
    (
      await portal.pool.query<{ name: string }>(
        `select tablename::text as name from pg_tables where schemaname = 'public'`,
      )
    ).rows.map(({ name }) => name),
  );
  const read = new Set<string>();
  const files = globSync('{read,match,result-rows,parts}/**/*.ts', { cwd: root }).filter(
    (name) => !name.endsWith('.test.ts'),
  );
  for (const file of files)
    for (const [, table = ''] of readFileSync(path.join(root, file), 'utf8').matchAll(
      /\b(?:from|join)\s+([a-z_]+)/g,
    ))
      if (known.has(table)) read.add(table);
  expect([...read].sort()).toEqual([...SHARD_TABLES, ...UNSHARDED_TABLES].sort());
});

test('changes, deletions and merged segments arrive', async () => {
  await rebuild();
  await maintainSearchIndex(portal.services);
  await portal.services.db.transaction().execute((tx) => raiseCorpusVersion(tx));
  const primary = await portal.pool.query<{ n: number }>('select count(*)::int as n from gene_post');
  let rows = 0;
  for (const shard of [0, 1]) {
    const [held] = await readWhenCurrent<{ n: number }>(shard, 'select count(*)::int as n from gene_post');
    rows += held?.n ?? 0;
  }
  expect(rows).toBe(primary.rows[0]?.n);
});

test('preparing again copies nothing; for another place everything is copied, and the old slot is dropped', async () => {
  const before = await readWhenCurrent<{ oid: number }>(0, 'select oid from pg_subscription order by oid');
  await prepare(0, { shard: 0, of: 2 });
  expect(await readWhenCurrent(0, 'select oid from pg_subscription order by oid')).toEqual(before);
  await prepare(0, { shard: 0, of: 1 });
  const primary = await portal.pool.query<{ n: number }>('select count(*)::int as n from gene_post');
  expect(await readWhenCurrent(0, 'select count(*)::int as n from gene_post')).toEqual(primary.rows);
  const slots = await portal.pool.query<{ place: string }>(
    `select substring(slot_name from 'shard_\\d+_of_\\d+') as place from pg_replication_slots
      where database = current_database() and not temporary order by 1`,
  );
  expect(slots.rows).toEqual([{ place: 'shard_0_of_1' }, { place: 'shard_1_of_2' }]);
});

/** Receives the changes of a slot in place of its shard. Resolves once the primary has ended it. */
async function receiveFrom(slot: string): Promise<{ ended: Promise<void> }> {
  const client = new pg.Client({ connectionString: primaryUrl, replication: 'database' } as pg.ClientConfig);
  client.on('error', () => {});
  await client.connect();
  const ended = new Promise<void>((resolve) => client.once('end', resolve));
  const started = new Promise((resolve) => client.connection.once('replicationStart', resolve));
  client
    .query(
      `START_REPLICATION SLOT ${slot} LOGICAL 0/0 (proto_version '1', publication_names 'omicon_shard_0_of_1')`,
    )
    .catch(() => {});
  await started;
  return { ended };
}

test('a slot that is still connected is released and dropped', async () => {
  await readWhenCurrent(0, 'select 1');
  const { pool, close } = openDatabase(urlOf(0), { connections: 1 });
  const { rows } = await pool.query<{ slot: string }>(
    `select subslotname as slot from pg_subscription where subname = 'omicon_shard_0_of_1'`,
  );
  const slot = rows[0]?.slot ?? '';
  await pool.query('alter subscription omicon_shard_0_of_1 disable');
  await close();
  const isActive = 'select active from pg_replication_slots where slot_name = $1';
  await expect
    .poll(async () => (await portal.pool.query(isActive, [slot])).rows, { timeout: COPIED_MS })
    .toEqual([{ active: false }]);
  const { ended } = await receiveFrom(slot);
  await prepare(0, { shard: 0, of: 2 });
  await ended;
  expect((await portal.pool.query(isActive, [slot])).rows).toEqual([]);
  expect(
    await readWhenCurrent(0, 'select count(*)::int as n from gene_post where block_id % 2 = 0'),
  ).not.toEqual([{ n: 0 }]);
});

test('a shard whose changes the primary no longer keeps is copied again', async () => {
  const { pool, close } = openDatabase(urlOf(1), { connections: 1 });
  await pool.query('alter subscription omicon_shard_1_of_2 disable');
  await close();
  const lost = `slot_name like 'omicon_shard_1_of_2_%' and database = current_database()`;
  await expect
    .poll(
      async () =>
        (await portal.pool.query(`select 1 from pg_replication_slots where ${lost} and not active`)).rowCount,
      { timeout: COPIED_MS },
    )
    .toBe(1);
  await portal.pool.query(
    `select pg_drop_replication_slot(slot_name) from pg_replication_slots where ${lost}`,
  );
  await rebuild();
  await prepare(1, { shard: 1, of: 2 });
  const primary = await portal.pool.query<{ n: number }>(
    'select count(*)::int as n from gene_post where block_id % 2 = 1',
  );
  expect(await readWhenCurrent(1, 'select count(*)::int as n from gene_post')).toEqual(primary.rows);
});

test('an installation that goes back to one slot publishes nothing any more', async () => {
  await rebuild(1);
  expect(
    (await portal.pool.query(`select 1 from pg_publication where pubname like 'omicon_shard%'`)).rowCount,
  ).toBe(0);
});
