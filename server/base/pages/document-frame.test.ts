/** The frame that draws documents: its headers restrict it, however it is opened (SEC-32). */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { type FastifyInstance, fastify } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { toPortalError } from '../errors.ts';
import { registerPages } from './pages.ts';

let dist: string;
let app: FastifyInstance;
beforeAll(async () => {
  dist = await mkdtemp(path.join(os.tmpdir(), 'omicon-dist-'));
  await mkdir(path.join(dist, 'assets'));
  for (const name of ['docx-frame-a52LfRMd.js', 'libraries-BE_F4kdO.js'])
    await writeFile(path.join(dist, 'assets', name), '');
  app = fastify();
  app.setErrorHandler((error, _request, reply) => reply.status(toPortalError(error).status).send());
  registerPages(app, dist);
  await app.ready();
});
afterAll(async () => {
  await app.close();
  await rm(dist, { recursive: true, force: true });
});

test('it has no origin, one script and no connection', async () => {
  const { headers, body } = await app.inject({ url: '/docx-frame/docx-frame-a52LfRMd.js' });
  const policy = new Map(
    String(headers['content-security-policy'])
      .split('; ')
      .map((line): [string, string] => [line.split(' ')[0] ?? '', line.split(' ').slice(1).join(' ')]),
  );
  const nonce = /^'nonce-([\w-]{24})'$/.exec(policy.get('script-src') ?? '')?.[1];
  expect([policy.get('sandbox'), policy.get('default-src'), policy.get('img-src')]).toEqual([
    'allow-scripts',
    "'none'",
    'blob:',
  ]);
  expect([policy.get('frame-ancestors'), policy.has('connect-src')]).toEqual(["'self'", false]);
  expect(body).toContain(`<script nonce="${nonce}" src="/assets/docx-frame-a52LfRMd.js"></script>`);
  expect(headers['cache-control']).toBe('no-store');
});

test.each([
  'docx-frame-missing1.js',
  'libraries-BE_F4kdO.js',
  '..%2Fdocx-frame-a52LfRMd.js',
  'docx-frame-a52LfRMd.js%22%3E%3Cscript%3E.js',
])('it is not made of %s', async (script) => {
  expect((await app.inject({ url: `/docx-frame/${script}` })).statusCode).toBe(404);
});

test('frames with an opaque origin can load only its script', async () => {
  const policyOf = async (name: string) =>
    (await app.inject({ url: `/assets/${name}` })).headers['cross-origin-resource-policy'];
  expect(await policyOf('docx-frame-a52LfRMd.js')).toBe('cross-origin');
  expect(await policyOf('libraries-BE_F4kdO.js')).toBeUndefined();
});
