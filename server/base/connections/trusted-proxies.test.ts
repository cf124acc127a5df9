/** Whose address a request counts for when a proxy stands before the portal (SEC-11, SEC-17). */
import { loginAsGuest } from '@omicon/contract/areas/sign-in.ts';
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

/** Asks for a guest sign-in through the proxy, for somebody at `forwarded`. */
async function beGuest(portal: TestPortal, forwarded: string, remoteAddress = PROXY): Promise<number> {
  const headers = { 'x-forwarded-for': forwarded };
  return (await portal.ask(loginAsGuest, { body: {}, headers, remoteAddress })).status;
}

/** How often each answer came when somebody asks once more than an hour allows. */
async function useUp(portal: TestPortal, addressOf: (count: number) => string, from = PROXY) {
  const statuses: number[] = [];
  for (let count = 0; count <= GUESTS_AN_HOUR; count += 1)
    statuses.push(await beGuest(portal, addressOf(count), from));
  return { welcome: statuses.filter((status) => status < 300).length, last: statuses.at(-1) };
}

describe('behind a proxy that is believed', () => {
  let portal: TestPortal;
  beforeAll(async () => {
    portal = await openPortal({ OMICON_TRUSTED_PROXIES: '10.20.0.0/16' });
  });
  afterAll(() => portal.close());

  test('each person behind it has limits of their own', async () => {
    expect(await useUp(portal, () => '198.51.100.1')).toEqual({ welcome: GUESTS_AN_HOUR, last: 429 });
    expect(await beGuest(portal, '198.51.100.2')).toBeLessThan(300);
  });

  test('what a person writes into the header before the proxy adds to it counts for nothing', async () => {
    const forged = (count: number) => `192.0.2.${count + 1}, 198.51.100.3`;
    expect(await useUp(portal, forged)).toEqual({ welcome: GUESTS_AN_HOUR, last: 429 });
  });

  test('the header of anybody else counts for nothing', async () => {
    const forged = (count: number) => `192.0.2.${count + 1}`;
    expect(await useUp(portal, forged, '203.0.113.9')).toEqual({ welcome: GUESTS_AN_HOUR, last: 429 });
  });

  test('metrics are not given through it, wherever the person says to be', async () => {
    const from = (remoteAddress: string) =>
      portal.app.inject({ url: '/metrics', remoteAddress, headers: { 'x-forwarded-for': '127.0.0.1' } });
    expect((await from(PROXY)).statusCode).toBe(403);
    expect((await from('127.0.0.1')).statusCode).toBe(403);
  });
});

test('without the setting the header counts for nothing', async () => {
  const portal = await openPortal({});
  try {
    const forged = (count: number) => `192.0.2.${count + 1}`;
    expect(await useUp(portal, forged)).toEqual({ welcome: GUESTS_AN_HOUR, last: 429 });
  } finally {
    await portal.close();
  }
});
