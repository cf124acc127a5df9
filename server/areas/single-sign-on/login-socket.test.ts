/** The login socket reports the end of a sign-in to one page of this portal, without credentials (SEC-12, SEC-50). */
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { listen, PAGE } from '../../test-support/pages.ts';
import type { TestPortal } from '../../test-support/portal.ts';
import { openSignOnPortal, type SignOnPortal, TestBrowser, whitelist } from '../../test-support/sign-on.ts';

const GOLGI = {
  subject: 'g',
  given_name: 'Camillo',
  family_name: 'Golgi',
  email: 'golgi@uni.test',
  about: '',
};
const PETRA = { ...GOLGI, subject: 'p', email: 'petra@uni.test' };

let signOn: SignOnPortal;
let portal: TestPortal;
let address: string;
const opened: WebSocket[] = [];
beforeAll(async () => {
  signOn = await openSignOnPortal({ institution: [GOLGI, PETRA] });
  portal = signOn.portal;
  address = (await listen(portal)).replace('http', 'ws');
  await whitelist(portal, GOLGI.email);
});
afterEach(() => {
  for (const socket of opened.splice(0)) socket.terminate();
});
afterAll(() => signOn.close());

/** Messages until the socket closes, or the status with which it was refused. */
interface Listening {
  ready: Promise<number>;
  messages: Promise<string[]>;
}

function hear(
  appid: string,
  headers: Record<string, string> = { origin: PAGE.origin, host: PAGE.host },
): Listening {
  const socket = new WebSocket(`${address}/ws/login/${appid}/`, { headers });
  opened.push(socket);
  const heard: string[] = [];
  const ready = Promise.withResolvers<number>();
  const messages = Promise.withResolvers<string[]>();
  socket.on('message', (data) => {
    heard.push(String(data));
    ready.resolve(101);
  });
  socket.on('close', () => messages.resolve(heard));
  socket.on('error', () => undefined);
  socket.on('unexpected-response', (_request, response) => ready.resolve(response.statusCode ?? 0));
  return { ready: ready.promise, messages: messages.promise };
}

test('a waiting page is told that its sign-in succeeded, without credentials', async () => {
  const browser = new TestBrowser(portal);
  const { ready, messages } = hear(browser.appid);
  expect(await ready).toBe(101);
  const { code } = await browser.goThrough(GOLGI.subject);
  const said = await messages;
  expect(said.map((text) => JSON.parse(text))).toEqual([
    { type: 'ready' },
    { type: 'login', status_code: 200, appid: browser.appid },
  ]);
  for (const secret of [code, browser.verifier, browser.challenge]) expect(said.join()).not.toContain(secret);
  expect((await browser.redeem(code)).statusCode).toBe(200);
});

test('a listener with a stolen or guessed app id learns only that there was a sign-in', async () => {
  const [victim, thief] = [new TestBrowser(portal), new TestBrowser(portal)];
  const { ready, messages } = hear(victim.appid);
  await ready;
  await thief.begin('sso', { appid: victim.appid });
  const { code } = await victim.goThrough(GOLGI.subject);
  expect((await messages).at(-1)).toBe(`{"type":"login","status_code":200,"appid":"${victim.appid}"}`);
  expect((await thief.redeem('x'.repeat(43))).statusCode).toBe(403);
  expect((await thief.redeem(code)).statusCode).toBe(403);
});

test.each([
  ['somebody is refused', 403, async (browser: TestBrowser) => void (await browser.goThrough(PETRA.subject))],
  [
    'the provider’s answer is broken',
    500,
    async (browser: TestBrowser) => {
      const callback = await browser.passProvider(await browser.begin(), GOLGI.subject);
      callback.searchParams.set('code', 'broken');
      await browser.finish(callback);
    },
  ],
])('a waiting page hears when %s: %i', async (_, status_code, act) => {
  const browser = new TestBrowser(portal);
  const { ready, messages } = hear(browser.appid);
  await ready;
  await act(browser);
  expect(JSON.parse((await messages).at(-1) ?? '')).toEqual({
    type: 'login',
    status_code,
    appid: browser.appid,
  });
});

test('a page is not told of the sign-ins of others', async () => {
  const [waiting, other] = [new TestBrowser(portal), new TestBrowser(portal)];
  const { ready, messages } = hear(waiting.appid);
  await ready;
  await other.goThrough(PETRA.subject);
  await waiting.goThrough(GOLGI.subject);
  expect((await messages).slice(1).map((text) => JSON.parse(text).status_code)).toEqual([200]);
});

describe('the handshake', () => {
  test('of a second listener is refused until the first has disconnected', async () => {
    const appid = randomUUID();
    expect(await hear(appid).ready).toBe(101);
    expect(await hear(appid).ready).toBe(409);
    opened[0]?.terminate();
    // The server notices the end of a connection with a delay.
    for (let tries = 0; tries < 100; tries += 1) if ((await hear(appid).ready) === 101) return;
    throw new Error('No socket was opened after one had closed.');
  });

  test.each([
    ['another site', { origin: 'https://evil.test', host: PAGE.host }],
    ['no origin', { host: PAGE.host }],
    ['the null origin', { origin: 'null', host: PAGE.host }],
    ['a script with a token', { authorization: 'Token x', host: PAGE.host }],
  ])('from %s is refused', async (_, headers) => {
    expect(await hear(randomUUID(), headers as Record<string, string>).ready).toBe(403);
  });

  test.each(['1', 'x'.repeat(36), 'login', '00000000-0000-0000-0000-00000000000g'])(
    'for %s is refused',
    async (id) => {
      expect(await hear(id).ready).toBe(404);
    },
  );

  test('is limited to 20 per address, and a closed one frees its slot', async () => {
    const all = await Promise.all(Array.from({ length: 20 }, () => hear(randomUUID()).ready));
    expect(all).toEqual(Array(20).fill(101));
    expect(await hear(randomUUID()).ready).toBe(429);
    opened[0]?.terminate();
    for (let tries = 0; tries < 100; tries += 1) if ((await hear(randomUUID()).ready) === 101) return;
    throw new Error('No socket was opened after one had closed.');
  });
});
