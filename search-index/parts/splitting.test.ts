/** When a question is split, what may happen between its parts, and who may read what in them. */
import { Worker } from 'node:worker_threads';
import { sql } from '@omicon/server/base/postgres/database.ts';
import {
  type CorpusSpec,
  createPlainTables,
  storeCorpus,
  wideCorpusSpec,
} from '@omicon/server/test-support/corpus/random-corpus.ts';
import { RANKING } from '@omicon/server/test-support/corpus/split-requests.ts';
import { openTestPortal, type TestPortal } from '@omicon/server/test-support/portal.ts';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { Request } from '../messages.ts';
import { QueryRefusal } from '../query-refusal.ts';
import type { SearchRequest } from '../requests.ts';
import { openSearchThreads, type SearchThreads } from '../threads.ts';

/** A corpus with private networks in most of its data sets. */
const CORPUS = fc
  .sample(wideCorpusSpec, { seed: 5, numRuns: 40 })
  .find(
    (corpus) =>
      corpus.filter(({ analysis }) => analysis.networks.length > 0).length > 4 &&
      corpus.some(({ visibility }) => visibility === 'private'),
  ) as CorpusSpec;

const GUEST = { person_id: null, readsLab: false };

const SEARCH: SearchRequest = {
  kind: 'search',
  viewer: RANKING.viewer,
  query: {
    result_type: 'features',
    filters: {
      modules: {
        combinator: 'and',
        not: false,
        rules: [{ field: 'features', operator: 'any', value: ['GENE0'] }],
      },
      genesets: {
        combinator: 'and',
        not: false,
        rules: [{ field: 'enrichment', keep: 'most_significant_per_dataset' }],
      },
    },
  },
  show: 'records',
  page: 1,
  page_size: 20,
  sort: undefined,
  order: undefined,
};

/** All rows of the search, which are never split. */
const EXPORT: Request = { ...SEARCH, kind: 'export', most: 100, wantsAll: false };

let portal: TestPortal;
let one: SearchThreads;
let two: SearchThreads;
let unlock: (() => Promise<void>) | null = null;

const open = (count: number, costThreshold = 0) =>
  openSearchThreads(portal.services.config.databaseUrl ?? '', {
    count,
    parts: count,
    costThreshold,
    readObjects: async () => [],
  });

beforeAll(async () => {
  portal = await openTestPortal();
  await createPlainTables(portal);
  one = open(1);
});
beforeEach(async () => {
  await storeCorpus(portal, CORPUS, (await portal.signInAs('RU')).person_id);
  two = open(2);
});
afterEach(async () => {
  vi.restoreAllMocks();
  await unlock?.();
  unlock = null;
  await two.close();
});
afterAll(async () => {
  await one.close();
  await portal.close();
});

/** Blocks readers of gene postings until `change` is committed. */
async function holdPostings() {
  const client = await portal.pool.connect();
  await client.query('begin');
  await client.query('lock table gene_post in access exclusive mode');
  unlock = async () => {
    await client.query('rollback');
    client.release();
  };
  return {
    async commit(change: string) {
      unlock = null;
      await client.query(change);
      await client.query('commit');
      client.release();
    },
  };
}

async function untilHeld(connections: number): Promise<void> {
  const count = async () => {
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from pg_stat_activity
       where datname = current_database() and application_name = 'omicon search' and wait_event_type = 'Lock'`.execute(
      portal.services.db,
    );
    return rows[0]?.n ?? 0;
  };
  for (let tries = 0; tries < 400 && (await count()) < connections; tries += 1)
    await new Promise((resolve) => setTimeout(resolve, 25));
  expect(await count()).toBe(connections);
}

test('two idle threads answer a ranking and a search together', async () => {
  for (const request of [RANKING, SEARCH]) expect(await two.ask(request)).toEqual(await one.ask(request));
  expect(two.splitCounts).toEqual({ merged: 2, repeated: 0 });
  expect((await two.ask(RANKING)).rows).toHaveLength(20);
  expect((await two.ask(SEARCH)).rows.length).toBeGreaterThan(3);
});

test('a question too small to pay is answered by one thread', async () => {
  const careful = open(2, 1_000_000);
  expect(await careful.ask(RANKING)).toEqual(await one.ask(RANKING));
  expect(careful.splitCounts.merged).toBe(0);
  await careful.close();
});

test('with fewer than two idle threads the question goes whole to one', async () => {
  const lock = await holdPostings();
  const other = two.ask(EXPORT);
  await untilHeld(1);
  const ranking = two.ask(RANKING);
  await untilHeld(2);
  await lock.commit('select 1');
  expect(await ranking).toEqual(await one.ask(RANKING));
  expect((await other).total).toBeGreaterThan(0);
  expect(two.splitCounts).toEqual({ merged: 0, repeated: 0 });
});

test('if a thread ends between the parts, the question is asked whole', async () => {
  const posted = vi.spyOn(Worker.prototype, 'postMessage');
  const lock = await holdPostings();
  const ranking = two.ask(RANKING);
  await untilHeld(2);
  const [planner, second] = [...new Set(posted.mock.contexts as Worker[])];
  expect(second).not.toBe(planner);
  await second?.terminate();
  // The thread that takes its place reads the same postings.
  await untilHeld(2);
  await lock.commit('select 1');
  expect(await ranking).toEqual(await one.ask(RANKING));
  expect(two.splitCounts).toEqual({ merged: 0, repeated: 1 });
  expect(await two.ask(RANKING)).toEqual(await one.ask(RANKING));
  expect(two.splitCounts.merged).toBe(1);
});

test('parts that read while the corpus changes are asked again, and all answer from the new version', async () => {
  const lock = await holdPostings();
  const ranking = two.ask(RANKING);
  await untilHeld(2);
  await lock.commit(`
    update analysis set deleted_at = now() where id = (select min(n.analysis_id) from covariation_network n);
    update corpus_version set number = number + 1`);
  const reply = await ranking;
  expect(reply).toEqual(await one.ask(RANKING));
  expect(two.splitCounts).toEqual({ merged: 1, repeated: 1 });
});

test('private networks change nothing in any part: a guest has the reply that they have when there are none', async () => {
  const requests = [
    { ...RANKING, viewer: GUEST },
    { ...RANKING, viewer: GUEST, sort: 'Jaccard', order: 'desc' as const },
    { ...SEARCH, viewer: GUEST },
    {
      kind: 'count' as const,
      viewer: GUEST,
      query: { ...SEARCH.query, result_type: 'covariation-modules' as const },
    },
  ];
  const ask = () => Promise.all(requests.map((request) => two.ask(request)));
  const replies: unknown[] = [];
  for (const request of requests) replies.push(await two.ask(request));
  expect(two.splitCounts.merged).toBe(requests.length);
  expect((await two.ask(RANKING)).tested).toBeGreaterThan(
    (await two.ask({ ...RANKING, viewer: GUEST })).tested,
  );
  await sql`
    update analysis set deleted_at = now()
     where visibility = 'private' or input_data_set_number in (select number from data_set where visibility = 'private')`.execute(
    portal.services.db,
  );
  await sql`update corpus_version set number = number + 1`.execute(portal.services.db);
  expect(await ask()).toEqual(replies);
});

test('a part is told which records to read, all of them readable, and nothing of the person', async () => {
  const posted = vi.spyOn(Worker.prototype, 'postMessage');
  await two.ask({ ...RANKING, viewer: GUEST });
  const parts = posted.mock.calls.flatMap(([message]) => {
    const { request } = message as { request?: { kind: string } };
    return request?.kind === 'part'
      ? [request as unknown as { of: object; scope: Record<string, number[]> }]
      : [];
  });
  expect(parts).toHaveLength(2);
  expect(parts.filter(({ of }) => 'viewer' in of)).toEqual([]);
  const { rows } = await sql<{ id: number }>`
    select n.id from covariation_network n join analysis a on a.id = n.analysis_id
      join data_set d on d.number = a.input_data_set_number and d.is_current
     where a.visibility = 'public' and d.visibility = 'public' order by n.id`.execute(portal.services.db);
  expect(parts.flatMap(({ scope }) => scope.networks ?? []).sort((a, b) => a - b)).toEqual(
    rows.map(({ id }) => id),
  );
});

test('an invalid query and an unknown column are refused as by one thread', async () => {
  const field = { field: 'nothing', operator: 'equal' as const, value: 'x' };
  const wrong = {
    ...RANKING,
    filters: { dataset: { combinator: 'and' as const, not: false, rules: [field] } },
  };
  await expect(two.ask(wrong)).rejects.toThrow(QueryRefusal);
  await expect(two.ask({ ...SEARCH, sort: 'Nothing' })).rejects.toThrow('There is no column "Nothing"');
  expect(two.splitCounts.repeated).toBe(0);
});
