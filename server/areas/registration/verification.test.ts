import { register, verifyEmail } from '@omicon/contract/areas/people/registration.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hashToken } from '../../base/sign-in/sessions.ts';
import { aSignUp, askFromNewAddress, mailsTo, tokensMailedTo } from '../../test-support/open-calls.ts';
import { openTestPortal, type TestPortal } from '../../test-support/portal.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal({ OMICON_PUBLIC_URL: 'https://omicon.lab.test/' });
});
afterAll(() => portal.close());

function verify(token: string) {
  return askFromNewAddress(portal, verifyEmail, { body: { token } });
}

describe('a verification link', () => {
  const UNSUCCESSFUL = 'User verification unsuccessful!';

  test('uses the configured address, not the Host header', async () => {
    const form = aSignUp();
    await askFromNewAddress(portal, register, {
      body: form,
      headers: {
        host: 'evil.test',
        'x-forwarded-host': 'evil.test',
        'x-forwarded-proto': 'http',
        forwarded: 'host=evil.test',
      },
    });
    const [mail] = await mailsTo(portal, form.email);
    expect(mail?.body).toMatch(/^https:\/\/omicon\.lab\.test\/user-verification\?token=[\w-]{43}$/m);
    expect(mail?.body).not.toContain('evil');
  });

  test('is mailed without any input of the person who signed up', async () => {
    const form = aSignUp({ first_name: 'http://evil.test', institution: 'evil.test' });
    await askFromNewAddress(portal, register, { body: form });
    expect((await mailsTo(portal, form.email))[0]?.body).not.toContain('evil');
  });

  test('works once', async () => {
    const form = aSignUp();
    await askFromNewAddress(portal, register, { body: form });
    const [token = ''] = await tokensMailedTo(portal, form.email);
    expect((await verify(token)).status).toBe(200);
    const again = await verify(token);
    expect([again.status, again.refusal.error]).toEqual([403, UNSUCCESSFUL]);
  });

  test('works for exactly one of 20 at once', async () => {
    const form = aSignUp();
    await askFromNewAddress(portal, register, { body: form });
    const [token = ''] = await tokensMailedTo(portal, form.email);
    const answers = await Promise.all(Array.from({ length: 20 }, () => verify(token)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test('expires after 24 hours', async () => {
    const form = aSignUp();
    await askFromNewAddress(portal, register, { body: form });
    const [token = ''] = await tokensMailedTo(portal, form.email);
    const { rows } = await sql<{ hours: number }>`
      update one_time_code set created_at = created_at - interval '24 hours', expires_at = expires_at - interval '24 hours'
       where secret_hash = ${hashToken(token)}
      returning extract(epoch from expires_at - created_at)::int / 3600 as hours`.execute(portal.services.db);
    expect(rows[0]?.hours).toBe(24);
    expect((await verify(token)).refusal.error).toBe(UNSUCCESSFUL);
  });

  test('is not used up by opening it', async () => {
    const form = aSignUp();
    await askFromNewAddress(portal, register, { body: form });
    const [token = ''] = await tokensMailedTo(portal, form.email);
    for (const url of ['/user-verification', '/api/email-verification/'])
      for (const method of ['GET', 'HEAD'] as const)
        await portal.app.inject({ method, url: `${url}?token=${token}` });
    expect((await verify(token)).status).toBe(200);
  });

  test('cannot reset a password, and an unknown token is refused in the same way', async () => {
    const answers = [await verify('A'.repeat(43)), await verify('B'.repeat(20))];
    for (const answer of answers) expect([answer.status, answer.refusal.error]).toEqual([403, UNSUCCESSFUL]);
    expect((await verify('short')).refusal.error).toBe('Invalid or no token available!');
  });
});
