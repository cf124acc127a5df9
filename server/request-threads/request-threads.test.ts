/** Costly calls in a request thread: the same replies and refusals, turns among people, and threads that end. */
import os from 'node:os';
import { text } from 'node:stream/consumers';
import { listDataCollections } from '@omicon/contract/areas/collections.ts';
import { rankModules, rankSetsByValues, repairList } from '@omicon/contract/areas/genes/gene-lists.ts';
import { getGene } from '@omicon/contract/areas/genes/genes.ts';
import { compareSamples } from '@omicon/contract/areas/statistics/comparisons.ts';
import { listCorrelates } from '@omicon/contract/areas/statistics/expression.ts';
import type { EndpointSpec } from '@omicon/contract/base/endpoint.ts';
import { QueryRefusal } from '@omicon/search-index/query-refusal.ts';
import { SearchCancelled, SortRefusal } from '@omicon/search-index/threads.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PortalError } from '../base/errors.ts';
import { StoreUnavailable } from '../base/store/store.ts';
import { ComputeCancelled } from '../compute/work.ts';
import { takeIn } from '../test-support/intake.ts';
import { smallLaboratory, smallResources } from '../test-support/laboratories/small-laboratory.ts';
import { listNiceValues } from '../test-support/nice-values.ts';
import { type Caller, openTestPortal, type RawInput, type TestPortal } from '../test-support/portal.ts';
import { fromPlainError, toPlainError } from './messages.ts';
import { openRequestThreads } from './threads.ts';

let portal: TestPortal;
let guest: Caller;
let other: Caller;
let dataSet = 0;
beforeAll(async () => {
  portal = await openTestPortal({ OMICON_REQUEST_THREADS: '1' });
  guest = await portal.signInAs('GU');
  other = await portal.signInAs('GU');
  for (const files of [smallResources(), smallLaboratory()])
    expect((await takeIn(portal, files)).faults).toEqual([]);
  await portal.runJobs();
  const { number } = await portal.services.db
    .selectFrom('data_set')
    .select('number')
    .where('ds_version', '=', 'A.1')
    .executeTakeFirstOrThrow();
  dataSet = number;
});
afterAll(() => portal.close());

/** Names of the corpus, then names that nobody knows. */
const names = (count: number, number = 0) => [
  ...['P2RY12', 'CX3CR1', 'CD68', 'AIF1'],
  ...Array.from({ length: count - 4 }, (_, at) => `LOC${number}x${at}`),
];

/** 60,000 genes, of which the reply lists all but four as unknown. */
function ranking() {
  const genes = names(60_000);
  return { genes, values: genes.map((_, at) => Math.sin(at)) };
}

/** The reply without the time it took. */
async function replyIn(threads: TestPortal['services']['requestThreads'], call: [EndpointSpec, RawInput]) {
  const { services } = portal;
  const kept = services.requestThreads;
  services.requestThreads = threads;
  const { status, headers, text } = await portal.ask(...call).finally(() => {
    services.requestThreads = kept;
  });
  const { execution_ms: _, request_id: __, ...reply } = JSON.parse(text) as Record<string, unknown>;
  return { status, type: headers['content-type'], reply };
}

test('a request thread answers as the process does, refusals too', async () => {
  const calls: [EndpointSpec, RawInput, number][] = [
    [repairList, { body: { identifiers: ['AIF1', '2-Sep', 'NOBODY'] } }, 200],
    [rankModules, { body: { identifiers: names(20), background: names(5000) } }, 200],
    [rankModules, { body: { identifiers: [] } }, 400],
    [rankModules, { body: { identifiers: ['AIF1'], sort: 'mood' } }, 400],
    [
      rankModules,
      { body: { identifiers: ['AIF1'], filters: { dataset: { rules: [{ field: 'x' }] } } } },
      400,
    ],
    [getGene, { params: { symbol: 'AIF1' } }, 200],
    [listCorrelates, { params: { id: dataSet }, query: { feature: 'AIF1' } }, 200],
    [listCorrelates, { params: { id: dataSet }, query: { feature: 'NOBODY' } }, 400],
    [listCorrelates, { params: { id: 999_999 }, query: { feature: 'AIF1' } }, 404],
    [compareSamples, { params: { id: dataSet }, body: { groups: [] } }, 400],
  ];
  for (const [endpoint, input, status] of calls) {
    const call: [EndpointSpec, RawInput] = [endpoint, { ...input, as: guest }];
    const inThread = await replyIn(portal.services.requestThreads, call);
    expect(inThread).toEqual(await replyIn(null, call));
    expect([inThread.status, inThread.type]).toEqual([status, 'application/json; charset=utf-8']);
  }
});

test('a body that is no JSON, is nested too deeply or has forbidden names is refused as everywhere', async () => {
  const headers = { authorization: `Token ${guest.token}`, 'content-type': 'application/json' };
  const url = '/api/explore/repair/';
  for (const [payload, sentence] of [
    ['{"identifiers":', 'The request is not valid JSON.'],
    [`{"identifiers":${'['.repeat(40)}${']'.repeat(40)}}`, 'The request is nested too deeply.'],
    ['{"identifiers":["AIF1"],"__proto__":{}}', 'The request contains a forbidden name.'],
  ]) {
    const answer = await portal.app.inject({ method: 'POST', url, headers, payload: payload ?? '' });
    expect([answer.statusCode, answer.json().detail]).toEqual([400, sentence]);
  }
});

test('a large reply is a stream of pieces, which together are what the process would answer', async () => {
  const call: [EndpointSpec, RawInput] = [rankSetsByValues, { as: guest, body: ranking() }];
  const inThread = await replyIn(portal.services.requestThreads, call);
  expect(inThread).toEqual(await replyIn(null, call));
  expect(inThread.status).toBe(200);
  const { headers } = await portal.ask(...call);
  expect(headers['content-length']).toBeUndefined();
});

test('a thread that ends within a large reply breaks it off', async () => {
  const { config, searchThreads, computeThreads } = portal.services;
  const { databaseUrl } = config;
  if (databaseUrl === null) throw new Error('The portal has no database of its own.');
  const threads = openRequestThreads({ config, databaseUrl, count: 1, searchThreads, computeThreads });
  const reply = await threads.answer(
    {
      route: `${rankSetsByValues.method} ${rankSetsByValues.path}`,
      principal: { person_id: guest.person_id, role: 'GU', permissions: new Set() },
      params: {},
      query: {},
      body: JSON.stringify(ranking()),
    },
    new AbortController().signal,
  );
  if (Buffer.isBuffer(reply)) throw new Error('The reply came whole.');
  const breaking = expect(text(reply)).rejects.toThrow('The call was interrupted. Please try again.');
  await threads.close();
  await breaking;
});

test('60,000 genes with values of 17 digits are taken', async () => {
  const { reply } = await portal.call(rankSetsByValues, { as: guest, body: ranking() });
  expect(reply.repair?.unknown).toHaveLength(59_996);
  expect(reply.genes).toBe(4);
});

test('twenty costly calls of one person hold up neither lists nor a costly call of another', async () => {
  const ended: string[] = [];
  const note = (name: string) => ended.push(name);
  const storm = Array.from({ length: 20 }, (_, number) =>
    portal
      .call(rankModules, {
        as: guest,
        body: { identifiers: names(1000, number), background: names(5000, number) },
      })
      .then(() => note('storm')),
  );
  const list = portal.call(listDataCollections, { as: other }).then(() => note('list'));
  const correlates = portal
    .call(listCorrelates, { as: other, params: { id: dataSet }, query: { feature: 'CD68' } })
    .then(() => note('correlates'));
  await Promise.all([...storm, list, correlates]);
  // In one line for everybody they would come last. Two of the storm run at once, and more while correlates are computed.
  expect(ended.indexOf('list')).toBeLessThan(10);
  expect(ended.indexOf('correlates')).toBeLessThan(10);
});

test.runIf(process.platform === 'linux')(
  'a request thread has a lower priority than the event loop, which answers short calls beside it',
  () => {
    const niceOfProcess = os.getPriority();
    const lower = listNiceValues().filter((nice) => nice !== niceOfProcess);
    expect(lower).toEqual(niceOfProcess < 10 ? [10] : []);
  },
);

test('too many costly calls of one person get 429 with a time; another person is answered', async () => {
  const calls = Array.from({ length: 40 }, (_, number) =>
    portal.ask(repairList, { as: guest, body: { identifiers: names(2000, number) } }),
  );
  const { status } = await portal.ask(repairList, { as: other, body: { identifiers: ['AIF1'] } });
  const answers = await Promise.all(calls);
  const refused = answers.filter((answer) => answer.status === 429);
  // Two run and thirty wait; the first may end before the last arrive.
  expect([status, new Set(answers.map((answer) => answer.status))]).toEqual([200, new Set([200, 429])]);
  expect(refused.length).toBeLessThanOrEqual(8);
  for (const { headers, refusal } of refused) {
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    expect(refusal.detail).toMatch(/^30 of your calls are waiting already\. Please try again in \d+ s\.$/);
  }
});

test('errors keep their class and what they say on the way between threads', () => {
  const errors = [
    new PortalError('invalid_input', 'No.', { fields: { page: 'No.' }, retryAfterSeconds: 3 }),
    new QueryRefusal([{ path: 'modules.rules[0]', sentence: 'No.' }]),
    new SortRefusal('There is no column x.'),
    new SearchCancelled('The search was cancelled.'),
    new ComputeCancelled(),
    new StoreUnavailable(),
    Object.assign(new Error('gone'), { code: '57P01' }),
  ];
  for (const error of errors) {
    const same = fromPlainError(structuredClone(toPlainError(error)));
    expect(same).toBeInstanceOf(error.constructor);
    expect({ ...same, message: same.message }).toEqual({ ...error, message: error.message });
  }
});
