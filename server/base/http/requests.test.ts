/** Common behaviour of all calls: versions, foreign pages, error shape (SEC-15, SEC-44, REL-8). */
import { readFileSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import path from 'node:path';
import { listDataCollections } from '@omicon/contract/areas/collections.ts';
import { createUpload } from '@omicon/contract/areas/files/files.ts';
import { errorReply } from '@omicon/contract/base/errors.ts';
import type { InjectOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { REPOSITORY } from '../../config.ts';
import { aLaboratory } from '../../test-support/intake.ts';
import { cookieHeader, listen, logIn, ORIGIN, PAGE } from '../../test-support/pages.ts';
import { aPerson } from '../../test-support/people.ts';
import { type Caller, openTestPortal, type TestPortal } from '../../test-support/portal.ts';
import { countRows } from '../../test-support/tables.ts';

const PASSWORD = 'Locus coeruleus 4';
let portal: TestPortal;
let lab: Caller;
beforeAll(async () => {
  portal = await openTestPortal();
  lab = await portal.signInAs('LAB');
  await aLaboratory(portal);
  await aPerson(portal.services, { username: 'page', role: 'LAB', password: PASSWORD });
});
afterAll(() => portal.close());

const json = { 'content-type': 'application/json' };

async function statusOf(options: InjectOptions): Promise<number> {
  return (await portal.app.inject(options)).statusCode;
}

describe('the header API-Version', () => {
  test.each(['0.9', '1', '1.0.0', '2.0', ''])(
    'with version %j, which is not served, is refused in the words of the specification',
    async (version) => {
      const response = await portal.app.inject({
        url: '/api/version-check',
        headers: { 'api-version': version },
      });
      expect([response.statusCode, response.json().detail]).toEqual([400, 'invalid api version.']);
    },
  );

  test('defaults to the current version, 1.0', async () => {
    expect(await statusOf({ url: '/api/version-check' })).toBe(200);
    expect(await statusOf({ url: '/api/version-check', headers: { 'api-version': '1.0' } })).toBe(200);
  });
});

test('the version of the product is public and that of its package', async () => {
  const { version } = JSON.parse(readFileSync(path.join(REPOSITORY, 'package.json'), 'utf8'));
  expect((await portal.app.inject({ url: '/api/version-check' })).json().product_version).toBe(version);
});

describe('a page of another site', () => {
  let cookie: string;
  beforeAll(async () => {
    cookie = cookieHeader(await logIn(portal, { username: 'page', password: PASSWORD }));
  });
  const upload = { file_name: 'GSE4271.zip', size_bytes: 10, kind: 'collection' };

  const FOREIGN: [string, Record<string, string>][] = [
    ['its origin', { origin: 'https://evil.test', host: 'omicon.test', 'x-omicon-client': 'web' }],
    ['the null origin of a sandbox', { origin: 'null', host: 'omicon.test', 'x-omicon-client': 'web' }],
    [
      'our name as a part of its own',
      { origin: 'https://omicon.test.evil.test', host: 'omicon.test', 'x-omicon-client': 'web' },
    ],
    [
      'another port of our host',
      { origin: 'https://omicon.test:8443', host: 'omicon.test', 'x-omicon-client': 'web' },
    ],
    ['no client header', { origin: ORIGIN, host: 'omicon.test' }],
    ['neither origin nor client header', { host: 'omicon.test' }],
    ['an origin that is no address', { origin: 'evil', host: 'omicon.test', 'x-omicon-client': 'web' }],
  ];

  test.each(FOREIGN)('with %s cannot change anything with our cookie', async (_, headers) => {
    const before = await countRows(portal.services.db);
    const response = await portal.app.inject({
      method: 'POST',
      url: '/api/uploads/',
      headers: { ...headers, cookie },
      payload: upload,
    });
    expect([response.statusCode, response.json().code]).toEqual([403, 'permission_denied']);
    expect(await countRows(portal.services.db)).toEqual(before);
  });

  test.each(['application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'text/plain'])(
    'cannot post a form as %s',
    async (type) => {
      const before = await countRows(portal.services.db);
      const status = await statusOf({
        method: 'POST',
        url: '/api/uploads/',
        headers: { origin: 'https://evil.test', host: 'omicon.test', cookie, 'content-type': type },
        payload: JSON.stringify(upload),
      });
      expect([403, 415]).toContain(status);
      expect(await countRows(portal.services.db)).toEqual(before);
    },
  );

  test('cannot sign the browser in as somebody else', async () => {
    const response = await portal.app.inject({
      method: 'POST',
      url: '/api/user-login',
      headers: { origin: 'https://evil.test', host: 'omicon.test' },
      payload: { username: 'page', password: PASSWORD },
    });
    expect(response.statusCode).toBe(403);
    expect(response.headers['set-cookie']).toBeUndefined();
  });

  test('may not read answers: no origin is allowed', async () => {
    const response = await portal.app.inject({
      url: '/api/me/',
      headers: { origin: 'https://evil.test', host: 'omicon.test', cookie },
    });
    expect(response.headers['access-control-allow-origin']).toBeUndefined();
    expect(
      await statusOf({
        method: 'OPTIONS',
        url: '/api/uploads/',
        headers: { origin: 'https://evil.test', 'access-control-request-method': 'POST' },
      }),
    ).toBe(404);
  });

  test('is distinguished from pages of the portal', async () => {
    expect(
      await statusOf({ method: 'POST', url: '/api/uploads/', headers: { ...PAGE, cookie }, payload: upload }),
    ).toBe(201);
  });
});

describe('an error', () => {
  const REFUSED: [number, InjectOptions][] = [
    [400, { method: 'POST', url: '/api/user-login', headers: json, payload: '{' }],
    [401, { url: '/api/me/' }],
    [404, { url: '/api/nothing-here/' }],
    [404, { method: 'DELETE', url: '/home/collections' }],
    [
      413,
      {
        method: 'POST',
        url: '/api/user-login',
        headers: json,
        payload: JSON.stringify({ username: 'x'.repeat(1024 * 1024 + 1) }),
      },
    ],
    [
      415,
      {
        method: 'POST',
        url: '/api/user-login',
        headers: { 'content-type': 'application/xml' },
        payload: '<a/>',
      },
    ],
  ];

  test.each(REFUSED)('of status %i has the common shape', async (status, options) => {
    const response = await portal.app.inject(options);
    expect(response.statusCode).toBe(status);
    const body = errorReply.strict().parse(response.json());
    expect(body.error).toBe(body.detail);
    expect(body.request_id).toMatch(/^[0-9a-f-]{36}$/);
    expect(response.headers['content-type']).toBe('application/json; charset=utf-8');
  });

  test('names the refused fields with their sentences', async () => {
    const response = await portal.app.inject({
      method: 'POST',
      url: '/api/files/link/',
      headers: { authorization: `Token ${lab.token}` },
      payload: { key: '', purpose: 'steal' },
    });
    expect(Object.keys(response.json().fields)).toEqual(['key', 'purpose']);
    expect(response.json().fields.key).toBe('Please provide a valid key for download');
  });

  test('of the server reveals no details', async () => {
    // The table is missing for one request, to simulate an internal fault.
    const { db } = portal.services;
    await db.schema.alterTable('mapping_table').renameTo('mapping_table_away').execute();
    const logged = vi.spyOn(portal.services.log, 'error');
    const response = await portal.app.inject({
      url: '/api/mapping-tables/',
      headers: { authorization: `Token ${lab.token}` },
    });
    await db.schema.alterTable('mapping_table_away').renameTo('mapping_table').execute();
    expect(response.statusCode).toBe(500);
    expect({ ...response.json(), request_id: '' }).toEqual({
      detail: 'Internal Server Error',
      error: 'Internal Server Error',
      code: 'internal',
      request_id: '',
    });
    // The log has the same request number.
    const { request_id } = response.json();
    expect(logged.mock.calls).toMatchObject([
      [{ request_id, err: { message: 'relation "mapping_table" does not exist' } }, 'unknown error'],
    ]);
    logged.mockRestore();
  });
});

describe('over a real connection', () => {
  let address: URL;
  beforeAll(async () => {
    address = new URL(await listen(portal));
  });

  function rawStatus(path: string, headers: Record<string, string> = {}): Promise<number> {
    return new Promise((resolve, reject) => {
      const sent = httpRequest({ host: address.hostname, port: address.port, path, headers }, (response) => {
        response.resume();
        resolve(response.statusCode ?? 0);
      });
      sent.on('error', reject);
      sent.end();
    });
  }

  test.each([
    '//',
    '///evil.test/',
    '/\\evil',
    '//evil.test:99999999/',
    '/%',
    '/%00',
    '/api/%',
    '/assets/..%2f..%2fpackage.json',
    '/assets/../../package.json',
    '/api/data-sets/%E0%A4%A/',
  ])('the address %s is answered below 500', async (path) => {
    expect(await rawStatus(path)).toBeLessThan(500);
  });

  test('an invalid address also gets security headers and the error shape', async () => {
    const response = await fetch(new URL('/api/data-sets/%E0%A4%A/', address));
    expect(response.status).toBe(400);
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(errorReply.safeParse(await response.json()).success).toBe(true);
  });
});

test('a misspelt field is refused, with the one that it resembles', async () => {
  const listed = await portal.ask(listDataCollections, { as: lab, query: { pagesize: 5 } });
  expect([listed.status, listed.refusal.detail]).toEqual([
    400,
    'Unknown field: pagesize (did you mean page_size?).',
  ]);
  const sent = await portal.ask(createUpload, { as: lab, body: { bogus: 1 } });
  expect([sent.status, sent.refusal.fields?.bogus]).toEqual([400, 'Unknown field: bogus.']);
});
