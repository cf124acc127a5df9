/** Resumable uploads: parts, completion, the import behind it, giving up (SEC-41, SEC-47, REL-4 to REL-6). */
import { createHash, randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { listDataCollections } from '@omicon/contract/collections.ts';
import {
  completeUpload,
  createPartLinks,
  createUpload,
  deleteUpload,
  getUpload,
  getUploadReport,
  listUploads,
  saveUpload,
} from '@omicon/contract/files.ts';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { verifyConsistency } from '../../database/verify.ts';
import { zipped } from '../../test-support/intake.ts';
import { type Caller, openTestPortal, type TestPortal } from '../../test-support/portal.ts';
import {
  pathsOf,
  smallLaboratory,
  smallResources,
  withChange,
  without,
} from '../../test-support/small-laboratory.ts';
import { ALL_IN_ORDER, countRows } from '../../test-support/tables.ts';

const PART = 8 * 1024 * 1024;
let portal: TestPortal;
let lab: Caller;
beforeAll(async () => {
  portal = await openTestPortal();
  lab = await portal.signInAs('LAB', { first_name: 'Lena', last_name: 'Okafor' });
});
afterAll(() => portal.close());
/** Whatever happened to an upload, records and objects agree; parts of open uploads are referred to. */
afterEach(async () =>
  expect({ ...(await verifyConsistency(portal.services)), open_uploads: 0 }).toEqual(ALL_IN_ORDER),
);

function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

async function begin(
  bytes: Buffer,
  options: {
    as?: Caller;
    kind?: 'collection' | 'analysis' | 'resource';
    visibility?: 'public' | 'private';
  } = {},
) {
  const { as = lab, kind = 'collection', visibility } = options;
  const body = {
    file_name: 'GSE4271.zip',
    size_bytes: bytes.length,
    kind,
    ...(visibility ? { visibility } : {}),
  };
  return (await portal.call(createUpload, { as, body })).reply;
}

function put(url: string, bytes: Buffer, as: Caller = lab) {
  return portal.app.inject({
    method: 'PUT',
    url,
    headers: { authorization: `Token ${as.token}`, 'content-type': 'application/zip' },
    payload: bytes,
  });
}

/** Sends these parts of the bytes, by number from 1. */
async function send(id: number, bytes: Buffer, numbers: number[]): Promise<number[]> {
  const { reply } = await portal.call(createPartLinks, { as: lab, params: { id }, body: { numbers } });
  const statuses: number[] = [];
  for (const { number, url } of reply.links)
    statuses.push((await put(url, bytes.subarray((number - 1) * PART, number * PART))).statusCode);
  return statuses;
}

function complete(id: number, hash: string, as: Caller = lab) {
  return portal.call(completeUpload, { as, params: { id }, body: { sha256: hash } });
}

async function reportOf(id: number) {
  return (await portal.call(getUploadReport, { as: lab, params: { id } })).reply;
}

/** An upload of the whole archive, completed and worked off. */
async function uploadWhole(
  bytes: Buffer,
  options: Parameters<typeof begin>[1] & { hash?: string } = {},
): Promise<number> {
  const { upload_id, parts } = await begin(bytes, options);
  await send(
    upload_id,
    bytes,
    parts.map((part) => part.number),
  );
  expect((await complete(upload_id, options.hash ?? sha256(bytes))).status).toBe(202);
  await portal.runJobs();
  return upload_id;
}

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

test('an archive that is no zip is refused', async () => {
  const report = await reportOf(await uploadWhole(Buffer.from('not a zip')));
  expect([report.status, report.message]).toEqual([
    'refused',
    'The archive is cut off or is no zip file (End of central directory record signature not found. Either not a zip file, or file is truncated.).',
  ]);
});

test('an empty archive of no bytes is refused', async () => {
  const { upload_id, parts } = await begin(Buffer.alloc(0));
  expect(parts).toEqual([]);
  expect((await complete(upload_id, sha256(Buffer.alloc(0)))).status).toBe(202);
  await portal.runJobs();
  expect((await reportOf(upload_id)).status).toBe('refused');
});

test('an archive whose SHA-256 is not the announced one is refused and nothing of it is kept', async () => {
  const other = withChange(
    smallLaboratory(),
    pathsOf().collectionAttributes,
    (text) => `${text}"BioProject ID","PRJNA95517"\n`,
  );
  const report = await reportOf(await uploadWhole(await zipped(other), { hash: 'a'.repeat(64) }));
  expect([report.status, report.message]).toEqual([
    'refused',
    'The file changed on its way: its SHA-256 is not the one announced. Please upload it again.',
  ]);
});

describe('an upload of several parts', () => {
  // A figure that does not compress makes the archive longer than a part.
  let bytes: Buffer;
  beforeAll(async () => {
    const figure = Buffer.concat([Buffer.from('%PDF-1.4\n'), randomBytes(PART + 1000)]);
    const study = { accession: 'CGGA', study: 'Zhao 2021 CGGA' };
    bytes = await zipped({ ...smallLaboratory(study), [pathsOf('CGGA').modulesPdf]: figure });
  });

  test('is resumed where it stopped, in any order, with parts repeated', async () => {
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

  test('sent again with other bytes replaces the first, which is not left behind', async () => {
    const { upload_id } = await begin(bytes);
    expect((await put(`/api/upload-parts/${upload_id}/1`, bytes)).statusCode).toBe(200);
    expect(
      (await put(`/api/upload-parts/${upload_id}/1`, Buffer.from('TWENTY bytes of text'))).statusCode,
    ).toBe(200);
    const { orphans } = await verifyConsistency(portal.services);
    await portal.call(deleteUpload, { as: lab, params: { id: upload_id } });
    // Looked at before the upload is given up, and tidied so that the other tests are judged on their own.
    if (orphans > 0) await portal.services.store.remove(sha256(bytes));
    expect(orphans).toBe(0);
  });

  test('of another person, or by nobody, is refused', async () => {
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

test('completing twice at the same time starts one import', async () => {
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

test('giving up takes the parts away, and a completed upload cannot be given up', async () => {
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
    for (let place = 0; place < 20; place += 1) await begin(Buffer.from('x'), { as: busy });
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

  test('cannot begin more than 20 by beginning them all at once', async () => {
    const hasty = await portal.signInAs('LAB');
    const body = { file_name: 'GSE4271.zip', size_bytes: 1, kind: 'collection' } as const;
    const statuses = await Promise.all(
      Array.from({ length: 30 }, async () => (await portal.call(createUpload, { as: hasty, body })).status),
    );
    expect(statuses.filter((status) => status === 201)).toHaveLength(20);
  });

  test('uploads only what their permissions allow', async () => {
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

  test('cannot choose the owner, the state or the place of an upload', async () => {
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
    'An upload holds at most 20 GiB',
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

describe('an upload that is saved by its place', () => {
  function save(s3_url: string, bytes: Buffer, change: { type?: 2; ds_id?: number | null } = {}) {
    const body = { s3_url, type: 2 as const, sha256: sha256(bytes), ...change };
    return portal.call(saveUpload, { as: lab, body });
  }

  test('is imported like any other, once', async () => {
    const bytes = await zipped(smallLaboratory({ accession: 'GSE16011', study: 'Gravendeel 2009 GSE16011' }));
    const { upload_id } = await begin(bytes);
    const place = `/api/uploads/${upload_id}/`;
    const early = await save(place, bytes);
    expect([early.status, early.refusal.detail]).toEqual([409, '1 parts have not arrived yet.']);
    await send(upload_id, bytes, [1]);
    const answer = await save(place, bytes, { ds_id: null });
    expect([answer.status, answer.reply.upload_id, answer.reply.status]).toEqual([
      202,
      upload_id,
      'checking',
    ]);
    expect((await save(place, bytes)).status).toBe(409);
    await portal.runJobs();
    expect(await reportOf(upload_id)).toMatchObject({ status: 'stored', faults: [] });
  });

  test('is named and never fetched: no other place is taken, and none is connected to', async () => {
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
    const places = [
      `http://127.0.0.1:${port}/uploads/${own}/archive`,
      `http://127.0.0.1:${port}/api/uploads/${own}/`,
      `//127.0.0.1:${port}/api/uploads/${own}/`,
      `file:///api/uploads/${own}/`,
      'file:///etc/passwd',
      'http://169.254.169.254/latest/meta-data/',
      // This portal keeps its objects on a disk.
      `s3://omicon/uploads/${own}/archive`,
      `/api/uploads/${own}/../${own}/`,
      `/api/uploads/${own}/archive`,
      '/api/uploads/NaN',
      '/api/uploads/0/',
    ];
    for (const place of places) {
      const { status, refusal } = await save(place, bytes);
      expect([place, status, refusal.code]).toEqual([place, 400, 'invalid_input']);
    }
    for (const id of [others, 999_999]) expect((await save(`/api/uploads/${id}/`, bytes)).status).toBe(404);
    await new Promise((resolve) => stranger.close(resolve));
    expect(connections).toBe(0);
    const { reply } = await portal.call(getUpload, { as: lab, params: { id: own } });
    expect(reply.status).toBe('open');
  });
});

describe('a part whose upload ends while it comes in', () => {
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
  const REFUSED = [409, 'This upload was completed or cancelled meanwhile.'];

  test('is refused when it was cancelled, and its bytes go', async () => {
    const bytes = randomBytes(1000);
    const { upload_id: id } = await begin(bytes);
    const cancel = () => portal.call(deleteUpload, { as: lab, params: { id } });
    expect(await sendWhile(`/api/upload-parts/${id}/1`, bytes, cancel)).toEqual(REFUSED);
  });

  test('is refused when it was taken in, and nothing of it stays for good', async () => {
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
