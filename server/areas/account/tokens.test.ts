/** API tokens: creation, lifetime, and restrictions (SEC-11, SEC-14, SEC-16). */
import { createToken, deleteToken, listTokens } from '@omicon/contract/areas/people/account.ts';
import { getMe, logout } from '@omicon/contract/areas/people/sign-in.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hashToken } from '../../base/sign-in/sessions.ts';
import { type Caller, openTestPortal, type TestPortal } from '../../test-support/portal.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal();
});
afterAll(() => portal.close());

async function make(as: Caller, body = { name: 'nightly export', days: 30 }) {
  return (await portal.call(createToken, { as, body })).reply;
}

function meBy(token: string) {
  return portal.call(getMe, { headers: { authorization: `Token ${token}` } });
}

async function aToken() {
  const caller = await portal.signInAs('RU');
  return { caller, ...(await make(caller)) };
}

async function lastUse(id: number): Promise<Date | null> {
  const row = await portal.services.db
    .selectFrom('api_token')
    .select('last_used_at')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return row.last_used_at;
}

async function setPerson(caller: Caller, change: Record<string, unknown>): Promise<void> {
  await portal.services.db.updateTable('person').set(change).where('id', '=', caller.person_id).execute();
}

describe('a token', () => {
  test('has 256 random bits, is shown once and stored as a hash', async () => {
    const { caller, id, token, expires_at } = await aToken();
    expect(token).toMatch(/^omicon_[\w-]{43}$/);
    expect(Math.round((Date.parse(expires_at) - Date.now()) / 86_400_000)).toBe(30);
    const { rows } = await sql<{ text: string; token_hash: Buffer }>`
      select t::text as text, token_hash from api_token t where id = ${id}`.execute(portal.services.db);
    expect(rows[0]?.token_hash.equals(hashToken(token))).toBe(true);
    expect(rows[0]?.text).not.toContain(token.slice(7));
    const list = await portal.call(listTokens, { as: caller });
    expect(list.reply).toMatchObject({ total: 1, results: [{ id, name: 'nightly export' }] });
    expect(list.text).not.toContain(token.slice(7));
  });

  test('authenticates a script with the current rights of its owner', async () => {
    const { caller, token } = await aToken();
    expect((await meBy(token)).reply).toMatchObject({ id: caller.person_id, role: 'RU' });
    await setPerson(caller, { role: 'LAB' });
    expect((await meBy(token)).reply.permissions).toContain('LAB_RECORDS_VIEW');
  });

  test('works in the header only, never as a cookie', async () => {
    const { token } = await aToken();
    const response = await portal.app.inject({
      url: '/api/me/',
      headers: { cookie: `__Host-omicon=${token}` },
    });
    expect(response.statusCode).toBe(401);
  });

  test('stays valid after a sign-out and after idle hours', async () => {
    const { caller, token } = await aToken();
    await portal.call(logout, { as: caller });
    expect((await meBy(token)).status).toBe(200);
  });

  test('records its last use at most once a minute', async () => {
    const { id, token } = await aToken();
    expect(await lastUse(id)).toBeNull();
    await meBy(token);
    const first = await lastUse(id);
    expect(first).not.toBeNull();
    await Promise.all([meBy(token), meBy(token)]);
    expect(await lastUse(id)).toEqual(first);
    await sql`update api_token set last_used_at = now() - interval '61 seconds' where id = ${id}`.execute(
      portal.services.db,
    );
    await meBy(token);
    expect(Date.now() - ((await lastUse(id))?.getTime() ?? 0)).toBeLessThan(10_000);
  });
});

describe('a token is refused', () => {
  test.each<[string, (caller: Caller, id: number) => Promise<unknown>]>([
    [
      'once it is over',
      (_caller, id) =>
        sql`update api_token set expires_at = now() where id = ${id}`.execute(portal.services.db),
    ],
    ['once it is revoked', (caller, id) => portal.call(deleteToken, { as: caller, params: { id } })],
    ['when its person was removed', (caller) => setPerson(caller, { removed_at: new Date() })],
    ['when its person is a guest now', (caller) => setPerson(caller, { role: 'GU' })],
    ['when its person is over', (caller) => setPerson(caller, { expires_at: new Date(Date.now() - 1000) })],
  ])('%s', async (_, change) => {
    const { caller, id, token } = await aToken();
    await change(caller, id);
    const answer = await meBy(token);
    expect([answer.status, answer.refusal.code]).toEqual([401, 'invalid_token']);
  });

  test('if one letter is wrong, or only its beginning is sent', async () => {
    const { token } = await aToken();
    for (const wrong of [`${token}x`, token.slice(0, -1), 'omicon_', token.toUpperCase(), "omicon_'; --"])
      expect((await meBy(wrong)).status).toBe(401);
  });
});

test('revoking a token closes its sockets', async () => {
  const caller = await portal.signInAs('LAB');
  const { id, token } = await make(caller);
  const upload = { kind: 'collection', file_name: 'a.zip', size_bytes: 10, part_size: 8 } as const;
  const { id: uploadId } = await portal.services.db
    .insertInto('upload')
    .values({ ...upload, person_id: caller.person_id })
    .returning('id')
    .executeTakeFirstOrThrow();
  const socket = await portal.app.injectWS(`/ws/import-progress/${uploadId}/`, {
    headers: { authorization: `Token ${token}` },
  });
  const closed = new Promise<string>((resolve) => socket.once('close', () => resolve('closed')));
  await portal.call(deleteToken, { as: caller, params: { id } });
  const late = new Promise<string>((resolve) => setTimeout(() => resolve('still open'), 1000));
  expect(await Promise.race([closed, late])).toBe('closed');
});

describe('a token cannot', () => {
  test.each([
    ['make another', { method: 'POST', url: '/api/tokens/', payload: { name: 'second', days: 366 } }],
    ['revoke one', { method: 'DELETE', url: '/api/tokens/1/' }],
    [
      'change the profile',
      {
        method: 'PUT',
        url: '/api/me/',
        payload: { first_name: 'Eve', last_name: 'X', institution: null, orcid_id: null },
      },
    ],
    ['sign its person out elsewhere', { method: 'POST', url: '/api/logout-elsewhere/' }],
    ['sign itself out as if it were a sign-in', { method: 'POST', url: '/api/logout/' }],
  ] as const)('%s', async (_, request) => {
    const { token } = await aToken();
    const response = await portal.app.inject({ ...request, headers: { authorization: `Token ${token}` } });
    expect([response.statusCode, response.json().code]).toEqual([403, 'permission_denied']);
    expect((await meBy(token)).status).toBe(200);
  });
});

test('tokens of other people cannot be listed or revoked, as if they did not exist', async () => {
  const { id, token } = await aToken();
  const other = await portal.signInAs('admin');
  expect((await portal.call(listTokens, { as: other })).reply.results).toEqual([]);
  const answers = [
    await portal.call(deleteToken, { as: other, params: { id } }),
    await portal.call(deleteToken, { as: other, params: { id: 2_000_000_000 } }),
  ];
  expect(answers.map((answer) => [answer.status, answer.refusal.detail])).toEqual(
    Array(2).fill([404, 'There is no such token, or you may not see it.']),
  );
  expect((await meBy(token)).status).toBe(200);
});
