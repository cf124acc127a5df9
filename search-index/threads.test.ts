/** Cancelling search requests: a waiting request is dropped, a running one is ended by terminating its thread. */

import { toPortalError } from '@omicon/server/base/errors.ts';
import { sql } from '@omicon/server/base/postgres/database.ts';
import { openTestPortal, type TestPortal } from '@omicon/server/test-support/portal.ts';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openSearchThreads, SearchCancelled, type SearchThreads } from './threads.ts';

let portal: TestPortal;
let threads: SearchThreads | null = null;
let unlock: (() => Promise<void>) | null = null;

beforeAll(async () => {
  portal = await openTestPortal();
});
afterEach(async () => {
  await unlock?.();
  unlock = null;
  await threads?.close();
  threads = null;
});
afterAll(() => portal.close());

/** One thread whose requests are blocked by a lock on the table they read first. */
async function oneHeldThread(): Promise<SearchThreads> {
  const client = await portal.pool.connect();
  await client.query('begin');
  await client.query('lock table corpus_version in access exclusive mode');
  unlock = async () => {
    await client.query('rollback');
    client.release();
  };
  threads = openSearchThreads(portal.services.config.databaseUrl ?? '', {
    count: 1,
    readObjects: async () => [],
  });
  return threads;
}

const NOBODY = { person_id: null, readsLab: false };

async function continueHeld(): Promise<void> {
  await unlock?.();
  unlock = null;
}

/** Number of search connections waiting for the lock. */
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

test('a waiting request is dropped when cancelled, and the one before it continues', async () => {
  const held = await oneHeldThread();
  const [first, controller] = [held.ask({ kind: 'fields', viewer: NOBODY }), new AbortController()];
  const second = held.ask({ kind: 'fields', viewer: NOBODY }, { signal: controller.signal });
  const third = held.ask({ kind: 'fields', viewer: NOBODY });
  await untilHeld();
  controller.abort();
  await expect(second).rejects.toThrow(SearchCancelled);
  await continueHeld();
  expect((await first).fields.length).toBeGreaterThan(0);
  expect((await third).fields.length).toBeGreaterThan(0);
});

test('a running request ends at once when cancelled, and those behind it are sent to another thread', async () => {
  const held = await oneHeldThread();
  const controller = new AbortController();
  const first = held.ask({ kind: 'fields', viewer: NOBODY }, { signal: controller.signal });
  const second = held.ask({ kind: 'fields', viewer: NOBODY });
  await untilHeld();
  controller.abort();
  // The lock is still held.
  await expect(first).rejects.toThrow(SearchCancelled);
  await continueHeld();
  expect((await second).fields.length).toBeGreaterThan(0);
});

test('a running request with keepsRunning is answered although it was cancelled', async () => {
  const held = await oneHeldThread();
  const controller = new AbortController();
  const options = { signal: controller.signal, keepsRunning: true };
  const [first, second] = [
    held.ask({ kind: 'fields', viewer: NOBODY }, options),
    held.ask({ kind: 'fields', viewer: NOBODY }, options),
  ];
  await untilHeld();
  controller.abort();
  await expect(second).rejects.toThrow(SearchCancelled);
  await continueHeld();
  expect((await first).fields.length).toBeGreaterThan(0);
});

test('a request that is cancelled before it is sent is never sent', async () => {
  const held = await oneHeldThread();
  const request = held.ask({ kind: 'fields', viewer: NOBODY }, { signal: AbortSignal.abort() });
  await expect(request).rejects.toThrow(SearchCancelled);
  expect(await countHeld()).toBe(0);
});

test('warming loads the catalog and the symbols in every thread before the first search', async () => {
  const warmed = openSearchThreads(portal.services.config.databaseUrl ?? '', {
    count: 2,
    readObjects: async () => [],
  });
  threads = warmed;
  await warmed.warm();
  const { db } = portal.services;
  await sql`alter table gene_set rename to gene_set_away`.execute(db);
  await sql`alter table search_feature_list rename to search_feature_list_away`.execute(db);
  try {
    const measured = [1, 2].map(() =>
      warmed.ask({ kind: 'feature-symbols', networks: [], isSpelled: true, isTranslated: false }),
    );
    for (const { symbolCount, spellings } of await Promise.all(measured))
      expect(spellings).toHaveLength(symbolCount);
    const requests = [
      warmed.ask({ kind: 'fields', viewer: NOBODY }),
      warmed.ask({ kind: 'fields', viewer: NOBODY }),
    ];
    for (const reply of await Promise.all(requests)) expect(reply.fields.length).toBeGreaterThan(0);
    const cold = openSearchThreads(portal.services.config.databaseUrl ?? '', {
      count: 1,
      readObjects: async () => [],
    });
    await expect(cold.ask({ kind: 'fields', viewer: NOBODY })).rejects.toThrow('gene_set');
    await cold.close();
  } finally {
    await sql`alter table gene_set_away rename to gene_set`.execute(db);
    await sql`alter table search_feature_list_away rename to search_feature_list`.execute(db);
  }
});

test('an error of the database keeps its code, so that the caller is asked to try again', async () => {
  threads = openSearchThreads('postgres://nobody@localhost:1/nowhere', {
    count: 1,
    readObjects: async () => [],
  });
  const failure = await threads.ask({ kind: 'fields', viewer: NOBODY }).catch((error: unknown) => error);
  expect(failure).toMatchObject({ code: 'ECONNREFUSED' });
  expect(toPortalError(failure).status).toBe(503);
});
