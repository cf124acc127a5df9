/** Search threads whose requests are given up: what still waits is dropped, what runs ends with its thread. */

import { sql } from '@omicon/server/base/postgres/database.ts';
import { openTestPortal, type TestPortal } from '@omicon/server/test-support/portal.ts';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openSearchThreads, SearchCancelled, type SearchThreads } from './threads.ts';

let portal: TestPortal;
let threads: SearchThreads | null = null;
let letGo: (() => Promise<void>) | null = null;

beforeAll(async () => {
  portal = await openTestPortal();
});
afterEach(async () => {
  await letGo?.();
  letGo = null;
  await threads?.close();
  threads = null;
});
afterAll(() => portal.close());

/** One thread, whose requests wait for a lock on what they read first. */
async function oneHeldThread(): Promise<SearchThreads> {
  const client = await portal.pool.connect();
  await client.query('begin');
  await client.query('lock table corpus_version in access exclusive mode');
  letGo = async () => {
    await client.query('rollback');
    client.release();
  };
  threads = openSearchThreads(portal.services.config.databaseUrl ?? '', 1);
  return threads;
}

async function goOn(): Promise<void> {
  await letGo?.();
  letGo = null;
}

/** Connections of search threads that wait for the lock. */
async function countHeld(): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from pg_stat_activity
     where datname = current_database() and application_name = 'omicon search' and wait_event_type = 'Lock'`.execute(
    portal.services.db,
  );
  return rows[0]?.n ?? 0;
}

async function untilHeld(): Promise<void> {
  for (let tries = 0; tries < 400 && (await countHeld()) === 0; tries += 1)
    await new Promise((resolve) => setTimeout(resolve, 25));
  expect(await countHeld()).toBeGreaterThan(0);
}

test('a request that waits is dropped, and the one before it goes on', async () => {
  const held = await oneHeldThread();
  const [first, given] = [held.ask({ kind: 'fields' }), new AbortController()];
  const second = held.ask({ kind: 'fields' }, { signal: given.signal });
  const third = held.ask({ kind: 'fields' });
  await untilHeld();
  given.abort();
  await expect(second).rejects.toThrow(SearchCancelled);
  await goOn();
  expect((await first).fields.length).toBeGreaterThan(0);
  expect((await third).fields.length).toBeGreaterThan(0);
});

test('a request that runs ends at once, and those behind it are asked again of another thread', async () => {
  const held = await oneHeldThread();
  const given = new AbortController();
  const first = held.ask({ kind: 'fields' }, { signal: given.signal });
  const second = held.ask({ kind: 'fields' });
  await untilHeld();
  given.abort();
  // Nothing has been let go yet.
  await expect(first).rejects.toThrow(SearchCancelled);
  await goOn();
  expect((await second).fields.length).toBeGreaterThan(0);
});

test('a request that is spared while it runs is answered', async () => {
  const held = await oneHeldThread();
  const given = new AbortController();
  const asking = { signal: given.signal, sparesRunning: true };
  const [first, second] = [held.ask({ kind: 'fields' }, asking), held.ask({ kind: 'fields' }, asking)];
  await untilHeld();
  given.abort();
  await expect(second).rejects.toThrow(SearchCancelled);
  await goOn();
  expect((await first).fields.length).toBeGreaterThan(0);
});

test('a request that was given up before it was asked is not asked', async () => {
  const held = await oneHeldThread();
  const asked = held.ask({ kind: 'fields' }, { signal: AbortSignal.abort() });
  await expect(asked).rejects.toThrow(SearchCancelled);
  expect(await countHeld()).toBe(0);
});

test('every warmed thread has the catalog before it is searched for the first time', async () => {
  threads = openSearchThreads(portal.services.config.databaseUrl ?? '', 2);
  await threads.warm();
  const { db } = portal.services;
  await sql`alter table gene_set rename to gene_set_away`.execute(db);
  try {
    const asked = [threads.ask({ kind: 'fields' }), threads.ask({ kind: 'fields' })];
    for (const reply of await Promise.all(asked)) expect(reply.fields.length).toBeGreaterThan(0);
    const cold = openSearchThreads(portal.services.config.databaseUrl ?? '', 1);
    await expect(cold.ask({ kind: 'fields' })).rejects.toThrow('gene_set');
    await cold.close();
  } finally {
    await sql`alter table gene_set_away rename to gene_set`.execute(db);
  }
});
