/**
 * A search answered by two search nodes has the answer of the portal alone; a node that fails or is asked by others
 * changes nothing.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { SLOTS } from '@omicon/search-index/kit/slot-of-data-set.ts';
import type { SplitRequest } from '@omicon/search-index/requests.ts';
import { openSearchThreads, type SearchThreads } from '@omicon/search-index/threads.ts';
import { setSlots } from '@omicon/search-index/write/slot-layout.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest';
import { openDatabase, withDatabaseName } from '../base/postgres/database.ts';
import {
  type EmbeddedPostgres,
  removeEmbeddedPostgres,
  startEmbeddedPostgres,
} from '../base/postgres/embedded-postgres.ts';
import { readConfig } from '../config.ts';
import { createPlainTables, storeCorpus, wideCorpusSpec } from '../test-support/corpus/random-corpus.ts';
import { RANKING, splitRequests } from '../test-support/corpus/split-requests.ts';
import { openTestPortal, type TestPortal } from '../test-support/portal.ts';
import { ALIVE_PATH, MEDIA_TYPE, type NodeMessage, PART_PATH, pack, REQUEST_PURPOSE } from './messages.ts';
import { buildNodeApp } from './node-app.ts';
import { ShardClient } from './shard-client.ts';
import { SIGNATURE_HEADER, sign } from './signature.ts';
import { type SearchNode, startSearchNode } from './start-node.ts';

/** All of them; `OMICON_SHARD_QUESTIONS=10000` for a long run. */
const QUESTIONS = Number(process.env.OMICON_SHARD_QUESTIONS ?? 40);
const QUESTIONS_OF_CORPUS = 20;
/** Copying waits for every transaction that runs on the primary, those of other tests, too. */
const COPIED_MS = 240_000;
vi.setConfig({ testTimeout: 2 * COPIED_MS, hookTimeout: COPIED_MS });
const SECRET = 'known to the portal and its search nodes';

let portal: TestPortal;
let owner: number;
let folder: string;
let postgres: EmbeddedPostgres;
let nodes: SearchNode[];
let alone: SearchThreads;
let sharded: SearchThreads;
beforeAll(async () => {
  portal = await openTestPortal();
  await createPlainTables(portal);
  owner = (await portal.signInAs('RU')).person_id;
  await portal.services.db.transaction().execute((tx) => setSlots(tx, SLOTS));
  folder = mkdtempSync(path.join(os.tmpdir(), 'omicon-nodes-'));
  postgres = await startEmbeddedPostgres(folder, { isDurable: false });
  const { pool, close } = openDatabase(postgres.url, { connections: 1 });
  for (const shard of [1, 2]) await pool.query(`create database shard_${shard}`);
  await close();
  nodes = await Promise.all([1, 2].map((shard) => startSearchNode(configOf(shard))));
  alone = openSearchThreads(databaseUrl(), { count: 1, readObjects: async () => [] });
  sharded = openSearchThreads(databaseUrl(), {
    count: 1,
    costThreshold: 0,
    readObjects: async () => [],
    shards: clients(),
  });
});
afterAll(async () => {
  await Promise.all([alone.close(), sharded.close()]);
  await Promise.all(nodes.map((node) => node.stop()));
  // A replication slot would keep the database of the portal from being dropped.
  for (const shard of [1, 2]) await dropSubscription(shard);
  await portal.close();
  await postgres.stop();
  removeEmbeddedPostgres(folder);
  rmSync(folder, { recursive: true, force: true });
});

const databaseUrl = () => portal.services.config.databaseUrl ?? inject('databaseUrl');
const shardUrl = (shard: number) => withDatabaseName(postgres.url, `shard_${shard}`);

function configOf(shard: number) {
  return {
    ...readConfig({
      OMICON_ROLE: 'search',
      DATABASE_URL: databaseUrl(),
      OMICON_SHARD_DATABASE_URL: shardUrl(shard),
      OMICON_SEARCH_SHARD: `${shard}/2`,
      OMICON_SEARCH_SECRET: SECRET,
      OMICON_SEARCH_THREADS: '1',
      OMICON_DATA_DIR: folder,
      OMICON_HOST: '127.0.0.1',
      LOG_LEVEL: 'silent',
    }),
    port: 0,
  };
}

function clients(): ShardClient[] {
  return nodes.map(({ address }) => new ShardClient(address, { secret: SECRET, asker: 'the test' }));
}

async function dropSubscription(shard: number): Promise<void> {
  const { pool, close } = openDatabase(shardUrl(shard), { connections: 1 });
  await pool.query(`drop subscription if exists omicon_shard_${shard - 1}_of_2`);
  await close();
}

async function versionOf({ address }: Pick<SearchNode, 'address'>): Promise<number | null> {
  const alive = await fetch(`${address}${ALIVE_PATH}`);
  return ((await alive.json()) as { version: number | null }).version;
}

/** Until both nodes answer for the version of the portal. */
async function follow(): Promise<void> {
  const { rows } = await portal.pool.query<{ number: string }>('select number from corpus_version');
  for (const node of nodes)
    await expect
      .poll(() => versionOf(node), { timeout: COPIED_MS, interval: 20 })
      .toBe(Number(rows[0]?.number));
}

const answerOf = (threads: SearchThreads, request: SplitRequest): Promise<unknown> =>
  threads.ask(request).catch((error: unknown) => String(error));

test(`${QUESTIONS} questions: rows, totals, counts and q of two shards are those of the portal alone`, async () => {
  await fc.assert(
    fc.asyncProperty(
      wideCorpusSpec,
      fc.array(splitRequests(owner), { minLength: QUESTIONS_OF_CORPUS, maxLength: QUESTIONS_OF_CORPUS }),
      async (corpus, requests) => {
        await storeCorpus(portal, corpus, owner);
        await follow();
        for (const request of requests) {
          const [one, two] = await Promise.all([alone, sharded].map((threads) => answerOf(threads, request)));
          expect(two, JSON.stringify(request)).toEqual(one);
        }
      },
    ),
    { numRuns: Math.ceil(QUESTIONS / QUESTIONS_OF_CORPUS) },
  );
  expect(sharded.splitCounts.merged).toBeGreaterThan(QUESTIONS / 8);
  expect(sharded.splitCounts.repeated).toBe(0);
}, 3_600_000);

/** As a portal whose nodes are these. */
async function askWith(shards: ShardClient[]) {
  const threads = openSearchThreads(databaseUrl(), {
    count: 1,
    costThreshold: 0,
    readObjects: async () => [],
    shards,
  });
  try {
    return { answer: await answerOf(threads, RANKING), counts: { ...threads.splitCounts } };
  } finally {
    await threads.close();
  }
}

test('a shard behind its primary is not merged with the others', async () => {
  const { pool, close } = openDatabase(shardUrl(2), { connections: 1 });
  await pool.query('alter subscription omicon_shard_1_of_2 disable');
  await portal.pool.query('update corpus_version set number = number + 1');
  const behind = await askWith(clients());
  expect(behind.answer).toEqual(await answerOf(alone, RANKING));
  expect(behind.counts).toMatchObject({ merged: 0 });
  await pool.query('alter subscription omicon_shard_1_of_2 enable');
  await close();
  await follow();
  expect((await askWith(clients())).counts).toMatchObject({ merged: 1, repeated: 0 });
});

/** A server that takes connections and never answers, like a frozen machine. */
async function openSilent(): Promise<{ address: string; close(): void }> {
  const server = createServer((socket) => socket.on('error', () => undefined));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  return { address: `http://127.0.0.1:${port}`, close: () => server.close() };
}

test('a node that is gone or silent is replaced by the portal itself, and left alone for a while', async () => {
  const silent = await openSilent();
  const expected = await answerOf(alone, RANKING);
  for (const address of ['http://127.0.0.1:9', silent.address]) {
    const [first] = clients();
    const failing = new ShardClient(address, { secret: SECRET, asker: 'the test' });
    const asked = await askWith([first as ShardClient, failing]);
    expect(asked.answer).toEqual(expected);
    expect(asked.counts).toMatchObject({ merged: 0, repeated: 1 });
    expect(failing.isAvailable()).toBe(false);
    expect((await askWith([first as ShardClient, failing])).counts).toMatchObject({ merged: 0, repeated: 0 });
  }
  silent.close();
});

async function post(body: Uint8Array, signature?: string): Promise<number> {
  const answer = await fetch(`${nodes[0]?.address}${PART_PATH}`, {
    method: 'POST',
    body: Buffer.from(body),
    headers: { 'content-type': MEDIA_TYPE, ...(signature ? { [SIGNATURE_HEADER]: signature } : {}) },
  });
  return answer.status;
}

test('a direct, a forged and an old call are refused, and so is everything but parts', async () => {
  const scope = { collections: [], dataSets: [], analyses: [], networks: [1] };
  const { viewer: _, ...of } = RANKING;
  const message = {
    asker: 'a',
    request: { kind: 'part', question: 1, of, audience: 'public', scope, version: 1 },
  } as NodeMessage;
  const body = pack(message);
  const forged = pack({
    ...message,
    request: { ...('request' in message ? message.request : {}), scope: { ...scope, networks: [1, 2] } },
  });
  expect(await post(body)).toBe(403);
  expect(await post(body, 'nonsense')).toBe(403);
  expect(await post(body, sign('another secret of the same length, say', REQUEST_PURPOSE, body))).toBe(403);
  expect(await post(forged, sign(SECRET, REQUEST_PURPOSE, body))).toBe(403);
  expect(await post(body, sign(SECRET, REQUEST_PURPOSE, body, Date.now() - 61_000))).toBe(403);
  expect(await post(body, sign(SECRET, 'something else', body))).toBe(403);
  const search = pack({ asker: 'a', request: { kind: 'fields' } });
  expect(await post(search, sign(SECRET, REQUEST_PURPOSE, search))).toBe(400);
  expect(await post(body, sign(SECRET, REQUEST_PURPOSE, body))).toBe(200);
});

test('a reply that is not signed by a node of this portal counts as a failure', async () => {
  const impostor = new ShardClient(nodes[1]?.address ?? '', {
    secret: `${SECRET} of another`,
    asker: 'the test',
  });
  const [first] = clients();
  const asked = await askWith([first as ShardClient, impostor]);
  expect(asked.answer).toEqual(await answerOf(alone, RANKING));
  expect(asked.counts).toMatchObject({ merged: 0, repeated: 1 });
});

test('a node takes no part in searches before its threads have read its shard', async () => {
  const { db, close } = openDatabase(shardUrl(1), { connections: 1 });
  const services = { shard: db, threads: alone, secret: SECRET, log: portal.services.log };
  const app = buildNodeApp({ ...services, isReady: () => false });
  const address = await app.listen({ port: 0, host: '127.0.0.1' });
  expect(await versionOf({ address })).toBeNull();
  const [, second] = clients();
  const starting = new ShardClient(address, { secret: SECRET, asker: 'the test' });
  const asked = await askWith([starting, second as ShardClient]);
  expect(asked.answer).toEqual(await answerOf(alone, RANKING));
  expect(asked.counts).toMatchObject({ merged: 0 });
  expect(starting.isAvailable()).toBe(true);
  await app.close();
  await close();
});

test('a node says without a signature only whether it is alive and which version it has', async () => {
  const alive = await fetch(`${nodes[0]?.address}${ALIVE_PATH}`);
  expect(Object.keys((await alive.json()) as object)).toEqual(['version']);
  expect((await fetch(`${nodes[0]?.address}/api/data-sets/`)).status).toBe(404);
});
