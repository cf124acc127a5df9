/** Sign-up: resulting accounts, and what replies reveal (SEC-4, SEC-18, SEC-23). */

import { register, verifyEmail } from '@omicon/contract/areas/people/registration.ts';
import { login } from '@omicon/contract/areas/people/sign-in.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hashToken } from '../../base/sign-in/sessions.ts';
import {
  aRegisteredPerson,
  aSignUp,
  askFromNewAddress,
  mailsTo,
  tokensMailedTo,
} from '../../test-support/open-calls.ts';
import { openTestPortal, type TestPortal } from '../../test-support/portal.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal({ OMICON_PUBLIC_URL: 'https://omicon.lab.test/' });
});
afterAll(() => portal.close());

function signUp(change: Record<string, unknown> = {}, headers: Record<string, string> = {}) {
  return askFromNewAddress(portal, register, { body: aSignUp(change), headers });
}

function verify(token: string) {
  return askFromNewAddress(portal, verifyEmail, { body: { token } });
}

function logInAs(username: string, password: string) {
  return askFromNewAddress(portal, login, { body: { username, password } });
}

function peopleCalled(username: string) {
  return portal.services.db.selectFrom('person').selectAll().where('username', '=', username).execute();
}

async function personCalled(username: string) {
  const [person] = await peopleCalled(username);
  if (person === undefined) throw new Error(`Nobody is called ${username}.`);
  return person;
}

describe('signing up', () => {
  test('creates a registered user who can sign in only after verifying the address', async () => {
    const form = aSignUp({ institution: 'Instituto Cajal', orcid_id: '0000-0002-1825-0097' });
    const answer = await askFromNewAddress(portal, register, { body: form });
    expect([answer.status, answer.reply]).toEqual([
      201,
      {
        detail:
          "A verification link has been sent to the email that you've provided. Please click on the link inside to verify.",
      },
    ]);
    expect(await personCalled(form.username)).toMatchObject({
      role: 'RU',
      email: form.email,
      first_name: 'Santiago',
      institution: 'Instituto Cajal',
      orcid_id: '0000-0002-1825-0097',
      verified_at: null,
    });
    expect((await logInAs(form.username, form.password)).status).toBe(401);
    const [token = ''] = await tokensMailedTo(portal, form.email);
    expect((await verify(token)).reply).toEqual({ detail: 'User verified successfully!' });
    expect((await logInAs(form.username, form.password)).status).toBe(200);
  });

  test.each([
    ['role', 'admin'],
    ['permissions', ['USER_MANAGEMENT_EDIT']],
    ['is_owner', true],
    ['user_id', 1],
    ['id', 1],
    ['level', 5],
    ['verified_at', '2020-01-01'],
    ['tos_accepted', true],
    ['tos_accepted_at', '2020-01-01'],
    ['phone_number', '123456'],
    ['removed_at', null],
  ])('cannot set %s, which the portal sets: it is refused whole', async (field, value) => {
    const form = aSignUp({ [field]: value });
    const answer = await askFromNewAddress(portal, register, { body: form });
    expect([answer.status, answer.text]).toEqual([400, expect.stringContaining(`"${field}"`)]);
    expect(await peopleCalled(form.username)).toEqual([]);
    expect(await mailsTo(portal, form.email)).toEqual([]);
  });

  test('is refused if sign-up is off', async () => {
    await portal.services.db
      .insertInto('preference')
      .values({ name: 'sign_up', value: JSON.stringify(false) })
      .execute();
    expect((await signUp()).status).toBe(403);
    await portal.services.db.deleteFrom('preference').execute();
  });

  test('is limited to ten per hour and address', async () => {
    const statuses: number[] = [];
    for (let index = 0; index < 11; index += 1)
      statuses.push((await portal.ask(register, { body: aSignUp(), remoteAddress: '192.0.2.99' })).status);
    expect(statuses).toEqual([...Array(10).fill(201), 429]);
  });

  test('stores only hashes of password and link, and the text of the mail until it is sent', async () => {
    const { id, email, password } = await aRegisteredPerson(portal);
    const [token = ''] = await tokensMailedTo(portal, email);
    expect(Buffer.from(token, 'base64url')).toHaveLength(32);
    const { rows } = await sql<{ dump: string; secret_hash: Buffer }>`
      select p::text || c::text as dump, c.secret_hash from person p join one_time_code c on c.person_id = p.id where p.id = ${id}`.execute(
      portal.services.db,
    );
    expect(rows[0]?.secret_hash.equals(hashToken(token))).toBe(true);
    for (const secret of [token, password, Buffer.from(token).toString('hex')])
      expect(rows[0]?.dump).not.toContain(secret);
  });

  test('is recorded in the audit log without secrets', async () => {
    const { id, email, password } = await aRegisteredPerson(portal);
    const [token = ''] = await tokensMailedTo(portal, email);
    await verify(token);
    const events = await portal.services.db
      .selectFrom('audit_event')
      .selectAll()
      .where('object_number', '=', id)
      .orderBy('id')
      .execute();
    expect(events.map(({ action, result }) => [action, result])).toEqual([
      ['sign up', 'done'],
      ['verify e-mail address', 'done'],
    ]);
    for (const secret of [token, password, email]) expect(JSON.stringify(events)).not.toContain(secret);
  });
});

describe('a user name', () => {
  test('that is taken, ignoring case, is reported', async () => {
    const { username } = await aRegisteredPerson(portal);
    const answer = await signUp({ username: username.toUpperCase() });
    expect([answer.status, answer.refusal.fields]).toEqual([
      409,
      { username: 'This user name is taken. Please choose another one.' },
    ]);
  });

  test('is given to exactly one of 20 concurrent sign-ups', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => signUp({ username: 'golgi' })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, ...Array(19).fill(409)]);
  });
});

describe('an address that has an account', () => {
  test('gets the same reply as any other, byte by byte, and its owner gets a mail', async () => {
    const { email, username } = await aRegisteredPerson(portal);
    const free = await signUp();
    const taken = await signUp({ email: email.toUpperCase() });
    expect([taken.status, taken.text]).toEqual([free.status, free.text]);
    expect(Object.keys(taken.headers).toSorted()).toEqual(Object.keys(free.headers).toSorted());
    const mails = await mailsTo(portal, email);
    expect(mails.at(-1)?.subject).toBe('Somebody tried to make an Omicon account with your address');
    expect(mails.at(-1)?.body).toContain(username);
    expect(mails.at(-1)?.body).not.toContain('token=');
  });

  test('is not revealed by the user name requested with it', async () => {
    const { email } = await aRegisteredPerson(portal);
    const taken = aSignUp({ email });
    const free = aSignUp();
    for (const body of [taken, free]) await askFromNewAddress(portal, register, { body });
    const again = [await signUp({ username: taken.username }), await signUp({ username: free.username })];
    expect(again.map(({ status }) => status)).toEqual([409, 409]);
    expect((await logInAs(taken.username, taken.password)).text.replace(/"request_id":"[^"]+"/, '')).toBe(
      (await logInAs(free.username, free.password)).text.replace(/"request_id":"[^"]+"/, ''),
    );
  });

  test('has one account after 20 concurrent sign-ups', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => signUp({ email: 'nissl@neuro.test' })),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(201));
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from person where email = 'nissl@neuro.test'`.execute(portal.services.db);
    expect(rows[0]?.n).toBe(1);
  });
});
