/** Sign-in with the institution: who is admitted, and with which role. */
import { getMe } from '@omicon/contract/areas/people/sign-in.ts';
import { deleteUser, deleteWhitelistUser, updateRole } from '@omicon/contract/areas/people/users.ts';
import type { DemoPerson } from '@omicon/demo/identity-provider/people.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createIdentityProviders } from '../../base/sign-in/identity-providers.ts';
import { createSession } from '../../base/sign-in/sessions.ts';
import { logIn } from '../../test-support/pages.ts';
import { aPerson } from '../../test-support/people.ts';
import type { Caller, TestPortal } from '../../test-support/portal.ts';
import { openSignOnPortal, type SignOnPortal, TestBrowser, whitelist } from '../../test-support/sign-on.ts';

let count = 0;
const people: DemoPerson[] = [];

/** A person at the institution, by default with a unique address. */
function aColleague(change: Partial<DemoPerson> = {}): DemoPerson & { email: string } {
  count += 1;
  const email = `golgi${count}@uni.test`;
  const names = { given_name: 'Camillo', family_name: 'Golgi', about: '' };
  const person = { subject: `s-${count}`, email, ...names, ...change };
  people.push(person);
  return person;
}

let signOn: SignOnPortal;
let portal: TestPortal;
let admin: Caller;
beforeAll(async () => {
  signOn = await openSignOnPortal({ institution: people });
  portal = signOn.portal;
  admin = await portal.signInAs('admin');
});
afterAll(() => signOn.close());

const arrive = (person: DemoPerson) => new TestBrowser(portal).signIn(person.subject);

async function rowOf(id: number) {
  return portal.services.db.selectFrom('person').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
}

async function peopleOf(email: string): Promise<number> {
  const rows = await portal.services.db
    .selectFrom('person')
    .select('id')
    .where('email', '=', email)
    .execute();
  return rows.length;
}

async function eventsOf(id: number): Promise<string[]> {
  const rows = await portal.services.db
    .selectFrom('audit_event')
    .select('action')
    .where('person_id', '=', id)
    .where('result', '=', 'done')
    .orderBy('id')
    .execute();
  return rows.map(({ action }) => action);
}

async function lastRefusal(): Promise<unknown> {
  const row = await portal.services.db
    .selectFrom('audit_event')
    .select('detail')
    .where('result', '=', 'refused')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  return row.detail;
}

describe('a colleague on the whitelist', () => {
  test('becomes a member with the name and address from the institution', async () => {
    const golgi = aColleague();
    await whitelist(portal, golgi.email.toUpperCase());
    const { status, user } = await arrive(golgi);
    expect([status, user?.role, user?.name]).toEqual([200, 'LAB', 'Camillo Golgi']);
    const row = await rowOf(user?.id ?? 0);
    expect(row).toMatchObject({
      email: golgi.email,
      password_hash: null,
      first_name: 'Camillo',
      removed_at: null,
    });
    expect(row.verified_at).not.toBeNull();
    expect(row.last_login_at).not.toBeNull();
    expect(await eventsOf(row.id)).toEqual(['make account', 'sign in']);
  });

  test('is the same person the next time, also under another address', async () => {
    const golgi = aColleague();
    await whitelist(portal, golgi.email);
    const first = await arrive(golgi);
    golgi.email = 'renamed@uni.test';
    const second = await arrive(golgi);
    expect([second.status, second.user?.id]).toEqual([200, first.user?.id]);
  });

  test('is signed in with a cookie that expires like one from a password', async () => {
    const golgi = aColleague();
    await whitelist(portal, golgi.email);
    const browser = new TestBrowser(portal);
    const { code } = await browser.goThrough(golgi.subject);
    const response = await browser.redeem(code);
    expect(response.json().token).toBe('');
    expect(response.cookies.find(({ name }) => name === '__Host-omicon')).toMatchObject({
      httpOnly: true,
      secure: true,
      sameSite: 'Lax',
      path: '/',
      maxAge: 12 * 3600,
    });
    const me = await browser.ask('/api/me/', { headers: { 'x-omicon-client': 'web' } });
    expect(me.json()).toMatchObject({ email: golgi.email, role: 'LAB', is_orcid_connected: false });
  });

  test('who is an administrator keeps role and account', async () => {
    const golgi = aColleague();
    await whitelist(portal, golgi.email);
    const { id } = await aPerson(portal.services, { role: 'admin' });
    await portal.services.db.updateTable('person').set({ email: golgi.email }).where('id', '=', id).execute();
    expect((await arrive(golgi)).user).toMatchObject({ id, role: 'admin' });
  });

  test.each(['RU', 'REVIEWER'] as const)(
    'who was %s becomes a member, and earlier sign-ins end',
    async (role) => {
      const golgi = aColleague();
      await whitelist(portal, golgi.email);
      const person = await aPerson(portal.services, { role });
      await portal.services.db
        .updateTable('person')
        .set({ email: golgi.email })
        .where('id', '=', person.id)
        .execute();
      const token = await createSession(portal.services.db, person, 'header');
      expect((await arrive(golgi)).user).toMatchObject({ id: person.id, role: 'LAB' });
      const earlier = await portal.call(getMe, { headers: { authorization: `Token ${token}` } });
      expect(earlier.status).toBe(401);
      expect(await eventsOf(person.id)).toEqual(['change role', 'sign in']);
    },
  );

  test('gets one account even with concurrent sign-ins', async () => {
    const golgi = aColleague();
    await whitelist(portal, golgi.email);
    const answers = await Promise.all(Array.from({ length: 4 }, () => arrive(golgi)));
    expect(new Set(answers.map(({ user }) => user?.id)).size).toBe(1);
    expect(await peopleOf(golgi.email)).toBe(1);
  });

  test('keeps the role an administrator gave them afterwards', async () => {
    const golgi = aColleague();
    await whitelist(portal, golgi.email);
    const { user } = await arrive(golgi);
    await portal.call(updateRole, { as: admin, params: { id: user?.id ?? 0 }, body: { role: 'RU' } });
    expect((await arrive(golgi)).user).toMatchObject({ id: user?.id, role: 'RU' });
  });

  test.each([
    ['a user name that is taken', { username: 'ramon' }, 'ramon2'],
    ['one taken in other letters', { username: 'Y.Cajal' }, 'y.cajal2'],
  ])('gets another user name for %s', async (_, { username }, expected) => {
    const golgi = aColleague({ email: `${username}@${count}.uni.test` });
    await aPerson(portal.services, { username });
    await whitelist(portal, golgi.email);
    expect((await arrive(golgi)).user?.username).toBe(expected);
  });

  test('with control characters in a long name gets a sanitized name', async () => {
    const golgi = aColleague({
      given_name: `Ca\u0000mi\n\u202ello ${'x'.repeat(300)}`,
      family_name: '\u200b',
    });
    await whitelist(portal, golgi.email);
    const row = await rowOf((await arrive(golgi)).user?.id ?? 0);
    expect(row.first_name).toMatch(/^Ca mi llo x{10,90}$/);
    expect(row.last_name).toBeNull();
  });
});

describe('an account created by a stranger with the address of a colleague', () => {
  test('is transferred to the colleague, without any access for the stranger', async () => {
    const golgi = aColleague();
    const password = 'Purkinje layer 99';
    const stranger = await aPerson(portal.services, { username: 'mallory', password, isVerified: false });
    const change = {
      email: golgi.email,
      orcid_id: '0000-0002-1825-0097',
      institution: 'Nowhere',
      phone_number: '4917',
    };
    await portal.services.db.updateTable('person').set(change).where('id', '=', stranger.id).execute();
    const token = await createSession(portal.services.db, stranger, 'header');
    await sql`insert into one_time_code (kind, person_id, secret_hash, expires_at)
      values ('verify-email', ${stranger.id}, ${Buffer.from('x')}, now() + interval '1 day')`.execute(
      portal.services.db,
    );
    await sql`insert into api_token (person_id, name, token_hash, expires_at)
      values (${stranger.id}, 'x', ${Buffer.from('y')}, now() + interval '1 day')`.execute(
      portal.services.db,
    );
    await whitelist(portal, golgi.email);
    expect((await arrive(golgi)).user).toMatchObject({ id: stranger.id, role: 'LAB', name: 'Camillo Golgi' });
    expect(await rowOf(stranger.id)).toMatchObject({
      password_hash: null,
      orcid_id: null,
      institution: null,
      phone_number: null,
      username: golgi.email.split('@')[0],
    });
    expect((await logIn(portal, { username: 'mallory', password })).statusCode).toBe(401);
    expect((await portal.call(getMe, { headers: { authorization: `Token ${token}` } })).status).toBe(401);
    const { rows } = await sql`select 1 from one_time_code where person_id = ${stranger.id}
      union all select 1 from api_token where person_id = ${stranger.id}`.execute(portal.services.db);
    expect(rows).toEqual([]);
    expect(await eventsOf(stranger.id)).toContain('take over unverified account');
  });
});

describe('refused with 403, and nothing is stored, is', () => {
  async function expectRefusal(person: DemoPerson, reason: string): Promise<void> {
    const before = await portal.services.db.selectFrom('person').select('id').execute();
    expect(await arrive(person)).toEqual({ status: 403 });
    expect(await portal.services.db.selectFrom('person').select('id').execute()).toHaveLength(before.length);
    expect(await lastRefusal()).toMatchObject({ by: 'institution', reason });
  }

  test('who is not on the whitelist', () => expectRefusal(aColleague(), 'not on the whitelist'));

  test('whose address is not verified by the institution', async () => {
    const golgi = aColleague();
    await whitelist(portal, golgi.email);
    Object.assign(golgi, { email_verified: false });
    await expectRefusal(golgi, 'not on the whitelist');
  });

  test('who has no address', async () => {
    const golgi = aColleague();
    Reflect.deleteProperty(golgi, 'email');
    await expectRefusal(golgi, 'not on the whitelist');
  });

  test('a registered user whose address is not on the whitelist', async () => {
    const golgi = aColleague();
    const { id } = await aPerson(portal.services);
    await portal.services.db.updateTable('person').set({ email: golgi.email }).where('id', '=', id).execute();
    await expectRefusal(golgi, 'not on the whitelist');
    expect((await rowOf(id)).role).toBe('RU');
  });

  test('a new colleague with a reassigned address', async () => {
    const golgi = aColleague();
    await whitelist(portal, golgi.email);
    const { user } = await arrive(golgi);
    await expectRefusal(aColleague({ email: golgi.email }), 'address belongs to another identity');
    expect((await arrive(golgi)).user?.id).toBe(user?.id);
  });

  test('who was removed from the whitelist before the first sign-in', async () => {
    const golgi = aColleague();
    const id = await whitelist(portal, golgi.email);
    await portal.call(deleteWhitelistUser, { as: admin, params: { id } });
    await expectRefusal(golgi, 'not on the whitelist');
  });
});

test('who is removed from the whitelist between popup and redemption is refused', async () => {
  const golgi = aColleague();
  const id = await whitelist(portal, golgi.email);
  const browser = new TestBrowser(portal);
  const { code } = await browser.goThrough(golgi.subject);
  await portal.call(deleteWhitelistUser, { as: admin, params: { id } });
  const response = await browser.redeem(code);
  expect([response.statusCode, response.json().code]).toEqual([403, 'permission_denied']);
  expect(await peopleOf(golgi.email)).toBe(0);
  expect((await arrive(golgi)).status).toBe(403);
});

test('a member keeps the role without a whitelist entry; a demoted member does not regain it', async () => {
  const golgi = aColleague();
  const id = await whitelist(portal, golgi.email);
  const { user } = await arrive(golgi);
  await portal.call(deleteWhitelistUser, { as: admin, params: { id } });
  expect((await arrive(golgi)).user).toMatchObject({ id: user?.id, role: 'LAB' });
  await portal.call(updateRole, { as: admin, params: { id: user?.id ?? 0 }, body: { role: 'RU' } });
  expect((await arrive(golgi)).status).toBe(403);
});

test('a removed person is refused, even by the old entry, until added again as a new person', async () => {
  const golgi = aColleague();
  const id = await whitelist(portal, golgi.email);
  const { user } = await arrive(golgi);
  const browser = new TestBrowser(portal);
  const { code } = await browser.goThrough(golgi.subject);
  await portal.call(deleteUser, { as: admin, params: { id: user?.id ?? 0 } });
  expect((await browser.redeem(code)).statusCode).toBe(403);
  expect((await arrive(golgi)).status).toBe(403);
  expect(await lastRefusal()).toMatchObject({ reason: 'removed' });
  await portal.call(deleteWhitelistUser, { as: admin, params: { id } });
  expect((await arrive(golgi)).status).toBe(403);
  await whitelist(portal, golgi.email);
  const again = await arrive(golgi);
  expect([again.status, again.user?.role]).toEqual([200, 'LAB']);
  expect(again.user?.id).not.toBe(user?.id);
  expect((await arrive(golgi)).user?.id).toBe(again.user?.id);
});

test('a removed person cannot return with another identity of the same address', async () => {
  const golgi = aColleague();
  await whitelist(portal, golgi.email);
  const { user } = await arrive(golgi);
  await portal.call(deleteUser, { as: admin, params: { id: user?.id ?? 0 } });
  expect((await arrive(aColleague({ email: golgi.email }))).status).toBe(403);
});

test('while the institution is down, the popup is sent back, and the log has the failure', async () => {
  const { services } = portal;
  const usual = services.identityProviders;
  const nowhere = { issuer: 'http://127.0.0.1:9', clientId: 'omicon', clientSecret: 'kept' };
  services.identityProviders = createIdentityProviders({
    publicUrl: 'https://omicon.test',
    institution: nowhere,
    orcid: null,
  });
  const warn = vi.spyOn(services.log, 'warn');
  const location = await new TestBrowser(portal).begin();
  services.identityProviders = usual;
  expect(location.hash).toBe('#status_code=500');
  expect(warn.mock.calls).toEqual([
    [
      { err: expect.any(Error), request_id: expect.any(String), route: '/api/sso/start' },
      'something that was needed did not answer',
    ],
  ]);
  warn.mockRestore();
});
