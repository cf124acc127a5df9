/**
 * A database that is down, silent or locked: 503 with Retry-After, no partial writes, and automatic recovery (REL-11,
 * REL-26).
 */
import { listDataSets } from '@omicon/contract/areas/collections.ts';
import { createComment } from '@omicon/contract/areas/comments.ts';
import type { FastifyInstance } from 'fastify';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { buildApp } from '../../app.ts';
import { aLaboratory, type LaboratoryNumbers } from '../../test-support/intake.ts';
import { type Caller, openTestPortal, type TestPortal } from '../../test-support/portal.ts';
import { type FaultyLink, openFaultyLink } from '../../test-support/store/faulty-link.ts';
import { PAGE_URL } from '../../test-support/talk.ts';
import { toPortalError } from '../errors.ts';
import { addJob } from '../jobs/jobs.ts';
import { type OpenServices, openServices } from '../open-services.ts';
import { REQUEST_LIMITS, sql } from '../postgres/database.ts';
import { type EventHub, openEventHub } from '../postgres/events.ts';
import { recordFixity } from '../store/fixity.ts';

/** A faultless connection to the database, to check what is stored. */
let portal: TestPortal;
let numbers: LaboratoryNumbers;
let lab: Caller;
let link: FaultyLink;
/** The portal under test, connected through the faulty link. */
let app: FastifyInstance;
let opened: OpenServices;
let hub: EventHub;

beforeAll(async () => {
  portal = await openTestPortal();
  numbers = await aLaboratory(portal);
  lab = await portal.signInAs('LAB');
  const { config } = portal.services;
  const direct = new URL(config.databaseUrl ?? '');
  link = await openFaultyLink(`${direct.searchParams.get('host')}/.s.PGSQL.5432`);
  const url = `postgres://${direct.username}@${new URL(link.endpoint).host}${direct.pathname}`;
  opened = await openServices(config, url, { connections: 8, limits: REQUEST_LIMITS });
  hub = await openEventHub(url);
  app = await buildApp({ services: opened.services, hub, maxEventLoopDelayMs: 0 });
  await app.ready();
});
afterEach(() => mend());
afterAll(async () => {
  await app.close();
  await hub.close();
  await opened.close();
  await link.close();
  await portal.close();
});

const headers = () => ({ authorization: `Token ${lab.token}` });

function list() {
  return app.inject({ url: listDataSets.path, headers: headers() });
}

function say(text: string) {
  const payload = {
    entity_type: 'dc',
    entity_id: numbers.collection,
    message: `<p>${text}</p>`,
    comment_page_url: PAGE_URL,
  };
  return app.inject({ method: 'POST', url: createComment.path, headers: headers(), payload });
}

/** Broken connections are detected one by one; then every call works. */
async function mend(): Promise<void> {
  await link.fail('whole');
  const answers = async () =>
    (await Promise.all(Array.from({ length: 8 }, list))).map((one) => one.statusCode);
  await expect.poll(answers, { timeout: 20_000 }).toEqual(Array(8).fill(200));
}

/** Metrics as scraped from this host. */
async function scrape(): Promise<Record<string, string>> {
  const { statusCode, payload } = await app.inject({ url: '/metrics', remoteAddress: '127.0.0.1' });
  expect(statusCode).toBe(200);
  return Object.fromEntries(
    [...payload.matchAll(/^(omicon_\S+) (\S+)$/gm)].map(([, name, value]) => [name, value]),
  );
}

async function countSaid(text: string): Promise<number> {
  const rows = await portal.services.db
    .selectFrom('comment')
    .select('id')
    .where('plain_text', 'like', `%${text}%`)
    .execute();
  return rows.length;
}

describe.each(['refused', 'silent'] as const)('a database that is %s', (fault) => {
  test('causes 503 with Retry-After, and the same records are there after recovery', async () => {
    const before = (await list()).json();
    expect(before.total).toBeGreaterThan(0);
    await link.fail(fault);
    for (const response of [await list(), await say(`while ${fault}`)]) {
      expect([response.statusCode, response.headers['retry-after']]).toEqual([503, '3']);
      expect(response.json()).toMatchObject({
        code: 'unavailable',
        detail: 'The portal is not ready for a moment. Please try again.',
      });
    }
    expect((await app.inject('/healthz')).statusCode).toBe(200);
    const ready = await app.inject('/readyz');
    expect([ready.statusCode, ready.json()]).toEqual([
      503,
      { ready: 'no', database: 'not reachable', store: 'yes', jobs: 'not reachable' },
    ]);
    expect(await scrape()).toMatchObject({
      'omicon_reachable{part="database"}': '0',
      'omicon_reachable{part="store"}': '1',
      omicon_jobs_failed: 'Nan',
      omicon_files_damaged: 'Nan',
    });

    await mend();
    expect((await list()).json()).toEqual(before);
    expect(await countSaid(`while ${fault}`)).toBe(0);
    expect((await say(`after ${fault}`)).statusCode).toBe(201);
    expect(await countSaid(`after ${fault}`)).toBe(1);
  });

  test('causes listeners to reload after recovery', async () => {
    let told = 0;
    const leave = hub.on('a topic', () => {
      told += 1;
    });
    await link.fail(fault);
    await link.fail('whole');
    await expect.poll(() => told, { timeout: 20_000 }).toBeGreaterThan(0);
    leave();
  });
});

test('metrics include failed jobs and damaged files', async () => {
  const clean = await scrape();
  expect(clean).toMatchObject({
    'omicon_reachable{part="database"}': '1',
    // No worker is connected.
    'omicon_reachable{part="jobs"}': '0',
    omicon_jobs_failed: '0',
    omicon_files_damaged: '0',
  });
  await addJob(portal.services.db, 'sweep', { key: 'hopeless', payload: {} });
  await sql`update graphile_worker._private_jobs set attempts = max_attempts where key = 'hopeless'`.execute(
    portal.services.db,
  );
  await recordFixity(portal.services.db, 'f'.repeat(64), false);
  await recordFixity(portal.services.db, 'e'.repeat(64), true);
  expect(await scrape()).toMatchObject({ omicon_jobs_failed: '1', omicon_files_damaged: '1' });
});

test('metrics include the number of waiting jobs and the age of the oldest, without scheduled ones', async () => {
  const { db } = portal.services;
  await sql`delete from graphile_worker._private_jobs`.execute(db);
  expect(await scrape()).toMatchObject({ omicon_jobs_waiting: '0', omicon_job_oldest_seconds: '0' });
  for (const key of ['old', 'young', 'later']) await addJob(db, 'run_intake', { key, payload: {} });
  await sql`
    update graphile_worker._private_jobs
       set run_at = case key when 'old' then now() - interval '10 minutes' when 'later' then now() + interval '1 hour' else now() end`.execute(
    db,
  );
  const measured = await scrape();
  expect(measured.omicon_jobs_waiting).toBe('3');
  expect(Math.floor(Number(measured.omicon_job_oldest_seconds) / 60)).toBe(10);
  await sql`delete from graphile_worker._private_jobs`.execute(db);
});

test('connections that break during calls end these with 503, and the next calls work', async () => {
  const holder = await portal.pool.connect();
  await holder.query('begin; lock table data_set in access exclusive mode');
  const running = [list(), list(), list()];
  const isWaiting = async () =>
    (
      await portal.pool.query(
        "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
      )
    ).rowCount ?? 0;
  await expect.poll(isWaiting, { timeout: 20_000 }).toBeGreaterThan(0);
  await link.fail('whole');
  for (const response of await Promise.all(running)) expect(response.statusCode).toBe(503);
  await holder.query('rollback');
  holder.release();
  await mend();
});

test('a write blocked by a lock gets 503 and stores nothing', async () => {
  const holder = await portal.pool.connect();
  await holder.query('begin; lock table comment in exclusive mode');
  const refused = await say('behind a lock');
  // Received although the lock is still held.
  expect([refused.statusCode, refused.headers['retry-after']]).toEqual([503, '3']);
  await holder.query('rollback');
  holder.release();
  expect(await countSaid('behind a lock')).toBe(0);
  expect((await say('after the lock')).statusCode).toBe(201);
});

test('a call ended by a deadlock gets 503, not 500', async () => {
  const { db } = portal.services;
  const [one, other] = [sql`select pg_advisory_xact_lock(1)`, sql`select pg_advisory_xact_lock(2)`];
  const bothHoldOne = Promise.withResolvers<void>();
  let holding = 0;
  const hold = (first: typeof one, second: typeof one) =>
    db.transaction().execute(async (tx) => {
      await first.execute(tx);
      holding += 1;
      if (holding === 2) bothHoldOne.resolve();
      await bothHoldOne.promise;
      await second.execute(tx);
    });
  const ended = await Promise.allSettled([hold(one, other), hold(other, one)]);
  const failed = ended.filter((result) => result.status === 'rejected');
  expect(failed.map(({ reason }) => [reason.code, toPortalError(reason).status])).toEqual([['40P01', 503]]);
});

test('a transaction with a broken connection gets 503, even if it cannot be rolled back', async () => {
  const cut = portal.services.db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx);
    await portal.pool.query('select pg_terminate_backend($1, 5000)', [rows[0]?.pid]);
    await sql`select 1`.execute(tx);
  });
  const reason = await cut.then(
    () => null,
    (error: unknown) => error,
  );
  expect(reason).toMatchObject({ message: 'Client has encountered a connection error and is not queryable' });
  expect(toPortalError(reason).status).toBe(503);
});
