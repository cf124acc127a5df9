/** Sign-in with ORCID, and connecting an iD: only iDs verified at ORCID count. */
import { updateMe } from '@omicon/contract/areas/people/account.ts';
import { updatePreferences } from '@omicon/contract/areas/people/preferences.ts';
import { getMe } from '@omicon/contract/areas/people/sign-in.ts';
import { deleteUser } from '@omicon/contract/areas/people/users.ts';
import type { DemoPerson } from '@omicon/demo/identity-provider/people.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createSession } from '../../base/sign-in/sessions.ts';
import { defaultPreferences } from '../../records/person/preferences.ts';
import { aPerson, type Person } from '../../test-support/people.ts';
import type { Caller, TestPortal } from '../../test-support/portal.ts';
import { openSignOnPortal, type SignOnPortal, TestBrowser, whitelist } from '../../test-support/sign-on.ts';

let count = 0;
const people: DemoPerson[] = [];

/** A researcher with a unique iD. */
function aResearcher(change: Partial<DemoPerson> = {}): DemoPerson {
  count += 1;
  const subject = `0000-0002-0000-${String(count).padStart(4, '0')}`;
  const person = { subject, given_name: 'Josiah', family_name: 'Carberry', about: '', ...change };
  people.push(person);
  return person;
}

let signOn: SignOnPortal;
let portal: TestPortal;
let admin: Caller;
beforeAll(async () => {
  signOn = await openSignOnPortal({ institution: [], orcid: people });
  portal = signOn.portal;
  admin = await portal.signInAs('admin');
});
afterAll(() => signOn.close());

const arrive = ({ subject }: DemoPerson) => new TestBrowser(portal).signIn(subject, 'orcid');

async function rowOf(id: number) {
  return portal.services.db.selectFrom('person').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
}

describe('a new researcher', () => {
  test('becomes a registered user, with the iD and the name from ORCID', async () => {
    const carberry = aResearcher();
    const { status, user } = await arrive(carberry);
    expect([status, user?.role, user?.name]).toEqual([200, 'RU', 'Josiah Carberry']);
    expect(await rowOf(user?.id ?? 0)).toMatchObject({
      orcid_id: carberry.subject,
      username: 'josiah.carberry',
      email: null,
      password_hash: null,
    });
    expect((await rowOf(user?.id ?? 0)).verified_at).not.toBeNull();
    expect((await arrive(carberry)).user?.id).toBe(user?.id);
  });

  test('is refused while sign-up is off, unless already known', async () => {
    const known = aResearcher();
    await arrive(known);
    const defaults = defaultPreferences(portal.services.config);
    await portal.call(updatePreferences, { as: admin, body: { ...defaults, sign_up: false } });
    expect(await arrive(aResearcher())).toEqual({ status: 403 });
    expect((await arrive(known)).status).toBe(200);
    await portal.call(updatePreferences, { as: admin, body: defaults });
  });

  test('is not matched to an account by address, on the whitelist or not', async () => {
    const email = 'member@uni.test';
    const member = await aPerson(portal.services, { role: 'admin' });
    await portal.services.db.updateTable('person').set({ email }).where('id', '=', member.id).execute();
    await whitelist(portal, email);
    const { user } = await arrive(aResearcher({ email }));
    expect(user?.role).toBe('RU');
    expect(user?.id).not.toBe(member.id);
    expect((await rowOf(user?.id ?? 0)).email).toBeNull();
  });

  test('is not matched to an account with a typed iD', async () => {
    const carberry = aResearcher();
    const typist = await portal.signInAs('LAB', { first_name: 'A', last_name: 'B' });
    const profile = { first_name: 'A', last_name: 'B', institution: null, orcid_id: carberry.subject };
    expect((await portal.call(updateMe, { as: typist, body: profile })).status).toBe(200);
    const { user } = await arrive(carberry);
    expect(user?.role).toBe('RU');
    expect(user?.id).not.toBe(typist.person_id);
  });

  test('with a subject that is not an iD is refused', async () => {
    expect((await arrive(aResearcher({ subject: 'admin' }))).status).toBe(500);
  });
});

test('a removed researcher is refused', async () => {
  const carberry = aResearcher();
  const { user } = await arrive(carberry);
  await portal.call(deleteUser, { as: admin, params: { id: user?.id ?? 0 } });
  expect(await arrive(carberry)).toEqual({ status: 403 });
});

async function inBrowserOf(person: Person) {
  const token = await createSession(portal.services.db, person, 'cookie');
  const browser = new TestBrowser(portal);
  const cookie = () => `__Host-omicon=${token}; ${browser.cookies()}`;
  return { person, browser, cookie };
}

/** A browser in which a person of the portal is signed in. */
async function signedInBrowser(role: 'RU' | 'LAB' | 'GU' = 'LAB') {
  return inBrowserOf(await aPerson(portal.services, { role, first_name: 'A', last_name: 'B' }));
}

type SignedIn = Awaited<ReturnType<typeof signedInBrowser>>;

/** Verifies an iD in the popup of a signed-in person. @returns the code */
async function prove({ browser, cookie }: SignedIn, subject: string): Promise<string> {
  const search = new URLSearchParams({
    challenge: browser.challenge,
    appid: browser.appid,
    purpose: 'connect',
  });
  const response = await browser.ask(`/api/orcid/start?${search}`, { headers: { cookie: cookie() } });
  const start = new URL(String(response.headers.location), 'https://omicon.test');
  if (start.pathname === '/loading') return '';
  return (await browser.finish(await browser.passProvider(start, subject))).code;
}

function connect({ browser, cookie }: SignedIn, code: string, verifier = browser.verifier) {
  const headers = { cookie: cookie() };
  return browser.ask('/api/orcid/connect/', { body: { code, verifier }, headers });
}

describe('connecting an iD', () => {
  test('allows signing in with it, and protects it from being overwritten', async () => {
    const carberry = aResearcher();
    const member = await signedInBrowser();
    const response = await connect(member, await prove(member, carberry.subject));
    expect([response.statusCode, response.json()]).toEqual([200, { orcid_id: carberry.subject }]);
    expect((await arrive(carberry)).user).toMatchObject({ id: member.person.id, role: 'LAB' });
    const token = await createSession(portal.services.db, member.person, 'header');
    const headers = { authorization: `Token ${token}` };
    const profile = { first_name: 'Ada', last_name: 'B', institution: null, orcid_id: '0000-0002-1825-0097' };
    await portal.call(updateMe, { headers, body: profile });
    expect((await portal.call(getMe, { headers })).reply).toMatchObject({
      first_name: 'Ada',
      orcid_id: carberry.subject,
      is_orcid_connected: true,
    });
  });

  test('again with another iD leaves only that one', async () => {
    const [first, second] = [aResearcher(), aResearcher()];
    const member = await signedInBrowser();
    const elsewhere = await inBrowserOf(member.person);
    expect((await connect(member, await prove(member, first.subject))).statusCode).toBe(200);
    expect((await connect(elsewhere, await prove(elsewhere, second.subject))).statusCode).toBe(200);
    expect((await arrive(second)).user?.id).toBe(member.person.id);
    expect((await arrive(first)).user?.id).not.toBe(member.person.id);
  });

  test('of another account is refused', async () => {
    const carberry = aResearcher();
    const { user } = await arrive(carberry);
    const member = await signedInBrowser();
    const response = await connect(member, await prove(member, carberry.subject));
    expect([response.statusCode, response.json().detail]).toEqual([
      409,
      'This ORCID iD belongs to another account.',
    ]);
    expect((await arrive(carberry)).user?.id).toBe(user?.id);
  });

  test('is refused to guests and without a session', async () => {
    const { subject } = aResearcher();
    expect(await prove(await signedInBrowser('GU'), subject)).toBe('');
    const nobody = { ...(await signedInBrowser()), cookie: () => '' };
    expect(await prove(nobody, subject)).toBe('');
  });

  test('neither signs in nor works for another person', async () => {
    const { subject } = aResearcher();
    const [member, other] = [await signedInBrowser(), await signedInBrowser()];
    const code = await prove(member, subject);
    expect((await member.browser.redeem(code)).statusCode).toBe(403);
    const stolen = { ...member, cookie: () => `${other.cookie()}; ${member.browser.cookies()}` };
    expect((await connect(stolen, code)).statusCode).toBe(403);
    expect((await connect(member, code, other.browser.verifier)).statusCode).toBe(403);
    expect((await connect(member, code)).statusCode).toBe(200);
  });

  test('does not work with the code of a sign-in', async () => {
    const member = await signedInBrowser();
    const { code } = await member.browser.goThrough(aResearcher().subject, 'orcid');
    expect((await connect(member, code)).statusCode).toBe(403);
  });
});
