/** Verification codes by mail (SEC-18, SEC-19). */

import { getCode, verifyCode } from '@omicon/contract/areas/people/registration.ts';
import { login } from '@omicon/contract/areas/people/sign-in.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  anUnverifiedPerson,
  askForCode,
  askFromNewAddress,
  enterCode,
  isVerified,
  mailsTo,
} from '../../test-support/open-calls.ts';
import { openTestPortal, type TestPortal } from '../../test-support/portal.ts';

const WRONG = "You've entered an invalid code, it has expired, or it has already been used.";

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal();
});
afterAll(() => portal.close());

async function codeMailedTo(email: string): Promise<string> {
  const body = (await mailsTo(portal, email)).at(-1)?.body ?? '';
  return /code is (\d{6})\./.exec(body)?.[1] ?? '';
}

async function aCode() {
  const person = await anUnverifiedPerson(portal);
  const { cookie } = await askForCode(portal, { email: person.email });
  return { ...person, cookie, code: await codeMailedTo(person.email) };
}

function anotherCode(code: string): string {
  return String((Number(code) + 1) % 1_000_000).padStart(6, '0');
}

describe('a code', () => {
  test('verifies the account, so that its owner can sign in', async () => {
    const { id, username, password, code, cookie } = await aCode();
    const answer = await enterCode(portal, ` ${code.slice(0, 3)} ${code.slice(3)}`, cookie);
    expect(answer.reply).toEqual({ detail: 'User verified successfully!' });
    expect(await isVerified(portal, id)).toBe(true);
    expect((await askFromNewAddress(portal, login, { body: { username, password } })).status).toBe(200);
  });

  test('is bound to a cookie that no script can read', async () => {
    const person = await anUnverifiedPerson(portal);
    const { setCookie } = await askForCode(portal, { email: person.email });
    const [value = '', ...attributes] = setCookie.split('; ');
    expect(value).toMatch(/^__Host-omicon-code=[\w-]{43}$/);
    expect(attributes.toSorted()).toEqual(['HttpOnly', 'Max-Age=600', 'Path=/', 'SameSite=Lax', 'Secure']);
  });

  test('is of no use in another browser', async () => {
    const { id, code } = await aCode();
    const other = await askForCode(portal, { email: 'nobody@neuro.test' });
    for (const cookie of [other.cookie, '__Host-omicon-code=', '__Host-omicon-code=x']) {
      const answer = await enterCode(portal, code, cookie);
      expect([answer.status, answer.refusal.error]).toEqual([400, WRONG]);
    }
    expect((await askFromNewAddress(portal, verifyCode, { body: { code } })).refusal.error).toBe(WRONG);
    expect(await isVerified(portal, id)).toBe(false);
  });

  test('can be tried five times at most', async () => {
    const { id, code, cookie } = await aCode();
    for (let index = 0; index < 5; index += 1)
      expect((await enterCode(portal, anotherCode(code), cookie)).refusal.error).toBe(WRONG);
    expect((await enterCode(portal, code, cookie)).refusal.error).toBe(WRONG);
    expect(await isVerified(portal, id)).toBe(false);
  });

  test('is accepted at the fifth attempt', async () => {
    const { id, code, cookie } = await aCode();
    for (let index = 0; index < 4; index += 1) await enterCode(portal, anotherCode(code), cookie);
    expect((await enterCode(portal, code, cookie)).status).toBe(200);
    expect(await isVerified(portal, id)).toBe(true);
  });

  test('cannot be guessed by 20 concurrent attempts: only five are checked', async () => {
    const { code, cookie } = await aCode();
    await Promise.all(Array.from({ length: 20 }, () => enterCode(portal, anotherCode(code), cookie)));
    const { rows } = await sql<{ tries: number }>`
      select tries from one_time_code where kind = 'code' order by id desc limit 1`.execute(
      portal.services.db,
    );
    expect(rows[0]?.tries).toBe(5);
  });

  test('works for exactly one of five concurrent attempts, and never again', async () => {
    const { code, cookie } = await aCode();
    const answers = await Promise.all(Array.from({ length: 5 }, () => enterCode(portal, code, cookie)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await enterCode(portal, code, cookie)).refusal.error).toBe(WRONG);
  });

  test('expires after ten minutes', async () => {
    const { code, cookie } = await aCode();
    const { rows } = await sql<{ minutes: number }>`
      update one_time_code set created_at = created_at - interval '10 minutes', expires_at = expires_at - interval '10 minutes'
       where kind = 'code' returning extract(epoch from expires_at - created_at)::int / 60 as minutes`.execute(
      portal.services.db,
    );
    expect(rows.at(-1)?.minutes).toBe(10);
    expect((await enterCode(portal, code, cookie)).refusal.error).toBe(WRONG);
  });

  test('is not stored in plain text', async () => {
    const { code } = await aCode();
    const { rows } = await sql<{ text: string }>`select c::text as text from one_time_code c`.execute(
      portal.services.db,
    );
    expect(rows.filter(({ text }) => text.includes(`,${code},`))).toEqual([]);
  });
});

describe('a reply', () => {
  const bare = (text: string) => text.replace(/"request_id":"[^"]+"/, '');

  test('to a wrong code is the same with and without an account, before and after the limit', async () => {
    const known = await aCode();
    const unknown = await askForCode(portal, { email: 'nobody@neuro.test' });
    const texts = new Set<string>();
    for (let index = 0; index < 6; index += 1)
      for (const cookie of [known.cookie, unknown.cookie])
        texts.add(bare((await enterCode(portal, anotherCode(known.code), cookie)).text));
    expect(texts.size).toBe(1);
  });

  test.each([
    [{ email: 'cajal' }, "You've entered an incorrect email address."],
    [{ phone_number: '' }, 'Enter phone number'],
    [{ phone_number: '12345' }, 'Minimum length is 6'],
    [{ phone_number: '12345678901234' }, 'Maximum length is 13'],
    [{ phone_number: '+49170123' }, 'Please enter a valid number'],
    [{}, 'Enter email address or phone number'],
    [{ email: 'a@b.test', phone_number: '123456' }, 'Enter email address or phone number'],
  ])('to %j is its sentence', async (body, sentence) => {
    const answer = await askFromNewAddress(portal, getCode, { body });
    expect([answer.status, answer.refusal.error]).toEqual([400, sentence]);
  });

  test('to a malformed code is the same as to a wrong one', async () => {
    const { cookie } = await aCode();
    for (const code of ['abcdef', '٣٤٥٦٧٨', '-1', '1e5'])
      expect((await enterCode(portal, code, cookie)).refusal.error).toBe(WRONG);
    expect((await enterCode(portal, '', cookie)).refusal.error).toBe('Enter Code');
  });
});
