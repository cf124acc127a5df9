/**
 * Five thousand sockets on one web process (REL-14): within 512 MiB; one comment reaches all of them; at a hundred
 * comments with a mention per second, a mention reaches its person within 500 ms (p99); after a kill all reconnect
 * within 30 s.
 */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { quantile } from '../bench/load/http-load.ts';
import { makeCollection } from '../bench/records.ts';
import { type Portal, startSingle, until } from '../journeys/harness/portal.ts';
import { type OpenServices, openServices } from '../server/base/open-services.ts';
import { removeEmbeddedPostgres, startEmbeddedPostgres } from '../server/base/postgres/embedded-postgres.ts';
import { createSession } from '../server/base/sign-in/sessions.ts';
import { readConfig } from '../server/config.ts';
import { withCalibration } from './calibration.ts';
import { type OpenClient, openClient } from './socket-client.ts';

const PEOPLE = 500;
/** the limit per person */
const EACH = 10;
const MENTIONED = 50;
const MENTIONS_A_SECOND = 100;
const SECONDS = 10;
const OPENING_AT_A_TIME = 50;
/** clock ticks per second on Linux, the unit of CPU time */
const TICKS = 100;

interface Member {
  id: number;
  token: string;
}

async function makeMembers({ db }: OpenServices, count: number): Promise<Member[]> {
  const members: Member[] = [];
  for (let number = 0; number < count; number += 1) {
    const person = await db
      .insertInto('person')
      .values({ role: 'LAB', username: `listener_${randomUUID()}`, verified_at: new Date() })
      .returning(['id', 'expires_at'])
      .executeTakeFirstOrThrow();
    members.push({ id: person.id, token: await createSession(db, person, 'header') });
  }
  return members;
}

interface SocketRequest {
  path: string;
  token: string;
}

async function openAll(address: string, requests: readonly SocketRequest[]): Promise<OpenClient[]> {
  const clients: OpenClient[] = [];
  const waiting = requests.values();
  const opener = async () => {
    for (const { path, token } of waiting) clients.push(await openClient(address, path, token));
  };
  await Promise.all(Array.from({ length: OPENING_AT_A_TIME }, opener));
  return clients;
}

const pidOf = ({ process: child }: Portal) => child.pid ?? 0;

function memoryOf(portal: Portal): number {
  const status = readFileSync(`/proc/${pidOf(portal)}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) / 1024;
}

/** CPU time so far, in seconds. */
function processorOf(portal: Portal): number {
  const fields =
    readFileSync(`/proc/${pidOf(portal)}/stat`, 'utf8')
      .split(') ')[1]
      ?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) / TICKS;
}

interface Talk {
  portal: Portal;
  collection: number;
  author: Member;
}

async function comment({ portal, collection, author }: Talk, mentioned?: Member): Promise<void> {
  const span = mentioned
    ? ` <span class="mention" data-type="mention" data-id="${mentioned.id}" data-label="x">@x</span>`
    : '';
  const answer = await fetch(`${portal.address}/api/comment/create/`, {
    method: 'POST',
    headers: {
      authorization: `Token ${author.token}`,
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
    },
    body: JSON.stringify({
      entity_type: 'dc',
      entity_id: collection,
      message: `<p>Batch differs${span}.</p>`,
      comment_page_url: '/home',
    }),
  });
  if (answer.status !== 201)
    throw new Error(`A comment was answered with ${answer.status}: ${await answer.text()}`);
}

/** Writes one comment; ms until the first, half, and last sockets are notified. */
async function tellAll(talk: Talk, clients: readonly OpenClient[]): Promise<Float64Array> {
  const heard: number[] = [];
  const started = performance.now();
  for (const client of clients)
    client.onMessage = (text) => {
      if (text.includes('comments-changed')) heard.push(performance.now() - started);
      client.onMessage = () => undefined;
    };
  await comment(talk);
  await until('every socket', async () => (heard.length === clients.length ? true : null), 120_000);
  return Float64Array.from(heard);
}

/**
 * Writes comments at a fixed rate, each with a mention; ms from the due time of each until its person's socket is
 * notified.
 */
async function mention(
  talk: Talk,
  people: readonly Member[],
  clients: readonly OpenClient[],
): Promise<{ times: Float64Array; refused: number }> {
  const times: number[] = [];
  const waiting = people.map(() => [] as number[]);
  const unreadCounts = people.map(() => 0);
  for (const [at, client] of clients.entries())
    client.onMessage = (text) => {
      const { unread = 0 } = JSON.parse(text) as { unread?: number };
      // A message has the number of unread ones, so it may confirm several mentions, oldest first.
      const before = unreadCounts[at] ?? 0;
      for (const due of waiting[at]?.splice(0, unread - before) ?? []) times.push(performance.now() - due);
      unreadCounts[at] = Math.max(before, unread);
    };
  const running: Promise<void>[] = [];
  let refused = 0;
  const started = performance.now();
  for (let number = 0; number < MENTIONS_A_SECOND * SECONDS; number += 1) {
    const due = started + (number * 1000) / MENTIONS_A_SECOND;
    await sleep(Math.max(0, due - performance.now()));
    const at = number % people.length;
    waiting[at]?.push(due);
    running.push(
      comment(talk, people[at]).catch(() => {
        // An overloaded portal refuses; refused comments are not waited for.
        const index = waiting[at]?.indexOf(due) ?? -1;
        if (index >= 0) waiting[at]?.splice(index, 1);
        refused += 1;
      }),
    );
  }
  await Promise.all(running);
  // A socket that could not be checked is asked to reconnect; pages do, here it is only counted.
  const lost = () => waiting.reduce((sum, dues, at) => sum + (clients[at]?.isClosed() ? dues.length : 0), 0);
  await until('every mention', async () => (times.length + lost() >= running.length - refused ? true : null));
  refused += lost();
  return { times: Float64Array.from(times).sort(), refused };
}

function bar(value: number, most: number, unit: string): string {
  return `${value.toFixed(value < 10 ? 1 : 0)} ${unit} (bar ${most} ${unit}${value > most ? ', MISSED' : ''})`;
}

async function measure(portal: Portal, opened: OpenServices): Promise<Portal> {
  const people = await makeMembers(opened, PEOPLE);
  const mentioned = await makeMembers(opened, MENTIONED);
  const author = (await makeMembers(opened, 1))[0] as Member;
  const collections = await opened.db.transaction().execute(async (tx) => ({
    heard: (await makeCollection(tx, 'HEARD')).number,
    quiet: (await makeCollection(tx, 'QUIET')).number,
  }));
  const requests = people.flatMap(({ token }) =>
    Array.from({ length: EACH }, () => ({ path: `/ws/comment-notification/${collections.heard}/`, token })),
  );
  // Warm-up: the first comment and sockets compile the code.
  await comment({ portal, collection: collections.heard, author });
  const before = memoryOf(portal);
  let started = performance.now();
  const clients = await openAll(portal.address, requests);
  const opening = (performance.now() - started) / 1000;
  const news = await Promise.all(
    mentioned.map(({ id, token }) => openClient(portal.address, `/ws/mention-notification/${id}/`, token)),
  );
  const held = memoryOf(portal);
  const count = clients.length + news.length;
  console.log(`  ${count} sockets opened in   ${opening.toFixed(1)} s
  memory of the process    ${before.toFixed(0)} MiB before, ${bar(held, 512, 'MiB')}, ${(((held - before) * 1024) / count).toFixed(1)} KiB a socket`);
  const [spent, since] = [processorOf(portal), performance.now()];
  await sleep(5000);
  console.log(
    `  processor while idle     ${((100 * (processorOf(portal) - spent)) / ((performance.now() - since) / 1000)).toFixed(1)} % of a core`,
  );
  const heard = await tellAll({ portal, collection: collections.heard, author }, clients);
  console.log(
    `  one comment reaches all  first after ${heard[0]?.toFixed(0)} ms, half after ${quantile(heard, 0.5).toFixed(0)} ms, last after ${quantile(heard, 1).toFixed(0)} ms; each is checked again before it is unreadCounts`,
  );
  const { times, refused } = await mention(
    { portal, collection: collections.quiet, author },
    mentioned,
    news,
  );
  console.log(
    `  ${MENTIONS_A_SECOND} mentions a second    p50 ${quantile(times, 0.5).toFixed(0)} ms, p99 ${bar(quantile(times, 0.99), 500, 'ms')}, ${times.length} arrived, ${refused} were refused or their socket was unreadCounts to come back
  memory after it          ${bar(memoryOf(portal), 512, 'MiB')}`,
  );
  portal.process.kill('SIGKILL');
  await until('the end of every socket', async () =>
    clients.every((client) => client.isClosed()) ? true : null,
  );
  started = performance.now();
  const again = await portal.restart();
  const ready = (performance.now() - started) / 1000;
  const back = await openAll(again.address, requests);
  console.log(
    `  after a kill             ready in ${ready.toFixed(1)} s, all ${back.length} back after ${bar((performance.now() - started) / 1000, 30, 's')}`,
  );
  for (const client of back) client.close();
  return again;
}

export async function holdSockets(): Promise<void> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'omicon-sockets-'));
  const postgres = await startEmbeddedPostgres(folder, { isDurable: true });
  const env = { DATABASE_URL: postgres.url, OMICON_ROLE: 'web' };
  let portal = await startSingle({ args: ['--empty'], dataDir: path.join(folder, 'web'), env });
  const config = readConfig({ OMICON_DATA_DIR: folder, LOG_LEVEL: 'silent' });
  const opened = await openServices(config, postgres.url, { connections: 4 });
  try {
    await withCalibration(`${PEOPLE * EACH} sockets on one web process`, async () => {
      portal = await measure(portal, opened);
    });
  } finally {
    await opened.close();
    await portal.stop();
    await postgres.stop();
    removeEmbeddedPostgres(folder);
    rmSync(folder, { recursive: true, force: true });
  }
}
