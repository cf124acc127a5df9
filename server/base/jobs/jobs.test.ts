/** Jobs: created with their transaction, run once, taken over from dead workers (REL-7). */

import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { JobName } from '@omicon/contract/areas/job-titles.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openTestPortal, type TestPortal } from '../../test-support/portal.ts';
import { sql } from '../postgres/database.ts';
import { addJob, freeJobsOfDeadWorkers, JOB_NAMES, nameWorker, startWorker, type Task } from './jobs.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal();
});
afterAll(() => portal.close());
beforeEach(async () => {
  await sql`delete from graphile_worker._private_jobs`.execute(portal.services.db);
});

async function countJobs(): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from graphile_worker.jobs`.execute(
    portal.services.db,
  );
  return rows[0]?.n ?? 0;
}

async function until(isReached: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isReached())) await sleep(20);
}

/** Workers whose every task is this one. */
function startWith(task: Task) {
  const tasks = Object.fromEntries(JOB_NAMES.map((name) => [name, task])) as Record<JobName, Task>;
  return startWorker({ pool: portal.pool, services: portal.services, tasks });
}

test('a job exists only if its transaction commits', async () => {
  const { db } = portal.services;
  const undone = db.transaction().execute(async (tx) => {
    await addJob(tx, 'sweep', { key: 'undone', payload: {} });
    throw new Error('rolled back');
  });
  await expect(undone).rejects.toThrow('rolled back');
  expect(await countJobs()).toBe(0);
  await db.transaction().execute((tx) => addJob(tx, 'sweep', { key: 'done', payload: {} }));
  expect(await countJobs()).toBe(1);
});

test('a job added twice with one key is run once', async () => {
  const { db } = portal.services;
  await addJob(db, 'run_intake', { key: 'intake 7', payload: { intake_run_id: 7 } });
  await addJob(db, 'run_intake', { key: 'intake 7', payload: { intake_run_id: 7 } });
  const seen: unknown[] = [];
  const worker = await startWith(async (payload) => {
    seen.push(payload);
  });
  await until(async () => (await countJobs()) === 0);
  await worker.stop();
  expect(seen).toEqual([{ intake_run_id: 7 }]);
});

test('two workers share the jobs, and none is run twice', async () => {
  for (let number = 1; number <= 12; number += 1)
    await addJob(portal.services.db, 'run_intake', { key: `intake ${number}`, payload: { number } });
  const seen: unknown[] = [];
  const task: Task = async ({ number }) => {
    await sleep(5);
    seen.push(number);
  };
  const workers = await Promise.all([startWith(task), startWith(task)]);
  await until(async () => (await countJobs()) === 0);
  await Promise.all(workers.map((worker) => worker.stop()));
  expect(seen.toSorted((a, b) => Number(a) - Number(b))).toEqual(
    Array.from({ length: 12 }, (_, index) => index + 1),
  );
});

test('imports run one after another, and downloads do not wait for them', async () => {
  const { db } = portal.services;
  const events: string[] = [];
  const { promise: letImportEnd, resolve: endImport } = Promise.withResolvers<void>();
  const task: Task = async ({ name }) => {
    events.push(`${name} begins`);
    if (name === 'first import') await letImportEnd;
    events.push(`${name} ends`);
  };
  await addJob(db, 'run_intake', { key: 'intake 1', payload: { name: 'first import' } });
  await addJob(db, 'make_demo', { key: 'make_demo', payload: { name: 'second import' } });
  await addJob(db, 'prepare_download', { key: 'download 1', payload: { name: 'download' } });
  const worker = await startWith(task);
  // Queues start in any order.
  await until(() => events.includes('download ends') && events.includes('first import begins'));
  expect(events.filter((event) => event.endsWith('import begins'))).toEqual(['first import begins']);
  endImport();
  await until(async () => (await countJobs()) === 0);
  await worker.stop();
  expect(events.slice(-3)).toEqual(['first import ends', 'second import begins', 'second import ends']);
});

test('jobs of dead workers are freed, those of running workers are not', async () => {
  const { db } = portal.services;
  await addJob(db, 'sweep', { key: 'orphaned', payload: {} });
  await sql`update graphile_worker._private_jobs set locked_at = now() - interval '1 minute', locked_by = 'omicon-dead'`.execute(
    db,
  );
  expect(await freeJobsOfDeadWorkers(portal.pool)).toBe(1);

  await sql`update graphile_worker._private_jobs set locked_at = now() - interval '1 minute', locked_by = 'omicon-alive'`.execute(
    db,
  );
  const alive = await portal.pool.connect();
  await alive.query('select pg_advisory_lock(hashtextextended($1, 0))', ['omicon-alive']);
  expect(await freeJobsOfDeadWorkers(portal.pool)).toBe(0);
  alive.release(true);
});

test('a job is tried five times, knows its last attempt, and then is listed as failed', async () => {
  const { db } = portal.services;
  await addJob(db, 'sweep', { key: 'hopeless', payload: { isHopeless: true } });
  const lastTries: boolean[] = [];
  const worker = await startWith(async ({ isHopeless }, { isLastTry }) => {
    // The scheduler may add a sweep meanwhile.
    if (!isHopeless) return;
    lastTries.push(isLastTry);
    throw new Error('no luck');
  });
  for (let tries = 1; tries <= 5; tries += 1) {
    // The growing delays between attempts are skipped.
    await sql`
      update graphile_worker._private_jobs set run_at = now()
       where key = 'hopeless' and locked_at is null and attempts < ${tries}`.execute(db);
    await until(async () => {
      const { rows } = await sql<{
        attempts: number;
        is_free: boolean;
      }>`select attempts, locked_at is null as is_free from graphile_worker.jobs where key = 'hopeless'`.execute(
        db,
      );
      return rows[0]?.attempts === tries && rows[0].is_free;
    });
  }
  await worker.stop();
  expect(lastTries).toEqual([false, false, false, false, true]);
  const { rows } = await sql`select 1 from graphile_worker.jobs where key = 'hopeless'`.execute(db);
  expect(rows).toHaveLength(1);
});

test('a job of a stopped worker keeps all its attempts, even at the last, and another worker completes it', async () => {
  const { db } = portal.services;
  await addJob(db, 'run_intake', { key: 'long import', payload: { isLong: true } });
  await sql`update graphile_worker._private_jobs set attempts = 4 where key = 'long import'`.execute(db);
  const { promise: hasBegun, resolve: begin } = Promise.withResolvers<void>();
  const first = await startWith(async ({ isLong }, { signal }) => {
    if (!isLong) return;
    begin();
    await new Promise((resolve) => signal?.addEventListener('abort', resolve));
    signal?.throwIfAborted();
  });
  await hasBegun;
  await first.stop();
  const { rows } = await sql`
    select attempts, locked_at from graphile_worker.jobs where key = 'long import'`.execute(db);
  expect(rows).toEqual([{ attempts: 0, locked_at: null }]);

  await sql`update graphile_worker._private_jobs set run_at = now() where key = 'long import'`.execute(db);
  const ended: unknown[] = [];
  const second = await startWith(async (payload) => {
    if (payload.isLong) ended.push(payload);
  });
  await until(() => ended.length > 0);
  await second.stop();
});

test('mail is sent during an import', async () => {
  const { db } = portal.services;
  const { promise: importMayEnd, resolve: endImport } = Promise.withResolvers<void>();
  const started: string[] = [];
  const tasks = Object.fromEntries(
    JOB_NAMES.map((name): [JobName, Task] => [
      name,
      async () => {
        started.push(name);
        if (name === 'run_intake') await importMayEnd;
      },
    ]),
  ) as Record<JobName, Task>;
  const worker = await startWorker({ pool: portal.pool, services: portal.services, tasks });
  await addJob(db, 'run_intake', { key: 'long import', payload: {} });
  await until(() => started.includes('run_intake'));
  await addJob(db, 'deliver_mail', { key: 'mail', payload: {} });
  await until(() => started.includes('deliver_mail'));
  endImport();
  await until(async () => (await countJobs()) === 0);
  await worker.stop();
});

test('a failed check for dead workers leaves no locks, so the next one frees their jobs', async () => {
  const { db } = portal.services;
  const countLocks = async () => {
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from pg_locks l join pg_database d on d.oid = l.database
       where l.locktype = 'advisory' and d.datname = current_database()`.execute(db);
    return rows[0]?.n ?? 0;
  };
  await until(async () => (await countLocks()) === 0);
  await addJob(db, 'run_intake', { key: 'left behind', payload: {} });
  await sql`
    update graphile_worker._private_jobs set locked_by = 'killed worker', locked_at = now() - interval '1 minute'
     where key = 'left behind'`.execute(db);
  await sql`alter function graphile_worker.force_unlock_workers(text[]) rename to away`.execute(db);
  await expect(freeJobsOfDeadWorkers(portal.pool)).rejects.toThrow('force_unlock_workers');
  await until(async () => (await countLocks()) === 0);
  await sql`alter function graphile_worker.away(text[]) rename to force_unlock_workers`.execute(db);
  expect(await freeJobsOfDeadWorkers(portal.pool)).toBe(1);
  const { rows } = await sql`select locked_by from graphile_worker.jobs where key = 'left behind'`.execute(
    db,
  );
  expect(rows).toEqual([{ locked_by: null }]);
});

/** A worker process waiting inside a job. */
async function aWorkerInAJob(lease: { seconds: number; beatMs: number }) {
  const { db, config } = portal.services;
  await sql`drop table if exists done_by`.execute(db);
  await sql`create table done_by (worker text not null)`.execute(db);
  await addJob(db, 'run_intake', { key: 'import', payload: { doneBy: 'whoever' } });
  const program = path.join(import.meta.dirname, '../../test-support/frozen-worker.ts');
  const args = [config.databaseUrl ?? '', nameWorker(), JSON.stringify(lease)];
  const env = { ...process.env, OMICON_DATA_DIR: config.dataDir, OMICON_DEMO: 'off' };
  const worker = fork(program, args, { env, execArgv: ['--disable-warning=ExperimentalWarning'] });
  await once(worker, 'message');
  await sql`update graphile_worker._private_jobs set locked_at = now() - interval '1 minute' where locked_at is not null`.execute(
    db,
  );
  return worker;
}

async function doneBy(): Promise<string[]> {
  const { rows } = await sql<{ worker: string }>`select worker from done_by`.execute(portal.services.db);
  return rows.map(({ worker }) => worker);
}

test('a frozen worker loses its job to another, commits nothing when resumed, and ends', async () => {
  const { db } = portal.services;
  const lease = { seconds: 1, beatMs: 100 };
  const frozen = await aWorkerInAJob(lease);
  const ended = once(frozen, 'exit');
  frozen.kill('SIGSTOP');
  // It is frozen just before its write, and continues at once when resumed.
  frozen.send('go on');
  await until(async () => (await freeJobsOfDeadWorkers(portal.pool, lease)) === 1);
  const other = await startWith(async (payload) => {
    if (payload.doneBy !== undefined) await sql`insert into done_by values ('other')`.execute(db);
  });
  await until(async () => (await countJobs()) === 0);
  frozen.kill('SIGCONT');
  expect(await ended).toEqual([1, null]);
  await other.stop();
  expect(await doneBy()).toEqual(['other']);
});

test('a responsive worker keeps a job for longer than its lease', async () => {
  const lease = { seconds: 1, beatMs: 100 };
  const awake = await aWorkerInAJob(lease);
  const end = performance.now() + 2500;
  while (performance.now() < end) {
    expect(await freeJobsOfDeadWorkers(portal.pool, lease)).toBe(0);
    await sleep(50);
  }
  awake.send('go on');
  await until(async () => (await countJobs()) === 0);
  expect(await doneBy()).toEqual(['frozen']);
  const ended = once(awake, 'exit');
  awake.kill('SIGKILL');
  await ended;
});
