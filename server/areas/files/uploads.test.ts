/** Uploads: start, completion, import, cancellation, limits (SEC-41, SEC-47, REL-5, REL-6). */
import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { listDataCollections } from '@omicon/contract/areas/collections.ts';
import {
  createUpload,
  deleteUpload,
  getUpload,
  listUploads,
  saveUpload,
} from '@omicon/contract/areas/files/files.ts';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { verifyConsistency } from '../../database/operations/verify.ts';
import { zipped } from '../../test-support/intake.ts';
import {
  pathsOf,
  smallLaboratory,
  smallResources,
  withChange,
  without,
} from '../../test-support/laboratories/small-laboratory.ts';
import { type Caller, openTestPortal, type TestPortal } from '../../test-support/portal.ts';
import { ALL_IN_ORDER, countRows } from '../../test-support/tables.ts';
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

const { begin, send, complete, reportOf, uploadWhole } = uploading(() => ({ portal, lab }));

test('a laboratory is uploaded, checked, stored and reported', async () => {
  const bytes = await zipped({ ...smallLaboratory(), ...smallResources() });
  const { upload_id, part_size, parts, status } = await begin(bytes, { visibility: 'private' });
  expect([part_size, parts, status]).toEqual([
    PART,
    [{ number: 1, size_bytes: bytes.length, is_received: false }],
    'open',
  ]);
  expect(await reportOf(upload_id)).toMatchObject({
    status: 'open',
    units: [],
    progress: { phase: 'waiting' },
  });
  expect(await send(upload_id, bytes, [1])).toEqual([200]);
  expect(
    (await portal.call(getUpload, { as: lab, params: { id: upload_id } })).reply.parts[0]?.is_received,
  ).toBe(true);

  const completed = await complete(upload_id, sha256(bytes));
  expect([completed.status, completed.reply.status]).toEqual([202, 'checking']);
  await portal.runJobs();
  const report = await reportOf(upload_id);
  expect(report.status).toBe('stored');
  expect(report.faults).toEqual([]);
  expect(report.units.map((unit) => unit.outcome)).toEqual(Array(8).fill('new'));
  expect(report.progress).toMatchObject({ phase: 'ended', seconds_left: 0 });
  const { reply } = await portal.call(listDataCollections, { as: lab });
  expect(reply.results).toMatchObject([
    { title: 'Phillips 2006 GSE4271', owner: 'Lena Okafor', visibility: 'private' },
  ]);
});

test('the same archive again is stored unchanged', async () => {
  const bytes = await zipped({ ...smallLaboratory(), ...smallResources() });
  const report = await reportOf(await uploadWhole(bytes));
  expect(report.units.map((unit) => unit.outcome)).toEqual(Array(8).fill('unchanged'));
});

test('an archive with missing files is refused, and the report lists them', async () => {
  const { kmeTable } = pathsOf();
  const report = await reportOf(await uploadWhole(await zipped(without(smallLaboratory(), kmeTable))));
  expect([report.status, report.missing_files, report.units]).toEqual(['refused', [kmeTable], []]);
});

test('an archive that is not a zip is refused', async () => {
  const report = await reportOf(await uploadWhole(Buffer.from('not a zip')));
  expect([report.status, report.message]).toEqual([
    'refused',
    'The archive is incomplete or not a zip file (End of central directory record signature not found. Either not a zip file, or file is truncated.).',
  ]);
});

test('an empty archive is refused', async () => {
  const { upload_id, parts } = await begin(Buffer.alloc(0));
  expect(parts).toEqual([]);
  expect((await complete(upload_id, sha256(Buffer.alloc(0)))).status).toBe(202);
  await portal.runJobs();
  expect((await reportOf(upload_id)).status).toBe('refused');
});

test('an archive whose SHA-256 differs from the announced one is refused and deleted', async () => {
  const other = withChange(
    smallLaboratory(),
    pathsOf().collectionAttributes,
    (text) => `${text}"BioProject ID","PRJNA95517"\n`,
  );
  const report = await reportOf(await uploadWhole(await zipped(other), { hash: 'a'.repeat(64) }));
  expect([report.status, report.message]).toEqual([
    'refused',
    'The file was changed in transit: its SHA-256 is not the one announced. Please upload it again.',
  ]);
});

test('completing twice concurrently starts one import', async () => {
  const bytes = await zipped(smallLaboratory());
  const { upload_id } = await begin(bytes);
  await send(upload_id, bytes, [1]);
  const before = (await countRows(portal.services.db)).intake_run ?? 0;
  const answers = await Promise.all([complete(upload_id, sha256(bytes)), complete(upload_id, sha256(bytes))]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([202, 409]);
  expect((await countRows(portal.services.db)).intake_run).toBe(before + 1);
  await portal.runJobs();
  expect((await reportOf(upload_id)).status).toBe('stored');
});

test('cancelling deletes the parts, and a completed upload cannot be cancelled', async () => {
  const bytes = randomBytes(1000);
  const { upload_id } = await begin(bytes);
  await send(upload_id, bytes, [1]);
  expect((await portal.call(deleteUpload, { as: lab, params: { id: upload_id } })).reply.detail).toBe(
    'The upload is cancelled.',
  );
  expect(await portal.services.store.has(sha256(bytes))).toBe(false);
  expect((await portal.call(getUpload, { as: lab, params: { id: upload_id } })).status).toBe(404);
  const done = await uploadWhole(await zipped(smallLaboratory()));
  expect((await portal.call(deleteUpload, { as: lab, params: { id: done } })).status).toBe(409);
});

describe('a person', () => {
  test('has at most 20 unfinished uploads', async () => {
    const busy = await portal.signInAs('LAB');
    for (let index = 0; index < 20; index += 1) await begin(Buffer.from('x'), { as: busy });
    const body = { file_name: 'GSE4271.zip', size_bytes: 1, kind: 'collection' } as const;
    const refused = await portal.call(createUpload, { as: busy, body });
    expect([refused.status, refused.refusal.detail]).toEqual([
      429,
      'You have 20 unfinished uploads. Finish or cancel one first.',
    ]);
    const { reply } = await portal.call(listUploads, { as: busy });
    expect([reply.results.length, reply.total]).toEqual([20, 20]);
    await portal.call(deleteUpload, { as: busy, params: { id: reply.results[0]?.upload_id ?? 0 } });
    expect((await portal.call(createUpload, { as: busy, body })).status).toBe(201);
  });

  test('cannot exceed 20 by concurrent requests', async () => {
    const hasty = await portal.signInAs('LAB');
    const body = { file_name: 'GSE4271.zip', size_bytes: 1, kind: 'collection' } as const;
    const statuses = await Promise.all(
      Array.from({ length: 30 }, async () => (await portal.call(createUpload, { as: hasty, body })).status),
    );
    expect(statuses.filter((status) => status === 201)).toHaveLength(20);
  });

  test('needs the permission to upload', async () => {
    const { db } = portal.services;
    await db
      .insertInto('role_permission')
      .values({ role: 'REVIEWER', permission: 'PROJECT_CREATE' })
      .execute();
    const reviewer = await portal.signInAs('REVIEWER');
    const statuses: number[] = [];
    for (const kind of ['collection', 'analysis', 'resource'] as const) {
      statuses.push(
        (await portal.call(createUpload, { as: reviewer, body: { file_name: 'a.zip', size_bytes: 1, kind } }))
          .status,
      );
    }
    await db
      .deleteFrom('role_permission')
      .where('role', '=', 'REVIEWER')
      .where('permission', '=', 'PROJECT_CREATE')
      .execute();
    expect(statuses).toEqual([403, 201, 403]);
  });

  test('cannot choose the owner, the state or the location of an upload', async () => {
    const forged = {
      file_name: 'a.zip',
      size_bytes: 1,
      kind: 'collection',
      person_id: 1,
      status: 'stored',
      storage_key: 'a'.repeat(64),
      s3_url: 'http://169.254.169.254/',
      owner: 'Somebody',
    };
    const answer = await portal.ask(createUpload, { as: lab, body: forged });
    if (answer.status === 400) return;
    const { upload_id } = answer.reply as { upload_id: number };
    const row = await portal.services.db
      .selectFrom('upload')
      .select(['person_id', 'status', 'storage_key'])
      .where('id', '=', upload_id)
      .executeTakeFirst();
    expect(row).toEqual({ person_id: lab.person_id, status: 'open', storage_key: null });
  });
});

test.each([
  [
    '20 GiB and a byte',
    { file_name: 'a.zip', size_bytes: 20 * 1024 ** 3 + 1, kind: 'collection' },
    'An upload can have at most 20 GiB.',
  ],
  ['no name', { file_name: '', size_bytes: 1, kind: 'collection' }, 'Enter file name'],
])('an upload of %s is refused', async (_, body, sentence) => {
  const answer = await portal.ask(createUpload, { as: lab, body });
  expect([answer.status, answer.refusal.detail]).toEqual([400, sentence]);
});

test('an upload of 20 GiB has parts of at least 8 MiB, at most 10,000', async () => {
  const answer = await portal.call(createUpload, {
    as: lab,
    body: { file_name: 'a.zip', size_bytes: 20 * 1024 ** 3, kind: 'collection' },
  });
  expect([answer.reply.part_size, answer.reply.parts.length]).toEqual([PART, 2560]);
  expect(answer.reply.parts.reduce((sum, part) => sum + part.size_bytes, 0)).toBe(20 * 1024 ** 3);
});

describe('an upload completed by the address of its archive', () => {
  function save(s3_url: string, bytes: Buffer, change: { type?: 2; ds_id?: number | null } = {}) {
    const body = { s3_url, type: 2 as const, sha256: sha256(bytes), ...change };
    return portal.call(saveUpload, { as: lab, body });
  }

  test('is imported like any other, once', async () => {
    const bytes = await zipped(smallLaboratory({ accession: 'GSE16011', study: 'Gravendeel 2009 GSE16011' }));
    const { upload_id } = await begin(bytes);
    const address = `/api/uploads/${upload_id}/`;
    const early = await save(address, bytes);
    expect([early.status, early.refusal.detail]).toEqual([409, '1 parts have not arrived yet.']);
    await send(upload_id, bytes, [1]);
    const answer = await save(address, bytes, { ds_id: null });
    expect([answer.status, answer.reply.upload_id, answer.reply.status]).toEqual([
      202,
      upload_id,
      'checking',
    ]);
    expect((await save(address, bytes)).status).toBe(409);
    await portal.runJobs();
    expect(await reportOf(upload_id)).toMatchObject({ status: 'stored', faults: [] });
  });

  test('is only compared with its own address, never fetched: any other address is refused without a connection', async () => {
    const bytes = randomBytes(50);
    const { upload_id: own } = await begin(bytes);
    await send(own, bytes, [1]);
    const { upload_id: others } = await begin(bytes, { as: await portal.signInAs('LAB') });
    let connections = 0;
    const stranger = createServer((_request, response) => response.end()).on('connection', () => {
      connections += 1;
    });
    await new Promise<void>((resolve) => stranger.listen(0, '127.0.0.1', resolve));
    const { port } = stranger.address() as AddressInfo;
    const addresses = [
      `http://127.0.0.1:${port}/uploads/${own}/archive`,
      `http://127.0.0.1:${port}/api/uploads/${own}/`,
      `//127.0.0.1:${port}/api/uploads/${own}/`,
      `file:///api/uploads/${own}/`,
      'file:///etc/passwd',
      'http://169.254.169.254/latest/meta-data/',
      // This portal stores its objects on disk.
      `s3://omicon/uploads/${own}/archive`,
      `/api/uploads/${own}/../${own}/`,
      `/api/uploads/${own}/archive`,
      '/api/uploads/NaN',
      '/api/uploads/0/',
    ];
    for (const address of addresses) {
      const { status, refusal } = await save(address, bytes);
      expect([address, status, refusal.code]).toEqual([address, 400, 'invalid_input']);
    }
    for (const id of [others, 999_999]) expect((await save(`/api/uploads/${id}/`, bytes)).status).toBe(404);
    await new Promise((resolve) => stranger.close(resolve));
    expect(connections).toBe(0);
    const { reply } = await portal.call(getUpload, { as: lab, params: { id: own } });
    expect(reply.status).toBe('open');
  });
});
