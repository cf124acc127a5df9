/** Verification codes by text message, through the service of the laboratory (SEC-18). */
import { createServer, type Server } from 'node:http';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { anUnverifiedPerson, askForCode, enterCode, isVerified } from '../../test-support/open-calls.ts';
import { openTestPortal, type TestPortal } from '../../test-support/portal.ts';

let portal: TestPortal;
/** without a service */
let silent: TestPortal;
let service: Server;
let messages: unknown[];
let answerOfService: number;

beforeAll(async () => {
  messages = [];
  answerOfService = 200;
  service = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      messages.push(JSON.parse(Buffer.concat(chunks).toString()));
      response.writeHead(answerOfService, { location: 'http://127.0.0.1:1/' }).end();
    });
  });
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
  const address = service.address();
  const port = address && typeof address === 'object' ? address.port : 0;
  portal = await openTestPortal({ SMS_WEBHOOK_URL: `http://127.0.0.1:${port}/send` });
  silent = await openTestPortal();
});
afterAll(async () => {
  await Promise.all([portal.close(), silent.close()]);
  await new Promise((resolve) => service.close(resolve));
});

describe('requesting a code', () => {
  test('has the same reply whether or not an account has the address or number', async () => {
    const { email } = await anUnverifiedPerson(portal);
    await anUnverifiedPerson(portal, '4917012345678');
    const answers = [
      await askForCode(portal, { email }),
      await askForCode(portal, { email: 'nobody@neuro.test' }),
      await askForCode(portal, { phone_number: '4917012345678' }),
      await askForCode(portal, { phone_number: '123456' }),
      await askForCode(silent, { phone_number: '123456' }),
    ];
    for (const { answer, cookie } of answers) {
      expect([answer.status, answer.text]).toEqual([200, answers[0]?.answer.text]);
      expect(cookie).toMatch(/^__Host-omicon-code=/);
    }
  });
});

describe('a text message', () => {
  test('is sent through the service of the laboratory', async () => {
    const { id } = await anUnverifiedPerson(portal, '491512345678');
    messages.length = 0;
    const { cookie } = await askForCode(portal, { phone_number: '491512345678' });
    expect(messages).toEqual([
      {
        to: '491512345678',
        text: expect.stringMatching(/^Your Omicon verification code is \d{6}\. It works once/),
      },
    ]);
    const code = /\d{6}/.exec(JSON.stringify((messages[0] as { text: string }).text))?.[0] ?? '';
    expect((await enterCode(portal, code, cookie)).status).toBe(200);
    expect(await isVerified(portal, id)).toBe(true);
  });

  /** Waits until the failure of jobs is recorded. */
  async function failedOnce(): Promise<{ attempts: number }[]> {
    for (let tries = 0; ; tries += 1) {
      const { rows } = await sql<{ attempts: number; is_noted: boolean }>`
        select attempts, locked_at is null and last_error is not null as is_noted
          from graphile_worker.jobs where task_identifier = 'send_code'`.execute(portal.services.db);
      if (tries === 100 || rows.every((row) => row.is_noted))
        return rows.map(({ attempts }) => ({ attempts }));
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  test('is retried if the service refuses it; redirects of the service are not followed', async () => {
    const { id } = await anUnverifiedPerson(portal, '491700000001');
    for (const status of [500, 302]) {
      answerOfService = status;
      await askForCode(portal, { phone_number: '491700000001' });
      expect(await failedOnce()).toEqual([{ attempts: 1 }]);
      await sql`update graphile_worker._private_jobs set run_at = now()`.execute(portal.services.db);
      answerOfService = 200;
      await portal.runJobs();
    }
    const { rows } = await sql<{ living: number }>`
      select count(*) filter (where used_at is null)::int as living from one_time_code where person_id = ${id} and kind = 'code'`.execute(
      portal.services.db,
    );
    expect(rows[0]?.living).toBe(2);
  });

  test('is not sent without a service, or to a number shared by two people', async () => {
    await anUnverifiedPerson(silent, '491511111111');
    await askForCode(silent, { phone_number: '491511111111' });
    const codes = await silent.services.db
      .selectFrom('one_time_code')
      .select('id')
      .where('kind', '=', 'code')
      .execute();
    expect(codes).toEqual([]);
    for (let index = 0; index < 2; index += 1) await anUnverifiedPerson(portal, '491522222222');
    messages.length = 0;
    await askForCode(portal, { phone_number: '491522222222' });
    expect(messages).toEqual([]);
  });
});
