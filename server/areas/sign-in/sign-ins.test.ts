/** Start and end of sessions: guests, sign-out, idle and absolute limits, role changes (SEC-5, SEC-11, SEC-16). */

import { getDataCollection } from '@omicon/contract/areas/collections.ts';
import { getMe, getPermissions, loginAsGuest, logout } from '@omicon/contract/areas/people/sign-in.ts';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { aLaboratory } from '../../test-support/intake.ts';
import { cookieHeader, logIn, PAGE } from '../../test-support/pages.ts';
import { aPerson } from '../../test-support/people.ts';
import { type Caller, openTestPortal, type TestPortal } from '../../test-support/portal.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal();
});
afterAll(() => portal.close());

async function beGuest(remoteAddress: string) {
  return portal.ask(loginAsGuest, { body: {}, remoteAddress });
}

describe('a guest', () => {
  test('is a new person at each click, with the role GU', async () => {
    const answers = [await beGuest('192.0.2.1'), await beGuest('192.0.2.1')];
    const guests = answers.map(
      ({ text }) => JSON.parse(text) as { token: string; user: { id: number; role: string; name: string } },
    );
    expect(guests.map(({ user }) => [user.role, user.name])).toEqual([
      ['GU', 'Guest'],
      ['GU', 'Guest'],
    ]);
    expect(guests[0]?.user.id).not.toBe(guests[1]?.user.id);
    expect(guests[0]?.token).not.toBe(guests[1]?.token);
  });

  test('has no password and expires within eight hours', async () => {
    const { user } = JSON.parse((await beGuest('192.0.2.2')).text) as { user: { id: number } };
    const { rows } = await sql<{ password_hash: string | null; person_hours: number; session_hours: number }>`
      select p.password_hash, extract(epoch from p.expires_at - now()) / 3600 as person_hours, extract(epoch from s.expires_at - now()) / 3600 as session_hours
        from person p join session s on s.person_id = p.id where p.id = ${user.id}`.execute(
      portal.services.db,
    );
    expect(rows[0]?.password_hash).toBeNull();
    expect(Number(rows[0]?.person_hours)).toBeLessThanOrEqual(8);
    expect(Number(rows[0]?.session_hours)).toBeLessThanOrEqual(8);
  });

  test('is limited to 20 per hour and address', async () => {
    for (let index = 0; index < 20; index += 1) expect((await beGuest('192.0.2.3')).status).toBe(200);
    const refused = await beGuest('192.0.2.3');
    expect([refused.status, refused.refusal.code]).toEqual([429, 'too_many_requests']);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect((await beGuest('192.0.2.4')).status).toBe(200);
  });

  test('has no session after expiry', async () => {
    const guest = await portal.signInAs('GU');
    await portal.services.db
      .updateTable('person')
      .set({ expires_at: new Date(Date.now() - 1000) })
      .where('id', '=', guest.person_id)
      .execute();
    expect((await portal.call(getMe, { as: guest })).status).toBe(401);
  });

  test('is refused if guests are disabled', async () => {
    const closed = await openTestPortal({ OMICON_GUESTS: 'off' });
    const answer = await closed.call(loginAsGuest, { body: {} });
    expect([answer.status, answer.refusal.detail]).toEqual([403, 'This portal does not admit guests.']);
    await closed.close();
  });
});

describe('a page that asks who is signed in', () => {
  const ask = async (headers: Record<string, string>) => {
    const answer = await portal.app.inject({ url: '/api/session/', headers });
    return [answer.statusCode, answer.json<{ me?: { username: string } | null; code?: string }>()] as const;
  };

  test('gets the person, or null without a refusal', async () => {
    expect(await ask({ ...PAGE })).toEqual([200, { me: null }]);
    await aPerson(portal.services, { username: 'asking', password: 'Substantia nigra 4' });
    const cookie = cookieHeader(await logIn(portal, { username: 'asking', password: 'Substantia nigra 4' }));
    const [status, { me }] = await ask({ ...PAGE, cookie });
    expect([status, me?.username]).toEqual([200, 'asking']);
    await portal.app.inject({ method: 'POST', url: '/api/logout/', headers: { ...PAGE, cookie } });
    expect(await ask({ ...PAGE, cookie })).toEqual([200, { me: null }]);
  });

  test('is refused with an invalid token, like every call', async () => {
    const caller = await portal.signInAs('RU');
    const authorization = `Token ${caller.token}`;
    expect((await ask({ authorization }))[1].me?.username).toBe(caller.username);
    await portal.call(logout, { as: caller });
    for (const bad of [authorization, 'Token omicon_never', 'Token ']) {
      const [status, { code }] = await ask({ authorization: bad });
      expect([status, code], bad).toEqual([401, 'invalid_token']);
    }
  });
});

describe('signing out', () => {
  test('ends the token at once', async () => {
    const caller = await portal.signInAs('RU');
    expect((await portal.call(logout, { as: caller })).reply.detail).toBe('You are signed out.');
    const after = await portal.call(getMe, { as: caller });
    expect([after.status, after.refusal.code, after.refusal.detail]).toEqual([
      401,
      'invalid_token',
      'Invalid token.',
    ]);
  });

  test('ends the session of the cookie and deletes the cookie', async () => {
    await aPerson(portal.services, { username: 'page', password: 'Substantia nigra 1' });
    const headers = {
      ...PAGE,
      cookie: cookieHeader(await logIn(portal, { username: 'page', password: 'Substantia nigra 1' })),
    };
    const response = await portal.app.inject({ method: 'POST', url: '/api/logout/', headers });
    const cleared = response.cookies.find(({ name }) => name === '__Host-omicon');
    expect(cleared).toMatchObject({ value: '', path: '/', secure: true, httpOnly: true });
    expect((await portal.app.inject({ url: '/api/me/', headers })).statusCode).toBe(401);
  });

  test('leaves the other sign-ins of the person alone', async () => {
    await aPerson(portal.services, { username: 'twice', password: 'Substantia nigra 2' });
    const tokens: string[] = [];
    for (let index = 0; index < 2; index += 1)
      tokens.push(
        (await logIn(portal, { username: 'twice', password: 'Substantia nigra 2', headers: {} })).json<{
          token: string;
        }>().token,
      );
    await portal.call(logout, { headers: { authorization: `Token ${tokens[0]}` } });
    expect((await portal.call(getMe, { headers: { authorization: `Token ${tokens[1]}` } })).status).toBe(200);
  });
});

async function moveSession(
  caller: Caller,
  change: { idleMinutes?: number; endedMinutes?: number },
): Promise<void> {
  const { idleMinutes = 0, endedMinutes = -60 } = change;
  await sql`update session set last_seen_at = now() - make_interval(mins => ${idleMinutes}), expires_at = now() - make_interval(mins => ${endedMinutes})
    where person_id = ${caller.person_id}`.execute(portal.services.db);
}

async function moveLastUse({ person_id }: Caller, minutesAgo: number): Promise<void> {
  await sql`update session set last_seen_at = now() - make_interval(mins => ${minutesAgo}) where person_id = ${person_id}`.execute(
    portal.services.db,
  );
}

describe('a sign-in', () => {
  test('ends after 60 minutes without a call', async () => {
    const caller = await portal.signInAs('RU');
    await moveSession(caller, { idleMinutes: 61 });
    expect((await portal.call(getMe, { as: caller })).status).toBe(401);
  });

  test('continues if used within the hour, which restarts the limit', async () => {
    const caller = await portal.signInAs('RU');
    await moveSession(caller, { idleMinutes: 59 });
    expect((await portal.call(getMe, { as: caller })).status).toBe(200);
    const { rows } = await sql<{
      idle: number;
    }>`select extract(epoch from now() - last_seen_at)::int as idle from session where person_id = ${caller.person_id}`.execute(
      portal.services.db,
    );
    expect(rows[0]?.idle).toBeLessThan(60);
  });

  test('does not wait for a concurrent call that records its use', async () => {
    const caller = await portal.signInAs('RU');
    await moveSession(caller, { idleMinutes: 2 });
    await portal.services.db.transaction().execute(async (tx) => {
      await sql`select 1 from session where person_id = ${caller.person_id} for update`.execute(tx);
      expect((await portal.call(getMe, { as: caller })).status).toBe(200);
    });
  });

  test('ends at its absolute limit, however busy', async () => {
    const caller = await portal.signInAs('RU');
    await moveSession(caller, { endedMinutes: 1 });
    expect((await portal.call(getMe, { as: caller })).status).toBe(401);
  });

  test('begins with an absolute limit of twelve hours', async () => {
    const caller = await portal.signInAs('RU');
    const { rows } = await sql<{
      hours: number;
    }>`select extract(epoch from expires_at - created_at) / 3600 as hours from session where person_id = ${caller.person_id}`.execute(
      portal.services.db,
    );
    expect(Math.round(Number(rows[0]?.hours))).toBe(12);
  });

  test('of a removed person has ended', async () => {
    const caller = await portal.signInAs('LAB');
    await portal.services.db
      .updateTable('person')
      .set({ removed_at: new Date() })
      .where('id', '=', caller.person_id)
      .execute();
    expect((await portal.call(getMe, { as: caller })).status).toBe(401);
  });
});

describe('with a wrong server clock', () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  test.each([
    ['an hour ahead', 60],
    ['ten minutes ahead', 10],
    ['ten minutes behind', -10],
    ['an hour behind', -60],
  ])('by %s, a sign-in lasts as long as everywhere', async (_name, minutes) => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + minutes * 60_000 });
    const caller = await portal.signInAs('RU');
    await moveLastUse(caller, 59);
    expect((await portal.call(getMe, { as: caller })).status).toBe(200);
    const { rows } = await sql<{ idle: number; minutes: number }>`
      select extract(epoch from now() - last_seen_at)::int as idle,
             round(extract(epoch from expires_at - now()) / 60)::int as minutes
        from session where person_id = ${caller.person_id}`.execute(portal.services.db);
    expect(rows[0]?.minutes).toBe(12 * 60);
    expect(rows[0]?.idle).toBeGreaterThanOrEqual(0);
    expect(rows[0]?.idle).toBeLessThan(60);
    await moveLastUse(caller, 61);
    expect((await portal.call(getMe, { as: caller })).status).toBe(401);
  });
});

describe('a role change', () => {
  test('takes effect at the next call', async () => {
    const { collection } = await aLaboratory(portal, { visibility: 'private' });
    const caller = await portal.signInAs('LAB');
    expect((await portal.call(getDataCollection, { as: caller, params: { id: collection } })).status).toBe(
      200,
    );
    await portal.services.db
      .updateTable('person')
      .set({ role: 'RU' })
      .where('id', '=', caller.person_id)
      .execute();
    expect((await portal.call(getDataCollection, { as: caller, params: { id: collection } })).status).toBe(
      404,
    );
    expect((await portal.call(getPermissions, { as: caller })).reply.permissions).not.toContain(
      'LAB_RECORDS_VIEW',
    );
  });

  test('loses a permission at the next call when an administrator takes it away', async () => {
    const caller = await portal.signInAs('REVIEWER');
    expect((await portal.call(getPermissions, { as: caller })).reply.permissions).toContain(
      'COLLECTION_LIST_VIEW',
    );
    await portal.services.db
      .deleteFrom('role_permission')
      .where('role', '=', 'REVIEWER')
      .where('permission', '=', 'COLLECTION_LIST_VIEW')
      .execute();
    expect(
      (
        await portal.app.inject({
          url: '/api/data-collections/',
          headers: { authorization: `Token ${caller.token}` },
        })
      ).statusCode,
    ).toBe(403);
  });
});
