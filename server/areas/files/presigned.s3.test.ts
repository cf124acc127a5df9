/** Presigned links created from temporary credentials, checked against a real object store (SEC-3). */
import { randomBytes } from 'node:crypto';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  type S3Client,
} from '@aws-sdk/client-s3';
import { createUpload } from '@omicon/contract/areas/files/files.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { aFileOf } from '../../test-support/downloads.ts';
import { aLaboratory } from '../../test-support/intake.ts';
import { type Caller, openTestPortal, type TestPortal } from '../../test-support/portal.ts';
import { overwrite } from '../../test-support/store/buckets.ts';
import { presign } from '../../test-support/store/presign.ts';
import { type Credentials, credentialsFor } from '../../test-support/store/store-programs.ts';

const SIZE = 3000;
const MINUTE_MS = 60_000;

let portal: TestPortal;
let lab: Caller;
let bytes: Buffer;
let mine: string;
let others: string;
let given: Credentials;
let Bucket: string;
beforeAll(async () => {
  portal = await openTestPortal();
  lab = await portal.signInAs('LAB');
  const { loaded } = await aLaboratory(portal);
  const file = await aFileOf(portal, loaded, { name: 'one.bin', bytes: randomBytes(SIZE) });
  const other = await aFileOf(portal, loaded, { name: 'other.bin', bytes: randomBytes(SIZE) });
  given = await credentialsFor(portal, await portal.signInAs('RU'), { key: file.key });
  Bucket = given.bucket;
  bytes = file.bytes;
  [mine, others] = [given.objects[0]?.object ?? '', `objects/${other.storageKey}`];
});
afterAll(() => portal.close());

const getting = (Key: string) => (client: S3Client) => client.send(new GetObjectCommand({ Bucket, Key }));
const putting = (Key: string) => (client: S3Client) => client.send(new PutObjectCommand({ Bucket, Key }));

async function statusAt(address: string, init: RequestInit = {}): Promise<number> {
  const answer = await fetch(address, init);
  await answer.arrayBuffer();
  return answer.status;
}

describe('a presigned link to the named file', () => {
  test('returns the bytes to anyone with the link', async () => {
    const answer = await fetch(await presign(given, getting(mine), { seconds: 60 }));
    expect(answer.status).toBe(200);
    expect(Buffer.from(await answer.arrayBuffer()).equals(bytes)).toBe(true);
  });

  test.each([
    ['first bytes', 'bytes=0-9', 0, 10],
    ['middle bytes', 'bytes=1500-1599', 1500, 1600],
    ['last bytes', 'bytes=-10', SIZE - 10, SIZE],
    ['rest', 'bytes=2990-', 2990, SIZE],
    ['bytes up to an end that lies beyond the file', 'bytes=2990-9999', 2990, SIZE],
  ])('answers its %s by range', async (_, range, start, end) => {
    const answer = await fetch(await presign(given, getting(mine), { seconds: 60 }), { headers: { range } });
    expect([answer.status, answer.headers.get('content-range')]).toEqual([
      206,
      `bytes ${start}-${end - 1}/${SIZE}`,
    ]);
    expect(Buffer.from(await answer.arrayBuffer()).equals(bytes.subarray(start, end))).toBe(true);
  });

  test('returns 416 for a range beyond the end', async () => {
    const address = await presign(given, getting(mine), { seconds: 60 });
    expect(await statusAt(address, { headers: { range: `bytes=${SIZE}-` } })).toBe(416);
  });

  test('is refused after it expires, and not before', async () => {
    const signedAt = new Date(Date.now() - 10 * MINUTE_MS);
    const statuses = [
      await statusAt(await presign(given, getting(mine), { seconds: 15 * 60, signedAt })),
      await statusAt(await presign(given, getting(mine), { seconds: 5 * 60, signedAt })),
    ];
    expect(statuses).toEqual([200, 403]);
  });

  test('is refused with another method', async () => {
    const address = await presign(given, getting(mine), { seconds: 60 });
    for (const init of [{ method: 'PUT', body: 'x' }, { method: 'DELETE' }, { method: 'POST', body: 'x' }])
      expect(await statusAt(address, init), init.method).toBe(403);
    expect(await statusAt(address)).toBe(200);
  });
});

/** Replaces the last character by another of the same alphabet. */
function altered(text: string): string {
  return text.slice(0, -1) + (text.endsWith('0') ? '1' : '0');
}

describe('a presigned link that was tampered with is refused', () => {
  const changes: [string, (address: URL) => void][] = [
    ['its signature', ({ searchParams: query }) => change(query, 'X-Amz-Signature', altered)],
    ['a missing signature', ({ searchParams: query }) => query.delete('X-Amz-Signature')],
    ['its key', (address) => change(address, 'pathname', (path) => path.replace(mine, others))],
    ['its time to live', ({ searchParams: query }) => change(query, 'X-Amz-Expires', () => '604800')],
    ['its date', ({ searchParams: query }) => change(query, 'X-Amz-Date', nextSecond)],
    ['its session', ({ searchParams: query }) => change(query, 'X-Amz-Security-Token', altered)],
    ['a missing session', ({ searchParams: query }) => query.delete('X-Amz-Security-Token')],
    ['its holder', ({ searchParams: query }) => change(query, 'X-Amz-Credential', (text) => `x${text}`)],
  ];

  function change(target: URL | URLSearchParams, name: string, to: (text: string) => string): void {
    if (target instanceof URL) target.pathname = to(target.pathname);
    else target.set(name, to(target.get(name) ?? ''));
  }

  function nextSecond(date: string): string {
    const second = Number(date.slice(-3, -1));
    return `${date.slice(0, -3)}${String((second + 1) % 60).padStart(2, '0')}Z`;
  }

  test.each(changes)('in %s', async (_, alter) => {
    const right = await presign(given, getting(mine), { seconds: 60 });
    const address = new URL(right);
    alter(address);
    expect(address.href).not.toBe(new URL(right).href);
    expect(await statusAt(address.href)).toBe(403);
    expect(await statusAt(right)).toBe(200);
  });

  test('in its lifetime, which would extend it', async () => {
    const signedAt = new Date(Date.now() - 10 * MINUTE_MS);
    const address = new URL(await presign(given, getting(mine), { seconds: 60, signedAt }));
    address.searchParams.set('X-Amz-Expires', '3600');
    expect(await statusAt(address.href)).toBe(403);
  });
});

describe('a correctly signed link beyond its credentials is refused', () => {
  const list = (client: S3Client) => client.send(new ListObjectsV2Command({ Bucket, Prefix: 'objects/' }));
  const remove = (Key: string) => (client: S3Client) => client.send(new DeleteObjectCommand({ Bucket, Key }));

  test('with those of a download: another object, writing, listing and deleting', async () => {
    // radosgw reports missing objects to anybody (docs/decisions/0008-objects-in-an-s3-store.md).
    const { s3 } = portal.services.config;
    if (s3) await overwrite(s3, `${mine}0`, 'of somebody else');
    const calls: [string, string, Parameters<typeof presign>[1]][] = [
      ['another object', 'GET', getting(others)],
      ['a longer key', 'GET', getting(`${mine}0`)],
      ['writing', 'PUT', putting(mine)],
      ['writing elsewhere', 'PUT', putting('uploads/1/archive')],
      ['listing', 'GET', list],
      ['deleting', 'DELETE', remove(mine)],
    ];
    for (const [what, method, call] of calls) {
      const address = await presign(given, call, { seconds: 60 });
      expect(await statusAt(address, { method }), what).toBe(403);
    }
    expect(await statusAt(await presign(given, getting(mine), { seconds: 60 }))).toBe(200);
  });

  test('with those of an upload: reading, another upload, listing and deleting', async () => {
    const body = { file_name: 'GSE16011.zip', size_bytes: 10, kind: 'collection' as const };
    const { upload_id } = (await portal.call(createUpload, { as: lab, body })).reply;
    const upload = await credentialsFor(portal, lab, { upload: '1', upload_id });
    const archive = `${upload.prefix}archive`;
    const put = await presign(upload, putting(archive), { seconds: 60 });
    expect(await statusAt(put, { method: 'PUT', body: 'x' })).toBe(200);
    const { s3 } = portal.services.config;
    if (s3) await overwrite(s3, `uploads/${upload_id + 1}/archive`, 'of somebody else');
    const calls: [string, string, Parameters<typeof presign>[1]][] = [
      ['its own archive', 'GET', getting(archive)],
      ['an object', 'GET', getting(mine)],
      ['writing an object', 'PUT', putting(mine)],
      ['writing to another upload', 'PUT', putting(`uploads/${upload_id + 1}/archive`)],
      ['listing', 'GET', list],
      ['deleting', 'DELETE', remove(archive)],
    ];
    for (const [what, method, call] of calls) {
      const address = await presign(upload, call, { seconds: 60 });
      expect(await statusAt(address, { method }), what).toBe(403);
    }
  });
});
