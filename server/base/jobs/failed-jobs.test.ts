/** Failed jobs can be listed and retried (REL-7). */

import { setTimeout as sleep } from 'node:timers/promises';
import { JOB_TITLES, type JobName } from '@omicon/contract/areas/job-titles.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openTestPortal, type TestPortal } from '../../test-support/portal.ts';
import { sql } from '../postgres/database.ts';
import { listFailedJobs, startAgain } from './failed-jobs.ts';
import { addJob, JOB_NAMES, startWorker, type Task } from './jobs.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal();
});
afterAll(() => portal.close());

beforeEach(async () => {
  const { db } = portal.services;
  await sql`delete from graphile_worker._private_jobs`.execute(db);
  for (const key of ['first', 'second', 'waiting'])
    await addJob(db, 'compute_kme', { key, payload: { analysis_id: 1 } });
  await sql`
    update graphile_worker._private_jobs set attempts = max_attempts, last_error = 'no input data set'
     where key in ('first', 'second')`.execute(db);
});

test('every job has a title and a queue', () => {
  expect(JOB_NAMES.toSorted()).toEqual(Object.keys(JOB_TITLES).toSorted());
});

test('only jobs that are not retried are listed, with their last failure', async () => {
  const failed = await listFailedJobs(portal.services.db);
  expect(failed).toHaveLength(2);
  expect(failed[0]).toMatchObject({ task: 'compute_kme', tries: 5, message: 'no input data set' });
});

test('a retried job is run, and others are not affected', async () => {
  const { db } = portal.services;
  const [first, second] = await listFailedJobs(db);
  expect(await startAgain(db, [first?.id ?? 0])).toBe(1);
  let done = 0;
  const task: Task = async ({ analysis_id }) => {
    // The scheduler may add jobs meanwhile.
    if (analysis_id === 1) done += 1;
  };
  const tasks = Object.fromEntries(JOB_NAMES.map((name) => [name, task])) as Record<JobName, Task>;
  const worker = await startWorker({ pool: portal.pool, services: portal.services, tasks });
  while (done < 2) await sleep(20);
  await worker.stop();
  expect((await listFailedJobs(db)).map(({ id }) => id)).toEqual([second?.id]);
});

test('the number of a waiting or unknown job retries nothing', async () => {
  const { db } = portal.services;
  const { rows } = await sql<{
    id: number;
  }>`select id from graphile_worker.jobs where key = 'waiting'`.execute(db);
  expect(await startAgain(db, [rows[0]?.id ?? 0, 999_999])).toBe(0);
  expect(await startAgain(db, [])).toBe(0);
  expect(await listFailedJobs(db)).toHaveLength(2);
});
