/** Slow and idle clients are disconnected, steady ones are not, and others are not affected (REL-16). */
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

/**
 * The product requires one KiB per second, checked every minute; the test ten bytes, checked every third of a second.
 */
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
  /** everything received until the server closed the connection */
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

/** Sends some bytes at a time until all are sent or the server has closed the connection. */
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

test('a slow body is cut off and leaves no part, and other requests work meanwhile', async () => {
  const part = await aPart(100_000);
  const slow = await Promise.all(Array.from({ length: 50 }, openConnection));
  for (const { socket } of slow) socket.write(part.head);
  const sending = Promise.all(
    slow.map(({ socket }) => trickle(socket, { bytes: 100_000, atATime: 1, pauseMs: 100 })),
  );
  expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200);
  const answers = await Promise.all(slow.map(({ answered }) => answered));
  await sending;
  // A connection that is cut off gets no response.
  expect([...new Set(answers)]).toEqual(['']);
  expect(await hasArrived(part.id)).toBe(false);
});

test('a steady body arrives, however long it takes', async () => {
  const part = await aPart(6000);
  const { socket, answered } = await openConnection();
  socket.write(part.head);
  // Far more than required, over at least two checks.
  expect(await trickle(socket, { bytes: 6000, atATime: 100, pauseMs: 15 })).toBe(6000);
  expect(await answered).toContain('HTTP/1.1 200');
  expect(await hasArrived(part.id)).toBe(true);
});

test('a slow body of a refused request is cut off, too', async () => {
  const { socket, answered } = await openConnection();
  socket.write('GET /healthz HTTP/1.1\r\nHost: omicon.test\r\nContent-Length: 100000\r\n\r\n');
  await trickle(socket, { bytes: 100_000, atATime: 1, pauseMs: 100 });
  expect(await answered).toContain('{"alive":"yes"}');
});

test('headers may take half a minute, steady bodies any time, idle connections a minute', () => {
  const { headersTimeout, requestTimeout, keepAliveTimeout } = app.server;
  expect({ headersTimeout, requestTimeout, keepAliveTimeout }).toEqual({
    headersTimeout: 30_000,
    requestTimeout: 0,
    keepAliveTimeout: 60_000,
  });
  expect(HEADER_LIMITS.connectionsCheckingInterval).toBeLessThanOrEqual(5000);
});

/** Open files of this process, including connections. */
const countOpen = () => readdirSync('/proc/self/fd').length;

test('a connection that pipelines many requests without reading holds no files open', async () => {
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
  // Both ends of each connection are in this process, and its log, database and other tests have some open files.
  expect(most).toBeLessThan(2 * crowd.length + 20);
  expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200);
  for (const { socket } of crowd) socket.resume();
  // Connections with more requests than a browser sends are closed.
  const answers = await Promise.all(crowd.map(({ answered }) => answered));
  expect(answers.every((text) => text.split('HTTP/1.1 200').length <= 9)).toBe(true);
});

test('a few pipelined requests are answered in order', async () => {
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

test('the server accepts as many connections as the limits of this process allow', () => {
  expect(app.server.maxConnections).toBe(countConnectionsBorne());
});
