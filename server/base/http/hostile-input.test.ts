/** Arbitrary input to every call is answered or refused, without failures (SEC-40). */

import { ENDPOINTS } from '@omicon/contract/api.ts';
import { login } from '@omicon/contract/areas/people/sign-in.ts';
import type { InjectOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { aLaboratory } from '../../test-support/intake.ts';
import { aPerson } from '../../test-support/people.ts';
import { type Caller, openTestPortal, type TestPortal } from '../../test-support/portal.ts';

const PASSWORD = 'Locus coeruleus 4';
let portal: TestPortal;
let admin: Caller;
beforeAll(async () => {
  portal = await openTestPortal();
  admin = await portal.signInAs('admin');
  await aLaboratory(portal);
  await aPerson(portal.services, { username: 'page', role: 'LAB', password: PASSWORD });
});
afterAll(() => portal.close());

const json = { 'content-type': 'application/json' };

async function statusOf(options: InjectOptions): Promise<number> {
  return (await portal.app.inject(options)).statusCode;
}

const TARGETS = [...ENDPOINTS].filter(([name]) => !['loginAsGuest', 'logout'].includes(name));

function deep(levels: number): string {
  return `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;
}

const BODIES: [string, string | Buffer][] = [
  ['no JSON', '{"username": '],
  ['a bare value', '42'],
  ['null', 'null'],
  ['a list', '[{"username":"x"}]'],
  ['text', '"username"'],
  ['33 levels', deep(33)],
  ['100,000 levels of objects', deep(100_000)],
  ['100,000 levels of lists', `${'['.repeat(100_000)}${']'.repeat(100_000)}`],
  [
    '1,001 names',
    JSON.stringify(Object.fromEntries(Array.from({ length: 1001 }, (_, index) => [`name${index}`, 1]))),
  ],
  ['__proto__', '{"__proto__": {"role": "admin"}, "username": "x", "password": "y"}'],
  ['constructor', '{"constructor": {"prototype": {"role": "admin"}}}'],
  [
    'NUL in text',
    '{"username": "a\\u0000b", "password": "x", "key": "1\\u0000/x", "file_name": "\\u0000", "id": "\\u0000"}',
  ],
  [
    'a lone surrogate',
    '{"username": "\\ud800", "password": "x", "key": "1/\\ud800", "file_name": "\\ud800.zip"}',
  ],
  ['bytes that are no UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d])],
  [
    '1e400',
    '{"id": 1e400, "size_bytes": 1e400, "kind": "collection", "file_name": "a.zip", "numbers": [1e400]}',
  ],
  [
    'wrong types',
    '{"id": {}, "username": [], "password": 1, "key": {}, "purpose": [], "numbers": "1", "sha256": 5, "selection": {}, "optional_attributes": "x"}',
  ],
  [
    'negative numbers',
    '{"id": -1, "size_bytes": -1, "file_name": "a.zip", "kind": "collection", "numbers": [-1]}',
  ],
  [
    'fractions',
    '{"id": 1.5, "size_bytes": 0.5, "file_name": "a.zip", "kind": "collection", "numbers": [0.5]}',
  ],
  ['a name twice', '{"id": 1, "id": 99999999, "key": "1/a.csv", "key": "../../etc/passwd"}'],
];

const QUERIES: [string, string][] = [
  ['limit -1', 'page_size=-1&page=-1'],
  ['limit 10^9', 'page_size=1000000000'],
  ['1e400', 'page=1e400&page_size=1e400&entity_id=1e400&version=1e400'],
  ['NaN', 'page=NaN&page_size=NaN&entity_id=NaN&version=NaN'],
  [
    'a parameter twice',
    'page=1&page=2&search=a&search=b&q=a&q=b&name=a&name=b&folder=a&folder=b&sort=title&sort=title',
  ],
  ['NUL', 'search=%00&q=%00&name=%00&folder=%00&entity_type=%00'],
  ['broken percent signs', 'search=%E0%A4%A&q=%&name=%zz&folder=%c3%28'],
  ['a column that is not offered', 'sort=password_hash;drop table person--&order=sideways'],
  ['names of prototypes', '__proto__[role]=admin&constructor=1&prototype=1&search=a&q=a&name=a'],
  ['brackets', 'search[]=a&search[like]=b&q[]=a&name[$ne]=a'],
];

/** Checks that the response is below 500 and the portal still works. */
describe('arbitrary input is answered without failures:', () => {
  test.each(BODIES)('a body with %s', async (_, payload) => {
    for (const [name, { method, path }] of TARGETS) {
      if (method === 'GET') continue;
      const url = path.replaceAll(/:\w+/g, '99999999');
      const status = await statusOf({
        method,
        url,
        headers: { ...json, authorization: `Token ${admin.token}` },
        payload,
      });
      expect(status, name).toBeLessThan(500);
    }
  });

  test.each(QUERIES)('a query with %s', async (_, query) => {
    for (const [name, { path }] of TARGETS.filter(([, { method }]) => method === 'GET')) {
      const status = await statusOf({
        url: `${path.replaceAll(/:\w+/g, '1')}?${query}`,
        headers: { authorization: `Token ${admin.token}` },
      });
      expect(status, name).toBeLessThan(500);
    }
  });

  const IDS: [string, string][] = [
    ...[
      '0',
      '-1',
      '1.5',
      '1e3',
      'abc',
      '%00',
      '99999999999999999999',
      "1'--",
      '%F0%9F%A7%A0',
      '%E0%A4%A',
    ].map((id): [string, string] => [id, id]),
    ['of 250 letters', 'x'.repeat(250)],
    ['of 300 letters', 'x'.repeat(300)],
  ];

  test.each(IDS)('the id %s', async (_, id) => {
    for (const { method, path } of [...ENDPOINTS.values()].filter((endpoint) =>
      endpoint.path.includes(':'),
    )) {
      const status = await statusOf({
        method,
        url: path.replaceAll(/:\w+/g, id),
        headers: { authorization: `Token ${admin.token}` },
      });
      // Any text can be a gene's name: that nobody knows it is an answer.
      if (!path.includes(':symbol')) expect(status, path).toBeGreaterThanOrEqual(400);
      expect(status, path).toBeLessThan(500);
    }
  });

  test.each(IDS)('the link %s', async (_, link) => {
    const status = await statusOf({
      url: `/api/files/content/${link}`,
      headers: { authorization: `Token ${admin.token}` },
    });
    expect(status).toBeGreaterThanOrEqual(400);
    expect(status).toBeLessThan(500);
  });

  test.each(IDS)('the upload and part %s', async (_, id) => {
    const status = await statusOf({
      method: 'PUT',
      url: `/api/upload-parts/${id}/${id}`,
      headers: { authorization: `Token ${admin.token}` },
    });
    expect(status).toBeGreaterThanOrEqual(400);
    expect(status).toBeLessThan(500);
  });

  test('of duplicate JSON names the last one counts', async () => {
    const answer = await portal.app.inject({
      method: 'POST',
      url: '/api/user-login',
      headers: json,
      payload: `{"username": "x", "username": "page", "password": "${PASSWORD}"}`,
    });
    expect(answer.statusCode).toBe(200);
  });

  test('a name such as __proto__ does not affect later requests', async () => {
    await portal.app.inject({
      method: 'POST',
      url: '/api/user-login',
      headers: json,
      payload: '{"__proto__": {"role": "admin"}}',
    });
    expect(({} as Record<string, unknown>).role).toBeUndefined();
    expect((await portal.ask(login, { body: { username: 'page', password: PASSWORD } })).status).toBe(200);
  });
});

test.each([
  ['limit -1', '/api/data-collections/?page_size=-1'],
  ['limit 101', '/api/data-collections/?page_size=101'],
  ['limit 1e400', '/api/data-collections/?page_size=1e400'],
  ['page 0', '/api/data-sets/?page=0'],
  ['an unknown column', '/api/data-sets/?sort=owner_id'],
  ['a parameter given twice', '/api/data-sets/?search=a&search=b'],
  ['NUL in a search', '/api/data-sets/?search=%00'],
  ['an empty search', '/api/search/?q='],
])('%s is refused with 400', async (_, url) => {
  expect(await statusOf({ url, headers: { authorization: `Token ${admin.token}` } })).toBe(400);
});

test.each(['%', '_', '%_%', '\\', "' or 1=1 --", '"; drop table person; --'])(
  'the search text %j is data',
  async (text) => {
    const url = `/api/data-sets/?search=${encodeURIComponent(text)}`;
    const response = await portal.app.inject({ url, headers: { authorization: `Token ${admin.token}` } });
    expect([response.statusCode, response.json().total]).toEqual([200, 0]);
  },
);
