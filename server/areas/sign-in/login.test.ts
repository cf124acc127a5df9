/** Signing in with a password, as a page and as a script (SEC-13, SEC-14, SEC-18, SEC-20). */
import { getLoginKey, getMe, login } from '@omicon/contract/areas/people/sign-in.ts';
import { CompactEncrypt, importJWK } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hashToken } from '../../base/sign-in/sessions.ts';
import { cookieHeader, logIn, PAGE } from '../../test-support/pages.ts';
import { aPerson } from '../../test-support/people.ts';
import { openTestPortal, type TestPortal } from '../../test-support/portal.ts';

const PASSWORD = 'Globus pallidus 3';
const WRONG = 'Invalid login. Make sure your username and password are correct.';

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal();
  await aPerson(portal.services, {
    username: 'Ramona',
    first_name: 'Ramona',
    last_name: 'Ulrich',
    password: PASSWORD,
  });
});
afterAll(() => portal.close());

interface Encryption {
  alg?: string;
  enc?: string;
  kid?: string;
}

/** The password as sent by a page, encrypted with the served key, with optional changes. */
async function encrypt(password: string | Uint8Array, change: Encryption = {}): Promise<string> {
  const { reply } = await portal.call(getLoginKey);
  const { kty = '', n = '', e = '' } = reply.key;
  const alg = change.alg ?? 'RSA-OAEP-256';
  const bytes = typeof password === 'string' ? new TextEncoder().encode(password) : password;
  return new CompactEncrypt(bytes)
    .setProtectedHeader({ alg, enc: change.enc ?? 'A256GCM', kid: change.kid ?? reply.key_id })
    .encrypt(await importJWK({ kty, n, e }, alg));
}

describe('a page', () => {
  test('gets an HttpOnly session cookie and no token', async () => {
    const response = await logIn(portal, { username: 'Ramona', password: PASSWORD });
    expect(response.statusCode).toBe(200);
    expect(response.json()).toMatchObject({
      token: '',
      user: { username: 'Ramona', name: 'Ramona Ulrich', role: 'RU' },
    });
    const header = [response.headers['set-cookie']]
      .flat()
      .find((cookie) => cookie?.startsWith('__Host-omicon='));
    const [value, ...attributes] = header?.split('; ') ?? [];
    expect(value?.length).toBeGreaterThanOrEqual('__Host-omicon='.length + 43);
    expect(attributes.toSorted()).toEqual(['HttpOnly', 'Max-Age=43200', 'Path=/', 'SameSite=Lax', 'Secure']);
    expect(response.payload).not.toContain(value?.slice('__Host-omicon='.length));
  });

  test('is authenticated by its cookie, not by the same token in a header', async () => {
    const response = await logIn(portal, { username: 'Ramona', password: PASSWORD });
    const asCookie = await portal.app.inject({
      url: '/api/me/',
      headers: { ...PAGE, cookie: cookieHeader(response) },
    });
    expect(asCookie.json()).toMatchObject({ username: 'Ramona' });
    const token = response.cookies.find(({ name }) => name === '__Host-omicon')?.value;
    const asHeader = await portal.app.inject({
      url: '/api/me/',
      headers: { authorization: `Token ${token}` },
    });
    expect([asHeader.statusCode, asHeader.json().code]).toEqual([401, 'invalid_token']);
  });

  test('encrypts the password to the served key', async () => {
    const response = await logIn(portal, { username: 'Ramona', password: await encrypt(PASSWORD) });
    expect(response.statusCode).toBe(200);
    const wrong = await logIn(portal, { username: 'Ramona', password: await encrypt('Globus pallidus 4') });
    expect([wrong.statusCode, wrong.json().detail]).toEqual([401, WRONG]);
  });

  test.each<[string, Encryption, string]>([
    ['another key', { kid: 'unknown' }, 'The page is out of date. Please reload it and try again.'],
    [
      'another algorithm',
      { alg: 'RSA-OAEP-512' },
      'The password could not be read. Please reload the page and try again.',
    ],
    [
      'another content encryption',
      { enc: 'A128GCM' },
      'The password could not be read. Please reload the page and try again.',
    ],
  ])('is refused a password encrypted with %s', async (_, change, sentence) => {
    const response = await logIn(portal, { username: 'Ramona', password: await encrypt(PASSWORD, change) });
    expect([response.statusCode, response.json().detail]).toEqual([400, sentence]);
  });
});

test('an encrypted password that is not text is refused as unreadable', async () => {
  const response = await logIn(portal, {
    username: 'Ramona',
    password: await encrypt(Uint8Array.of(0xff, 0xfe, 0x80)),
  });
  expect(response.statusCode).toBe(400);
});

describe('a script', () => {
  test('sends the plain password, and gets a token and no cookie', async () => {
    const response = await logIn(portal, { username: 'Ramona', password: PASSWORD, headers: {} });
    expect(response.headers['set-cookie']).toBeUndefined();
    const { token } = response.json<{ token: string }>();
    expect(Buffer.from(token, 'base64url')).toHaveLength(32);
    const me = await portal.app.inject({ url: '/api/me/', headers: { authorization: `Token ${token}` } });
    expect(me.json()).toMatchObject({ username: 'Ramona', email: null });
  });

  test('leaves only the hash of its token in the database', async () => {
    const { token } = (await logIn(portal, { username: 'Ramona', password: PASSWORD, headers: {} })).json<{
      token: string;
    }>();
    const rows = await portal.services.db.selectFrom('session').select(['token_hash', 'carrier']).execute();
    expect(rows.some((row) => row.token_hash.equals(hashToken(token)) && row.carrier === 'header')).toBe(
      true,
    );
    expect(rows.some((row) => row.token_hash.includes(token))).toBe(false);
  });

  test('may send the username in any letter case', async () => {
    expect((await logIn(portal, { username: 'RAMONA', password: PASSWORD, headers: {} })).statusCode).toBe(
      200,
    );
  });
});

describe('a refusal', () => {
  beforeAll(async () => {
    await aPerson(portal.services, { username: 'unverified', password: PASSWORD, isVerified: false });
    await aPerson(portal.services, { username: 'passwordless' });
    const removed = await aPerson(portal.services, { username: 'removed', password: PASSWORD });
    await portal.services.db
      .updateTable('person')
      .set({ removed_at: new Date() })
      .where('id', '=', removed.id)
      .execute();
    const guest = await portal.app.inject({ method: 'POST', url: '/api/guest-login/', payload: {} });
    await portal.services.db
      .updateTable('person')
      .set({ username: 'guest-1' })
      .where('id', '=', guest.json().user.id)
      .execute();
  });

  test.each([
    ['a wrong password', 'Ramona', 'Globus pallidus'],
    ['an unknown account', 'nobody', PASSWORD],
    ['an account whose e-mail was never verified', 'unverified', PASSWORD],
    ['an account without a password', 'passwordless', PASSWORD],
    ['an account that was removed', 'removed', PASSWORD],
    ['a guest', 'guest-1', PASSWORD],
  ])('reads the same for %s', async (_, username, password) => {
    const response = await logIn(portal, { username, password });
    expect(response.statusCode).toBe(401);
    expect({ ...response.json(), request_id: '' }).toEqual({
      detail: WRONG,
      error: WRONG,
      code: 'invalid_login',
      request_id: '',
    });
    expect(response.headers['set-cookie']).toBeUndefined();
  });

  test('names an empty field with its sentence', async () => {
    const answer = await portal.ask(login, { body: { username: '', password: '' } });
    expect([answer.status, answer.refusal.fields]).toEqual([
      400,
      { username: 'Enter user name', password: 'Enter password' },
    ]);
  });

  test('is written to the audit log without the password', async () => {
    const rows = await portal.services.db.selectFrom('audit_event').selectAll().execute();
    expect(rows.filter((row) => row.result === 'refused').length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toContain('pallidus');
  });
});

describe('a password', () => {
  test.each([
    ['of 128 characters', 'Ammon horn CA1 '.repeat(9).slice(0, 128), -1],
    ['with emoji and text from right to left', '🧠 قشرة الدماغ \u202e x', -1],
    ['beyond 72 bytes', `${'x'.repeat(72)}y`, -1],
  ])('%s counts to its last character', async (name, password, end) => {
    await aPerson(portal.services, { username: name, password });
    expect((await logIn(portal, { username: name, password })).statusCode).toBe(200);
    expect((await logIn(portal, { username: name, password: password.slice(0, end) })).statusCode).toBe(401);
    expect((await logIn(portal, { username: name, password: await encrypt(password) })).statusCode).toBe(200);
  });

  test('of two people gives two hashes, argon2id with a salt of its own', async () => {
    await aPerson(portal.services, { username: 'first', password: PASSWORD });
    await aPerson(portal.services, { username: 'second', password: PASSWORD });
    const rows = await portal.services.db
      .selectFrom('person')
      .select('password_hash')
      .where('username', 'in', ['first', 'second'])
      .execute();
    expect(rows[0]?.password_hash).toMatch(/^argon2id\$[\w-]{22}\$[\w-]{43}$/);
    expect(rows[0]?.password_hash).not.toBe(rows[1]?.password_hash);
  });
});

test('the login key shows nothing of the private key', async () => {
  const { reply } = await portal.call(getLoginKey);
  expect(Object.keys(reply.key).toSorted()).toEqual(['alg', 'e', 'kid', 'kty', 'n', 'use']);
});

test('a login body cannot choose a role', async () => {
  const body = { username: 'Ramona', password: PASSWORD, role: 'admin', is_owner: true, user_id: 1 };
  const response = await portal.app.inject({ method: 'POST', url: '/api/user-login', payload: body });
  if (response.statusCode === 200) {
    const { token } = response.json<{ token: string }>();
    expect((await portal.call(getMe, { headers: { authorization: `Token ${token}` } })).reply.role).toBe(
      'RU',
    );
  } else expect(response.statusCode).toBe(400);
});
