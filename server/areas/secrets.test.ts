/** Secrets must not appear in logs, sent mail of the outbox, tables and jobs (SEC-14, SEC-19, SEC-24). */
import { Writable } from 'node:stream';
import { createToken } from '@omicon/contract/areas/people/account.ts';
import {
  checkPasswordReset,
  forgetPassword,
  getCode,
  register,
  resetPassword,
  verifyCode,
  verifyEmail,
} from '@omicon/contract/areas/people/registration.ts';
import { getMe, login } from '@omicon/contract/areas/people/sign-in.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { deliverMail } from '../base/jobs/outbox.ts';
import { createLog } from '../base/log.ts';
import { openMailServer } from '../test-support/mail-server.ts';
import { aSignUp, askFromNewAddress, mailsTo, tokensMailedTo } from '../test-support/open-calls.ts';
import { openTestPortal, type TestPortal } from '../test-support/portal.ts';
import { countRows } from '../test-support/tables.ts';

let portal: TestPortal;
let lines: string;
beforeAll(async () => {
  portal = await openTestPortal();
  lines = '';
  portal.services.log = createLog(
    'trace',
    new Writable({
      write(chunk, _encoding, done) {
        lines += String(chunk);
        done();
      },
    }),
  );
});
afterAll(() => portal.close());

/** Runs every call of the area, also failing ones. @returns secrets known only to the person */
async function walkThrough(): Promise<{ email: string; secrets: string[] }> {
  const form = aSignUp();
  const ask = (endpoint: Parameters<typeof askFromNewAddress>[1], body: unknown, headers = {}) =>
    askFromNewAddress(portal, endpoint, { body, headers });
  await ask(register, form);
  await ask(forgetPassword, { email: form.email });
  const [verification = '', reset = ''] = await tokensMailedTo(portal, form.email);
  await ask(verifyEmail, { token: verification });
  await ask(verifyEmail, { token: verification });
  await ask(checkPasswordReset, { token: reset });
  const password = 'Corpora mammillaria 2';
  for (let index = 0; index < 2; index += 1)
    await ask(resetPassword, { token: reset, password, confirm_password: password });
  const asked = await ask(getCode, { email: form.email });
  await portal.runJobs();
  const code = /code is (\d{6})/.exec((await mailsTo(portal, form.email)).at(-1)?.body ?? '')?.[1] ?? '';
  const cookie = [asked.headers['set-cookie']].flat()[0]?.split(';')[0] ?? '';
  await ask(verifyCode, { code }, { cookie, 'x-omicon-client': 'web' });
  const signedIn = await ask(login, { username: form.username, password });
  const { token: session } = JSON.parse(signedIn.text) as { token: string };
  const authorization = { authorization: `Token ${session}`, 'idempotency-key': 'my first token' };
  const made = await ask(createToken, { name: 'script', days: 1 }, authorization);
  const { token: apiToken } = JSON.parse(made.text) as { token: string };
  await portal.call(getMe, { headers: { authorization: `Token ${apiToken}` } });
  for (const path of ['/user-verification', '/reset-password', '/api/nothing'])
    await portal.app.inject({ url: `${path}?token=${reset}` });
  const secrets = [form.password, password, verification, reset, session, apiToken, cookie.slice(20), code];
  for (const secret of secrets) expect(secret.length).toBeGreaterThanOrEqual(6);
  return { email: form.email, secrets };
}

async function dumpTables(): Promise<string> {
  const parts: string[] = [];
  for (const name of Object.keys(await countRows(portal.services.db))) {
    if (name === 'outbox') continue;
    const { rows } = await sql<{ text: string | null }>`
      select string_agg(t::text, ' ') as text from ${sql.table(name)} t`.execute(portal.services.db);
    parts.push(rows[0]?.text ?? '');
  }
  const { rows } = await sql<{ text: string | null }>`
    select string_agg(j::text, ' ') as text from graphile_worker._private_jobs j`.execute(portal.services.db);
  return `${parts.join(' ')} ${rows[0]?.text ?? ''}`;
}

test('no log line and no table holds a password, a token, a link or a code', async () => {
  const { secrets } = await walkThrough();
  portal.services.log.info({ token: secrets[2], body: { password: secrets[0] } }, 'the log is read here');
  expect(lines).toContain('the log is read here');
  const dump = await dumpTables();
  expect(dump).toContain('my first token');
  for (const secret of secrets.slice(0, -1)) {
    expect(lines).not.toContain(secret);
    expect(dump).not.toContain(secret);
  }
  expect(lines).not.toContain(secrets.at(-1));
});

test('the text of a mail with a link or code is deleted after sending, that of other mail is kept', async () => {
  const { email } = await walkThrough();
  const server = await openMailServer();
  const services = { ...portal.services, config: { ...portal.services.config, smtpUrl: server.url } };
  const rows = await portal.services.db
    .selectFrom('outbox')
    .select('id')
    .where('recipient', '=', email)
    .execute();
  for (const { id } of rows) await deliverMail(services, id);
  await server.close();
  // Quoted-printable: lines continue after a trailing =, and = itself is =3D.
  const texts = server.mails.map((mail) => mail.replaceAll('=\r\n', '').replaceAll('=3D', '='));
  expect(texts.filter((mail) => mail.includes('/user-verification?token='))).toHaveLength(1);
  const bodies = (await mailsTo(portal, email)).map(({ body }) => body);
  expect(bodies.filter((body) => body.includes('token=') || /\d{6}/.test(body))).toEqual([]);
  expect(bodies.some((body) => body.includes('a new password was set'))).toBe(true);
});
