/** Slow and idle clients are cut off, whoever keeps a pace is not, and others do not notice (REL-16). */
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createPartLinks, createUpload, getUpload } from '@omicon/contract/areas/files/files.ts';
import type { FastifyInstance } from 'fastify';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { buildApp } from '../../app.ts';
import { type Caller, openTestPortal, type TestPortal } from '../../test-support/portal.ts';
import { WEB_DIST } from '../pages/pages.ts';
import { openEventHub } from '../postgres/events.ts';
import { countConnectionsBorne, HEADER_LIMITS } from './slow-clients.ts';

/** The pace of the product is a kibibyte a second, judged each minute; here ten bytes, judged each third of a second. */
const PACE = { everyMs: 300, bytes: 10, lookMs: 50 };

let portal: TestPortal;
let lab: Caller;
let app: FastifyInstance;
let port: number;
let closeHub: () => Promise<void>;
const open: Socket[] = [];

beforeAll(async () => {
  portal = await openTestPortal();
  lab = await portal.signInAs('LAB');
  const hub = await openEventHub(portal.services.config.databaseUrl ?? '');
  closeHub = () => hub.close();
  app = await buildApp({ services: portal.services, hub, maxEventLoopDelayMs: 0, pace: PACE });
  port = Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port);
});
afterEach(() => {
  for (const socket of open.splice(0)) socket.destroy();
});
afterAll(async () => {
  await app.close();
  await closeHub();
  await portal.close();
});

interface Connection {
  socket: Socket;
  /** everything that was answered until the server closed the connection */
  answered: Promise<string>;
}

async function openConnection(): Promise<Connection> {
  const socket = connect(port, '127.0.0.1');
  open.push(socket);
  socket.on('error', () => undefined);
  let text = '';
  socket.on('data', (chunk) => {
    text += chunk.toString();
  });
  const answered = new Promise<string>((resolve) => socket.once('close', () => resolve(text)));
  await once(socket, 'connect');
  return { socket, answered };
}

async function aPart(sizeBytes: number): Promise<{ id: number; head: string }> {
  const body = { file_name: 'GSE4271.zip', size_bytes: sizeBytes, kind: 'collection' as const };
  const { upload_id: id } = (await portal.call(createUpload, { as: lab, body })).reply;
  const asked = { as: lab, params: { id }, body: { numbers: [1] } };
  const url = (await portal.call(createPartLinks, asked)).reply.links[0]?.url ?? '';
  const lines = [
    `PUT ${url} HTTP/1.1`,
    'Host: omicon.test',
    `Authorization: Token ${lab.token}`,
    'Content-Type: application/zip',
    `Content-Length: ${sizeBytes}`,
    'Connection: close',
  ];
  return { id, head: `${lines.join('\r\n')}\r\n\r\n` };
}

/** Sends some bytes at a time until all are sent or the server has closed. */
async function trickle(
  socket: Socket,
  { bytes, atATime, pauseMs }: { bytes: number; atATime: number; pauseMs: number },
): Promise<number> {
  let sent = 0;
  while (sent < bytes && !socket.destroyed) {
    socket.write('x'.repeat(atATime));
    sent += atATime;
    await sleep(pauseMs);
  }
  return sent;
}

async function hasArrived(id: number): Promise<boolean | undefined> {
  const { parts } = (await portal.call(getUpload, { as: lab, params: { id } })).reply;
  return parts[0]?.is_received;
}

test('a body that hardly comes is cut off, leaves no part, and others are answered meanwhile', async () => {
  const part = await aPart(100_000);
  const slow = await Promise.all(Array.from({ length: 50 }, openConnection));
  for (const { socket } of slow) socket.write(part.head);
  const sending = Promise.all(
    slow.map(({ socket }) => trickle(socket, { bytes: 100_000, atATime: 1, pauseMs: 100 })),
  );
  expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200);
  const answers = await Promise.all(slow.map(({ answered }) => answered));
  await sending;
  // Nothing is said to a connection that is cut off.
  expect([...new Set(answers)]).toEqual(['']);
  expect(await hasArrived(part.id)).toBe(false);
});

test('a body that keeps its pace arrives, however long it takes', async () => {
  const part = await aPart(6000);
  const { socket, answered } = await openConnection();
  socket.write(part.head);
  // Far more than is asked in each time that is judged; two of them at least go by.
  expect(await trickle(socket, { bytes: 6000, atATime: 100, pauseMs: 15 })).toBe(6000);
  expect(await answered).toContain('HTTP/1.1 200');
  expect(await hasArrived(part.id)).toBe(true);
});

test('a body that nobody asked for is cut off, too, once it was answered', async () => {
  const { socket, answered } = await openConnection();
  socket.write('GET /healthz HTTP/1.1\r\nHost: omicon.test\r\nContent-Length: 100000\r\n\r\n');
  await trickle(socket, { bytes: 100_000, atATime: 1, pauseMs: 100 });
  expect(await answered).toContain('{"alive":"yes"}');
});

test('headers may take half a minute, bodies as long as they keep their pace, idle connections a minute', () => {
  const { headersTimeout, requestTimeout, keepAliveTimeout } = app.server;
  expect({ headersTimeout, requestTimeout, keepAliveTimeout }).toEqual({
    headersTimeout: 30_000,
    requestTimeout: 0,
    keepAliveTimeout: 60_000,
  });
  expect(HEADER_LIMITS.connectionsCheckingInterval).toBeLessThanOrEqual(5000);
});

/** Files that this process holds open, connections included. */
const countOpen = () => readdirSync('/proc/self/fd').length;

test('a connection that asks for many things at once and reads none of them holds nothing open', async () => {
  const [script] = readdirSync(path.join(WEB_DIST, 'assets')).filter((name) => name.startsWith('start-'));
  const request = `GET /assets/${script} HTTP/1.1\r\nHost: omicon.test\r\n\r\n`;
  const before = countOpen();
  const crowd = await Promise.all(Array.from({ length: 40 }, openConnection));
  for (const { socket } of crowd) {
    socket.pause();
    socket.write(request.repeat(100));
  }
  let most = 0;
  for (let look = 0; look < 20; look += 1) {
    most = Math.max(most, countOpen() - before);
    await sleep(25);
  }
  // Both ends of each connection are in this process, and its log, its database and its other tests open a few.
  expect(most).toBeLessThan(2 * crowd.length + 20);
  expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200);
  for (const { socket } of crowd) socket.resume();
  // What asked for more than a browser does is cut off.
  const answers = await Promise.all(crowd.map(({ answered }) => answered));
  expect(answers.every((text) => text.split('HTTP/1.1 200').length <= 9)).toBe(true);
});

test('a few requests at once over a connection are answered, in their order', async () => {
  const { socket, answered } = await openConnection();
  socket.write('GET /healthz HTTP/1.1\r\nHost: omicon.test\r\n\r\n'.repeat(7));
  socket.write('GET /api/version-check HTTP/1.1\r\nHost: omicon.test\r\nConnection: close\r\n\r\n');
  const text = await answered;
  expect(text.split('{"alive":"yes"}')).toHaveLength(8);
  expect(text.lastIndexOf('product_version')).toBeGreaterThan(text.lastIndexOf('{"alive":"yes"}'));
});

test.each([
  ['Max open files            20000                20000                files', 8000],
  ['Max open files            1048576              1048576              files', 10_000],
  ['Max open files            unlimited            unlimited            files', 10_000],
  ['', 10_000],
])('with the limits "%s" %i connections are borne', (limits, most) => {
  expect(countConnectionsBorne(limits)).toBe(most);
});

test('the server takes as many connections as the limits of this process allow', () => {
  expect(app.server.maxConnections).toBe(countConnectionsBorne());
});
