/**
 * Zip downloads over a real connection: verified, visibly broken off, released when the client leaves (REL-4, REL-16).
 */
import { randomBytes } from 'node:crypto';
import { readdirSync, readlinkSync } from 'node:fs';
import { request } from 'node:http';
import { createDownload, createDownloadLink } from '@omicon/contract/areas/downloads.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '../../base/postgres/database.ts';
import { type AddedFile, aFileOf, readZip } from '../../test-support/downloads.ts';
import { aLaboratory, type LaboratoryNumbers } from '../../test-support/intake.ts';
import { listen } from '../../test-support/pages.ts';
import { type Caller, openTestPortal, type TestPortal } from '../../test-support/portal.ts';
import { damageObject } from '../../test-support/store/objects.ts';

const MEBIBYTE = 1024 * 1024;
let portal: TestPortal;
let numbers: LaboratoryNumbers;
let member: Caller;
let address: string;
beforeAll(async () => {
  portal = await openTestPortal();
  numbers = await aLaboratory(portal);
  member = await portal.signInAs('RU');
  address = await listen(portal);
});
afterAll(() => portal.close());

function aFile(name: string, bytes: Buffer): Promise<AddedFile> {
  return aFileOf(portal, numbers.loaded, { folder: 'raw', name, bytes });
}

async function readyZip(files: readonly AddedFile[], as: Caller = member): Promise<string> {
  const body = { type: 'zip' as const, keys: files.map((file) => file.key) };
  const { id } = (await portal.call(createDownload, { as, body })).reply;
  await portal.runJobs();
  return (await portal.call(createDownloadLink, { as, params: { id } })).reply.url;
}

/** The received bytes, and whether they are complete. */
function receive(
  url: string,
  as: Caller = member,
): Promise<{ bytes: Buffer; isWhole: boolean; status: number }> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    request(new URL(url, address), { headers: { authorization: `Token ${as.token}` } }, (response) => {
      const end = () =>
        resolve({
          bytes: Buffer.concat(chunks),
          isWhole: response.complete,
          status: response.statusCode ?? 0,
        });
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', end);
      response.on('error', end);
    })
      .on('error', reject)
      .end();
  });
}

/** Objects of the store that this process holds open. */
function listOpenObjects(): string[] {
  return readdirSync('/proc/self/fd').flatMap((fd) => {
    try {
      const target = readlinkSync(`/proc/self/fd/${fd}`);
      return target.startsWith(`${portal.services.config.dataDir}/objects/`) ? [target] : [];
    } catch {
      // Closed between listing and inspecting.
      return [];
    }
  });
}

async function untilNoneIsOpen(): Promise<void> {
  for (let tries = 0; tries < 200 && listOpenObjects().length > 0; tries += 1)
    await new Promise((resolve) => setTimeout(resolve, 25));
  expect(listOpenObjects()).toEqual([]);
}

test('files with sizes around the chunk size of streams arrive intact', async () => {
  const sizes = [0, 1, 65_535, 65_536, 65_537, 3 * MEBIBYTE + 1];
  const files = await Promise.all(sizes.map((size) => aFile(`${size}.bin`, randomBytes(size))));
  const { bytes, isWhole } = await receive(await readyZip(files));
  expect(isWhole).toBe(true);
  const entries = await readZip(bytes);
  for (const [index, file] of files.entries())
    expect(entries.get(`Phillips 2006 GSE4271 EXT A.1/raw/${sizes[index]}.bin`)?.equals(file.bytes)).toBe(
      true,
    );
});

test.each([600, 1200])('an archive of %i files has the announced size', async (count) => {
  const [first] = await Promise.all([aFile(`many ${count}.bin`, randomBytes(100))]);
  const id = Number(first?.key.split('/')[0]);
  await sql`
    insert into file (entity_type, owner_id, entity_number, folder, name, size_bytes, sha256, storage_key, visibility)
    select entity_type, owner_id, entity_number, ${`many ${count}`}, 'file ' || n || '.bin', size_bytes, sha256, storage_key, visibility
      from file, generate_series(1, ${count}::int) n where id = ${id}`.execute(portal.services.db);
  const folders = [{ entity_type: 'ds' as const, entity_id: numbers.loaded, folder: `many ${count}` }];
  const { reply } = await portal.call(createDownload, { as: member, body: { type: 'zip', folders } });
  await portal.runJobs();
  const { url } = (await portal.call(createDownloadLink, { as: member, params: { id: reply.id } })).reply;
  const { bytes, isWhole } = await receive(url);
  expect(isWhole).toBe(true);
  expect((await readZip(bytes)).size).toBe(count + 1);
});

describe('a file damaged after the archive was prepared', () => {
  test.each([
    ['one bit of it is another', (bytes: Buffer) => bytes.with(MEBIBYTE, (bytes[MEBIBYTE] ?? 0) ^ 1)],
    ['its end is missing', (bytes: Buffer) => bytes.subarray(0, -1)],
    ['it has one byte too many', (bytes: Buffer) => Buffer.concat([bytes, Buffer.from([0])])],
  ])('breaks the archive off: %s', async (name, change) => {
    const first = await aFile(`${name} before.bin`, randomBytes(1000));
    const hurt = await aFile(`${name}.bin`, randomBytes(2 * MEBIBYTE));
    const url = await readyZip([first, hurt]);
    await damageObject(portal, hurt.storageKey, Buffer.from(change(hurt.bytes)));
    const { bytes, isWhole, status } = await receive(url);
    expect([status, isWhole]).toEqual([200, false]);
    await expect(readZip(bytes)).rejects.toThrow();
    const refused = await receive(url);
    expect([refused.status, JSON.parse(refused.bytes.toString()).code]).toEqual([500, 'damaged']);
    await untilNoneIsOpen();
  });
});

test('a small damaged file, opened in advance, also breaks off the archive', async () => {
  const first = await aFile('c.bin', randomBytes(8 * MEBIBYTE));
  const hurt = await aFile('d.bin', randomBytes(100));
  const url = await readyZip([first, hurt]);
  await damageObject(portal, hurt.storageKey, randomBytes(100));
  expect((await receive(url)).isWhole).toBe(false);
  await untilNoneIsOpen();
});

test('a missing object breaks off the archive', async () => {
  const [first, gone] = [await aFile('a.bin', randomBytes(100)), await aFile('b.bin', randomBytes(100))];
  const url = await readyZip([first, gone]);
  await portal.services.store.remove(gone.storageKey);
  const { bytes, isWhole } = await receive(url);
  expect(isWhole).toBe(false);
  await expect(readZip(bytes)).rejects.toThrow();
});

describe('a client', () => {
  let files: AddedFile[];
  beforeAll(async () => {
    files = await Promise.all([1, 2, 3, 4].map((n) => aFile(`large ${n}.bin`, randomBytes(16 * MEBIBYTE))));
  });

  /** Opens the archive, reads its first mebibyte and no more. */
  function openSlowly(url: string, as: Caller): Promise<() => void> {
    return new Promise((resolve, reject) => {
      const headers = { authorization: `Token ${as.token}` };
      const asked = request(new URL(url, address), { headers }, (response) => {
        let received = 0;
        response.on('error', () => undefined);
        response.on('data', (chunk: Buffer) => {
          received += chunk.length;
          if (received < MEBIBYTE) return;
          response.pause();
          resolve(() => asked.destroy());
        });
      });
      asked.on('error', reject);
      asked.end();
    });
  }

  test('that disconnects midway releases all files', async () => {
    const leave = await openSlowly(await readyZip(files), member);
    expect(listOpenObjects().length).toBeGreaterThan(0);
    leave();
    await untilNoneIsOpen();
  });

  test('that is slow keeps few files open, uses little memory, and may have four archives at most', async () => {
    const person = await portal.signInAs('RU');
    const url = await readyZip(files, person);
    const before = process.memoryUsage().rss;
    const slow = await Promise.all([1, 2, 3, 4].map(() => openSlowly(url, person)));
    expect(listOpenObjects().length).toBeLessThanOrEqual(20);
    expect((process.memoryUsage().rss - before) / MEBIBYTE).toBeLessThan(64);
    expect((await receive(url, person)).status).toBe(429);
    for (const leave of slow) leave();
    await untilNoneIsOpen();
    expect((await receive(url, person)).isWhole).toBe(true);
  });
});
