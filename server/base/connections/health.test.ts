/** Health checks of a proxy: a portal without its files is alive but not ready, and recovers by itself. */
import { rename } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestPortal, type TestPortal } from '../../test-support/portal.ts';
import { nameWorker } from '../jobs/jobs.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal();
});
afterAll(() => portal.close());

const readiness = async () => {
  const answer = await portal.app.inject('/readyz');
  return [answer.statusCode, answer.json()];
};

test('a portal without a worker says so, and is ready to be browsed', async () => {
  const without = [200, { ready: 'yes', database: 'yes', store: 'yes', jobs: 'no worker' }];
  expect(await readiness()).toEqual(without);
  const url = portal.services.config.databaseUrl ?? '';
  const worker = new pg.Client({ connectionString: url, application_name: nameWorker() });
  await worker.connect();
  expect(await readiness()).toEqual([200, { ready: 'yes', database: 'yes', store: 'yes', jobs: 'yes' }]);
  await worker.end();
  await expect.poll(readiness).toEqual(without);
});

test('a portal is not ready while the folder of its files is missing', async () => {
  const ready = [200, { ready: 'yes', database: 'yes', store: 'yes', jobs: 'no worker' }];
  expect(await readiness()).toEqual(ready);
  const objects = path.join(portal.services.config.dataDir, 'objects');
  await rename(objects, `${objects}-away`);
  expect(await readiness()).toEqual([
    503,
    { ready: 'no', database: 'yes', store: 'not reachable', jobs: 'no worker' },
  ]);
  expect((await portal.app.inject('/healthz')).statusCode).toBe(200);
  await rename(`${objects}-away`, objects);
  expect(await readiness()).toEqual(ready);
});
