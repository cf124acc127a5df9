/**
 * Temporary credentials, checked against a real object store: for one person, one purpose, given keys, a short time
 * (SEC-3).
 */
import { createHash, randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import {
  AbortMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  type S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { AssumeRoleCommand, STSClient } from '@aws-sdk/client-sts';
import {
  completeUpload,
  createUpload,
  deleteUpload,
  getUploadReport,
  saveUpload,
} from '@omicon/contract/areas/files/files.ts';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { sweep } from '../../base/jobs/sweep.ts';
import { verifyConsistency } from '../../database/operations/verify.ts';
import { type AddedFile, aFileOf } from '../../test-support/downloads.ts';
import { aLaboratory, type LaboratoryNumbers, zipped } from '../../test-support/intake.ts';
import { smallLaboratory } from '../../test-support/laboratories/small-laboratory.ts';
import { type Caller, openTestPortal, type TestPortal } from '../../test-support/portal.ts';
import { overwrite } from '../../test-support/store/buckets.ts';
import { presign } from '../../test-support/store/presign.ts';
import {
  askForCredentials,
  type Credentials,
  type CredentialsQuery,
  credentialsFor,
  programWith,
  statusOf,
} from '../../test-support/store/store-programs.ts';
import { ALL_IN_ORDER } from '../../test-support/tables.ts';

let portal: TestPortal;
let lab: Caller;
let member: Caller;
let numbers: LaboratoryNumbers;
let [one, other, hidden]: AddedFile[] = [];
beforeAll(async () => {
  portal = await openTestPortal();
  [lab, member] = [await portal.signInAs('LAB'), await portal.signInAs('RU')];
  numbers = await aLaboratory(portal);
  const secret = await aLaboratory(portal, {
    accession: 'CGGA',
    study: 'Zhao 2021 CGGA',
    visibility: 'private',
  });
  one = await aFileOf(portal, numbers.loaded, { name: 'one.bin', bytes: randomBytes(3000) });
  other = await aFileOf(portal, numbers.loaded, { name: 'other.bin', bytes: randomBytes(3000) });
  hidden = await aFileOf(portal, secret.loaded, { name: 'hidden.bin', bytes: randomBytes(3000) });
});
afterAll(() => portal.close());

const ask = (as: Caller | null, query: CredentialsQuery) => askForCredentials(portal, as, query);

const objectOf = ({ storageKey }: AddedFile): string => `objects/${storageKey}`;

describe('credentials to download', () => {
  let given: Credentials;
  let program: S3Client;
  beforeAll(async () => {
    given = await credentialsFor(portal, member, { key: one?.key ?? '' });
    program = programWith(given);
  });

  test('have the specified fields and expire within 20 minutes', () => {
    expect(given).toMatchObject({
      AccessKeyId: expect.any(String),
      SecretAccessKey: expect.any(String),
      SessionToken: expect.any(String),
      region: 'us-east-1',
      bucket: portal.services.config.s3?.bucket,
      objects: [{ key: one?.key, object: `objects/${one?.storageKey}` }],
      prefix: null,
    });
    expect(given.AccessKeyId).not.toBe(portal.services.config.s3?.accessKeyId);
    const minutes = (Date.parse(given.expires_at) - Date.now()) / 60_000;
    expect(minutes).toBeGreaterThan(19);
    expect(minutes).toBeLessThanOrEqual(20.1);
  });

  test('can read the named file, whole and by range', async () => {
    const asked = { Bucket: given.bucket, Key: given.objects[0]?.object };
    const { Body } = await program.send(new GetObjectCommand(asked));
    if (!(Body instanceof Readable)) throw new Error('No stream came.');
    expect((await buffer(Body)).equals(one?.bytes ?? Buffer.alloc(0))).toBe(true);
    const part = await program.send(new GetObjectCommand({ ...asked, Range: 'bytes=10-19' }));
    expect(part.ContentLength).toBe(10);
  });

  test('cannot read other files, list, write, delete, or create further credentials', async () => {
    const Bucket = given.bucket;
    const [mine, theirs] = [one, other];
    if (!mine || !theirs) throw new Error('There are no files.');
    const calls: [string, () => Promise<unknown>][] = [
      ['another key', () => program.send(new GetObjectCommand({ Bucket, Key: objectOf(theirs) }))],
      ['another prefix', () => program.send(new GetObjectCommand({ Bucket, Key: 'uploads/1/archive' }))],
      ['list', () => program.send(new ListObjectsV2Command({ Bucket, Prefix: objectOf(mine) }))],
      ['write', () => program.send(new PutObjectCommand({ Bucket, Key: objectOf(mine), Body: 'x' }))],
      ['write elsewhere', () => program.send(new PutObjectCommand({ Bucket, Key: 'objects/x', Body: 'x' }))],
      ['delete', () => program.send(new DeleteObjectCommand({ Bucket, Key: objectOf(mine) }))],
    ];
    const { s3 } = portal.services.config;
    if (s3) await overwrite(s3, 'uploads/1/archive', 'of somebody else');
    for (const [what, call] of calls) expect(await statusOf(call), what).toBe(403);
    const sts = new STSClient({
      endpoint: given.endpoint,
      region: given.region,
      credentials: {
        accessKeyId: given.AccessKeyId,
        secretAccessKey: given.SecretAccessKey,
        sessionToken: given.SessionToken,
      },
    });
    const role = portal.services.config.s3?.roleArn ?? '';
    const more = sts.send(new AssumeRoleCommand({ RoleArn: role, RoleSessionName: 'more' }));
    expect(
      await more.then(
        () => 'given',
        () => 'refused',
      ),
    ).toBe('refused');
    expect(await portal.services.store.has(mine.storageKey)).toBe(true);
  });

  test('that were tampered with are refused', async () => {
    const asked = { Bucket: given.bucket, Key: given.objects[0]?.object };
    const wrong = [
      programWith(given, { secretAccessKey: `${given.SecretAccessKey}x` }),
      programWith(given, {
        sessionToken: given.SessionToken.replace(/^./, (first) => (first === 'A' ? 'B' : 'A')),
      }),
      programWith({ ...given, AccessKeyId: portal.services.config.s3?.accessKeyId ?? '' }),
    ];
    for (const each of wrong)
      expect(await statusOf(() => each.send(new GetObjectCommand(asked)))).toBeGreaterThanOrEqual(400);
  });

  test('for several files can read each of them', async () => {
    const several = await credentialsFor(portal, member, { key: [one?.key ?? '', other?.key ?? ''] });
    for (const { object } of several.objects) {
      const asked = new GetObjectCommand({ Bucket: several.bucket, Key: object });
      expect(await statusOf(() => programWith(several).send(asked))).toBe(200);
    }
  });
});

test('expired credentials are refused, and so are links presigned with them', async () => {
  const { s3 } = portal.services.config;
  if (!s3?.roleArn || !one) throw new Error('There is no role.');
  const { accessKeyId, secretAccessKey, endpoint, region, bucket } = s3;
  const sts = new STSClient({ endpoint, region, credentials: { accessKeyId, secretAccessKey } });
  // The portal requests 20 minutes; the store of the tests also allows four seconds.
  const asked = { RoleArn: s3.roleArn, RoleSessionName: 'short', DurationSeconds: 4 };
  const usual = await credentialsFor(portal, member, { key: one.key });
  const { Credentials } = await sts.send(new AssumeRoleCommand(asked));
  const given = { ...usual, ...Credentials } as Credentials;
  const get = () =>
    statusOf(() =>
      programWith(given).send(new GetObjectCommand({ Bucket: bucket, Key: objectOf(one as AddedFile) })),
    );
  const asking = new GetObjectCommand({ Bucket: bucket, Key: objectOf(one) });
  const link = await presign(given, (client) => client.send(asking), { seconds: 600 });
  expect([await get(), (await fetch(link)).status]).toEqual([200, 200]);
  await new Promise((resolve) => setTimeout(resolve, 5000));
  expect([await get(), (await fetch(link)).status]).toEqual([403, 403]);
});

test('none are issued if the store would let credentials extend themselves', async () => {
  const careless = await openTestPortal({ S3_ROLE_ARN: inject('gateway')?.openRoleArn ?? '' });
  const person = await careless.signInAs('RU');
  const { loaded } = await aLaboratory(careless);
  const file = await aFileOf(careless, loaded, { name: 'one.bin', bytes: randomBytes(10) });
  const response = await careless.app.inject({
    url: `/api/temporary-credentials?key=${encodeURIComponent(file.key)}`,
    headers: { authorization: `Token ${person.token}` },
  });
  await careless.close();
  expect([response.statusCode, response.json().detail]).toEqual([
    501,
    'This portal gives out no credentials of its file store. Please use links for downloads and parts for uploads.',
  ]);
});

describe('credentials to upload', () => {
  async function begin(bytes: Buffer): Promise<number> {
    const body = { file_name: 'GSE16011.zip', size_bytes: bytes.length, kind: 'collection' as const };
    return (await portal.call(createUpload, { as: lab, body })).reply.upload_id;
  }

  function complete(id: number, bytes: Buffer) {
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    return portal.call(completeUpload, { as: lab, params: { id }, body: { sha256 } });
  }

  test('upload an archive directly to the store, and it is imported like any other', async () => {
    const bytes = await zipped(smallLaboratory({ accession: 'GSE16011', study: 'Gravendeel 2009 GSE16011' }));
    const id = await begin(bytes);
    const given = await credentialsFor(portal, lab, { upload: '1', upload_id: id });
    expect(given).toMatchObject({ prefix: `uploads/${id}/`, objects: [] });
    expect((await complete(id, bytes)).status).toBe(409);
    const archive = { Bucket: given.bucket, Key: `${given.prefix}archive` };
    await programWith(given).send(new PutObjectCommand({ ...archive, Body: bytes }));
    expect((await complete(id, bytes)).status).toBe(202);
    await portal.runJobs();
    expect((await portal.call(getUploadReport, { as: lab, params: { id } })).reply).toMatchObject({
      status: 'stored',
      faults: [],
    });
    expect(await portal.services.store.staging?.sizeOf(id)).toBe(null);
    expect({ ...(await verifyConsistency(portal.services)), open_uploads: 0 }).toEqual(ALL_IN_ORDER);
  });

  test('let a program complete its upload by the address of the archive', async () => {
    const bytes = await zipped(smallLaboratory({ accession: 'GSE4290', study: 'Sun 2006 GSE4290' }));
    const id = await begin(bytes);
    const given = await credentialsFor(portal, lab, { upload: '1', upload_id: id });
    const Key = `${given.prefix}archive`;
    await programWith(given).send(new PutObjectCommand({ Bucket: given.bucket, Key, Body: bytes }));
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const save = (s3_url: string) =>
      portal.call(saveUpload, { as: lab, body: { s3_url, type: 2, ds_id: null, sha256 } });
    expect((await save(`s3://another-bucket/${Key}`)).status).toBe(400);
    expect((await save(`s3://${given.bucket}/x/${Key}`)).status).toBe(400);
    expect((await save(`s3://${given.bucket}/${Key}`)).status).toBe(202);
    await portal.runJobs();
    expect((await portal.call(getUploadReport, { as: lab, params: { id } })).reply.status).toBe('stored');
  });

  test('with an archive other than the announced one are refused', async () => {
    const bytes = randomBytes(2000);
    const id = await begin(bytes);
    const given = await credentialsFor(portal, lab, { upload: '1', upload_id: id });
    const Key = `${given.prefix}archive`;
    await programWith(given).send(
      new PutObjectCommand({ Bucket: given.bucket, Key, Body: randomBytes(2000) }),
    );
    expect((await complete(id, bytes)).status).toBe(202);
    await portal.runJobs();
    const { reply } = await portal.call(getUploadReport, { as: lab, params: { id } });
    expect([reply.status, reply.message]).toEqual([
      'refused',
      'The file was changed in transit: its SHA-256 is not the one announced. Please upload it again.',
    ]);
  });

  test('can write only below their prefix, also in parts, and cannot read, list or delete', async () => {
    const [id, next] = [await begin(randomBytes(10)), await begin(randomBytes(10))];
    const given = await credentialsFor(portal, lab, { upload: '1', upload_id: id });
    const program = programWith(given);
    const Bucket = given.bucket;
    const Key = `${given.prefix}archive`;
    const { UploadId } = await program.send(new CreateMultipartUploadCommand({ Bucket, Key }));
    const part = { Bucket, Key, UploadId, PartNumber: 1, Body: 'x' };
    expect(await statusOf(() => program.send(new UploadPartCommand(part)))).toBe(200);
    expect(
      await statusOf(() => program.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId }))),
    ).toBe(200);
    expect(await statusOf(() => program.send(new PutObjectCommand({ Bucket, Key, Body: 'x' })))).toBe(200);
    const refused: [string, () => Promise<unknown>][] = [
      [
        'of another upload',
        () => program.send(new PutObjectCommand({ Bucket, Key: `uploads/${next}/archive`, Body: 'x' })),
      ],
      [
        'of a longer number',
        () => program.send(new PutObjectCommand({ Bucket, Key: `uploads/${id}1/archive`, Body: 'x' })),
      ],
      ['objects', () => program.send(new PutObjectCommand({ Bucket, Key: 'objects/x', Body: 'x' }))],
      ['read', () => program.send(new GetObjectCommand({ Bucket, Key }))],
      ['list', () => program.send(new ListObjectsV2Command({ Bucket, Prefix: given.prefix ?? '' }))],
      ['delete', () => program.send(new DeleteObjectCommand({ Bucket, Key }))],
    ];
    for (const [what, call] of refused) expect(await statusOf(call), what).toBe(403);

    // Objects of cancelled or abandoned uploads are deleted.
    expect((await portal.call(deleteUpload, { as: lab, params: { id } })).status).toBe(200);
    expect(await portal.services.store.staging?.sizeOf(id)).toBe(null);
    await program.send(new PutObjectCommand({ Bucket, Key, Body: 'late' }));
    await sweep(portal.services);
    expect(await portal.services.store.staging?.sizeOf(id)).toBe(null);
  });
});

describe('credentials are refused', () => {
  test('without sign-in, to guests, for invisible files, and without a file', async () => {
    const guest = await portal.signInAs('GU');
    const key = one?.key ?? '';
    const id = (
      await portal.call(createUpload, {
        as: lab,
        body: { file_name: 'x.zip', size_bytes: 10, kind: 'collection' },
      })
    ).reply.upload_id;
    const cases: [string, Caller | null, CredentialsQuery, number][] = [
      ['nobody', null, { key }, 401],
      ['guest, upload', guest, { upload: '1', upload_id: id }, 403],
      ['guest, download', guest, { key }, 403],
      ['registered user, upload', member, { upload: '1', upload_id: id }, 403],
      ['a file of the laboratory', member, { key: hidden?.key ?? '' }, 404],
      ['one of several', member, { key: [key, hidden?.key ?? ''] }, 404],
      ['no file', member, {}, 400],
      ['a path', member, { key: '../../etc/passwd' }, 400],
      ['no upload', lab, { upload: '1' }, 400],
      ['another upload', await portal.signInAs('LAB'), { upload: '1', upload_id: id }, 404],
    ];
    for (const [what, as, query, status] of cases)
      expect((await ask(as, query)).statusCode, what).toBe(status);
  });

  test('and, if issued, recorded without the credentials themselves', async () => {
    const given = await credentialsFor(portal, member, { key: one?.key ?? '' });
    const events = await portal.services.db
      .selectFrom('audit_event')
      .select(['action', 'detail'])
      .where('person_id', '=', member.person_id)
      .execute();
    expect(events.map((event) => event.action)).toContain('give credentials to download');
    expect(JSON.stringify(events)).not.toContain(given.AccessKeyId);
  });
});
