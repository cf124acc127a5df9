/** All addresses served by the web process: those of the contract and the few listed here (SEC-1). */
import { ENDPOINTS } from '@omicon/contract/api.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestPortal, type TestPortal } from '../test-support/portal.ts';
import { sockets } from './areas.ts';
import { ensureTerms } from './terms/first-version.ts';

/** Addresses outside the contract, with their status without a session. */
const OTHERS: [string, number][] = [
  ['GET /healthz', 200],
  ['GET /readyz', 200],
  ['GET /api/openapi.json', 401],
  ['GET /api/docs', 401],
  ['GET /api/files/content/none', 401],
  ['PUT /api/upload-parts/1/1', 401],
];

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal();
  await ensureTerms(portal.services.db);
});
afterAll(() => portal.close());

test.each(OTHERS)('%s without a session returns %i', async (address, status) => {
  const [method, url] = address.split(' ') as ['GET' | 'PUT', string];
  const { statusCode } = await portal.app.inject({ method, url });
  expect(statusCode).toBe(status);
});

test('metrics are for loopback and operators only', async () => {
  const from = async (remoteAddress: string, token?: string) => {
    const headers = token === undefined ? {} : { authorization: `Token ${token}` };
    return (await portal.app.inject({ url: '/metrics', remoteAddress, headers })).statusCode;
  };
  expect(await from('127.0.0.1')).toBe(200);
  expect(await from('198.51.100.7')).toBe(403);
  expect(await from('198.51.100.7', (await portal.signInAs('LAB')).token)).toBe(403);
  expect(await from('198.51.100.7', (await portal.signInAs('admin')).token)).toBe(200);
});

test('only the contract, the sockets and the addresses listed here are served', () => {
  const known = new Set(
    [...[...ENDPOINTS.values()].map(({ path }) => path), ...sockets.map(({ path }) => path)].map((path) =>
      path.replace(/\/$/, ''),
    ),
  );
  for (const path of [
    '/healthz',
    '/readyz',
    '/metrics',
    '/api/openapi.json',
    '/api/docs',
    '/api/files/content/:link',
    '/api/downloads/content/:link',
    '/api/upload-parts/:id/:number',
    '/docx-frame/:script',
  ])
    known.add(path);
  // The router prints only the last segment of /assets/*.
  known.add('*');
  const lines = portal.app.printRoutes({ commonPrefix: false }).split('\n');
  const folders: string[] = [];
  const served: string[] = [];
  for (const line of lines) {
    const [, indent = '', part = '', methods] = /^([│ ]*)[├└]── (\S+)(?: \(([A-Z, ]+)\))?/.exec(line) ?? [];
    if (part === '') continue;
    const depth = indent.length / 4;
    folders.length = depth;
    folders.push(part);
    if (methods) served.push(folders.join('').replace(/\/$/, ''));
  }
  expect(served.length).toBeGreaterThan(40);
  expect([...new Set(served)].filter((path) => !known.has(path))).toEqual([]);
});

test('every address works with and without a trailing slash', async () => {
  for (const { method, path } of ENDPOINTS.values()) {
    if (path.includes('user-login') || path.includes('guest-login')) continue;
    const plain = path.replaceAll(/:\w+/g, '1').replace(/\/$/, '');
    const answers = await Promise.all([plain, `${plain}/`].map((url) => portal.app.inject({ method, url })));
    expect(answers[0]?.statusCode, path).toBe(answers[1]?.statusCode);
    expect(answers[0]?.statusCode, path).not.toBe(404);
  }
});
