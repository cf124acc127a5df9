/**
 * Durable comments over HTTP, each with a mention: `RATE` a second for `SECONDS`, sent on schedule even if earlier ones
 * are not answered yet, so that a pause of the server counts for all that wait (REL-13: p99 within 250 ms).
 * Calibrations before and after measure the machine: replies a second of a bare Node server, and rows a second
 * committed by one connection. The run is void if they differ by more than 20 %.
 */
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import http from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from '@omicon/server/base/postgres/database.ts';
import { createSession } from '@omicon/server/base/sign-in/sessions.ts';
import { describeMachine, openProduct, type Product } from '../../journeys/harness/product.ts';
import { makeCollection } from '../records.ts';

const RATE = 200;
const SECONDS = 20;
const PEOPLE = 50;
const CONNECTIONS = 64;
const CALIBRATION_MS = 3000;
/** Warm-up seconds, not measured, in which server and client code is compiled. */
const WARM_UP = 3;

const agent = new http.Agent({ keepAlive: true, maxSockets: CONNECTIONS });

function ask(
  url: string,
  options: http.RequestOptions,
  body?: string,
): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const request = http.request(url, { ...options, agent }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('end', () =>
        resolve({ status: answer.statusCode ?? 0, text: Buffer.concat(chunks).toString() }),
      );
    });
    request.on('error', reject);
    request.end(body);
  });
}

const BARE_SERVER = `
  const server = require('node:http').createServer((request, answer) => {
    answer.setHeader('content-type', 'application/json');
    answer.end('{"detail":"ok"}');
  });
  server.listen(0, 'localhost', () => console.log(server.address().port));`;

/** Replies a second of an empty server, over the same connections. */
async function calibrateHttp(): Promise<number> {
  const child = spawn(process.execPath, ['-e', BARE_SERVER], { stdio: ['ignore', 'pipe', 'inherit'] });
  const port = await new Promise<string>((resolve) =>
    child.stdout.once('data', (chunk: Buffer) => resolve(chunk.toString().trim())),
  );
  const until = performance.now() + CALIBRATION_MS;
  let answers = 0;
  const client = async () => {
    while (performance.now() < until) {
      await ask(`http://localhost:${port}/`, {});
      answers += 1;
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, client));
  child.kill('SIGTERM');
  return (answers * 1000) / CALIBRATION_MS;
}

/** Rows a second that one connection commits, each flushed to disk. */
async function calibrateDatabase({ opened }: Product): Promise<number> {
  await sql`create table if not exists bench_row (id integer generated always as identity, text text)`.execute(
    opened.db,
  );
  const until = performance.now() + CALIBRATION_MS;
  let rows = 0;
  for (; performance.now() < until; rows += 1)
    await sql`insert into bench_row (text) values (${'x'.repeat(200)})`.execute(opened.db);
  return (rows * 1000) / CALIBRATION_MS;
}

interface Calibration {
  http: number;
  database: number;
}

async function calibrate(product: Product): Promise<Calibration> {
  return { http: await calibrateHttp(), database: await calibrateDatabase(product) };
}

interface Member {
  id: number;
  token: string;
}

async function makeMembers({ opened }: Product): Promise<Member[]> {
  const members: Member[] = [];
  for (let number = 0; number < PEOPLE; number += 1) {
    const person = await opened.db
      .insertInto('person')
      .values({ role: 'LAB', username: `writer_${randomUUID()}`, verified_at: new Date() })
      .returning(['id', 'expires_at'])
      .executeTakeFirstOrThrow();
    members.push({ id: person.id, token: await createSession(opened.db, person, 'header') });
  }
  return members;
}

/** Sends one comment by one member that mentions the next. @returns ms from when it was due until its reply was read */
async function comment(
  product: Product,
  collection: number,
  members: readonly Member[],
  number: number,
): Promise<void> {
  const author = members[number % PEOPLE];
  const mentioned = members[(number + 1) % PEOPLE];
  const span = `<span class="mention" data-type="mention" data-id="${mentioned?.id}" data-label="x">@x</span>`;
  const { status, text } = await ask(
    `${product.address}/api/comment/create/`,
    {
      method: 'POST',
      headers: {
        authorization: `Token ${author?.token}`,
        'content-type': 'application/json',
        'idempotency-key': randomUUID(),
      },
    },
    JSON.stringify({
      entity_type: 'dc',
      entity_id: collection,
      message: `<p>Batch <strong>${number}</strong> differs, ${span}.</p>`,
      comment_page_url: '/home',
    }),
  );
  if (status !== 201) throw new Error(`A comment was answered with ${status}: ${text}`);
}

interface Sending {
  product: Product;
  collection: number;
  members: readonly Member[];
  seconds: number;
}

/** @returns for each comment the ms from when it was due until its reply */
async function sendAll({ product, collection, members, seconds }: Sending): Promise<number[]> {
  const times: number[] = [];
  const running: Promise<void>[] = [];
  const started = performance.now();
  for (let number = 0; number < RATE * seconds; number += 1) {
    const due = started + (number * 1000) / RATE;
    await sleep(Math.max(0, due - performance.now()));
    running.push(
      comment(product, collection, members, number).then(() => {
        times.push(performance.now() - due);
      }),
    );
  }
  await Promise.all(running);
  return times;
}

/** Checks that every acknowledged comment exists, with its mention and its notification. */
async function refuseLost({ opened }: Product, sent: number): Promise<void> {
  const { rows } = await sql<{ comments: number; mentions: number; notified: number }>`
    select (select count(*) from comment)::int as comments, (select count(*) from comment_mention)::int as mentions,
           (select count(*) from notification where kind = 'mention')::int as notified`.execute(opened.db);
  const found = rows[0];
  if (found?.comments !== sent || found.mentions !== sent || found.notified !== sent)
    throw new Error(`Of ${sent} comments there are ${JSON.stringify(found)}.`);
}

function share(times: readonly number[], part: number): string {
  const sorted = times.toSorted((a, b) => a - b);
  return `${sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))]?.toFixed(1)} ms`;
}

function differs(one: number, other: number): boolean {
  return Math.abs(one - other) > 0.2 * Math.max(one, other);
}

export async function benchComments(): Promise<void> {
  const product = await openProduct();
  try {
    const { number } = await product.opened.db.transaction().execute((tx) => makeCollection(tx, 'TALK'));
    const members = await makeMembers(product);
    const sending = { product, collection: number, members };
    await sendAll({ ...sending, seconds: WARM_UP });
    await calibrateHttp();
    const before = await calibrate(product);
    const started = performance.now();
    const times = await sendAll({ ...sending, seconds: SECONDS });
    const seconds = (performance.now() - started) / 1000;
    await refuseLost(product, RATE * (SECONDS + WARM_UP));
    const after = await calibrate(product);
    const isVoid = differs(before.http, after.http) || differs(before.database, after.database);
    const rates = ({ http: answers, database }: Calibration) =>
      `${answers.toFixed(0)} bare answers/s, ${database.toFixed(0)} bare commits/s`;
    console.log(`\ncomments with a mention, ${RATE} a second for ${SECONDS} s${isVoid ? ': VOID, the calibrations differ' : ''}
    from due to answered       p50 ${share(times, 0.5)}, p99 ${share(times, 0.99)}, longest ${share(times, 1)}
    all answered after         ${seconds.toFixed(1)} s
    before                     ${rates(before)}
    after                      ${rates(after)}
    web process                ${product.memory().nowMiB.toFixed(0)} MiB`);
  } finally {
    agent.destroy();
    await product.close();
  }
}

if (import.meta.main) {
  console.log(describeMachine());
  await benchComments();
}
