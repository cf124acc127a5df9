/**
 * Whether response times reveal who has an account: for each public account call, `TRIES` replies for addresses or
 * names with an account and as many without, alternating so that load affects both alike. The medians may differ by at
 * most 10 % or 10 ms.
 */
import { buildApp } from '@omicon/server/app.ts';
import type { OpenServices } from '@omicon/server/base/open-services.ts';
import { sql } from '@omicon/server/base/postgres/database.ts';
import { openEventHub } from '@omicon/server/base/postgres/events.ts';
import { hashPassword } from '@omicon/server/base/sign-in/passwords.ts';
import { hashToken, newToken } from '@omicon/server/base/sign-in/sessions.ts';
import { prepareTables } from '@omicon/server/prepare-tables.ts';
import { withServices } from '../../journeys/harness/services.ts';
import { withFolder } from '../../journeys/harness/temporary-folder.ts';
import { median } from '../report/figures.ts';
import { runScenarios } from '../report/run-scenarios.ts';

const TRIES = 200;

type App = Awaited<ReturnType<typeof buildApp>>;

interface Question {
  name: string;
  path: string;
  /** the body for an existing account, or for none */
  body(number: number, isKnown: boolean): Record<string, unknown>;
}

function nameOf(number: number, isKnown: boolean): string {
  return isKnown ? `known_${number}` : `nobody_${number}`;
}

function emailOf(number: number, isKnown: boolean): string {
  return `${nameOf(number, isKnown)}@laboratory.example`;
}

function questions(usedLinks: readonly string[]): Question[] {
  const password = 'Nucleus ambiguus 9';
  const link = (number: number, isKnown: boolean) => (isKnown ? usedLinks[number] : undefined) ?? newToken();
  return [
    {
      name: 'sign in',
      path: '/api/user-login',
      body: (number, isKnown) => ({ username: nameOf(number, isKnown), password }),
    },
    {
      name: 'forgot password',
      path: '/api/user-account-forget-password/',
      body: (number, isKnown) => ({ email: emailOf(number, isKnown) }),
    },
    {
      name: 'sign up',
      path: '/api/user-register',
      body: (number, isKnown) => ({
        first_name: 'Camillo',
        last_name: 'Golgi',
        username: `new_${number}_${isKnown}`,
        email: emailOf(number, isKnown),
        password,
        confirm_password: password,
      }),
    },
    {
      name: 'get code',
      path: '/api/get-code/',
      body: (number, isKnown) => ({ email: emailOf(number, isKnown) }),
    },
    {
      name: 'reset link check',
      path: '/api/check-expiry-reset-password/',
      body: (number, isKnown) => ({ token: link(number, isKnown) }),
    },
    {
      name: 'verification',
      path: '/api/email-verification/',
      body: (number, isKnown) => ({ token: link(number, isKnown) }),
    },
  ];
}

/** Accounts, each with a used link. */
async function makeAccounts({ db }: OpenServices): Promise<string[]> {
  const password_hash = await hashPassword('Locus coeruleus 31');
  const links: string[] = [];
  for (let number = 0; number < TRIES; number += 1) {
    const { id } = await db
      .insertInto('person')
      .values({
        role: 'RU',
        username: nameOf(number, true),
        email: emailOf(number, true),
        password_hash,
        verified_at: new Date(),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const token = newToken();
    await sql`
      insert into one_time_code (kind, person_id, secret_hash, expires_at, used_at)
      values ('reset-password', ${id}, ${hashToken(token)}, now() + interval '1 hour', now())`.execute(db);
    links.push(token);
  }
  return links;
}

/**
 * Time of one reply in ms, and its text. Each call has its own address, because public calls are limited by address.
 */
async function ask(
  app: App,
  question: Question,
  { number, isKnown }: { number: number; isKnown: boolean },
): Promise<{ ms: number; text: string }> {
  const address = `10.${isKnown ? 1 : 2}.${number >> 8}.${number & 255}`;
  const started = performance.now();
  const answer = await app.inject({
    method: 'POST',
    url: question.path,
    payload: question.body(number, isKnown),
    remoteAddress: address,
  });
  const ms = performance.now() - started;
  const { detail } = answer.json() as { detail: string };
  return { ms, text: `${answer.statusCode} ${detail}` };
}

async function measure(app: App, question: Question): Promise<void> {
  const known: number[] = [];
  const unknown: number[] = [];
  const text = new Set<string>();
  for (let number = 0; number < TRIES; number += 1) {
    // The first warms the caches for the second, so they alternate.
    for (const isKnown of number % 2 === 0 ? [true, false] : [false, true]) {
      const answer = await ask(app, question, { number, isKnown });
      (isKnown ? known : unknown).push(answer.ms);
      text.add(answer.text);
    }
  }
  if (text.size !== 1) throw new Error(`${question.name} answers differently: ${[...text].join(' | ')}`);
  const [withAccount, without] = [median(known), median(unknown)];
  const difference = Math.abs(withAccount - without);
  const isWithin = difference < 10 || difference < 0.1 * Math.max(withAccount, without);
  console.log(
    `  ${question.name.padEnd(18)} ${withAccount.toFixed(2)} ms with an account, ${without.toFixed(2)} ms without, ` +
      `${difference.toFixed(2)} ms apart (${isWithin ? 'within' : 'OUTSIDE'} the limit)`,
  );
}

/** Prints the medians of every public account call. */
export async function benchAccountTiming(): Promise<void> {
  const measureAll = (folder: string) =>
    withServices(
      folder,
      async (opened, databaseUrl) => {
        await prepareTables(databaseUrl);
        const hub = await openEventHub(databaseUrl);
        const app = await buildApp({ services: opened.services, hub });
        try {
          console.log(`\nresponse times of account calls, medians of ${TRIES} tries each`);
          for (const question of questions(await makeAccounts(opened))) await measure(app, question);
        } finally {
          await app.close();
          await hub.close();
        }
      },
      8,
    );
  await withFolder(measureAll);
}

if (import.meta.main) await runScenarios({ 'account-timing': benchAccountTiming });
