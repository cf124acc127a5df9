/** The listening connection of a process: reconnects by itself, only once, and ends when closed (REL-11). */
import { connect, createServer, type Server, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { type OpenDatabase, openDatabase } from './database.ts';
import { notifyTopic, openEventHub } from './events.ts';

/** Longer than the reconnection delay of the hub. */
const AFTER_COMING_BACK_MS = 1500;

let database: OpenDatabase;
let server: Server;
let url: string;
/** Open connections of hubs. */
let open: Set<Socket>;
/** Number of next connections that break at LISTEN. */
let breaking: number;

beforeEach(async () => {
  open = new Set();
  breaking = 0;
  const direct = new URL(inject('databaseUrl'));
  database = openDatabase(direct.toString(), { connections: 1 });
  server = createServer((near) => {
    open.add(near);
    const far = connect(`${direct.searchParams.get('host')}/.s.PGSQL.5432`);
    near.on('close', () => {
      open.delete(near);
      far.destroy();
    });
    far.on('close', () => near.destroy());
    for (const side of [near, far]) side.on('error', () => undefined);
    near.on('data', (bytes: Buffer) => {
      if (breaking === 0 || !bytes.includes('listen omicon')) return void far.write(bytes);
      breaking -= 1;
      near.destroy();
    });
    far.pipe(near);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = address && typeof address === 'object' ? address.port : 0;
  url = `postgres://${direct.username}@127.0.0.1:${port}${direct.pathname}`;
});
afterEach(async () => {
  for (const socket of open) socket.destroy();
  await new Promise((resolve) => server.close(resolve));
  await database.close();
});

function cut(): void {
  for (const socket of open) socket.destroy();
}

test('a connection that breaks while reconnecting leaves one listener, not two', async () => {
  const hub = await openEventHub(url);
  let told = 0;
  hub.on('a topic', () => {
    told += 1;
  });
  breaking = 1;
  cut();
  await expect.poll(() => told, { timeout: 20_000 }).toBeGreaterThan(0);
  await sleep(AFTER_COMING_BACK_MS);
  expect([open.size, breaking]).toEqual([1, 0]);
  const before = told;
  await notifyTopic(database.db, 'a topic');
  await expect.poll(() => told, { timeout: 20_000 }).toBe(before + 1);
  await hub.close();
  await expect.poll(() => open.size, { timeout: 20_000 }).toBe(0);
});

test('a hub closed while disconnected does not reconnect', async () => {
  const hub = await openEventHub(url);
  breaking = Number.POSITIVE_INFINITY;
  cut();
  await expect.poll(() => open.size, { timeout: 20_000 }).toBe(0);
  await hub.close();
  breaking = 0;
  await sleep(AFTER_COMING_BACK_MS);
  expect(open.size).toBe(0);
});
