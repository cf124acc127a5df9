/** Client addresses behind a proxy (SEC-11, SEC-17). */
import { loginAsGuest } from '@omicon/contract/areas/people/sign-in.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ensureTerms } from '../../areas/terms/first-version.ts';
import { openTestPortal, type TestPortal } from '../../test-support/portal.ts';

const PROXY = '10.20.0.5';
const GUESTS_AN_HOUR = 20;

async function openPortal(env: Record<string, string>): Promise<TestPortal> {
  const portal = await openTestPortal(env);
  await ensureTerms(portal.services.db);
  return portal;
}

/** Requests a guest session through the proxy, for a client at `forwarded`. */
async function beGuest(portal: TestPortal, forwarded: string, remoteAddress = PROXY): Promise<number> {
  const headers = { 'x-forwarded-for': forwarded };
  return (await portal.ask(loginAsGuest, { body: {}, headers, remoteAddress })).status;
}

/** Counts of responses to one request more than allowed per hour. */
async function useUp(portal: TestPortal, addressOf: (count: number) => string, from = PROXY) {
  const statuses: number[] = [];
  for (let count = 0; count <= GUESTS_AN_HOUR; count += 1)
    statuses.push(await beGuest(portal, addressOf(count), from));
  return { welcome: statuses.filter((status) => status < 300).length, last: statuses.at(-1) };
}

describe('behind a trusted proxy', () => {
  let portal: TestPortal;
  beforeAll(async () => {
    portal = await openPortal({ OMICON_TRUSTED_PROXIES: '10.20.0.0/16' });
  });
  afterAll(() => portal.close());

  test('each client has separate limits', async () => {
    expect(await useUp(portal, () => '198.51.100.1')).toEqual({ welcome: GUESTS_AN_HOUR, last: 429 });
    expect(await beGuest(portal, '198.51.100.2')).toBeLessThan(300);
  });

  test('header values sent by the client are ignored', async () => {
    const forged = (count: number) => `192.0.2.${count + 1}, 198.51.100.3`;
    expect(await useUp(portal, forged)).toEqual({ welcome: GUESTS_AN_HOUR, last: 429 });
  });

  test('the header of other senders is ignored', async () => {
    const forged = (count: number) => `192.0.2.${count + 1}`;
    expect(await useUp(portal, forged, '203.0.113.9')).toEqual({ welcome: GUESTS_AN_HOUR, last: 429 });
  });

  test('metrics are refused, whatever address the client claims', async () => {
    const from = (remoteAddress: string) =>
      portal.app.inject({ url: '/metrics', remoteAddress, headers: { 'x-forwarded-for': '127.0.0.1' } });
    expect((await from(PROXY)).statusCode).toBe(403);
    expect((await from('127.0.0.1')).statusCode).toBe(403);
  });
});

test('without the setting the header is ignored', async () => {
  const portal = await openPortal({});
  try {
    const forged = (count: number) => `192.0.2.${count + 1}`;
    expect(await useUp(portal, forged)).toEqual({ welcome: GUESTS_AN_HOUR, last: 429 });
  } finally {
    await portal.close();
  }
});
