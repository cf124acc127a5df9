/**
 * A thousand comments with a mention each, half of them through each of two processes on one database, one of which is
 * killed meanwhile. Calls without a response are repeated on the other process with the same key: every comment exists
 * once, with one notification, and open sockets of both processes receive it.
 */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { type OpenServices, openServices } from '@omicon/server/base/open-services.ts';
import { sql } from '@omicon/server/base/postgres/database.ts';
import {
  type EmbeddedPostgres,
  removeEmbeddedPostgres,
  startEmbeddedPostgres,
} from '@omicon/server/base/postgres/embedded-postgres.ts';
import { createSession } from '@omicon/server/base/sign-in/sessions.ts';
import { readConfig } from '@omicon/server/config.ts';
import { verifyConsistency } from '@omicon/server/database/operations/verify.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Portal, until } from '../harness/portal.ts';
import { startPortal } from '../harness/start-portal.ts';

const COMMENTS = 1000;
const PEOPLE = 20;
/** concurrent requests per process */
const AT_A_TIME = 6;

interface Person {
  id: number;
  token: string;
}

let folder: string;
let postgres: EmbeddedPostgres;
let opened: OpenServices;
let processes: [Portal, Portal];
let people: Person[];
let collection: number;

function startWeb(name: string): Promise<Portal> {
  const env = { DATABASE_URL: postgres.url, OMICON_ROLE: 'web' };
  return startPortal({ args: ['--empty'], dataDir: path.join(folder, name), env });
}

async function aMember(number: number): Promise<Person> {
  const person = await opened.db
    .insertInto('person')
    .values({ role: 'LAB', username: `member_${number}`, verified_at: new Date() })
    .returning(['id', 'expires_at'])
    .executeTakeFirstOrThrow();
  return { id: person.id, token: await createSession(opened.db, person, 'header') };
}

async function aCollection(): Promise<number> {
  const { rows } = await sql<{ number: number }>`
    with record as (insert into omicon_record (type) values ('DC') returning number)
    insert into data_collection (number, version, name, title, attributes, sample_columns, number_of_samples, visibility, content_sha256)
    select number, 1, 'TALK', 'Talk 2026', '[]', '{}', 0, 'public', '\\x00' from record returning number`.execute(
    opened.db,
  );
  return rows[0]?.number ?? 0;
}

beforeAll(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'omicon-talk-'));
  postgres = await startEmbeddedPostgres(folder, { isDurable: true });
  // One after the other, because the first migrates the database.
  const first = await startWeb('first');
  processes = [first, await startWeb('second')];
  const config = readConfig({ OMICON_DATA_DIR: path.join(folder, 'test'), LOG_LEVEL: 'silent' });
  opened = await openServices(config, postgres.url, { connections: 4 });
  collection = await aCollection();
  people = [];
  for (let number = 0; number < PEOPLE; number += 1) people.push(await aMember(number));
});

afterAll(async () => {
  await opened.close();
  for (const portal of processes) await portal.stop();
  await postgres.stop();
  removeEmbeddedPostgres(folder);
  rmSync(folder, { recursive: true, force: true });
});

interface Work {
  number: number;
  key: string;
}

const authorOf = (number: number) => people[number % PEOPLE] as Person;
const mentionedIn = (number: number) => people[(number * 7 + 1) % PEOPLE] as Person;

/** @returns the number of the comment; throws if there was no response */
async function send(portal: Portal, { number, key }: Work): Promise<number> {
  const { id } = mentionedIn(number);
  const answer = await fetch(`${portal.address}/api/comment/create/`, {
    method: 'POST',
    headers: {
      authorization: `Token ${authorOf(number).token}`,
      'content-type': 'application/json',
      'idempotency-key': key,
    },
    body: JSON.stringify({
      entity_type: 'dc',
      entity_id: collection,
      message: `<p>nr ${number} <span class="mention" data-type="mention" data-id="${id}" data-label="x">@x</span></p>`,
      comment_page_url: '/home',
    }),
  });
  const text = await answer.text();
  if (answer.status !== 201) throw new Error(`${answer.status}: ${text}`);
  return (JSON.parse(text) as { id: number }).id;
}

/** Sends all comments, some at a time. @returns those without a response */
async function sendAll(portal: Portal, work: readonly Work[], onAnswer: (id: number, work: Work) => void) {
  const waiting = work.values();
  const unanswered: Work[] = [];
  const client = async () => {
    for (const item of waiting)
      await send(portal, item).then(
        (id) => onAnswer(id, item),
        () => unanswered.push(item),
      );
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, client));
  return unanswered;
}

/** Counts the messages of a collection's socket. */
async function listen(portal: Portal): Promise<{ heard(): number; close(): void }> {
  const address = `${portal.address.replace('http', 'ws')}/ws/comment-notification/${collection}/`;
  const options = { headers: { authorization: `Token ${authorOf(0).token}` } };
  // The types know only the browser's second argument, protocols; Node's also takes options.
  const socket = new WebSocket(address, options as unknown as string[]);
  let changes = 0;
  await new Promise<void>((resolve, reject) => {
    socket.addEventListener('error', () => reject(new Error(`${address} was refused.`)));
    socket.addEventListener('message', ({ data }) => {
      const { type } = JSON.parse(String(data)) as { type: string };
      if (type === 'comments-changed') changes += 1;
      if (type === 'ready') resolve();
    });
  });
  return { heard: () => changes, close: () => socket.close() };
}

async function hearsOf(listener: { heard(): number }, from: Portal, number: number): Promise<void> {
  const before = listener.heard();
  await send(from, { number, key: randomUUID() });
  await until('the socket', async () => (listener.heard() > before ? true : null));
}

test('an acknowledged comment exists once, whichever process was killed', async () => {
  const [first, second] = processes;
  const [onFirst, onSecond] = [await listen(first), await listen(second)];
  const work = Array.from({ length: COMMENTS }, (_, number) => ({ number, key: randomUUID() }));
  const answers = new Map<number, number>();
  const note = (id: number, { number }: Work) => {
    answers.set(number, id);
    if (answers.size === COMMENTS / 4) first.process.kill('SIGKILL');
  };
  const [lost, kept] = await Promise.all([
    sendAll(first, work.slice(0, COMMENTS / 2), note),
    sendAll(second, work.slice(COMMENTS / 2), note),
  ]);
  expect(kept).toEqual([]);
  // Some were in flight, most not yet sent.
  expect(lost.length).toBeGreaterThan(100);
  expect(onFirst.heard()).toBeGreaterThan(0);
  expect(await sendAll(second, lost, note)).toEqual([]);
  // Repeat all calls: the responses are the same.
  for (const item of work.filter(({ number }) => number % 50 === 0))
    expect(await send(second, item)).toBe(answers.get(item.number));

  const { rows } = await sql<{ id: number; number: number; mentioned: number[]; told: number[] }>`
    select c.id, substring(c.plain_text from 'nr ([0-9]+)')::int as number,
           array(select m.person_id from comment_mention m where m.comment_id = c.id) as mentioned,
           array(select n.person_id from notification n where n.kind = 'mention' and n.subject = 'comment ' || c.id) as told
      from comment c order by 2`.execute(opened.db);
  expect(rows).toEqual(
    work.map(({ number }) => {
      const { id } = mentionedIn(number);
      return { id: answers.get(number), number, mentioned: [id], told: [id] };
    }),
  );
  await until('the last note', async () => (onSecond.heard() >= COMMENTS / 2 ? true : null));
  onSecond.close();
  expect(await verifyConsistency(opened.services)).toMatchObject({ half: 0, dangling: 0 });
});

test('sockets of each process receive comments sent through the other, even after a restart of one', async () => {
  const [, second] = processes;
  const again = await startWeb('first');
  processes = [again, second];
  const [onFirst, onSecond] = [await listen(again), await listen(second)];
  await hearsOf(onFirst, second, COMMENTS);
  await hearsOf(onSecond, again, COMMENTS + 1);
  onFirst.close();
  onSecond.close();
});
