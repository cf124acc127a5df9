/** A first start prints the progress of the demo import. */
import { getDemoProgress } from '@omicon/contract/areas/operations.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createRun } from '../areas/uploads/sql.ts';
import { addJob } from '../base/jobs/jobs.ts';
import { openTestPortal, type TestPortal } from '../test-support/portal.ts';
import { followDemo } from './follow.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal();
});
afterAll(() => portal.close());

test('nothing is printed without a demo import', async () => {
  const told: string[] = [];
  const telling = { tell: (...said: string[]) => void told.push(said.join(': ')), end: () => undefined };
  const { db } = portal.services;
  expect(await followDemo(db, telling, { isStopping: () => false, lookMs: 10 })).toBe(false);
  expect(told).toEqual([]);
});

test('it prints the progress until the job is gone', async () => {
  const { db } = portal.services;
  await addJob(db, 'make_demo', { key: 'make_demo', payload: {} });
  const told: string[] = [];
  const after: (() => Promise<unknown>)[] = [
    async () => {
      const run = await createRun(db, {
        source: 'demo laboratory',
        local_path: '/demo',
        visibility: null,
        owner: null,
      });
      const progress = {
        phase: 'storing',
        file: null,
        files_done: 12,
        files_total: 90,
        rows: 0,
        seconds_left: null,
      };
      await portal.pool.query('update intake_run set progress = $1 where id = $2', [progress, run]);
    },
    () => portal.pool.query("select graphile_worker.remove_job('make_demo')"),
  ];
  const following = followDemo(
    db,
    {
      tell: (phase, text) => {
        told.push(`${phase}: ${text}`);
        void after.shift()?.();
      },
      end: () => undefined,
    },
    { isStopping: () => false, lookMs: 300 },
  );
  expect(await following).toBe(true);
  expect(told.slice(0, 2)).toEqual([
    'The demo laboratory is being set up: writing its files',
    'The demo laboratory is being set up: storing 12 of 90 files',
  ]);
});

test('pages get the same progress, without a session, until the demo is complete or has failed', async () => {
  const { db } = portal.services;
  const ask = async () => (await portal.call(getDemoProgress, { as: null })).reply.progress;
  expect(await ask()).toBeNull();

  await addJob(db, 'make_demo', { key: 'make_demo', payload: {} });
  await portal.pool.query("delete from intake_run where source = 'demo laboratory'");
  expect(await ask()).toEqual({ phase: 'writing', files_done: 0, files_total: 0 });

  const addRun = async (phase: string, files_done: number, files_total: number) => {
    const run = await createRun(db, {
      source: 'demo laboratory',
      local_path: '/demo',
      visibility: null,
      owner: null,
    });
    const progress = { phase, file: 'DEMO/a.csv', files_done, files_total, rows: 7, seconds_left: 3 };
    await portal.pool.query('update intake_run set progress = $1 where id = $2', [progress, run]);
  };
  await addRun('storing', 12, 90);
  expect(await ask()).toEqual({ phase: 'storing', files_done: 12, files_total: 90 });

  // Steps after the first import do not restart the count.
  await addRun('ended', 90, 90);
  await addRun('checking', 1, 5);
  expect((await ask())?.phase).toBe('finishing');

  await portal.pool.query(
    "update graphile_worker._private_jobs set attempts = max_attempts, locked_at = now() where key = 'make_demo'",
  );
  expect((await ask())?.phase).toBe('finishing');
  await portal.pool.query(
    "update graphile_worker._private_jobs set locked_at = null where key = 'make_demo'",
  );
  expect(await ask()).toBeNull();
});
