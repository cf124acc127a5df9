/** A first start says how far the demo laboratory is. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createRun } from './areas/intake/sql.ts';
import { addJob } from './base/jobs.ts';
import { followDemo } from './follow-demo.ts';
import { openTestPortal, type TestPortal } from './test-support/portal.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal();
});
afterAll(() => portal.close());

test('nothing is said where no demo is being made', async () => {
  const told: string[] = [];
  const telling = { tell: (...said: string[]) => void told.push(said.join(': ')), end: () => undefined };
  const { db } = portal.services;
  expect(await followDemo(db, telling, { isStopping: () => false, lookMs: 10 })).toBe(false);
  expect(told).toEqual([]);
});

test('it says what is being done until the job is gone', async () => {
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
