/** Equal bytes are one object: released by one record, it is kept for another that is just being created (REL-6). */
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { deleteUpload } from '@omicon/contract/areas/files/files.ts';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { sql } from '../../base/postgres/database.ts';
import { type Caller, openTestPortal, type TestPortal } from '../../test-support/portal.ts';
import { sha256, uploading } from '../../test-support/uploads.ts';
import { BACKUP_LOCK, removeUnreferenced } from './storage-keys.ts';
import { verifyConsistency } from './verify.ts';

let portal: TestPortal;
let lab: Caller;
beforeAll(async () => {
  portal = await openTestPortal();
  lab = await portal.signInAs('LAB');
});
afterEach(() => vi.restoreAllMocks());
afterAll(() => portal.close());

const { begin, send } = uploading(() => ({ portal, lab }));

/** Whether some statement of the portal's database waits for a lock. */
async function isAnybodyWaiting(): Promise<boolean> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from pg_locks l join pg_stat_activity s on s.pid = l.pid
     where not l.granted and s.datname = current_database()`.execute(portal.services.db);
  return (rows[0]?.n ?? 0) > 0;
}

async function untilWaitingOrDone(work: Promise<unknown>): Promise<void> {
  let isDone = false;
  const end = () => {
    isDone = true;
  };
  work.then(end, end);
  while (!isDone && !(await isAnybodyWaiting())) await sleep(10);
}

/** Two uploads of the same bytes, the first of which is complete. */
async function twoAlike() {
  const bytes = randomBytes(1000);
  const [first, second] = [await begin(bytes), await begin(bytes)];
  expect(await send(first.upload_id, bytes, [1])).toEqual([200]);
  const cancel = () => portal.call(deleteUpload, { as: lab, params: { id: first.upload_id } });
  return { bytes, key: sha256(bytes), second: second.upload_id, cancel };
}

test('no object is deleted while a reference to it is being created', async () => {
  const { services } = portal;
  const { bytes, key, second, cancel } = await twoAlike();
  const reached = Promise.withResolvers<void>();
  const go = Promise.withResolvers<void>();
  const remove = services.store.remove.bind(services.store);
  vi.spyOn(services.store, 'remove').mockImplementation(async (storageKey) => {
    reached.resolve();
    await go.promise;
    await remove(storageKey);
  });
  const cancelling = cancel();
  await reached.promise;
  const sending = send(second, bytes, [1]);
  await untilWaitingOrDone(sending);
  go.resolve();
  expect((await cancelling).status).toBe(200);
  const [status] = await sending;
  expect((await verifyConsistency(services)).lost_refs).toBe(0);
  // A request that came too late is asked to retry, and then the object stays.
  expect(status).toBe(503);
  expect(await send(second, bytes, [1])).toEqual([200]);
  expect(await services.store.has(key)).toBe(true);
});

test('an object stays while its record is being created, even if its last other record is deleted', async () => {
  const { services } = portal;
  const { bytes, key, second, cancel } = await twoAlike();
  const held = Promise.withResolvers<void>();
  const go = Promise.withResolvers<void>();
  const holding = services.db.transaction().execute(async (tx) => {
    await sql`select 1 from upload where id = ${second} for update`.execute(tx);
    held.resolve();
    await go.promise;
  });
  await held.promise;
  const sending = send(second, bytes, [1]);
  await untilWaitingOrDone(sending);
  expect((await cancel()).status).toBe(200);
  go.resolve();
  await holding;
  expect(await sending).toEqual([200]);
  expect(await services.store.has(key)).toBe(true);
  expect((await verifyConsistency(services)).lost_refs).toBe(0);
});

test('nothing is deleted during a backup', async () => {
  const { services, pool } = portal;
  const { key, cancel } = await twoAlike();
  const backup = await pool.connect();
  await backup.query('select pg_advisory_lock_shared(hashtextextended($1, 0))', [BACKUP_LOCK]);
  expect((await cancel()).status).toBe(200);
  expect(await services.store.has(key)).toBe(true);
  backup.release(true);
  let removed: string[] = [];
  while (removed.length === 0) removed = await removeUnreferenced(services.db, services.store, [key]);
  expect([removed, await services.store.has(key)]).toEqual([[key], false]);
});
