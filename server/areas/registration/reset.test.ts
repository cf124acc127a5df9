/** A forgotten password (SEC-16, SEC-18, SEC-19). */

import {
  checkPasswordReset,
  forgetPassword,
  resetPassword,
  verifyEmail,
} from '@omicon/contract/areas/people/registration.ts';
import { getMe, login } from '@omicon/contract/areas/people/sign-in.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createSession, hashToken, newApiToken } from '../../base/sign-in/sessions.ts';
import {
  aRegisteredPerson,
  askFromNewAddress,
  mailsTo,
  tokensMailedTo,
} from '../../test-support/open-calls.ts';
import { openTestPortal, type TestPortal } from '../../test-support/portal.ts';

const USED =
  'The link that you are trying to access has already been used, please try to reset your password again.';
const NEW_PASSWORD = 'Nucleus raphes 7';

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal({ OMICON_PUBLIC_URL: 'https://omicon.lab.test' });
});
afterAll(() => portal.close());

function forget(email: string, headers: Record<string, string> = {}) {
  return askFromNewAddress(portal, forgetPassword, { body: { email }, headers });
}

function check(token: string) {
  return askFromNewAddress(portal, checkPasswordReset, { body: { token } });
}

function reset(token: string, password = NEW_PASSWORD, confirm_password = password) {
  return askFromNewAddress(portal, resetPassword, { body: { token, password, confirm_password } });
}

function logInAs(username: string, password: string) {
  return askFromNewAddress(portal, login, { body: { username, password } });
}

/** The token of the newest link; sign-up mailed one before. */
async function linkFor(email: string): Promise<string> {
  await forget(email);
  return (await tokensMailedTo(portal, email)).at(-1) ?? '';
}

async function aForgetfulPerson() {
  const person = await aRegisteredPerson(portal);
  return { ...person, token: await linkFor(person.email) };
}

describe('a reset link', () => {
  test('sets a new password, once', async () => {
    const { username, password, token } = await aForgetfulPerson();
    expect((await check(token)).status).toBe(200);
    expect((await reset(token)).reply).toEqual({
      detail: "You've successfully reset your password. Please use the new password to login",
    });
    expect((await logInAs(username, password)).status).toBe(401);
    expect((await logInAs(username, NEW_PASSWORD)).status).toBe(200);
    for (const answer of [await reset(token, 'Locus coeruleus 3'), await check(token)])
      expect([answer.status, answer.refusal.error]).toEqual([403, USED]);
    expect((await logInAs(username, NEW_PASSWORD)).status).toBe(200);
  });

  test('works for exactly one of 20 at once', async () => {
    const { username, token } = await aForgetfulPerson();
    const passwords = Array.from({ length: 20 }, (_, index) => `Thalamus nucleus ${index}`);
    const answers = await Promise.all(passwords.map((password) => reset(token, password)));
    const winners = answers.flatMap(({ status }, index) => (status === 200 ? [index] : []));
    expect(winners).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 403)).toHaveLength(19);
    expect((await logInAs(username, passwords[winners[0] ?? 0] ?? '')).status).toBe(200);
  });

  test('invalidates older links, even after it was used', async () => {
    const { email, token: older } = await aForgetfulPerson();
    const newer = await linkFor(email);
    expect((await check(older)).refusal.error).toBe(USED);
    expect((await reset(older)).status).toBe(403);
    expect((await reset(newer)).status).toBe(200);
    expect((await reset(older)).status).toBe(403);
  });

  test('expires after 30 minutes', async () => {
    const { token } = await aForgetfulPerson();
    const { rows } = await sql<{ minutes: number }>`
      update one_time_code set created_at = created_at - interval '30 minutes', expires_at = expires_at - interval '30 minutes'
       where secret_hash = ${hashToken(token)}
      returning extract(epoch from expires_at - created_at)::int / 60 as minutes`.execute(portal.services.db);
    expect(rows[0]?.minutes).toBe(30);
    expect((await check(token)).refusal.error).toBe(USED);
    expect((await reset(token)).refusal.error).toBe(USED);
  });

  test('is not used up by opening, prefetching or a refused password', async () => {
    const { token } = await aForgetfulPerson();
    for (const url of ['/reset-password', '/api/user-reset-password/', '/api/check-expiry-reset-password/'])
      for (const method of ['GET', 'HEAD'] as const)
        await portal.app.inject({ method, url: `${url}?token=${token}` });
    expect((await check(token)).status).toBe(200);
    expect((await reset(token, 'Password123')).status).toBe(400);
    expect((await reset(token, 'Gyrus 1')).refusal.error).toBe('Minimum length is 8');
    expect((await reset(token, NEW_PASSWORD, 'other')).refusal.error).toBe("Passwords don't match");
    expect((await reset(token)).status).toBe(200);
  });

  test('refuses a password made of the name of its person', async () => {
    const { token } = await aForgetfulPerson();
    expect((await reset(token, 'santiagocajal1')).refusal.fields).toEqual({
      password: 'This password is too easy to guess. Please choose another one.',
    });
  });

  test('cannot be used as a verification link, or vice versa', async () => {
    const { email, token } = await aForgetfulPerson();
    const answer = await askFromNewAddress(portal, verifyEmail, { body: { token } });
    expect(answer.status).toBe(403);
    const [verification = ''] = await tokensMailedTo(portal, email);
    expect((await check(verification)).status).toBe(403);
  });

  test('has the same refusal if invalid, used or expired', async () => {
    const { token } = await aForgetfulPerson();
    await reset(token);
    const bare = (text: string) => text.replace(/"request_id":"[^"]+"/, '');
    const used = await check(token);
    const unknown = await check('A'.repeat(43));
    expect([unknown.status, bare(unknown.text)]).toEqual([used.status, bare(used.text)]);
    const usedReset = await reset(token);
    const unknownReset = await reset('A'.repeat(43));
    expect([unknownReset.status, bare(unknownReset.text)]).toEqual([usedReset.status, bare(usedReset.text)]);
  });

  test('also verifies the address, so that its owner can sign in', async () => {
    const person = await aRegisteredPerson(portal);
    await portal.services.db
      .updateTable('person')
      .set({ verified_at: null })
      .where('id', '=', person.id)
      .execute();
    expect((await reset(await linkFor(person.email))).status).toBe(200);
    expect((await logInAs(person.username, NEW_PASSWORD)).status).toBe(200);
  });

  test('does not work for a person removed in the meantime', async () => {
    const { id, token } = await aForgetfulPerson();
    await portal.services.db
      .updateTable('person')
      .set({ removed_at: new Date() })
      .where('id', '=', id)
      .execute();
    expect([(await check(token)).status, (await reset(token)).status]).toEqual([403, 403]);
  });
});

describe('a reset', () => {
  test('ends all sessions, tokens and open sockets of the person within a second', async () => {
    const { id, token } = await aForgetfulPerson();
    const session = await createSession(portal.services.db, { id, expires_at: null }, 'header');
    const apiToken = newApiToken();
    const row = { person_id: id, name: 'script', token_hash: hashToken(apiToken) };
    await portal.services.db
      .insertInto('api_token')
      .values({ ...row, expires_at: new Date(Date.now() + 60_000) })
      .execute();
    const upload = {
      kind: 'collection',
      file_name: 'a.zip',
      size_bytes: 10,
      part_size: 8,
      person_id: id,
    } as const;
    const { id: uploadId } = await portal.services.db
      .insertInto('upload')
      .values(upload)
      .returning('id')
      .executeTakeFirstOrThrow();
    await portal.services.db.updateTable('person').set({ role: 'LAB' }).where('id', '=', id).execute();
    const sockets = await Promise.all(
      [session, apiToken].map((carried) =>
        portal.app.injectWS(`/ws/import-progress/${uploadId}/`, {
          headers: { authorization: `Token ${carried}` },
        }),
      ),
    );
    const closed = sockets.map(
      (socket) => new Promise<string>((resolve) => socket.once('close', () => resolve('closed'))),
    );
    expect((await reset(token)).status).toBe(200);
    const late = new Promise<string>((resolve) => setTimeout(() => resolve('still open'), 1000));
    expect(await Promise.all(closed.map((one) => Promise.race([one, late])))).toEqual(['closed', 'closed']);
    for (const carried of [session, apiToken])
      expect(
        (await portal.call(getMe, { headers: { authorization: `Token ${carried}` } })).refusal.code,
      ).toBe('invalid_token');
  });

  test('ends a session whose old password was verified at the same time', async () => {
    const { id, username, password, token } = await aForgetfulPerson();
    await Promise.all([...Array.from({ length: 8 }, () => logInAs(username, password)), reset(token)]);
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from session where person_id = ${id}`.execute(portal.services.db);
    expect(rows[0]?.n).toBe(0);
  });

  test('is reported to the person by mail and recorded in the audit log, including refusals', async () => {
    const { id, email, token } = await aForgetfulPerson();
    await reset(token);
    await reset(token);
    expect((await mailsTo(portal, email)).at(-1)?.subject).toBe('Your Omicon password was changed');
    const events = await portal.services.db
      .selectFrom('audit_event')
      .select(['action', 'result', 'object_number', 'detail'])
      .where('action', '=', 'reset password')
      .orderBy('id', 'desc')
      .limit(2)
      .execute();
    expect(events.map(({ result, object_number }) => [result, object_number])).toEqual([
      ['refused', null],
      ['done', id],
    ]);
    expect(JSON.stringify(events)).not.toContain(token);
  });
});
