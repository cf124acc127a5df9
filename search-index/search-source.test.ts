/** Searches read a streaming replica while it is as new as the primary, and the primary otherwise. */
import { type OpenServices, openServices } from '@omicon/server/base/open-services.ts';
import { sql } from '@omicon/server/base/postgres/database.ts';
import { readConfig } from '@omicon/server/config.ts';
import { prepareTables } from '@omicon/server/prepare-tables.ts';
import {
  createPlainTables,
  storeCorpus,
  wideCorpusSpec,
} from '@omicon/server/test-support/corpus/random-corpus.ts';
import { RANKING } from '@omicon/server/test-support/corpus/split-requests.ts';
import { type Replica, startWithReplica } from '@omicon/server/test-support/replica.ts';
import fc from 'fast-check';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { ReplicaState } from './search-source.ts';
import { openSearchThreads, type SearchThreads } from './threads.ts';

const CORPORA = fc.sample(wideCorpusSpec, { seed: 3, numRuns: 8 });

let servers: Replica;
let opened: OpenServices;
/** reads the primary only */
let plain: SearchThreads;
let replicated: SearchThreads;
let states: ReplicaState[];

async function store(at: number): Promise<void> {
  const owner = await sql<{ id: number }>`select min(id) as id from person`.execute(opened.db);
  await storeCorpus(opened, CORPORA[at] ?? [], owner.rows[0]?.id ?? 0);
}

function open(replicaUrls: string[]): SearchThreads {
  states = [];
  return openSearchThreads(servers.primary.url, {
    count: 2,
    parts: 2,
    costThreshold: 0,
    readObjects: async () => [],
    replicaUrls,
    onReplica: (state) => states.push(state),
  });
}

beforeAll(async () => {
  servers = await startWithReplica(prepareTables);
  const config = readConfig({ LOG_LEVEL: 'silent' });
  opened = await openServices(config, servers.primary.url, { connections: 4 });
  await createPlainTables(opened);
  await sql`insert into person (role, username) values ('LAB', 'replica')`.execute(opened.db);
  plain = openSearchThreads(servers.primary.url, { count: 1, readObjects: async () => [] });
}, 180_000);
afterEach(() => replicated.close());
afterAll(async () => {
  await plain.close();
  await opened.close();
  await servers.close();
});

/** Statements that searches sent last to a server. */
async function lastSearches(url: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ query: string }>(
    "select query from pg_stat_activity where application_name = 'omicon search'",
  );
  await client.end();
  return rows.map(({ query }) => query);
}

test('answers of a replica are those of the primary, at once after a change', async () => {
  replicated = open([servers.replica.url]);
  for (const at of [0, 1, 2]) {
    await store(at);
    expect(await replicated.ask(RANKING)).toEqual(await plain.ask(RANKING));
  }
  expect(replicated.splitCounts.merged).toBeGreaterThan(0);
  expect(states).toEqual([]);
  expect((await lastSearches(servers.replica.url)).join()).toContain('covariation_module');
}, 120_000);

test('if the replica is 60 s behind, the primary answers, and only the first question waits', async () => {
  await servers.delay(60);
  await store(3);
  replicated = open([servers.replica.url]);
  expect(await replicated.ask(RANKING)).toEqual(await plain.ask(RANKING));
  expect(states).toContain('behind');
  const started = performance.now();
  for (let times = 0; times < 4; times += 1) await replicated.ask(RANKING);
  expect(performance.now() - started).toBeLessThan(4 * 2000);
  await servers.delay(0);
}, 120_000);

test('if the replica is killed, the primary answers, and nobody sees an error', async () => {
  replicated = open([servers.replica.url]);
  await store(4);
  expect(await replicated.ask(RANKING)).toEqual(await plain.ask(RANKING));
  process.kill(servers.replica.pid() ?? 0, 'SIGKILL');
  for (let times = 0; times < 20; times += 1)
    expect(await replicated.ask(RANKING)).toEqual(await plain.ask(RANKING));
  await store(5);
  expect(await replicated.ask(RANKING)).toEqual(await plain.ask(RANKING));
  expect(states).toContain('unreachable');
}, 120_000);
