/** Parts of an upload: resuming, repeating, wrong length or owner, late parts (SEC-41, REL-4). */
import { randomBytes } from 'node:crypto';
import { createPartLinks, deleteUpload, getUpload } from '@omicon/contract/areas/files/files.ts';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { verifyConsistency } from '../../database/operations/verify.ts';
import { zipped } from '../../test-support/intake.ts';
import {
  pathsOf,
  smallLaboratory,
  smallResources,
} from '../../test-support/laboratories/small-laboratory.ts';
import { type Caller, openTestPortal, type TestPortal } from '../../test-support/portal.ts';
import { ALL_IN_ORDER } from '../../test-support/tables.ts';
import { PART, sha256, uploading } from '../../test-support/uploads.ts';

let portal: TestPortal;
let lab: Caller;
beforeAll(async () => {
  portal = await openTestPortal();
  lab = await portal.signInAs('LAB', { first_name: 'Lena', last_name: 'Okafor' });
});
afterAll(() => portal.close());
/** Records and objects are consistent after every test; parts of open uploads are referenced. */
afterEach(async () =>
  expect({ ...(await verifyConsistency(portal.services)), open_uploads: 0 }).toEqual(ALL_IN_ORDER),
);

const { begin, put, send, complete, reportOf, uploadWhole } = uploading(() => ({ portal, lab }));

describe('an upload of several parts', () => {
  // An incompressible figure makes the archive longer than a part.
  let bytes: Buffer;
  beforeAll(async () => {
    const figure = Buffer.concat([Buffer.from('%PDF-1.4\n'), randomBytes(PART + 1000)]);
    const study = { accession: 'CGGA', study: 'Zhao 2021 CGGA' };
    bytes = await zipped({ ...smallLaboratory(study), [pathsOf('CGGA').modulesPdf]: figure });
  });

  test('can be resumed, in any order, with repeated parts', async () => {
    const { upload_id, parts } = await begin(bytes);
    expect(parts.map((part) => part.size_bytes)).toEqual([PART, bytes.length - PART]);
    expect(await send(upload_id, bytes, [2])).toEqual([200]);
    const early = await complete(upload_id, sha256(bytes));
    expect([early.status, early.refusal.detail]).toEqual([409, '1 parts have not arrived yet.']);
    const held = (await portal.call(getUpload, { as: lab, params: { id: upload_id } })).reply.parts;
    expect(held.map((part) => part.is_received)).toEqual([false, true]);
    expect(await send(upload_id, bytes, [2, 1, 2])).toEqual([200, 200, 200]);
    expect((await complete(upload_id, sha256(bytes))).status).toBe(202);
    await portal.runJobs();
    expect((await reportOf(upload_id)).status).toBe('stored');
  });

  test('has no part beyond its last', async () => {
    const { upload_id } = await begin(bytes);
    const answer = await portal.call(createPartLinks, {
      as: lab,
      params: { id: upload_id },
      body: { numbers: [3] },
    });
    expect([answer.status, answer.refusal.detail]).toEqual([400, 'This upload has no part 3.']);
    expect((await put(`/api/upload-parts/${upload_id}/3`, Buffer.from('x'))).statusCode).toBe(400);
    await portal.call(deleteUpload, { as: lab, params: { id: upload_id } });
  });
});

describe('a part', () => {
  const bytes = Buffer.from('twenty bytes of text');

  test('shorter than it should be is refused and leaves nothing', async () => {
    const { upload_id } = await begin(bytes);
    const response = await put(`/api/upload-parts/${upload_id}/1`, bytes.subarray(0, 5));
    expect([response.statusCode, response.json().detail]).toEqual([
      400,
      'Part 1 has 5 bytes instead of 20. Please send it again.',
    ]);
    expect(
      (await portal.call(getUpload, { as: lab, params: { id: upload_id } })).reply.parts[0]?.is_received,
    ).toBe(false);
  });

  test('longer than it should be is refused and leaves nothing', async () => {
    const { upload_id } = await begin(bytes);
    const response = await put(`/api/upload-parts/${upload_id}/1`, Buffer.concat([bytes, bytes]));
    expect([response.statusCode, response.json().detail]).toEqual([
      400,
      'This part is larger than it should be.',
    ]);
    expect(
      (await portal.call(getUpload, { as: lab, params: { id: upload_id } })).reply.parts[0]?.is_received,
    ).toBe(false);
  });

  test('sent again with other bytes replaces the first, which is deleted', async () => {
    const { upload_id } = await begin(bytes);
    expect((await put(`/api/upload-parts/${upload_id}/1`, bytes)).statusCode).toBe(200);
    expect(
      (await put(`/api/upload-parts/${upload_id}/1`, Buffer.from('TWENTY bytes of text'))).statusCode,
    ).toBe(200);
    const { orphans } = await verifyConsistency(portal.services);
    await portal.call(deleteUpload, { as: lab, params: { id: upload_id } });
    // Checked before the upload is cancelled, and swept so that tests are independent.
    if (orphans > 0) await portal.services.store.remove(sha256(bytes));
    expect(orphans).toBe(0);
  });

  test('of another person, or without a sign-in, is refused', async () => {
    const { upload_id } = await begin(bytes);
    const other = await portal.signInAs('LAB');
    expect((await put(`/api/upload-parts/${upload_id}/1`, bytes, other)).statusCode).toBe(404);
    expect(
      (await put(`/api/upload-parts/${upload_id}/1`, bytes, await portal.signInAs('RU'))).statusCode,
    ).toBe(403);
    expect(
      (await portal.app.inject({ method: 'PUT', url: `/api/upload-parts/${upload_id}/1`, payload: bytes }))
        .statusCode,
    ).toBe(401);
  });

  test('of a completed upload is refused', async () => {
    const archive = await zipped(smallLaboratory());
    const id = await uploadWhole(archive);
    expect((await put(`/api/upload-parts/${id}/1`, archive)).statusCode).toBe(409);
    expect(
      (await portal.call(createPartLinks, { as: lab, params: { id }, body: { numbers: [1] } })).status,
    ).toBe(409);
  });
});

describe('a part whose upload ends during the transfer', () => {
  /** Sends a part, and does this once its bytes are stored. */
  async function sendWhile(url: string, bytes: Buffer, act: () => Promise<unknown>) {
    const { store } = portal.services;
    portal.services.store = {
      ...store,
      put: async (content) => {
        const stored = await store.put(content);
        portal.services.store = store;
        await act();
        return stored;
      },
    };
    const response = await put(url, bytes);
    return [response.statusCode, response.json().detail];
  }
  const REFUSED = [409, 'This upload has been completed or cancelled.'];

  test('is refused if it was cancelled, and its bytes are deleted', async () => {
    const bytes = randomBytes(1000);
    const { upload_id: id } = await begin(bytes);
    const cancel = () => portal.call(deleteUpload, { as: lab, params: { id } });
    expect(await sendWhile(`/api/upload-parts/${id}/1`, bytes, cancel)).toEqual(REFUSED);
  });

  test('is refused if it was completed, and nothing of it stays', async () => {
    const bytes = await zipped(smallResources());
    const { upload_id: id } = await begin(bytes, { kind: 'resource' });
    await send(id, bytes, [1]);
    const takeIn = async () => {
      await complete(id, sha256(bytes));
      await portal.runJobs();
    };
    expect(await sendWhile(`/api/upload-parts/${id}/1`, randomBytes(bytes.length), takeIn)).toEqual(REFUSED);
    expect((await reportOf(id)).status).toBe('stored');
  });
});
