/**
 * An object store that is down, silent, broken or slow: the rest of the portal works, and everything recovers (REL-10).
 */
import { randomBytes } from 'node:crypto';
import { getDataSet, listDataCollections } from '@omicon/contract/areas/collections.ts';
import { createDownload, createDownloadLink, getDownload } from '@omicon/contract/areas/downloads.ts';
import { createFileLink, createPartLinks, createUpload } from '@omicon/contract/areas/files/files.ts';
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest';
import { tasks } from '../../../tasks.ts';
import { type AddedFile, aFileOf } from '../../../test-support/downloads.ts';
import { aLaboratory } from '../../../test-support/intake.ts';
import { type Caller, openTestPortal, type TestPortal } from '../../../test-support/portal.ts';
import { type FaultyLink, openFaultyLink } from '../../../test-support/store/faulty-link.ts';
import { startWorker } from '../../jobs/jobs.ts';
import { sql } from '../../postgres/database.ts';
import { isDamaged } from '../fixity.ts';

let link: FaultyLink;
let portal: TestPortal;
let lab: Caller;
let file: AddedFile;
let csvKey: string;
beforeAll(async () => {
  const gateway = inject('gateway');
  if (gateway === undefined) throw new Error('There is no S3 store in this run.');
  link = await openFaultyLink(gateway.endpoint);
  portal = await openTestPortal({ S3_ENDPOINT: link.endpoint });
  lab = await portal.signInAs('LAB');
  const { loaded } = await aLaboratory(portal);
  file = await aFileOf(portal, loaded, { name: 'scan.bin', bytes: randomBytes(2 * 1024 * 1024) });
  const { reply } = await portal.call(getDataSet, { as: lab, params: { id: loaded } });
  csvKey = reply.files[0]?.key ?? '';
});
afterEach(() => link.fail('whole'));
afterAll(async () => {
  await portal.close();
  await link.close();
});

const asLab = () => ({ authorization: `Token ${lab.token}` });

async function aPart(): Promise<{ url: string; bytes: Buffer }> {
  const bytes = randomBytes(200_000);
  const body = { file_name: 'GSE4271.zip', size_bytes: bytes.length, kind: 'collection' as const };
  const { upload_id } = (await portal.call(createUpload, { as: lab, body })).reply;
  const asked = { as: lab, params: { id: upload_id }, body: { numbers: [1] } };
  return { url: (await portal.call(createPartLinks, asked)).reply.links[0]?.url ?? '', bytes };
}

function send({ url, bytes }: { url: string; bytes: Buffer }) {
  return portal.app.inject({
    method: 'PUT',
    url,
    headers: { ...asLab(), 'content-type': 'application/zip' },
    payload: bytes,
  });
}

async function aFileLink(): Promise<string> {
  return (await portal.call(createFileLink, { as: lab, body: { key: csvKey, purpose: 'download' } })).reply
    .url;
}

/** Waits until the last availability check is stale. */
async function untilForgotten(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 2100));
}

describe.each(['refused', 'silent', 'broken'] as const)('a store that is %s', (fault) => {
  test('refuses uploads and downloads with 503 and Retry-After, and everything else works', async () => {
    const [part, url] = [await aPart(), await aFileLink()];
    await link.fail(fault);
    await untilForgotten();
    for (const response of [await send(part), await portal.app.inject({ url, headers: asLab() })]) {
      expect([response.statusCode, response.headers['retry-after']]).toEqual([503, '5']);
      expect(response.json()).toMatchObject({
        code: 'unavailable',
        detail: 'The file store of the portal does not answer. Please try again in a moment.',
      });
    }
    expect((await portal.call(listDataCollections, { as: lab })).status).toBe(200);
    const ready = await portal.app.inject('/readyz');
    expect([ready.statusCode, ready.json().store]).toEqual([503, 'not reachable']);

    await link.fail('whole');
    expect((await send(part)).statusCode).toBe(200);
    expect((await portal.app.inject({ url, headers: asLab() })).statusCode).toBe(200);
    expect((await portal.app.inject('/readyz')).statusCode).toBe(200);
  });

  test('refuses a zip before it starts, rather than breaking it off', async () => {
    const { id } = (await portal.call(createDownload, { as: lab, body: { type: 'zip', keys: [csvKey] } }))
      .reply;
    await portal.runJobs();
    const { url } = (await portal.call(createDownloadLink, { as: lab, params: { id } })).reply;
    await link.fail(fault);
    await untilForgotten();
    expect((await portal.app.inject({ url, headers: asLab() })).statusCode).toBe(503);
  });
});

test('jobs wait for the store without using up attempts, and no file is reported as damaged', async () => {
  const { id } = (await portal.call(createDownload, { as: lab, body: { type: 'file', key: file.key } }))
    .reply;
  await link.fail('silent');
  const worker = await startWorker({ pool: portal.pool, services: portal.services, tasks });
  const attempts = async (): Promise<number[]> =>
    (
      await sql<{ attempts: number }>`
        select attempts from graphile_worker.jobs where key = ${`download ${id}`} and run_at > now()`.execute(
        portal.services.db,
      )
    ).rows.map((row) => row.attempts);
  await expect.poll(attempts, { timeout: 30_000 }).toEqual([0]);
  await link.fail('whole');
  const state = async () => (await portal.call(getDownload, { as: lab, params: { id } })).reply.state;
  await expect.poll(state, { timeout: 30_000 }).toBe('ready');
  await worker.stop();
  expect(await isDamaged(portal.services.db, file.storageKey)).toBe(false);
});

test('with a store of one KiB per second, an upload is refused with 503 and does not hang', async () => {
  const part = await aPart();
  await link.fail('slow');
  expect((await send(part)).statusCode).toBe(503);
});
