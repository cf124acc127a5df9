/** Graceful shutdown: running requests finish, new ones are refused, nothing blocks it (REL-19). */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { createFileLink } from '@omicon/contract/areas/files/files.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { aFileOf } from '../../test-support/downloads.ts';
import { aLaboratory, type LaboratoryNumbers } from '../../test-support/intake.ts';
import { listen } from '../../test-support/pages.ts';
import { type Caller, openTestPortal, type TestPortal } from '../../test-support/portal.ts';
import { PAGE_URL } from '../../test-support/talk.ts';
import { closeApp } from './close-app.ts';

/** Longer than the timeout of a test, so that waiting for it fails the test. */
const NEVER_MS = 3_600_000;

let portal: TestPortal;
let numbers: LaboratoryNumbers;
let address: string;
let member: Caller;

beforeEach(async () => {
  portal = await openTestPortal();
  numbers = await aLaboratory(portal);
  member = await portal.signInAs('LAB');
  address = await listen(portal);
});
afterEach(() => portal.close());

/** Writes a comment over a connection; null if the connection broke or was refused. */
function say(text: string): Promise<Response | null> {
  const body = {
    entity_type: 'dc',
    entity_id: numbers.collection,
    message: `<p>${text}</p>`,
    comment_page_url: PAGE_URL,
  };
  const headers = { authorization: `Token ${member.token}`, 'content-type': 'application/json' };
  return fetch(`${address}/api/comment/create/`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  }).catch(() => null);
}

async function listSaid(): Promise<string[]> {
  const rows = await portal.services.db.selectFrom('comment').select('plain_text').execute();
  return rows.map(({ plain_text }) => plain_text.trim());
}

/** Resolves when a statement waits for a lock in the portal's database. */
async function untilSomebodyWaits(): Promise<void> {
  for (;;) {
    const { rows } = await portal.pool.query(
      "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    );
    if (rows.length > 0) return;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/** Resolves when a new connection is refused. */
async function untilNobodyIsLetIn(): Promise<void> {
  const ask = () =>
    fetch(`${address}/healthz`).then(
      (answer) => answer.status,
      () => null,
    );
  for (let status = await ask(); status !== null; status = await ask()) expect([200, 503]).toContain(status);
}

test('a write running at the start of the shutdown completes, and new requests are refused', async () => {
  const holder = await portal.pool.connect();
  await holder.query('begin; lock table comment in exclusive mode');
  const running = say('Before the stop');
  await untilSomebodyWaits();
  const closing = closeApp(portal.app, NEVER_MS);
  await untilNobodyIsLetIn();
  await holder.query('commit');
  holder.release();
  expect((await running)?.status).toBe(201);
  await closing;
  expect(await listSaid()).toEqual(['Before the stop']);
});

test('under load every acknowledged write is stored, and others broke or got 503', async () => {
  const answered: string[] = [];
  const others: (number | undefined)[] = [];
  let isOver = false;
  const write = async (writer: number) => {
    for (let count = 0; !isOver; count += 1) {
      const text = `Writer ${writer}, ${count}`;
      const answer = await say(text);
      if (answer?.status === 201) answered.push(text);
      else others.push(answer?.status);
      // The body is read, so that its connection is reused.
      await answer?.arrayBuffer().catch(() => undefined);
    }
  };
  const writers = Array.from({ length: 8 }, (_, writer) => write(writer));
  while (answered.length < 20) await new Promise((resolve) => setTimeout(resolve, 5));
  await closeApp(portal.app, NEVER_MS);
  isOver = true;
  await Promise.all(writers);
  const said = new Set(await listSaid());
  expect(answered.filter((text) => !said.has(text))).toEqual([]);
  expect(others.length).toBeGreaterThan(0);
  expect(others.filter((status) => status !== undefined && status !== 503)).toEqual([]);
});

test('sockets are told to reconnect', async () => {
  const socket = new WebSocket(`${address.replace('http', 'ws')}/ws/session/${member.person_id}/`, {
    headers: { authorization: `Token ${member.token}` },
  });
  await once(socket, 'message');
  const closed = once(socket, 'close');
  await closeApp(portal.app, NEVER_MS);
  expect((await closed)[0]).toBe(1005);
});

test('stalled readers and sleeping pages do not block the shutdown', async () => {
  const file = await aFileOf(portal, numbers.loaded, {
    name: 'scan.bin',
    bytes: randomBytes(48 * 1024 * 1024),
  });
  const body = { key: file.key, purpose: 'download' as const };
  const { url } = (await portal.call(createFileLink, { as: member, body })).reply;
  const asked = get(new URL(url, address), { headers: { authorization: `Token ${member.token}` } });
  const [response] = (await once(asked, 'response')) as [IncomingMessage];
  response.on('error', () => undefined);
  const socket = new WebSocket(`${address.replace('http', 'ws')}/ws/session/${member.person_id}/`, {
    headers: { authorization: `Token ${member.token}` },
  });
  socket.on('error', () => undefined);
  await once(socket, 'message');
  socket.pause();
  await closeApp(portal.app, 500);
  const rest = await response.toArray().catch(() => null);
  expect(rest).toBe(null);
  socket.terminate();
});

test('an untracked connection that requested an upgrade does not block the shutdown', async () => {
  const socket = new WebSocket(`${address.replace('http', 'ws')}/ws/session/${member.person_id}/`, {
    headers: { authorization: `Token ${member.token}` },
  });
  socket.on('error', () => undefined);
  await once(socket, 'message');
  portal.app.websocketServer.clients.clear();
  await closeApp(portal.app, 500);
  socket.terminate();
});
