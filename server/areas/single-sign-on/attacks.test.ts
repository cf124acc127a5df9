/** Attacks on a sign-in in progress gain nothing (SEC-12, SEC-15, SEC-19, SEC-24). */
import { randomBytes } from 'node:crypto';
import { Writable } from 'node:stream';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createLog } from '../../base/log.ts';
import { hashToken } from '../../base/sign-in/sessions.ts';
import { ORIGIN, PAGE } from '../../test-support/pages.ts';
import type { TestPortal } from '../../test-support/portal.ts';
import {
  openSignOnPortal,
  returnedBy,
  type SignOnPortal,
  TestBrowser,
  whitelist,
} from '../../test-support/sign-on.ts';
import { countRows } from '../../test-support/tables.ts';

const GOLGI = {
  subject: 'g-1',
  given_name: 'Camillo',
  family_name: 'Golgi',
  email: 'golgi@uni.test',
  about: '',
};

let signOn: SignOnPortal;
let portal: TestPortal;
let lines = '';
beforeAll(async () => {
  signOn = await openSignOnPortal({ institution: [GOLGI] });
  portal = signOn.portal;
  portal.services.log = createLog(
    'trace',
    new Writable({
      write(chunk, _encoding, done) {
        lines += String(chunk);
        done();
      },
    }),
  );
  await whitelist(portal, GOLGI.email);
  await new TestBrowser(portal).signIn(GOLGI.subject);
});
afterAll(() => signOn.close());

async function countSessions(): Promise<number> {
  return (await portal.services.db.selectFrom('session').select('person_id').execute()).length;
}

async function age(column: 'expires_at' | 'code_expires_at', browser: TestBrowser): Promise<void> {
  await sql`update sign_on_attempt set ${sql.ref(column)} = now() - interval '1 second' where app_id = ${browser.appid}`.execute(
    portal.services.db,
  );
}

describe('the start', () => {
  test('redirects to the provider with code flow, PKCE, state and nonce, and back only to the configured address', async () => {
    const browser = new TestBrowser(portal);
    const headers = { host: 'evil.test', 'x-forwarded-host': 'evil.test', 'x-forwarded-proto': 'http' };
    const search = new URLSearchParams({ challenge: browser.challenge, appid: browser.appid });
    const response = await browser.ask(`/api/sso/start?${search}`, { headers });
    expect(response.statusCode).toBe(303);
    const { searchParams: query, origin } = new URL(String(response.headers.location));
    expect(origin).toBe(signOn.institution.settings.issuer);
    expect(Object.fromEntries(query)).toMatchObject({
      response_type: 'code',
      redirect_uri: `${ORIGIN}/api/sso/callback`,
      code_challenge_method: 'S256',
      scope: 'openid email profile',
    });
    for (const name of ['state', 'nonce', 'code_challenge']) expect(query.get(name)).toMatch(/^[\w-]{43}$/);
    expect(response.body).not.toContain('evil');
  });

  test('binds the sign-in to this browser by an HttpOnly session cookie', async () => {
    const browser = new TestBrowser(portal);
    const search = new URLSearchParams({ challenge: browser.challenge, appid: browser.appid });
    const response = await browser.ask(`/api/sso/start?${search}`);
    expect(response.cookies).toEqual([
      {
        name: '__Host-omicon-sign-on',
        value: expect.stringMatching(/^[\w-]{43}$/),
        path: '/',
        httpOnly: true,
        secure: true,
        sameSite: 'Lax',
        maxAge: 600,
      },
    ]);
  });

  test.each([
    ['no challenge', { challenge: '' }],
    ['a short challenge', { challenge: 'x'.repeat(42) }],
    ['an app id that is none', { appid: '../x' }],
    ['an app id with a line break', { appid: 'a\r\nSet-Cookie: x=y' }],
  ])('with %s shows the popup the page of a failure and stores nothing', async (_, change) => {
    const browser = new TestBrowser(portal);
    const before = await countRows(portal.services.db);
    const search = new URLSearchParams({ challenge: browser.challenge, appid: browser.appid, ...change });
    expect(returnedBy(await browser.ask(`/api/sso/start?${search}`)).status_code).toBe('500');
    expect(await countRows(portal.services.db)).toEqual(before);
  });

  test('is limited per address, with a message on the popup’s page', async () => {
    const browser = new TestBrowser(portal);
    for (let index = 0; index < 100; index += 1) await browser.ask('/api/sso/start?challenge=none');
    expect(returnedBy(await browser.ask('/api/sso/start?challenge=none')).status_code).toBe('500');
    expect((await browser.begin()).origin).toBe(ORIGIN);
    expect((await new TestBrowser(portal).begin()).origin).not.toBe(ORIGIN);
  });

  test('stores neither state nor cookie nor PKCE verifier, only hashes', async () => {
    const browser = new TestBrowser(portal);
    const state = (await browser.begin()).searchParams.get('state') ?? '';
    const rows = await portal.services.db
      .selectFrom('sign_on_attempt')
      .selectAll()
      .where('app_id', '=', browser.appid)
      .execute();
    expect(rows[0]?.state_hash.equals(hashToken(state))).toBe(true);
    expect(rows[0]?.claims).toBeNull();
    const stored = JSON.stringify(rows);
    for (const secret of [state, browser.cookies().split('=')[1] ?? '']) expect(stored).not.toContain(secret);
  });
});

describe('the popup', () => {
  /** The address at which the provider answers, for a sign-in that began in `browser`. */
  const answered = async (browser: TestBrowser) => browser.passProvider(await browser.begin(), GOLGI.subject);

  test('fails in another browser, and can still be finished in the original one', async () => {
    const [browser, other] = [new TestBrowser(portal), new TestBrowser(portal)];
    await other.begin();
    const callback = await answered(browser);
    const sessions = await countSessions();
    expect(await other.finish(callback)).toEqual({ code: '', status_code: '500', challenge: '' });
    expect(await new TestBrowser(portal).finish(callback)).toMatchObject({ code: '', status_code: '500' });
    expect(await countSessions()).toBe(sessions);
    expect((await browser.finish(callback)).code).not.toBe('');
  });

  test('with a forged state, or that of another own sign-in, fails', async () => {
    const [victim, attacker] = [new TestBrowser(portal), new TestBrowser(portal)];
    await victim.begin();
    const forged = await answered(attacker);
    expect((await victim.finish(forged)).status_code).toBe('500');
    forged.searchParams.set('state', randomBytes(32).toString('base64url'));
    expect((await attacker.finish(forged)).status_code).toBe('500');
  });

  test('with the provider’s code of another sign-in fails by PKCE and nonce', async () => {
    const [browser, attacker] = [new TestBrowser(portal), new TestBrowser(portal)];
    const [own, foreign] = [await answered(browser), await answered(attacker)];
    own.searchParams.set('code', foreign.searchParams.get('code') ?? '');
    expect(await browser.finish(own)).toMatchObject({ code: '', status_code: '500' });
  });

  test('works once: the same response again fails', async () => {
    const browser = new TestBrowser(portal);
    const callback = await answered(browser);
    expect((await browser.finish(callback)).code).not.toBe('');
    expect((await browser.finish(callback)).status_code).toBe('500');
  });

  test('after more than ten minutes fails', async () => {
    const browser = new TestBrowser(portal);
    const callback = await answered(browser);
    await age('expires_at', browser);
    expect((await browser.finish(callback)).status_code).toBe('500');
  });

  test('cancelled at the provider fails without a refusal', async () => {
    const browser = new TestBrowser(portal);
    const callback = new URL('/api/sso/callback', ORIGIN);
    const state = (await browser.begin()).searchParams.get('state') ?? '';
    callback.search = new URLSearchParams({
      error: 'access_denied',
      state,
      iss: signOn.institution.settings.issuer,
    }).toString();
    expect((await browser.finish(callback)).status_code).toBe('500');
  });

  test('is redirected to the portal with the code after the #, uncached', async () => {
    const browser = new TestBrowser(portal);
    const { pathname, search } = await answered(browser);
    const response = await browser.ask(`${pathname}${search}`);
    expect(response.headers.location).toMatch(/^\/loading#code=[\w-]{43}&challenge=[\w-]{43}$/);
    expect(response.headers['cache-control']).toBe('no-store');
    expect(response.headers['referrer-policy']).toBe('no-referrer');
    expect(response.body).toBe('');
  });
});

describe('the one-time code', () => {
  const codeFor = async (browser: TestBrowser) => (await browser.goThrough(GOLGI.subject)).code;

  test('does not work without the verifier, without the cookie, or in another browser', async () => {
    const [browser, thief] = [new TestBrowser(portal), new TestBrowser(portal)];
    await thief.begin();
    const code = await codeFor(browser);
    const before = await countSessions();
    const refusals = [
      await browser.redeem(code, thief.verifier),
      await thief.redeem(code, browser.verifier),
      await new TestBrowser(portal).redeem(code, browser.verifier),
      await browser.redeem(code, browser.challenge),
    ];
    expect(refusals.map(({ statusCode }) => statusCode)).toEqual([403, 403, 403, 403]);
    expect(refusals.map((response) => response.json().code)).toEqual(Array(4).fill('link_expired'));
    expect(refusals.flatMap(({ cookies }) => cookies)).toEqual([]);
    expect(await countSessions()).toBe(before);
    expect((await browser.redeem(code)).statusCode).toBe(200);
  });

  test('works once: a replay is refused', async () => {
    const browser = new TestBrowser(portal);
    const code = await codeFor(browser);
    expect((await browser.redeem(code)).statusCode).toBe(200);
    expect((await browser.redeem(code)).statusCode).toBe(403);
  });

  test('redeemed 20 times concurrently gives exactly one session', async () => {
    const browser = new TestBrowser(portal);
    const code = await codeFor(browser);
    const before = await countSessions();
    const answers = await Promise.all(Array.from({ length: 20 }, () => browser.redeem(code)));
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    expect(answers.filter(({ statusCode }) => statusCode === 403)).toHaveLength(19);
    expect(await countSessions()).toBe(before + 1);
  });

  test('is refused after a minute', async () => {
    const browser = new TestBrowser(portal);
    const code = await codeFor(browser);
    const { rows } = await sql<{ seconds: number }>`
      select extract(epoch from code_expires_at - ended_at)::int as seconds from sign_on_attempt
       where app_id = ${browser.appid}`.execute(portal.services.db);
    expect(rows).toEqual([{ seconds: 60 }]);
    await age('code_expires_at', browser);
    expect((await browser.redeem(code)).statusCode).toBe(403);
  });

  test.each([
    ['of another site', { origin: 'https://evil.test' }],
    ['of no site', { origin: 'null' }],
    ['without our header', { 'x-omicon-client': '' }],
  ])('is not taken from a page %s', async (_, headers) => {
    const browser = new TestBrowser(portal);
    const code = await codeFor(browser);
    const refused = await browser.redeem(code, browser.verifier, headers);
    expect([refused.statusCode, refused.json().code]).toEqual([403, 'permission_denied']);
    expect(refused.cookies).toEqual([]);
    expect((await browser.redeem(code)).statusCode).toBe(200);
  });

  test('is deleted at redemption together with the claims of the provider', async () => {
    const browser = new TestBrowser(portal);
    const code = await codeFor(browser);
    const claims = () =>
      portal.services.db
        .selectFrom('sign_on_attempt')
        .select('claims')
        .where('app_id', '=', browser.appid)
        .executeTakeFirstOrThrow();
    expect((await claims()).claims).toMatchObject({ email: GOLGI.email });
    await browser.redeem(code);
    expect((await claims()).claims).toBeNull();
  });
});

test('no log line and no table holds a code, a verifier, a state, a cookie or a token', async () => {
  const browser = new TestBrowser(portal);
  const start = await browser.begin();
  const callback = await browser.passProvider(start, GOLGI.subject);
  await new TestBrowser(portal).finish(callback);
  const { code } = await browser.finish(callback);
  const other = new TestBrowser(portal);
  const failing = await other.passProvider(await other.begin(), GOLGI.subject);
  failing.searchParams.set('code', 'not-this-code-at-all');
  await other.finish(failing);
  await browser.redeem('x'.repeat(43));
  await browser.redeem(code);
  const cookies = browser
    .cookies()
    .split('; ')
    .map((pair) => pair.split('=')[1] ?? '');
  const secrets = [
    ...['state', 'nonce'].map((name) => start.searchParams.get(name) ?? ''),
    callback.searchParams.get('code') ?? '',
    'not-this-code-at-all',
    ...[code, browser.verifier, ...cookies],
  ];
  const parts: string[] = [];
  for (const name of Object.keys(await countRows(portal.services.db))) {
    const { rows } = await sql<{ text: string | null }>`
      select string_agg(t::text, ' ') as text from ${sql.table(name)} t`.execute(portal.services.db);
    parts.push(rows[0]?.text ?? '');
  }
  expect(lines).toContain('a sign-in by a provider failed');
  for (const secret of secrets) {
    expect(secret.length).toBeGreaterThan(15);
    expect(lines).not.toContain(secret);
    expect(parts.join(' ')).not.toContain(secret);
  }
});

test('every refusal is logged with its reason', async () => {
  const rows = await portal.services.db
    .selectFrom('audit_event')
    .select('detail')
    .where('result', '=', 'refused')
    .execute();
  const reasons = new Set(rows.map(({ detail }) => (detail as { reason?: string }).reason));
  expect([...reasons].sort()).toEqual([
    'began in no or another browser, or ended before',
    'no valid answer',
    'unknown, ended or used code',
  ]);
});

test('pages keep the handle of the popup, and the popup keeps its opener', async () => {
  const policyOf = async (url: string) =>
    (await portal.app.inject({ url, headers: { host: PAGE.host } })).headers['cross-origin-opener-policy'];
  expect(await policyOf('/healthz')).toBe('same-origin-allow-popups');
  expect(await policyOf('/api/sso/callback')).toBe('unsafe-none');
  expect(await policyOf('/api/sso/start')).toBe('unsafe-none');
});
