/** Registration of routes: each needs a permission, and writes are atomic (SEC-1, REL-2). */

import cookie from '@fastify/cookie';
import { deleteAnalysis } from '@omicon/contract/areas/analyses/analyses.ts';
import { type EndpointSpec, endpoint } from '@omicon/contract/base/endpoint.ts';
import { fastify } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { aLaboratory } from '../../test-support/intake.ts';
import { openTestPortal, type TestPortal } from '../../test-support/portal.ts';
import { countRows } from '../../test-support/tables.ts';
import { registerRoutes, serve, serveWrite } from './serve.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal();
});
afterAll(() => portal.close());

const open = endpoint({
  method: 'GET',
  path: '/api/open/',
  summary: 'A call for a test.',
  permission: 'anyone',
  object: 'none',
  reply: z.object({ name: z.string() }),
});

describe('the start', () => {
  test('is refused by a route that names no permission', () => {
    // As by a typo that the compiler misses.
    const silent: EndpointSpec = { ...open };
    Reflect.deleteProperty(silent, 'permission');
    const route = serve(silent, async () => ({ name: 'IDH1' }));
    expect(() => registerRoutes(fastify(), [route], portal.services)).toThrow(
      'Route GET /api/open/ names no permission.',
    );
  });

  test('is refused by two routes at one address', () => {
    const route = serve(open, async () => ({ name: 'IDH1' }));
    expect(() => registerRoutes(fastify(), [route, route], portal.services)).toThrow(
      'Route GET /api/open/ is declared twice.',
    );
  });
});

test('a reply contains only fields of the contract', async () => {
  const app = fastify();
  await app.register(cookie);
  const answer = { name: 'IDH1', password_hash: 'argon2id$' };
  registerRoutes(app, [serve(open, async () => answer)], portal.services);
  expect((await app.inject({ url: '/api/open' })).json()).toEqual({ name: 'IDH1' });
});

test('the signal of a call aborts when its client leaves', async () => {
  const app = fastify();
  await app.register(cookie);
  const [asked, left] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const route = serve(open, async ({ signal }) => {
    signal.addEventListener('abort', () => left.resolve());
    asked.resolve();
    await left.promise;
    return { name: 'IDH1' };
  });
  registerRoutes(app, [route], portal.services);
  const address = await app.listen({ port: 0, host: '127.0.0.1' });
  const client = new AbortController();
  const answer = fetch(`${address}/api/open`, { signal: client.signal });
  await asked.promise;
  client.abort();
  await expect(answer).rejects.toThrow('aborted');
  await left.promise;
  await app.close();
});

test('a write that fails after its statements stores nothing, not even its audit event', async () => {
  const { analysis } = await aLaboratory(portal);
  const admin = await portal.signInAs('admin');
  const app = fastify();
  await app.register(cookie);
  const route = serveWrite(deleteAnalysis, async ({ db, params, audit }) => {
    await db
      .updateTable('analysis')
      .set({ deleted_at: new Date() })
      .where('number', '=', params.id)
      .execute();
    await audit({ action: 'delete analysis', object_type: 'P', object_number: params.id });
    throw new Error('The power went out.');
  });
  registerRoutes(app, [route], portal.services);
  const before = await countRows(portal.services.db);
  const headers = { authorization: `Token ${admin.token}`, 'idempotency-key': 'once' };
  expect((await app.inject({ method: 'DELETE', url: `/api/analyses/${analysis}`, headers })).statusCode).toBe(
    500,
  );
  expect(await countRows(portal.services.db)).toEqual(before);
  const row = await portal.services.db
    .selectFrom('analysis')
    .select('deleted_at')
    .where('number', '=', analysis)
    .executeTakeFirst();
  expect(row?.deleted_at).toBeNull();
});
