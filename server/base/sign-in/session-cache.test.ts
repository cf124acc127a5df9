/** What a kept session may and may not outlive. */

import { listDataSets } from '@omicon/contract/areas/collections.ts';
import { logout } from '@omicon/contract/areas/people/sign-in.ts';
import { deleteUser } from '@omicon/contract/areas/people/users.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestPortal, type TestPortal } from '../../test-support/portal.ts';
import { createSessionCache, type SessionRow } from './session-cache.ts';

const ROW: SessionRow = { person_id: 7, role: 'LAB', permissions: [], idle_seconds: 0 };
const KEPT_MS = 300;

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal({ OMICON_SESSION_CACHE_MS: String(KEPT_MS) });
});
afterAll(() => portal.close());

test('a session is looked up once while it is kept, and again after a write', async () => {
  const cache = createSessionCache(60_000);
  let lookUps = 0;
  const find = async () => {
    lookUps += 1;
    return ROW;
  };
  for (let call = 0; call < 5; call += 1) expect(await cache.find('a', find)).toBe(ROW);
  expect(lookUps).toBe(1);
  cache.clear();
  await cache.find('a', find);
  expect(lookUps).toBe(2);
});

test('an unknown session is never kept, as it may be opened the next moment', async () => {
  const cache = createSessionCache(60_000);
  expect(await cache.find('a', async () => undefined)).toBeUndefined();
  expect(await cache.find('a', async () => ROW)).toBe(ROW);
});

test('what was read before a write and arrives after it is not kept', async () => {
  const cache = createSessionCache(60_000);
  const reading = Promise.withResolvers<SessionRow>();
  const early = cache.find('a', () => reading.promise);
  cache.clear();
  reading.resolve(ROW);
  expect(await early).toBe(ROW);
  expect(await cache.find('a', async () => undefined)).toBeUndefined();
});

test('a person who signs out is refused at the next call', async () => {
  const as = await portal.signInAs('LAB');
  expect((await portal.ask(listDataSets, { as })).status).toBe(200);
  await portal.call(logout, { as });
  expect((await portal.ask(listDataSets, { as })).status).toBe(401);
});

test('a person who is removed is refused at the next call', async () => {
  const [admin, as] = [await portal.signInAs('admin'), await portal.signInAs('LAB')];
  expect((await portal.ask(listDataSets, { as })).status).toBe(200);
  await portal.call(deleteUser, { as: admin, params: { id: as.person_id } });
  expect((await portal.ask(listDataSets, { as })).status).toBe(401);
});

test('a session ended by another process is refused once it is kept no longer', async () => {
  const as = await portal.signInAs('LAB');
  expect((await portal.ask(listDataSets, { as })).status).toBe(200);
  await portal.services.db.deleteFrom('session').where('person_id', '=', as.person_id).execute();
  await expect.poll(async () => (await portal.ask(listDataSets, { as })).status).toBe(401);
});
