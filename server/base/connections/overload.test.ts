/**
 * Load shedding: an overloaded web process refuses requests, reports that it is alive, and recovers by itself (REL-15).
 */
import { checkVersion } from '@omicon/contract/areas/people/sign-in.ts';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildApp } from '../../app.ts';
import { openTestPortal, type TestPortal } from '../../test-support/portal.ts';
import { type EventHub, openEventHub } from '../postgres/events.ts';

const LIMIT_MS = 20;
/** Far beyond the limit. */
const TURN_MS = 60;

let portal: TestPortal;
let hub: EventHub;
let app: FastifyInstance;
beforeAll(async () => {
  portal = await openTestPortal();
  hub = await openEventHub(portal.services.config.databaseUrl ?? '');
  app = await buildApp({ services: portal.services, hub, maxEventLoopDelayMs: LIMIT_MS });
  await app.ready();
});
afterAll(async () => {
  await app.close();
  await hub.close();
  await portal.close();
});

/** Blocks the event loop of this process. @returns a function that ends it */
function keepBusy(): () => void {
  const timer = setInterval(() => {
    const end = performance.now() + TURN_MS;
    while (performance.now() < end);
  }, 1);
  return () => clearInterval(timer);
}

const statusOf = async (address: string) => (await app.inject(address)).statusCode;

test('calls and pages get 503 with Retry-After, health checks work, and everything recovers after the load', async () => {
  const call = checkVersion.path;
  await expect.poll(() => statusOf(call), { timeout: 20_000 }).toBe(200);
  const rest = keepBusy();
  try {
    await expect.poll(() => statusOf(call), { timeout: 20_000 }).toBe(503);
    const refused = await app.inject(call);
    expect(refused.headers['retry-after']).toBe('2');
    expect(refused.json()).toMatchObject({
      code: 'unavailable',
      detail: 'The portal is busy. Please try again in a moment.',
    });
    expect(await statusOf('/home/recent-files')).toBe(503);
    const health = await app.inject('/healthz');
    expect([health.statusCode, health.json()]).toEqual([200, { alive: 'yes' }]);
    // Proxies send no requests here meanwhile.
    expect(await statusOf('/readyz')).toBe(503);
    expect((await app.inject({ url: '/metrics', remoteAddress: '127.0.0.1' })).statusCode).toBe(200);
  } finally {
    rest();
  }
  await expect.poll(() => statusOf(call), { timeout: 20_000 }).toBe(200);
});
