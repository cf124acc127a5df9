/** Chromium accesses the object store directly with temporary credentials, only from the portal's address. */
import { createHash, randomBytes } from 'node:crypto';
import {
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  GetObjectCommand,
  PutObjectCommand,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import {
  completeUpload,
  createUpload,
  getUpload,
  getUploadReport,
} from '@omicon/contract/areas/files/files.ts';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { verifyConsistency } from '../../database/operations/verify.ts';
import { canBrowse, openTestBrowser } from '../../test-support/chromium.ts';
import { aFileOf } from '../../test-support/downloads.ts';
import { openProgramPage, type ProgramPage } from '../../test-support/files/program-page.ts';
import { aLaboratory, zipped } from '../../test-support/intake.ts';
import { smallLaboratory } from '../../test-support/laboratories/small-laboratory.ts';
import { type Caller, openTestPortal, type TestPortal } from '../../test-support/portal.ts';
import { presign } from '../../test-support/store/presign.ts';
import { type Credentials, credentialsFor, programWith } from '../../test-support/store/store-programs.ts';
import { ALL_IN_ORDER } from '../../test-support/tables.ts';

const MIB = 1024 * 1024;
const ARCHIVE_BYTES = 40 * MIB;
const PART_BYTES = 8 * MIB;

/** A laboratory whose archive has exactly 40 MiB, most of it one incompressible file. */
async function largeArchive(): Promise<Buffer> {
  const files = smallLaboratory({ accession: 'GSE16011', study: 'Gravendeel 2009 GSE16011' });
  const [first = ''] = Object.keys(files);
  const name = `${first.split('/')[0]}/scan.bin`;
  const { length } = await zipped({ ...files, [name]: Buffer.alloc(0) }, { isStored: true });
  return zipped({ ...files, [name]: randomBytes(ARCHIVE_BYTES - length) }, { isStored: true });
}

let archive: Buffer;
let browser: Browser;
let [own, other]: ProgramPage[] = [];
let portal: TestPortal;
let lab: Caller;
beforeAll(async () => {
  archive = await largeArchive();
  [own, other] = [await openProgramPage(archive), await openProgramPage(archive)];
  portal = await openTestPortal({ OMICON_PUBLIC_URL: own.origin });
  lab = await portal.signInAs('LAB');
  browser = await openTestBrowser();
});
afterAll(async () => {
  await browser.close();
  await portal.close();
  await own?.close();
  await other?.close();
});

async function pageAt(program: ProgramPage | undefined): Promise<Page> {
  const page = await browser.newPage();
  await page.goto(program?.origin ?? '');
  return page;
}

/** Splits `/file` into parts and uploads each to its link. @returns the ETags of the store, as read by the page */
function putParts(page: Page, links: readonly string[]): Promise<(string | null)[]> {
  return page.evaluate(
    async ({ addresses, partBytes }) => {
      const file = await (await fetch('/file')).blob();
      const tags: (string | null)[] = [];
      for (const [index, address] of addresses.entries()) {
        const body = file.slice(index * partBytes, (index + 1) * partBytes, 'application/octet-stream');
        const answer = await fetch(address, { method: 'PUT', body });
        if (!answer.ok) throw new Error(`The store answered ${answer.status}.`);
        tags.push(answer.headers.get('etag'));
      }
      return tags;
    },
    { addresses: links, partBytes: PART_BYTES },
  );
}

async function beginUpload(): Promise<{ id: number; given: Credentials }> {
  const body = { file_name: 'GSE16011.zip', size_bytes: archive.length, kind: 'collection' as const };
  const id = (await portal.call(createUpload, { as: lab, body })).reply.upload_id;
  return { id, given: await credentialsFor(portal, lab, { upload: '1', upload_id: id }) };
}

/** Starts a multipart upload in the store. @returns links to its parts */
async function beginParts(given: Credentials) {
  const at = { Bucket: given.bucket, Key: `${given.prefix}archive` };
  const { UploadId } = await programWith(given).send(new CreateMultipartUploadCommand(at));
  const links: string[] = [];
  for (let PartNumber = 1; PartNumber <= Math.ceil(archive.length / PART_BYTES); PartNumber += 1) {
    const part = new UploadPartCommand({ ...at, UploadId, PartNumber });
    links.push(await presign(given, (client) => client.send(part), { seconds: 600 }));
  }
  return { at, UploadId, links };
}

describe.skipIf(!canBrowse)('a page at the address of the portal', () => {
  test('uploads an archive of 40 MiB to the store in five parts, and the portal completes it', async () => {
    expect(archive.length).toBe(ARCHIVE_BYTES);
    const { id, given } = await beginUpload();
    const { at, UploadId, links } = await beginParts(given);
    const tags = await putParts(await pageAt(own), links);
    expect(tags).toHaveLength(5);
    const Parts = tags.map((ETag, index) => ({ ETag: ETag ?? '', PartNumber: index + 1 }));
    await programWith(given).send(
      new CompleteMultipartUploadCommand({ ...at, UploadId, MultipartUpload: { Parts } }),
    );
    const sha256 = createHash('sha256').update(archive).digest('hex');
    const completed = await portal.call(completeUpload, { as: lab, params: { id }, body: { sha256 } });
    expect(completed.status).toBe(202);
    await portal.runJobs();
    expect((await portal.call(getUploadReport, { as: lab, params: { id } })).reply).toMatchObject({
      status: 'stored',
      faults: [],
    });
    expect(await portal.services.store.staging?.sizeOf(id)).toBe(null);
    expect({ ...(await verifyConsistency(portal.services)), open_uploads: 0 }).toEqual(ALL_IN_ORDER);
  });

  test('reads a range of a file by its link', async () => {
    const { loaded } = await aLaboratory(portal);
    const file = await aFileOf(portal, loaded, { name: 'one.bin', bytes: Buffer.from('IDH1 OLIG2 SOX10') });
    const given = await credentialsFor(portal, lab, { key: file.key });
    const asked = new GetObjectCommand({ Bucket: given.bucket, Key: given.objects[0]?.object });
    const link = await presign(given, (client) => client.send(asked), { seconds: 60 });
    const read = (page: Page) =>
      page.evaluate(
        async (address) => (await fetch(address, { headers: { range: 'bytes=5-9' } })).text(),
        link,
      );
    expect(await read(await pageAt(own))).toBe('OLIG2');
    await expect(read(await pageAt(other))).rejects.toThrow('Failed to fetch');
  });
});

test.skipIf(!canBrowse)(
  'a page at another address is refused by the browser, and nothing of it comes to the store',
  async () => {
    const { id, given } = await beginUpload();
    const put = new PutObjectCommand({ Bucket: given.bucket, Key: `${given.prefix}archive` });
    const link = await presign(given, (client) => client.send(put), { seconds: 60 });
    await expect(putParts(await pageAt(other), [link])).rejects.toThrow('Failed to fetch');
    expect(await portal.services.store.staging?.sizeOf(id)).toBe(null);
    expect(await putParts(await pageAt(own), [link])).toEqual([expect.stringMatching(/^"[0-9a-f]{32}"$/)]);
    expect(await portal.services.store.staging?.sizeOf(id)).toBe(PART_BYTES);
    expect((await portal.call(getUpload, { as: lab, params: { id } })).reply.status).toBe('open');
  },
);
