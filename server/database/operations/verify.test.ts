/** The consistency check runs while the portal is in use: concurrent changes are no faults. */
import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { deleteUpload } from '@omicon/contract/areas/files/files.ts';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { aLaboratory } from '../../test-support/intake.ts';
import { type Caller, openTestPortal, type TestPortal } from '../../test-support/portal.ts';
import { sha256, uploading } from '../../test-support/uploads.ts';
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

async function sendObject() {
  const bytes = randomBytes(1000);
  const { upload_id } = await begin(bytes);
  expect(await send(upload_id, bytes, [1])).toEqual([200]);
  const remove = async () =>
    expect((await portal.call(deleteUpload, { as: lab, params: { id: upload_id } })).status).toBe(200);
  return { key: sha256(bytes), remove };
}

/** Runs something once, just before the check reads its first object. */
function beforeTheFirstRead(happens: () => Promise<unknown>) {
  const { store } = portal.services;
  const read = store.read.bind(store);
  let done: Promise<unknown> | null = null;
  vi.spyOn(store, 'read').mockImplementation(async (key, range) => {
    done ??= happens();
    await done;
    return read(key, range);
  });
}

const NO_FAULTS = { lost_refs: 0, dangling: 0, orphans: 0, mismatches: 0, half: 0 };

test('an object deleted with its record during the check is no fault', async () => {
  const { remove } = await sendObject();
  await sendObject();
  beforeTheFirstRead(remove);
  expect(await verifyConsistency(portal.services)).toMatchObject(NO_FAULTS);
});

test('an object stored with its record during the check is no fault', async () => {
  const { store } = portal.services;
  await sendObject();
  const list = store.list.bind(store);
  vi.spyOn(store, 'list').mockImplementation(async function* () {
    await sendObject();
    yield* list();
  });
  expect(await verifyConsistency(portal.services)).toMatchObject(NO_FAULTS);
});

test('an object without a record is an orphan once the sweep would have removed it', async () => {
  const { store } = portal.services;
  const { storageKey } = await store.put(Readable.from([randomBytes(100)]));
  const orphansAfter = async (graceMs: number) => (await verifyConsistency(portal.services, graceMs)).orphans;
  expect([await orphansAfter(0), await orphansAfter(60_000)]).toEqual([1, 0]);
  await store.remove(storageKey);
});

test('fewer values than features of the data set are a fault', async () => {
  const { collection } = await aLaboratory(portal);
  expect(collection).toBeGreaterThan(0);
  expect(await verifyConsistency(portal.services)).toMatchObject(NO_FAULTS);
  const { db } = portal.services;
  const { id } = await db.selectFrom('data_set').select('id').limit(1).executeTakeFirstOrThrow();
  const grow = (by: number) =>
    db
      .updateTable('data_set')
      .set((each) => ({ number_of_samples: each('number_of_samples', '+', by) }))
      .where('id', '=', id)
      .execute();
  await grow(1);
  // The number of samples is wrong, too.
  expect(await verifyConsistency(portal.services)).toMatchObject({ ...NO_FAULTS, half: 2 });
  await grow(-1);
});

test('a missing object of an existing record is lost, whenever it was deleted', async () => {
  const { key } = await sendObject();
  const { remove } = await sendObject();
  beforeTheFirstRead(async () => {
    await rm(path.join(portal.services.config.dataDir, 'objects', key.slice(0, 2), key.slice(2, 4), key));
  });
  expect(await verifyConsistency(portal.services)).toMatchObject({ ...NO_FAULTS, lost_refs: 1 });
  vi.restoreAllMocks();
  expect(await verifyConsistency(portal.services)).toMatchObject({ ...NO_FAULTS, lost_refs: 1 });
  await remove();
});
