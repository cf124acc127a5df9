/** Links to files, valid for one person, file, purpose and a few minutes (SEC-7, SEC-32, REL-4). */
import {
  deleteDataCollection,
  getDataSet,
  restoreDataCollection,
} from '@omicon/contract/areas/collections.ts';
import { createFileLink } from '@omicon/contract/areas/files/files.ts';
import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { aLaboratory, type LaboratoryNumbers } from '../../test-support/intake.ts';
import { pathsOf, smallCollection } from '../../test-support/laboratories/small-laboratory.ts';
import { listen } from '../../test-support/pages.ts';
import { type Caller, openTestPortal, type TestPortal } from '../../test-support/portal.ts';
import { damageObject } from '../../test-support/store/objects.ts';

const NAME = 'GSE4271_DS1.csv';
const CONTENT = String(smallCollection()[`${pathsOf().loaded}.csv`]);

let portal: TestPortal;
let numbers: LaboratoryNumbers;
let key: string;
let lab: Caller;
let guest: Caller;
beforeAll(async () => {
  portal = await openTestPortal();
  [lab, guest] = [await portal.signInAs('LAB'), await portal.signInAs('GU')];
  numbers = await aLaboratory(portal);
  const { reply } = await portal.call(getDataSet, { as: lab, params: { id: numbers.loaded } });
  key = reply.files.find((file) => file.name === NAME)?.key ?? '';
});
afterAll(() => portal.close());

async function linkTo(
  asked: string,
  { as = lab, purpose = 'download' }: { as?: Caller; purpose?: 'download' | 'preview' } = {},
): Promise<string> {
  return (await portal.call(createFileLink, { as, body: { key: asked, purpose } })).reply.url;
}

function fetchAs(
  caller: Caller | null,
  url: string,
  headers: Record<string, string> = {},
): Promise<LightMyRequestResponse> {
  return portal.app.inject({
    url,
    headers: { ...(caller ? { authorization: `Token ${caller.token}` } : {}), ...headers },
  });
}

describe('a link', () => {
  test('answers HEAD with the size of the file without reading it', async () => {
    const url = await linkTo(key);
    const { store } = portal.services;
    let reads = 0;
    portal.services.store = {
      ...store,
      read: (...asked) => {
        reads += 1;
        return store.read(...asked);
      },
    };
    const response = await portal.app.inject({
      method: 'HEAD',
      url,
      headers: { authorization: `Token ${lab.token}` },
    });
    portal.services.store = store;
    expect([response.statusCode, response.payload, reads]).toEqual([200, '', 0]);
    expect(response.headers).toMatchObject({
      'content-length': String(CONTENT.length),
      'accept-ranges': 'bytes',
      'content-type': 'application/octet-stream',
    });
  });

  test('returns the file as an attachment that browsers do not render', async () => {
    const response = await fetchAs(lab, await linkTo(key));
    expect([response.statusCode, response.payload]).toEqual([200, CONTENT]);
    expect(response.headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-length': String(CONTENT.length),
      'content-disposition': `attachment; filename="${NAME}"; filename*=UTF-8''${NAME}`,
      'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
      'accept-ranges': 'bytes',
    });
  });

  test('does not reveal the storage key', async () => {
    const { reply } = await portal.call(createFileLink, { as: lab, body: { key, purpose: 'download' } });
    expect(reply.url).toMatch(/^\/api\/files\/content\/[\w-]{32}$/);
    expect(reply.url).not.toContain(reply.sha256);
    expect([reply.name, reply.size_bytes]).toEqual([NAME, CONTENT.length]);
  });

  test('does not work for anybody else, not even an administrator', async () => {
    const url = await linkTo(key);
    for (const other of [await portal.signInAs('admin'), await portal.signInAs('LAB'), guest]) {
      const response = await fetchAs(other, url);
      expect([response.statusCode, response.json().code]).toEqual([403, 'link_expired']);
    }
  });

  test('requires a valid session', async () => {
    const url = await linkTo(key);
    expect((await fetchAs(null, url)).statusCode).toBe(401);
    expect((await fetchAs({ ...lab, token: 'ended' }, url)).statusCode).toBe(401);
  });

  test('expires after 30 minutes for a download, 15 for a preview', async () => {
    for (const [purpose, minutes] of [
      ['download', 30],
      ['preview', 15],
    ] as const) {
      const { reply } = await portal.call(createFileLink, { as: lab, body: { key, purpose } });
      expect(Math.round((Date.parse(reply.expires_at) - Date.now()) / 60_000)).toBe(minutes);
      await portal.services.db
        .updateTable('download')
        .set({ expires_at: new Date(Date.now() - 1000) })
        .where('id', '=', reply.url.split('/').at(-1) ?? '')
        .execute();
      expect((await fetchAs(lab, reply.url)).json().detail).toBe(
        'This link is not valid or has expired. Please ask for the file again.',
      );
    }
  });

  test('does not work while its record is deleted, and works again after it is restored', async () => {
    const admin = await portal.signInAs('admin');
    const url = await linkTo(key);
    await portal.call(deleteDataCollection, { as: admin, params: { id: numbers.collection } });
    expect((await fetchAs(lab, url)).statusCode).toBe(403);
    expect((await portal.call(createFileLink, { as: lab, body: { key, purpose: 'download' } })).status).toBe(
      404,
    );
    await portal.call(restoreDataCollection, { as: admin, params: { id: numbers.collection } });
    expect((await fetchAs(lab, url)).statusCode).toBe(200);
  });

  test('stops working when its person may no longer see the file', async () => {
    const hidden = await aLaboratory(portal, {
      accession: 'CGGA',
      study: 'Zhao 2021 CGGA',
      visibility: 'private',
    });
    const person = await portal.signInAs('LAB');
    const { reply } = await portal.call(getDataSet, { as: person, params: { id: hidden.loaded } });
    const url = await linkTo(reply.files[0]?.key ?? '', { as: person });
    await portal.services.db
      .updateTable('person')
      .set({ role: 'RU' })
      .where('id', '=', person.person_id)
      .execute();
    expect((await fetchAs(person, url)).statusCode).toBe(403);
  });

  test('to download is refused to guests with the specified message', async () => {
    const answer = await portal.call(createFileLink, { as: guest, body: { key, purpose: 'download' } });
    expect([answer.status, answer.refusal.detail]).toEqual([
      403,
      'You need to login to download/modify contents of the system.',
    ]);
  });

  test('to preview works for a guest', async () => {
    expect((await fetchAs(guest, await linkTo(key, { as: guest, purpose: 'preview' }))).payload).toBe(
      CONTENT,
    );
  });
});

describe('a key', () => {
  test.each([
    '../../etc/passwd',
    '/etc/passwd',
    '1/../../etc/passwd',
    'https://evil.test/1',
    'file:///etc/passwd',
    's3://other/1',
    '1',
    '1/',
    '0/a.csv',
    '-1/a.csv',
    '1e3/a.csv',
    '01/a.csv',
    ' 1/a.csv',
    '1/a/b.csv',
    '99999999999/a.csv',
  ])('%j is refused with the words of the specification', async (asked) => {
    const answer = await portal.call(createFileLink, { as: lab, body: { key: asked, purpose: 'download' } });
    expect([answer.status, answer.refusal.detail]).toEqual([400, 'Please provide a valid key for download']);
  });

  test('that is empty is refused with the specified message', async () => {
    const answer = await portal.call(createFileLink, { as: lab, body: { key: '', purpose: 'download' } });
    expect([answer.status, answer.refusal.fields]).toEqual([
      400,
      { key: 'Please provide a valid key for download' },
    ]);
  });

  test('with another id opens only visible files', async () => {
    expect(
      (
        await portal.call(createFileLink, {
          as: lab,
          body: { key: '99999999/GSE1.csv', purpose: 'download' },
        })
      ).status,
    ).toBe(404);
  });
});

describe('a range', () => {
  const size = CONTENT.length;
  test.each([
    ['the first ten bytes', 'bytes=0-9', 0, 9],
    ['one byte', 'bytes=0-0', 0, 0],
    ['the middle', 'bytes=100-149', 100, 149],
    ['from an offset to the end', 'bytes=200-', 200, size - 1],
    ['the last ten bytes', 'bytes=-10', size - 10, size - 1],
    ['more than there is', `bytes=0-${size * 2}`, 0, size - 1],
    ['a suffix longer than the file', `bytes=-${size * 2}`, 0, size - 1],
  ])('%s', async (_, range, start, end) => {
    const response = await fetchAs(lab, await linkTo(key), { range });
    expect([
      response.statusCode,
      response.headers['content-range'],
      response.headers['content-length'],
    ]).toEqual([206, `bytes ${start}-${end}/${size}`, String(end - start + 1)]);
    expect(response.payload).toBe(CONTENT.slice(start, end + 1));
  });

  test.each([`bytes=${size}-`, `bytes=${size * 2}-${size * 3}`, 'bytes=10-5', 'bytes=-0'])(
    '%s lies outside the file',
    async (range) => {
      const response = await fetchAs(lab, await linkTo(key), { range });
      expect([response.statusCode, response.headers['content-range'], response.payload]).toEqual([
        416,
        `bytes */${size}`,
        '',
      ]);
    },
  );

  test.each(['bytes=0-1,4-5', 'items=0-1', 'bytes=a-b', 'bytes=-', 'bytes'])(
    '%s is passed over and the whole file is sent',
    async (range) => {
      const response = await fetchAs(lab, await linkTo(key), { range });
      expect([response.statusCode, response.payload]).toEqual([200, CONTENT]);
    },
  );
});

describe('the name of a download', () => {
  async function dispositionOf(name: string): Promise<string> {
    const { id } = await portal.services.db
      .selectFrom('file')
      .select('id')
      .where('name', '=', NAME)
      .executeTakeFirstOrThrow();
    await portal.services.db.updateTable('file').set({ name }).where('id', '=', id).execute();
    const response = await fetchAs(lab, await linkTo(`${id}/x.csv`));
    await portal.services.db.updateTable('file').set({ name: NAME }).where('id', '=', id).execute();
    expect(response.statusCode).toBe(200);
    return String(response.headers['content-disposition']);
  }

  test.each([
    ['quotation marks', 'a"b.csv', `attachment; filename="a_b.csv"; filename*=UTF-8''a%22b.csv`],
    [
      'a line break',
      'a\r\nSet-Cookie: x.csv',
      `attachment; filename="a__Set-Cookie: x.csv"; filename*=UTF-8''a__Set-Cookie%3A%20x.csv`,
    ],
    [
      'text turned round',
      'gene\u202evsc.exe',
      `attachment; filename="gene_vsc.exe"; filename*=UTF-8''gene_vsc.exe`,
    ],
    [
      'Greek letters',
      'TGFβ (1).csv',
      `attachment; filename="TGF_ (1).csv"; filename*=UTF-8''TGF%CE%B2%20%281%29.csv`,
    ],
    ['a backslash', '..\\x.csv', `attachment; filename=".._x.csv"; filename*=UTF-8''.._x.csv`],
    [
      'percent signs and apostrophes',
      "50%'s.csv",
      `attachment; filename="50_'s.csv"; filename*=UTF-8''50%25%27s.csv`,
    ],
  ])('with %s', async (_, name, disposition) => {
    expect(await dispositionOf(name)).toBe(disposition);
  });
});

describe('an object damaged in the store', () => {
  let address: string;
  let url: string;
  beforeAll(async () => {
    address = await listen(portal);
    const damaged = await aLaboratory(portal, { accession: 'GSE16011', study: 'Gravendeel 2009 GSE16011' });
    const { reply } = await portal.call(getDataSet, { as: lab, params: { id: damaged.loaded } });
    const file = reply.files.find((candidate) => candidate.name === 'GSE16011_DS1_attributes.csv');
    const link = await portal.call(createFileLink, {
      as: lab,
      body: { key: file?.key ?? '', purpose: 'download' },
    });
    url = link.reply.url;
    // Other bytes of the same length.
    await damageObject(portal, link.reply.sha256, 'X'.repeat(link.reply.size_bytes));
  });

  async function bytesReceived(headers: Record<string, string>): Promise<string | 'broken off'> {
    try {
      const response = await fetch(new URL(url, address), {
        headers: { authorization: `Token ${lab.token}`, ...headers },
      });
      return response.ok ? await response.text() : 'broken off';
    } catch {
      return 'broken off';
    }
  }

  test('is not delivered completely as a range', async () => {
    expect(await bytesReceived({ range: 'bytes=0-' })).toBe('broken off');
  });

  test('is not delivered completely: the connection breaks', async () => {
    expect(await bytesReceived({})).toBe('broken off');
  });
});

test('a missing object is a server error, reported without its storage key', async () => {
  const url = await linkTo(key);
  const { sha256 } = (await portal.call(createFileLink, { as: lab, body: { key, purpose: 'download' } }))
    .reply;
  await portal.services.store.remove(sha256);
  const response = await fetchAs(lab, url);
  expect(response.statusCode).toBe(500);
  expect(response.payload).not.toContain(sha256);
});
