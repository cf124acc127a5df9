/** Validation of the sign-up form and its passwords (SEC-20). */

import { register } from '@omicon/contract/areas/people/registration.ts';
import { getLoginKey, login } from '@omicon/contract/areas/people/sign-in.ts';
import { CompactEncrypt, importJWK } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { aRegisteredPerson, aSignUp, askFromNewAddress } from '../../test-support/open-calls.ts';
import { openTestPortal, type TestPortal } from '../../test-support/portal.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal({ OMICON_PUBLIC_URL: 'https://omicon.lab.test/' });
});
afterAll(() => portal.close());

function signUp(change: Record<string, unknown> = {}, headers: Record<string, string> = {}) {
  return askFromNewAddress(portal, register, { body: aSignUp(change), headers });
}

function logInAs(username: string, password: string) {
  return askFromNewAddress(portal, login, { body: { username, password } });
}

async function personCalled(username: string) {
  return portal.services.db
    .selectFrom('person')
    .selectAll()
    .where('username', '=', username)
    .executeTakeFirstOrThrow();
}

async function encrypt(password: string): Promise<string> {
  const { reply } = await portal.call(getLoginKey);
  const { kty = '', n = '', e = '' } = reply.key;
  return new CompactEncrypt(new TextEncoder().encode(password))
    .setProtectedHeader({ alg: 'RSA-OAEP-256', enc: 'A256GCM', kid: reply.key_id })
    .encrypt(await importJWK({ kty, n, e }, 'RSA-OAEP-256'));
}

describe('a form', () => {
  test.each<[string, Record<string, unknown>, string, string]>([
    ['without first name', { first_name: '' }, 'first_name', 'Enter first name'],
    ['with a blank first name', { first_name: '  ' }, 'first_name', 'Enter first name'],
    ['without last name', { last_name: '' }, 'last_name', 'Enter last name'],
    ['without user name', { username: '' }, 'username', 'Enter user name'],
    ['without e-mail', { email: '' }, 'email', 'Enter email address'],
    ['with half an e-mail', { email: 'cajal@' }, 'email', "You've entered an incorrect email address."],
    [
      'with NUL in the e-mail',
      { email: 'a\u0000b@neuro.test' },
      'email',
      'Please enter text without control characters.',
    ],
    [
      'with a lone surrogate in the e-mail',
      { email: '\ud800@neuro.test' },
      'email',
      'Please enter text without control characters.',
    ],
    [
      'with two addresses',
      { email: 'a@b.test,c@d.test' },
      'email',
      "You've entered an incorrect email address.",
    ],
    [
      'with a line break in the e-mail',
      { email: 'a@b.test\nBcc: c@d.test' },
      'email',
      "You've entered an incorrect email address.",
    ],
    [
      'with NUL in a name',
      { first_name: 'San\u0000tiago' },
      'first_name',
      'Please enter text without control characters.',
    ],
    [
      'with a lone surrogate in a name',
      { last_name: 'Cajal\udc00' },
      'last_name',
      'Please enter text without control characters.',
    ],
    [
      'with NUL in the password',
      { password: 'Dentate\u0000gyrus' },
      'password',
      'Please enter text without control characters.',
    ],
    ['with a short password', { password: 'Gyrus 1' }, 'password', 'Minimum length is 8'],
    ['with seven emoji as password', { password: '🧠🧬🔬🧪🧫🐁🦠' }, 'password', 'Minimum length is 8'],
    [
      'with 129 characters',
      { password: 'Hilus '.repeat(22).slice(0, 129) },
      'password',
      'Maximum length is 128',
    ],
    [
      'with two passwords',
      { confirm_password: 'Dentate gyrus 18' },
      'confirm_password',
      "Passwords don't match",
    ],
    [
      'with a common password',
      { password: 'Password123' },
      'password',
      'This password is too easy to guess. Please choose another one.',
    ],
    [
      'with the product as password',
      { password: 'Omicon2026!' },
      'password',
      'This password is too easy to guess. Please choose another one.',
    ],
    [
      'with the own name as password',
      { password: 'santiagocajal' },
      'password',
      'This password is too easy to guess. Please choose another one.',
    ],
    [
      'with the own mailbox as password',
      { email: 'hippocampus@neuro.test', password: 'hippocampus1' },
      'password',
      'This password is too easy to guess. Please choose another one.',
    ],
  ])('%s is refused with its sentence', async (_, change, field, sentence) => {
    const answer = await signUp(change);
    expect([answer.status, answer.refusal.error, answer.refusal.fields?.[field]]).toEqual([
      400,
      sentence,
      sentence,
    ]);
  });

  test('encrypted with two different passwords is refused', async () => {
    const answer = await signUp({
      password: await encrypt('Dentate gyrus 19'),
      confirm_password: await encrypt('Dentate gyrus 18'),
    });
    expect([answer.status, answer.refusal.detail]).toEqual([400, "Passwords don't match"]);
  });
});

describe('a password', () => {
  test.each([
    ['of 8 characters', 'Hilus ca'],
    ['of 128 characters', 'Ammon horn CA1 '.repeat(9).slice(0, 128)],
    ['of 128 emoji', '🧠🧬'.repeat(64)],
    ['beyond 72 bytes', `${'x'.repeat(72)}y`],
    ['of text from right to left', 'قشرة الدماغ \u202e x'],
  ])('%s counts to its last character, encrypted or typed', async (_, password) => {
    const sent = await encrypt(password);
    const { username } = await aRegisteredPerson(portal, { password: sent, confirm_password: sent });
    expect((await logInAs(username, password)).status).toBe(200);
    expect((await logInAs(username, [...password].slice(0, -1).join(''))).status).toBe(401);
  });

  test('of two people gives two hashes', async () => {
    const people = [await aRegisteredPerson(portal), await aRegisteredPerson(portal)];
    const hashes = await Promise.all(
      people.map(async ({ username }) => (await personCalled(username)).password_hash),
    );
    expect(hashes[0]).toMatch(/^argon2id\$/);
    expect(hashes[0]).not.toBe(hashes[1]);
  });
});
