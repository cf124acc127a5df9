/** Health checks of a proxy: a portal without its files is alive but not ready, and recovers by itself. */
import { rename } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestPortal, type TestPortal } from '../../test-support/portal.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal();
});
afterAll(() => portal.close());

test('a portal is not ready while the folder of its files is missing', async () => {
  const readiness = async () => {
    const answer = await portal.app.inject('/readyz');
    return [answer.statusCode, answer.json()];
  };
  const ready = [200, { ready: 'yes', database: 'yes', store: 'yes', jobs: 'yes' }];
  expect(await readiness()).toEqual(ready);
  const objects = path.join(portal.services.config.dataDir, 'objects');
  await rename(objects, `${objects}-away`);
  expect(await readiness()).toEqual([
    503,
    { ready: 'no', database: 'yes', store: 'not reachable', jobs: 'yes' },
  ]);
  expect((await portal.app.inject('/healthz')).statusCode).toBe(200);
  await rename(`${objects}-away`, objects);
  expect(await readiness()).toEqual(ready);
});
