/**
 * Background searches: started on request or because they are slow, watched, announced once, opened by page and order,
 * cancelled. The tests delay a search by a lock on a table it reads first.
 */
import {
  type SearchQueryInput,
  searchAdvanced,
} from '@omicon/contract/areas/advanced-search/advanced-search.ts';
import {
  cancelSearch,
  getSearchResults,
  listRecentQueries,
} from '@omicon/contract/areas/advanced-search/search-queries.ts';
import { listSearchNotifications, markNotificationAsRead } from '@omicon/contract/areas/notifications.ts';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { startWorker } from '../../base/jobs/jobs.ts';
import { sql } from '../../base/postgres/database.ts';
import { tasks } from '../../tasks.ts';
import { aLaboratory } from '../../test-support/intake.ts';
import { type Caller, openTestPortal, type TestPortal } from '../../test-support/portal.ts';
import { until } from '../../test-support/runs.ts';

let portal: TestPortal;
let letGo: (() => Promise<void>) | null = null;

beforeAll(async () => {
  portal = await openTestPortal();
  await aLaboratory(portal, { visibility: 'public' });
  await aLaboratory(portal, { accession: 'CGGA', study: 'Zhao 2021 CGGA', visibility: 'private' });
  await portal.runJobs();
});
afterEach(() => letSearchesGoOn());
afterAll(() => portal.close());

const ALL: SearchQueryInput = { result_type: 'covariation-modules', filters: {}, background: true };

async function holdSearchesUp(): Promise<void> {
  const client = await portal.pool.connect();
  await client.query('begin');
  await client.query('lock table corpus_version in access exclusive mode');
  letGo = async () => {
    await client.query('rollback');
    client.release();
  };
}

async function letSearchesGoOn(): Promise<void> {
  await letGo?.();
  letGo = null;
}

async function begin(as: Caller, body: Partial<SearchQueryInput> = {}): Promise<number> {
  const { reply } = await portal.call(searchAdvanced, { as, body: { ...ALL, ...body } });
  const { notifId, searchResults } = reply.data;
  expect(searchResults).toMatchObject({
    is_background_process: true,
    message: 'Your search is being processed. You will be notified when its results are ready.',
    results: [],
  });
  return notifId ?? 0;
}

async function open(as: Caller, notif_id: number, query = {}) {
  return (await portal.call(getSearchResults, { as, params: { notif_id }, query })).reply;
}

async function log(as: Caller) {
  return (await portal.call(listSearchNotifications, { as })).reply;
}

async function jobsOf(id: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from graphile_worker.jobs where key = ${`search ${id}`}`.execute(
    portal.services.db,
  );
  return rows[0]?.n ?? 0;
}

test('on request it runs as a job, with the same rows as an immediate search', async () => {
  const person = await portal.signInAs('RU');
  const id = await begin(person, { description: 'All modules' });
  expect((await open(person, id)).state).toBe('running');
  await portal.runJobs();
  const kept = await open(person, id, { page_size: 1000 });
  const { reply } = await portal.call(searchAdvanced, {
    as: person,
    body: { ...ALL, background: false, page_size: 1000 },
  });
  expect(kept.state).toBe('done');
  expect(kept.data.isNotification).toBe(true);
  const { results, columns, result_count } = reply.data.searchResults;
  expect(result_count).toBeGreaterThan(3);
  expect(kept.data.searchResults).toMatchObject({
    results,
    columns,
    result_count,
    is_background_process: false,
  });
  const recent = (await portal.call(listRecentQueries, { as: person })).reply.results;
  expect(recent).toMatchObject([{ description: expect.any(String), result_count }]);
});

test('its owner is notified once, with the specified content', async () => {
  const person = await portal.signInAs('RU');
  const id = await begin(person, { description: 'All modules' });
  await portal.runJobs();
  const again = tasks.run_search(
    { search_result_id: id },
    { services: portal.services, jobId: '1', signal: undefined, isLastTry: false },
  );
  await again;
  const { results, total } = await log(person);
  expect(total).toBe(1);
  expect(results[0]).toEqual({
    notifId: id,
    type: 'covariation-modules',
    Description: 'All modules',
    result_count: expect.any(Number),
    state: 'done',
    created_at: expect.any(String),
    is_read: false,
    notification_data: '{"formData":{"description":{"value":"All modules"}}}',
  });
  await portal.call(markNotificationAsRead, { as: person, params: { kind: 'advancedSearch', id } });
  expect((await log(person)).results[0]?.is_read).toBe(true);
});

test('stored rows are paged in the order of the query or of any column', async () => {
  const person = await portal.signInAs('RU');
  const id = await begin(person);
  await portal.runJobs();
  for (const query of [{}, { sort: 'Module', order: 'asc' }, { sort: 'Module', order: 'desc' }]) {
    const whole = (await open(person, id, { ...query, page_size: 1000 })).data.searchResults.results;
    const pages = [];
    for (let page = 1; page <= Math.ceil(whole.length / 2); page += 1)
      pages.push(...(await open(person, id, { ...query, page, page_size: 2 })).data.searchResults.results);
    expect(pages).toEqual(whole);
  }
  const names = (await open(person, id, { sort: 'Module', order: 'desc' })).data.searchResults.results.map(
    ({ Module }) => String(Module),
  );
  expect(names).toEqual(names.toSorted().reverse());
  const wrong = await portal.ask(getSearchResults, {
    as: person,
    params: { notif_id: id },
    query: { sort: 'x' },
  });
  expect([wrong.status, wrong.refusal.fields?.sort]).toEqual([400, expect.stringContaining('no column "x"')]);
});

test('rows of a kME table are stored like those of any search', async () => {
  const person = await portal.signInAs('RU');
  const id = await begin(person, { result_type: 'kme-table', sort: 'cor', order: 'desc' });
  await portal.runJobs();
  const { data, state } = await open(person, id);
  const body: SearchQueryInput = { result_type: 'kme-table', filters: {}, sort: 'cor', order: 'desc' };
  const { reply } = await portal.call(searchAdvanced, { as: person, body });
  expect([state, data.searchResults.result_count]).toEqual(['done', 16]);
  expect(data.searchResults.results).toEqual(reply.data.searchResults.results);
});

test('a slow search continues in the background', async () => {
  const person = await portal.signInAs('GU');
  await holdSearchesUp();
  portal.services.config.searchWaitMs = 50;
  const id = await begin(person, { background: false });
  portal.services.config.searchWaitMs = 60_000;
  expect(await jobsOf(id)).toBe(1);
  expect((await open(person, id)).state).toBe('running');
  await letSearchesGoOn();
  await portal.runJobs();
  expect((await open(person, id)).state).toBe('done');
  expect((await log(person)).total).toBe(1);
});

test('a person cannot start the same query twice at a time, or a fifth concurrent one', async () => {
  const [person, other] = [await portal.signInAs('RU'), await portal.signInAs('RU')];
  const named = (value: string) => ({
    filters: { analyses: { rules: [{ field: 'Title', operator: 'contains', value }] } },
  });
  const ids = await Promise.all([1, 2, 3].map(() => begin(person, named('a'))));
  expect(new Set(ids).size).toBe(1);
  expect(await begin(other, named('a'))).not.toBe(ids[0]);
  for (const value of ['b', 'c', 'd']) await begin(person, named(value));
  const fifth = await portal.ask(searchAdvanced, { as: person, body: { ...ALL, ...named('e') } });
  expect([fifth.status, fifth.refusal.code]).toEqual([429, 'too_many_requests']);
  await portal.runJobs();
  await begin(person, named('e'));
  await portal.runJobs();
});

test('an invalid query is refused before it starts; an unknown column is reported as a failure', async () => {
  const person = await portal.signInAs('RU');
  const filters = { dataset: { rules: [{ field: 'Mood', operator: 'equal', value: 1 }] } };
  const wrong = await portal.ask(searchAdvanced, { as: person, body: { ...ALL, filters } });
  expect([wrong.status, Object.keys(wrong.refusal.fields ?? {})]).toEqual([
    400,
    ['filters.dataset.rules[0]'],
  ]);
  const id = await begin(person, { sort: 'Mood' });
  await portal.runJobs();
  const { state, data, query } = await open(person, id);
  expect([state, data.searchResults.message]).toEqual([
    'failed',
    expect.stringContaining('no column "Mood"'),
  ]);
  // A failed search can be repeated.
  expect(query).toMatchObject({ result_type: 'covariation-modules', sort: 'Mood' });
  expect((await log(person)).results).toMatchObject([{ notifId: id, state: 'failed', result_count: null }]);
});

test('a cancelled search ends and frees its thread, and nobody is notified', async () => {
  const [person, other] = [await portal.signInAs('RU'), await portal.signInAs('RU')];
  const id = await begin(person);
  const asOther = await portal.ask(cancelSearch, { as: other, params: { notif_id: id } });
  expect(asOther.status).toBe(404);
  await holdSearchesUp();
  const running = tasks.run_search(
    { search_result_id: id },
    { services: portal.services, jobId: '1', signal: undefined, isLastTry: false },
  );
  expect((await portal.call(cancelSearch, { as: person, params: { notif_id: id } })).status).toBe(200);
  // The job ends while the table is still locked, because its thread was terminated.
  await running;
  await letSearchesGoOn();
  expect((await open(person, id)).state).toBe('cancelled');
  expect((await portal.ask(cancelSearch, { as: person, params: { notif_id: id } })).status).toBe(409);
  expect((await log(person)).total).toBe(0);
  await portal.runJobs();
  const { reply } = await portal.call(searchAdvanced, { as: person, body: { ...ALL, background: false } });
  expect(reply.data.searchResults.result_count).toBeGreaterThan(0);
});

test('a worker stopped in the middle leaves the search to the next one', async () => {
  const person = await portal.signInAs('RU');
  const id = await begin(person);
  await holdSearchesUp();
  const first = await startWorker({ pool: portal.pool, services: portal.services, tasks });
  await until(async () => {
    const { rows } = await sql<{ is_taken: boolean }>`
      select locked_at is not null as is_taken from graphile_worker.jobs where key = ${`search ${id}`}`.execute(
      portal.services.db,
    );
    return rows[0]?.is_taken === true;
  });
  await first.stop();
  expect((await open(person, id)).state).toBe('running');
  await letSearchesGoOn();
  // The next worker takes over as soon as the lock of the first is released.
  await until(async () => {
    await sql`update graphile_worker._private_jobs set run_at = now()`.execute(portal.services.db);
    await portal.runJobs();
    return (await open(person, id)).state === 'done';
  });
  expect((await log(person)).total).toBe(1);
});

test('a search killed at every attempt is reported as failed', async () => {
  const person = await portal.signInAs('RU');
  const id = await begin(person);
  await sql`
    update graphile_worker._private_jobs set attempts = max_attempts where key = ${`search ${id}`}`.execute(
    portal.services.db,
  );
  await tasks.sweep({}, { services: portal.services, jobId: '1', signal: undefined, isLastTry: false });
  expect(await open(person, id)).toMatchObject({
    state: 'failed',
    data: { searchResults: { message: 'The search could not be finished. Please run it again.' } },
  });
  expect((await log(person)).results).toMatchObject([{ notifId: id, state: 'failed' }]);
});

test('the socket reports the end, only to the owner, and cannot be opened afterwards', async () => {
  const [person, other] = [await portal.signInAs('RU'), await portal.signInAs('RU')];
  const id = await begin(person);
  const listen = (as: Caller, messages: unknown[] = []) =>
    portal.app.injectWS(
      `/ws/advanced-search/${id}/`,
      { headers: { authorization: `Token ${as.token}` } },
      { onInit: (socket) => socket.on('message', (data) => messages.push(JSON.parse(String(data)))) },
    );
  const messages: unknown[] = [];
  const socket = await listen(person, messages);
  await expect(listen(other)).rejects.toThrow('404');
  await portal.runJobs();
  await until(async () => messages.length > 1);
  socket.terminate();
  expect(messages[1]).toEqual({ type: 'search', notif_id: id, state: 'done', progress: null });
  await expect(listen(person)).rejects.toThrow('404');
});

test('stored rows of the laboratory are hidden from people who may no longer read them', async () => {
  const person = await portal.signInAs('LAB');
  const id = await begin(person);
  await portal.runJobs();
  const total = (await open(person, id)).data.searchResults.result_count;
  const guest = await portal.signInAs('GU');
  const own = await begin(guest);
  await portal.runJobs();
  expect((await open(guest, own)).data.searchResults.result_count).toBe(total / 2);
  await sql`update person set role = 'RU' where id = ${person.person_id}`.execute(portal.services.db);
  const refused = await portal.ask(getSearchResults, { as: person, params: { notif_id: id } });
  expect([refused.status, refused.text.includes('Zhao')]).toEqual([403, false]);
});

test('rows and log entry are kept for thirty days', async () => {
  const person = await portal.signInAs('RU');
  const [old, young] = [
    await begin(person),
    await begin(person, { show: 'count', result_type: 'data-sets' }),
  ];
  await portal.runJobs();
  await sql`update search_result set created_at = now() - interval '31 days' where id = ${old}`.execute(
    portal.services.db,
  );
  await tasks.sweep({}, { services: portal.services, jobId: '1', signal: undefined, isLastTry: false });
  expect((await log(person)).results.map(({ notifId }) => notifId)).toEqual([young]);
  expect((await portal.ask(getSearchResults, { as: person, params: { notif_id: old } })).status).toBe(404);
  const { rows } = await sql`select place from search_result_chunk where search_result_id = ${old}`.execute(
    portal.services.db,
  );
  expect(rows).toEqual([]);
  expect((await open(person, young)).data.searchResults).toMatchObject({ results: [], result_count: 3 });
});
