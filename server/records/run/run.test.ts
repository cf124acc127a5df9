/** A kind of run of which the portal knows nothing else: its parameters, its computation and its view are all it takes. */
import type { RunState } from '@omicon/contract/base/run.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { notifyOfRun } from '../../areas/notifications/notify.ts';
import { PortalError } from '../../base/errors.ts';
import { sql, type Tx } from '../../base/postgres/database.ts';
import { type Caller, openTestPortal, type TestPortal } from '../../test-support/portal.ts';
import { newsOfRun, until } from '../../test-support/runs.ts';
import { cancelRun, getRun, listRuns, startRun, toRun } from './calls.ts';
import type { ShownKind } from './kind.ts';
import { isRunning } from './sql.ts';
import { endRun, type RunJob, sweepRuns, taskOf } from './work.ts';

interface Genes {
  genes: number;
}

const counts: ShownKind<Genes & { state: RunState; done: number; total: number; seconds: number }> = {
  table: 'gene_count_run',
  name: 'gene count',
  job: 'run_search',
  sameBy: ['genes'],
  most: 2,
  retryAfterSeconds: 60,
  noun: 'count',
  tooMany: 'Two of your counts are running.',
  failed: 'The count could not be finished.',
  unreadable: 'The genes are gone.',
  tell: (tx, run, news) => notifyOfRun(tx, run, { type: 'gene count', Description: 'A count', ...news }),
  columns: sql`r.genes, r.state, r.done, r.genes as total, 10 as seconds`,
  readableBy: () => sql``,
};

/** What the next computation does. */
let compute: (genes: number, signal: AbortSignal) => Promise<void>;

const job: RunJob<Genes> = {
  kind: counts,
  columns: sql`r.genes`,
  async work({ services, run, signal, onProgress }) {
    onProgress({ done: 1 });
    await compute(run.genes, signal);
    await services.db
      .transaction()
      .execute((tx) => endRun(tx, counts, run.id, { result_count: run.genes, result: { done: run.genes } }));
  },
};

let portal: TestPortal;
let person: Caller;

beforeAll(async () => {
  portal = await openTestPortal();
  await sql`
    create table gene_count_run (
      id integer generated always as identity primary key,
      person_id integer not null references person on delete cascade,
      state text not null default 'running',
      genes integer not null,
      done integer not null default 0,
      message text,
      created_at timestamptz not null default now(),
      ended_at timestamptz)`.execute(portal.services.db);
});
beforeEach(async () => {
  person = await portal.signInAs('RU');
  compute = async () => undefined;
});
afterAll(() => portal.close());

const principalOf = ({ person_id }: Caller) => ({ person_id, role: 'RU' as const, permissions: new Set('') });

const inWrite = <T>(act: (tx: Tx) => Promise<T>) => portal.services.db.transaction().execute(act);
const start = (genes: number, as = person) =>
  inWrite(async (db) => (await startRun({ db, principal: principalOf(as) }, counts, { genes })).id);
const cancel = (id: number, as = person) =>
  inWrite((db) => cancelRun({ db, principal: principalOf(as) }, counts, id));
const callOf = (as: Caller) => ({ db: portal.services.db, principal: principalOf(as) });
const work = (
  id: number,
  { isLastTry = false, signal }: { isLastTry?: boolean; signal?: AbortSignal } = {},
) =>
  taskOf(job)({ gene_count_run_id: id }, { services: portal.services, jobId: String(id), signal, isLastTry });
const read = async (id: number) => toRun(await getRun(callOf(person), counts, id), principalOf(person));
const newsOf = (id: number) => newsOfRun(portal, person, id);

/** A computation that goes on until it is aborted. */
const endless = (_genes: number, signal: AbortSignal) =>
  new Promise<void>((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(new DOMException('It was aborted.', 'AbortError')));
  });

test('it is started once for the same parameters, and a third other one has to wait', async () => {
  const id = await start(7);
  expect(await start(7)).toBe(id);
  expect(await start(8)).not.toBe(id);
  await expect(start(9)).rejects.toMatchObject({ code: 'too_many_requests', message: counts.tooMany });
  const other = await portal.signInAs('RU');
  expect(await start(7, other)).not.toBe(id);
});

test('its progress gives the time that is left, and it can be cancelled', async () => {
  const id = await start(5);
  expect(await read(id)).toMatchObject({ state: 'running', done: 0, seconds_left: null, is_own: true });
  compute = endless;
  const working = work(id);
  await until(async () => (await read(id)).done === 1);
  expect((await read(id)).seconds_left).toBe(40);
  expect(await cancel(id)).toEqual({ detail: 'The count is cancelled.' });
  await working;
  expect(await read(id)).toMatchObject({ state: 'cancelled', seconds_left: null });
  expect(await newsOf(id)).toEqual([]);
  await expect(cancel(id)).rejects.toMatchObject({
    code: 'conflict',
    message: 'This count has already ended.',
  });
});

test('it ends once and notifies once, also if two workers work on it', async () => {
  const id = await start(6);
  await Promise.all([work(id), work(id)]);
  await work(id);
  expect(await read(id)).toMatchObject({ state: 'done', done: 6, seconds_left: null });
  expect(await newsOf(id)).toMatchObject([{ type: 'gene count', state: 'done', result_count: 6 }]);
});

test('an error is tried again and given up at the last try; a refusal fails it at once', async () => {
  const [tried, refused] = [await start(3), await start(4)];
  compute = () => Promise.reject(new Error('a broken pipe'));
  await expect(work(tried)).rejects.toThrow('a broken pipe');
  expect((await read(tried)).state).toBe('running');
  await work(tried, { isLastTry: true });
  expect(await read(tried)).toMatchObject({ state: 'failed', message: counts.failed });
  compute = () => Promise.reject(new PortalError('not_found', 'There is no such gene.'));
  await work(refused);
  expect(await read(refused)).toMatchObject({ state: 'failed', message: 'The genes are gone.' });
  expect(await newsOf(refused)).toMatchObject([{ state: 'failed', result_count: null }]);
});

test('a worker that is stopped leaves it to the next one', async () => {
  const id = await start(2);
  const stop = new AbortController();
  compute = endless;
  const working = work(id, { signal: stop.signal, isLastTry: true });
  await until(async () => (await read(id)).done === 1);
  stop.abort();
  await expect(working).rejects.toThrow();
  expect((await read(id)).state).toBe('running');
  compute = async () => undefined;
  await work(id);
  expect((await read(id)).state).toBe('done');
});

test('a list has those of the person, by age and in pages; only the person may cancel', async () => {
  const ids = [await start(1), await start(5)];
  const list = (page: number, order: 'asc' | 'desc', of = {}) =>
    listRuns({ ...callOf(person), query: { page, page_size: 1, order } }, counts, of, toRun);
  expect(await list(1, 'desc')).toMatchObject({ results: [{ id: ids[1] }], total: 2, items_per_page: 1 });
  expect((await list(2, 'desc')).results.map(({ id }) => id)).toEqual([ids[0]]);
  expect((await list(1, 'asc')).results.map(({ id }) => id)).toEqual([ids[0]]);
  expect(await list(1, 'asc', { genes: 5 })).toMatchObject({ results: [{ id: ids[1] }], total: 1 });
  const other = await portal.signInAs('RU');
  await expect(cancel(ids[0] ?? 0, other)).rejects.toMatchObject({ code: 'not_found' });
});

test('one whose job is gone fails, and after thirty days it is deleted with its log entry', async () => {
  const { db } = portal.services;
  const [lost, kept] = [await start(1), await start(2)];
  await portal.pool.query('select graphile_worker.remove_job($1)', [`gene count ${lost}`]);
  await sweepRuns(portal.services, counts);
  expect(await read(lost)).toMatchObject({ state: 'failed', message: counts.failed });
  expect(await isRunning(db, counts, kept)).toBe(true);
  expect(await newsOf(lost)).toHaveLength(1);
  await sql`update gene_count_run set created_at = now() - interval '31 days' where id = ${lost}`.execute(db);
  await sweepRuns(portal.services, counts);
  await expect(read(lost)).rejects.toMatchObject({ code: 'not_found' });
  expect(await newsOf(lost)).toEqual([]);
});
