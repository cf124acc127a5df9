/**
 * Five thousand sockets on one web process (REL-14): within 512 MiB; one comment reaches all of them; at a hundred
 * comments with a mention per second, a mention reaches its person within 500 ms (p99); after a kill all reconnect
 * within 30 s.
 */
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { makeCollection } from '../bench/records.ts';
import { withCalibration } from '../bench/report/calibration.ts';
import { ascending, noteMissed, quantile } from '../bench/report/figures.ts';
import { commentOn, jsonHeaders } from '../journeys/harness/calls.ts';
import { type Member, makeMember, makeMembers } from '../journeys/harness/members.ts';
import { type Portal, startSingle, until } from '../journeys/harness/portal.ts';
import { processorTimeOf, memoryOf as readMemory } from '../journeys/harness/processes.ts';
import { withServices } from '../journeys/harness/services.ts';
import { withFolder } from '../journeys/harness/temporary-folder.ts';
import type { OpenServices } from '../server/base/open-services.ts';
import { type OpenClient, openClient } from './socket-client.ts';

const PEOPLE = 500;
/** the limit per person */
const EACH = 10;
const MENTIONED = 50;
const MENTIONS_A_SECOND = 100;
const SECONDS = 10;
const OPENING_AT_A_TIME = 50;

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

const memoryOf = (portal: Portal) => readMemory(pidOf(portal)).nowMiB;

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
    headers: jsonHeaders(author.token, randomUUID()),
    body: JSON.stringify(commentOn('dc', collection, `Batch differs${span}.`)),
  });
  if (answer.status !== 201)
    throw new Error(`Creating a comment returned ${answer.status}: ${await answer.text()}`);
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
  return { times: ascending(times), refused };
}

function withTarget(value: number, most: number, unit: string): string {
  return `${value.toFixed(value < 10 ? 1 : 0)} ${unit} (at most ${most} ${unit}${noteMissed(value > most)})`;
}

async function measure(portal: Portal, opened: OpenServices): Promise<Portal> {
  const people = await makeMembers(opened.db, PEOPLE);
  const mentioned = await makeMembers(opened.db, MENTIONED);
  const author = await makeMember(opened.db);
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
  memory of the process    ${before.toFixed(0)} MiB before, ${withTarget(held, 512, 'MiB')}, ${(((held - before) * 1024) / count).toFixed(1)} KiB a socket`);
  const [spent, since] = [processorTimeOf(pidOf(portal)).ownMs, performance.now()];
  await sleep(5000);
  console.log(
    `  CPU while idle           ${((100 * (processorTimeOf(pidOf(portal)).ownMs - spent)) / (performance.now() - since)).toFixed(1)} % of a core`,
  );
  const heard = await tellAll({ portal, collection: collections.heard, author }, clients);
  console.log(
    `  one comment reaches all  first after ${heard[0]?.toFixed(0)} ms, half after ${quantile(heard, 0.5).toFixed(0)} ms, last after ${quantile(heard, 1).toFixed(0)} ms; permissions are checked again for each`,
  );
  const { times, refused } = await mention(
    { portal, collection: collections.quiet, author },
    mentioned,
    news,
  );
  console.log(
    `  ${MENTIONS_A_SECOND} mentions a second    p50 ${quantile(times, 0.5).toFixed(0)} ms, p99 ${withTarget(quantile(times, 0.99), 500, 'ms')}, ${times.length} arrived, ${refused} were refused or their socket was told to reconnect
  memory after it          ${withTarget(memoryOf(portal), 512, 'MiB')}`,
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
    `  after a kill             ready in ${ready.toFixed(1)} s, all ${back.length} reconnected after ${withTarget((performance.now() - started) / 1000, 30, 's')}`,
  );
  for (const client of back) client.close();
  return again;
}

export async function holdSockets(): Promise<void> {
  const run = (folder: string) =>
    withServices(folder, async (opened, databaseUrl) => {
      const env = { DATABASE_URL: databaseUrl, OMICON_ROLE: 'web' };
      let portal = await startSingle({ args: ['--empty'], dataDir: path.join(folder, 'web'), env });
      await withCalibration(`${PEOPLE * EACH} sockets on one web process`, async () => {
        portal = await measure(portal, opened);
      }).finally(() => portal.stop());
    });
  await withFolder(run);
}
