import { forgetPassword } from '@omicon/contract/areas/people/registration.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { aRegisteredPerson, askFromNewAddress, mailsTo } from '../../test-support/open-calls.ts';
import { openTestPortal, type TestPortal } from '../../test-support/portal.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal({ OMICON_PUBLIC_URL: 'https://omicon.lab.test' });
});
afterAll(() => portal.close());

function forget(email: string, headers: Record<string, string> = {}) {
  return askFromNewAddress(portal, forgetPassword, { body: { email }, headers });
}

describe('requesting a link', () => {
  test('has the same reply for everybody, byte by byte', async () => {
    const { email } = await aRegisteredPerson(portal);
    const answers = [await forget(email), await forget('nobody@neuro.test')];
    expect(answers.map(({ status, text }) => [status, text])).toEqual([
      [200, '{"detail":"Reset link sent!"}'],
      [200, '{"detail":"Reset link sent!"}'],
    ]);
  });

  test('does the same work for everybody', async () => {
    const { email } = await aRegisteredPerson(portal);
    await portal.runJobs();
    const counts: unknown[] = [];
    for (const address of [email, 'stranger@neuro.test']) {
      await sql`delete from graphile_worker._private_jobs`.execute(portal.services.db);
      await forget(address);
      const { rows } = await sql`
        select (select count(*)::int from one_time_code where kind = 'reset-password') as codes,
               (select count(*)::int from outbox) as mails,
               (select count(*)::int from graphile_worker.jobs) as jobs`.execute(portal.services.db);
      counts.push(rows[0]);
    }
    expect(counts[0]).toEqual(counts[1]);
  });

  test.each([
    ['', 'Enter email address'],
    ['cajal', "You've entered an incorrect email address."],
    ['a\u0000@neuro.test', 'Please enter text without control characters.'],
  ])('with the address %j is refused with its sentence', async (email, sentence) => {
    const answer = await forget(email);
    expect([answer.status, answer.refusal.error]).toEqual([400, sentence]);
  });

  test('mails a link to the stored address, in whatever letter case it was typed', async () => {
    const { email, username } = await aRegisteredPerson(portal);
    await forget(email.toUpperCase(), { host: 'evil.test', 'x-forwarded-host': 'evil.test' });
    await portal.runJobs();
    const mail = (await mailsTo(portal, email)).at(-1);
    expect(mail?.body).toMatch(/^https:\/\/omicon\.lab\.test\/reset-password\?token=[\w-]{43}$/m);
    expect(mail?.body).toContain(username);
    expect(mail?.body).not.toContain('evil');
  });

  test.each(['removed', 'passwordless'])('mails nothing to a person who is %s', async (kind) => {
    const { id, email } = await aRegisteredPerson(portal);
    const change = kind === 'removed' ? { removed_at: new Date() } : { password_hash: null };
    await portal.services.db.updateTable('person').set(change).where('id', '=', id).execute();
    const before = (await mailsTo(portal, email)).length;
    await forget(email);
    await portal.runJobs();
    expect(await mailsTo(portal, email)).toHaveLength(before);
  });

  test('is limited to ten links per hour and person, from all addresses together', async () => {
    const { email } = await aRegisteredPerson(portal);
    for (let index = 0; index < 12; index += 1) {
      await forget(email);
      await portal.runJobs();
    }
    expect(await mailsTo(portal, email)).toHaveLength(1 + 10);
  });
});
