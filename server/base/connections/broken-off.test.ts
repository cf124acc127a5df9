/** A disconnecting client is no failure of the portal: no error is logged (REL-16). */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  exportAdvancedSearch,
  searchAdvanced,
} from '@omicon/contract/areas/advanced-search/advanced-search.ts';
import { listDataCollections } from '@omicon/contract/areas/collections.ts';
import { createComment } from '@omicon/contract/areas/comments.ts';
import { createDownload, createDownloadLink } from '@omicon/contract/areas/downloads.ts';
import { createBugReport } from '@omicon/contract/areas/feedback.ts';
import { createFileLink, createPartLinks, createUpload } from '@omicon/contract/areas/files/files.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { aFileOf } from '../../test-support/downloads.ts';
import { aLaboratory, type LaboratoryNumbers } from '../../test-support/intake.ts';
import { listen } from '../../test-support/pages.ts';
import { type Caller, openTestPortal, type TestPortal } from '../../test-support/portal.ts';
import { PAGE_URL } from '../../test-support/talk.ts';
import { openWire, type Wire } from '../../test-support/wire.ts';
import { createLog } from '../log.ts';

const MIB = 1024 * 1024;
const LOUD = 40;

let portal: TestPortal;
let numbers: LaboratoryNumbers;
let lab: Caller;
let address: string;
let lines: { level: number; msg: string; err?: { message: string } }[] = [];
beforeAll(async () => {
  portal = await openTestPortal();
  portal.services.log = createLog('debug', { write: (line) => void lines.push(JSON.parse(line)) });
  numbers = await aLaboratory(portal);
  await portal.runJobs();
  lab = await portal.signInAs('LAB');
  address = await listen(portal);
});
beforeEach(() => {
  lines = [];
});
afterAll(() => portal.close());

async function ask(method: string, path: string, more: string[] = [], body = ''): Promise<Wire> {
  const wire = await openWire(address);
  const head = [`${method} ${path} HTTP/1.1`, 'host: omicon.test', `authorization: Token ${lab.token}`];
  wire.socket.write(`${[...head, ...more, '', ''].join('\r\n')}${body}`);
  return wire;
}

/** Errors logged after the request is completely over. */
async function loudLines(): Promise<string[]> {
  await sleep(300);
  return lines.filter(({ level }) => level >= LOUD).map(({ msg, err }) => `${msg}: ${err?.message ?? ''}`);
}

async function aLargeFile() {
  return aFileOf(portal, numbers.loaded, {
    name: `scan-${randomBytes(4).toString('hex')}.bin`,
    bytes: randomBytes(48 * MIB),
  });
}

const LEAVING: [how: string, leave: (wire: Wire) => void][] = [
  ['closes its side', (wire) => wire.socket.end()],
  ['is gone at once', (wire) => wire.socket.resetAndDestroy()],
];

describe.each(LEAVING)('a client that %s', (_, leave) => {
  test.each([
    ['JSON', createComment.path, ['content-type: application/json'], '{"entity_type": "dc", '],
    [
      'a form',
      createBugReport.path,
      ['content-type: multipart/form-data; boundary=b'],
      '--b\r\nContent-Disposition: form-data; name="screenshots"; filename="a.png"\r\n\r\nxxxx',
    ],
  ])('in the middle of %s is not logged', async (_kind, path, headers, body) => {
    const wire = await ask('POST', path, [...headers, 'content-length: 5000'], body);
    await sleep(100);
    leave(wire);
    expect(await loudLines()).toEqual([]);
    wire.close();
  });

  test('in the middle of a part of an upload is not logged', async () => {
    const body = { file_name: 'GSE4271.zip', size_bytes: 900_000, kind: 'collection' as const };
    const { upload_id: id } = (await portal.call(createUpload, { as: lab, body })).reply;
    const links = await portal.call(createPartLinks, { as: lab, params: { id }, body: { numbers: [1] } });
    const wire = await ask(
      'PUT',
      links.reply.links[0]?.url ?? '',
      ['content-type: application/zip', 'content-length: 900000'],
      'x'.repeat(100_000),
    );
    await sleep(100);
    leave(wire);
    expect(await loudLines()).toEqual([]);
    wire.close();
  });

  test('in the middle of a file is not logged', async () => {
    const { key } = await aLargeFile();
    const body = { key, purpose: 'download' as const };
    const { url } = (await portal.call(createFileLink, { as: lab, body })).reply;
    for (const more of [[], ['range: bytes=0-40000000']]) {
      const wire = await ask('GET', url, more);
      await once(wire.socket, 'data');
      leave(wire);
      wire.close();
    }
    expect(await loudLines()).toEqual([]);
  });

  test('in the middle of an archive is not logged', async () => {
    const files = [await aLargeFile(), await aLargeFile()];
    const body = { type: 'zip' as const, keys: files.map(({ key }) => key) };
    const { id } = (await portal.call(createDownload, { as: lab, body })).reply;
    await portal.runJobs();
    const { url } = (await portal.call(createDownloadLink, { as: lab, params: { id } })).reply;
    const wire = await ask('GET', url);
    await once(wire.socket, 'data');
    leave(wire);
    wire.close();
    expect(await loudLines()).toEqual([]);
  });

  test('before a list is ready is not logged', async () => {
    const holder = await portal.pool.connect();
    await holder.query('begin; lock table data_collection in access exclusive mode');
    const wire = await ask('GET', listDataCollections.path);
    await sleep(100);
    leave(wire);
    wire.close();
    await sleep(50);
    await holder.query('commit');
    holder.release();
    expect(await loudLines()).toEqual([]);
  });

  test.each([
    ['rows', { result_type: 'covariation-modules', filters: {} }],
    ['a kME table', { result_type: 'kme-table', filters: {} }],
  ])('before a search for %s is made is not logged', async (_kind, query) => {
    const payload = JSON.stringify(query);
    for (const path of [searchAdvanced.path, `${exportAdvancedSearch.path}?format=csv`])
      for (const pauseMs of [0, 3, 10, 30]) {
        const wire = await ask(
          'POST',
          path,
          ['content-type: application/json', `content-length: ${payload.length}`],
          payload,
        );
        await sleep(pauseMs);
        leave(wire);
        wire.close();
      }
    expect(await loudLines()).toEqual([]);
  });
});

test('a disconnecting client is logged at debug level', async () => {
  const wire = await ask(
    'POST',
    createComment.path,
    ['content-type: application/json', 'content-length: 500'],
    '{',
  );
  await sleep(100);
  wire.socket.resetAndDestroy();
  await sleep(200);
  expect(lines.map(({ level, msg }) => [level, msg])).toContainEqual([20, 'a client left']);
});

test('a failure of the portal is logged even if the client has left', async () => {
  const holder = await portal.pool.connect();
  await holder.query('begin; lock table comment in exclusive mode');
  const body = {
    entity_type: 'dc',
    entity_id: numbers.collection,
    message: '<p>x</p>',
    comment_page_url: PAGE_URL,
  };
  const payload = JSON.stringify(body);
  const wire = await ask(
    'POST',
    createComment.path,
    ['content-type: application/json', `content-length: ${payload.length}`],
    payload,
  );
  await sleep(100);
  wire.close();
  await holder.query('alter table comment rename column plain_text to plain_text_away; commit');
  holder.release();
  expect(await loudLines()).toEqual([expect.stringMatching(/^unknown error: .*plain_text/)]);
  await portal.pool.query('alter table comment rename column plain_text_away to plain_text');
});
