/** Headers that every answer carries, whatever its route and status (SEC-33). */
import { ENDPOINTS } from '@omicon/contract/api.ts';
import type { InjectOptions, LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestPortal, type TestPortal } from '../../test-support/portal.ts';

let portal: TestPortal;
let authorization: string;
beforeAll(async () => {
  portal = await openTestPortal();
  authorization = `Token ${(await portal.signInAs('admin')).token}`;
});
afterAll(() => portal.close());

function expectProtection({ headers }: LightMyRequestResponse, label: string): void {
  const policy = new Map(
    String(headers['content-security-policy'])
      .split('; ')
      .map((line): [string, string] => [line.split(' ')[0] ?? '', line.split(' ').slice(1).join(' ')]),
  );
  expect(policy.get('default-src'), label).toBe("'none'");
  expect(policy.get('frame-ancestors'), label).toBe("'none'");
  expect(policy.get('script-src') ?? '', label).not.toMatch(/unsafe|\*|http:|https:/);
  if (!policy.has('sandbox'))
    expect([policy.get('object-src'), policy.get('base-uri')], label).toEqual(["'none'", "'none'"]);
  expect(headers['x-content-type-options'], label).toBe('nosniff');
  expect(headers['referrer-policy'], label).toBe('no-referrer');
  expect(headers['x-frame-options'], label).toBeDefined();
  expect(headers['x-powered-by'], label).toBeUndefined();
  expect(headers['access-control-allow-origin'], label).toBeUndefined();
}

/** Texts that the portal writes itself say what they are; bytes of people never do. */
const TYPE_OF_FILE: Record<string, string> = {
  exportGeneSets: 'text/tab-separated-values; charset=utf-8',
};

test('every endpoint answers nobody, an administrator and broken input with them, and is kept by no cache', async () => {
  for (const [name, { method, path }] of ENDPOINTS) {
    if (name === 'logout' || name === 'loginAsGuest') continue;
    const url = path.replaceAll(/:\w+/g, '1');
    const answers = [
      await portal.app.inject({ method, url }),
      await portal.app.inject({ method, url, headers: { authorization } }),
      await portal.app.inject({ method, url: `${url}?page=-1`, headers: { authorization } }),
    ];
    for (const answer of answers) {
      const label = `${name} ${answer.statusCode}`;
      expectProtection(answer, label);
      const isFile = String(answer.headers['content-disposition']).startsWith('attachment; ');
      expect(answer.headers['cache-control'], label).toBe(isFile ? 'private, no-store' : 'no-store');
      if (answer.statusCode === 303) expect(answer.body, label).toBe('');
      else if (isFile) {
        const type = TYPE_OF_FILE[name] ?? 'application/octet-stream';
        expect(answer.headers['content-type'], label).toBe(type);
      } else expect(answer.headers['content-type'], label).toBe('application/json; charset=utf-8');
    }
  }
});

test('what has no head of its own has the picture of the portal all the same', async () => {
  const { statusCode, headers } = await portal.app.inject({ url: '/favicon.ico' });
  expect([statusCode, headers.location]).toEqual([301, '/favicon.svg']);
  const picture = await portal.app.inject({ url: '/favicon.svg' });
  expect([picture.statusCode, picture.headers['content-type']]).toEqual([200, 'image/svg+xml']);
});

const OTHERS: [string, InjectOptions][] = [
  ['a missing call', { url: '/api/nothing/' }],
  ['a missing asset', { url: '/assets/nothing.js' }],
  [
    'too large a body',
    {
      method: 'POST',
      url: '/api/user-login',
      headers: { 'content-type': 'application/json' },
      payload: 'x'.repeat(1_100_000),
    },
  ],
  [
    'another kind of body',
    { method: 'POST', url: '/api/user-login', headers: { 'content-type': 'text/html' }, payload: '<p>' },
  ],
  ['a method that is not served', { method: 'PATCH', url: '/api/me/' }],
  ['a link that is none', { url: '/api/files/content/none' }],
  ['a part of no upload', { method: 'PUT', url: '/api/upload-parts/1/1' }],
  ['the reference', { url: '/api/openapi.json' }],
  ['health', { url: '/healthz' }],
  ['readiness', { url: '/readyz' }],
  ['metrics', { url: '/metrics' }],
];

test.each(OTHERS)('%s has them too', async (_, options) => {
  expectProtection(await portal.app.inject(options), String(options.url));
  expectProtection(
    await portal.app.inject({ ...options, headers: { ...options.headers, authorization } }),
    String(options.url),
  );
});

test('the pages have them, with a nonce of their own each time', async () => {
  const pages = [
    await portal.app.inject({ url: '/' }),
    await portal.app.inject({ url: '/home/collections' }),
  ];
  for (const page of pages) {
    expectProtection(page, 'page');
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(page.headers['cache-control']).toBe('no-store');
  }
  const nonces = pages.map(
    (page) => /'nonce-([\w-]{24})'/.exec(String(page.headers['content-security-policy']))?.[1],
  );
  expect(new Set(nonces).size).toBe(2);
  expect(pages[0]?.payload).toContain(nonces[0]);
  expect(pages[0]?.payload).not.toContain('__OMICON_NONCE__');
});

test('the script policy allows files of ours and nothing inline', async () => {
  const { headers } = await portal.app.inject({ url: '/' });
  const script = String(headers['content-security-policy'])
    .split('; ')
    .find((line) => line.startsWith('script-src'));
  expect(script).toBe("script-src 'self'");
});
