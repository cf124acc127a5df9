/** Sockets signal changes only to people they concern (SEC-16, SEC-50). */
import { logout } from '@omicon/contract/areas/people/sign-in.ts';
import { updateRole } from '@omicon/contract/areas/people/users.ts';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { cookieHeader, listen, logIn, ORIGIN } from '../../test-support/pages.ts';
import { aPerson } from '../../test-support/people.ts';
import { type Caller, openTestPortal, type TestPortal } from '../../test-support/portal.ts';
import { notifyTopic } from '../postgres/events.ts';

const PASSWORD = 'Area postrema 11';
let portal: TestPortal;
let address: string;
let cookie: string;
let upload: number;
const opened: WebSocket[] = [];

async function anUploadOf(person_id: number, status: 'open' | 'stored' = 'open'): Promise<number> {
  const row = {
    person_id,
    kind: 'collection',
    file_name: 'GSE4271.zip',
    size_bytes: 10,
    part_size: 8,
    status,
  } as const;
  return (await portal.services.db.insertInto('upload').values(row).returning('id').executeTakeFirstOrThrow())
    .id;
}

beforeAll(async () => {
  portal = await openTestPortal();
  address = (await listen(portal)).replace('http', 'ws');
  const person = await aPerson(portal.services, { username: 'page', role: 'LAB', password: PASSWORD });
  cookie = cookieHeader(await logIn(portal, { username: 'page', password: PASSWORD }));
  upload = await anUploadOf(person.id);
});
afterEach(() => {
  for (const socket of opened.splice(0)) socket.terminate();
});
afterAll(() => portal.close());

interface Opened {
  socket: WebSocket;
  /** the next message, or 'closed' */
  next(): Promise<string>;
}

function open(id: number | string, headers: Record<string, string>): Promise<Opened | number> {
  return new Promise((resolve) => {
    const socket = new WebSocket(`${address}/ws/import-progress/${id}/`, { headers });
    opened.push(socket);
    const waiting: string[] = [];
    let tell: (() => void) | null = null;
    const note = (text: string) => {
      waiting.push(text);
      tell?.();
    };
    socket.on('message', (data) => note(String(data)));
    socket.on('close', () => note('closed'));
    socket.on('error', () => undefined);
    socket.on('unexpected-response', (_request, response) => resolve(response.statusCode ?? 0));
    const next = async () => {
      while (waiting.length === 0) {
        await new Promise<void>((ready) => {
          tell = ready;
        });
      }
      return waiting.shift() ?? '';
    };
    socket.on('open', () => resolve({ socket, next }));
  });
}

/** HTTP status of a refusal, or 'opened'. */
async function refusalOf(id: number | string, headers: Record<string, string>): Promise<number | 'opened'> {
  const result = await open(id, headers);
  return typeof result === 'number' ? result : 'opened';
}

async function openAs(id: number, headers: Record<string, string>): Promise<Opened> {
  const result = await open(id, headers);
  if (typeof result === 'number') throw new Error(`The socket was refused with ${result}.`);
  return result;
}

function token(caller: Caller): Record<string, string> {
  return { authorization: `Token ${caller.token}` };
}

describe('the handshake of a page', () => {
  test.each([
    ['a foreign origin', { origin: 'https://evil.test', host: 'omicon.test' }, 403],
    ['the null origin', { origin: 'null', host: 'omicon.test' }, 403],
    ['no origin', { host: 'omicon.test' }, 403],
    ['an origin that is no address', { origin: 'evil', host: 'omicon.test' }, 403],
  ])('from %s is refused', async (_, headers, status) => {
    expect(await refusalOf(upload, { ...headers, cookie })).toBe(status);
  });

  test('from the origin of the portal is accepted and confirmed', async () => {
    const { next } = await openAs(upload, { origin: ORIGIN, host: 'omicon.test', cookie });
    expect(JSON.parse(await next())).toEqual({ type: 'ready' });
  });

  test('without a sign-in is refused', async () => {
    expect(await refusalOf(upload, { origin: ORIGIN, host: 'omicon.test' })).toBe(401);
  });
});

describe('an id', () => {
  test('of another person, unknown or malformed is refused in the same way', async () => {
    const caller = await portal.signInAs('LAB');
    for (const id of [upload, 99_999, '0', 'abc', '1%00', '-1'])
      expect(await refusalOf(id, token(caller)), String(id)).toBe(404);
  });

  test('of a finished import is refused, as it will not change', async () => {
    const caller = await portal.signInAs('LAB');
    expect(await refusalOf(await anUploadOf(caller.person_id, 'stored'), token(caller))).toBe(404);
  });
});

describe('an open socket', () => {
  test('gets changes of its own upload only', async () => {
    const caller = await portal.signInAs('LAB');
    const id = await anUploadOf(caller.person_id);
    const { next } = await openAs(id, token(caller));
    expect(await next()).toBe('{"type":"ready"}');
    await notifyTopic(portal.services.db, `upload ${upload}`);
    await notifyTopic(portal.services.db, `upload ${id}`);
    expect(await next()).toBe('{"type":"import-progress"}');
  });

  test('gets nothing after its person has signed out', async () => {
    const caller = await portal.signInAs('LAB');
    const id = await anUploadOf(caller.person_id);
    const { next } = await openAs(id, token(caller));
    await next();
    await portal.call(logout, { as: caller });
    await notifyTopic(portal.services.db, `upload ${id}`);
    expect(await next()).toBe('closed');
  });

  test('is closed within a second when its person signs out, even if nothing happens', async () => {
    const caller = await portal.signInAs('LAB');
    const { next } = await openAs(await anUploadOf(caller.person_id), token(caller));
    await next();
    await portal.call(logout, { as: caller });
    const late = new Promise<string>((resolve) => setTimeout(() => resolve('still open'), 1000));
    expect(await Promise.race([next(), late])).toBe('closed');
  });

  test('is closed within a second when its person may no longer upload', async () => {
    const caller = await portal.signInAs('LAB');
    const { next } = await openAs(await anUploadOf(caller.person_id), token(caller));
    await next();
    const admin = await portal.signInAs('admin');
    await portal.call(updateRole, { as: admin, params: { id: caller.person_id }, body: { role: 'RU' } });
    const late = new Promise<string>((resolve) => setTimeout(() => resolve('still open'), 1000));
    expect(await Promise.race([next(), late])).toBe('closed');
  });

  test('is told to reconnect, not that access ended, if permissions cannot be checked', async () => {
    const caller = await portal.signInAs('LAB');
    const id = await anUploadOf(caller.person_id);
    const { socket, next } = await openAs(id, token(caller));
    await next();
    const closing = new Promise<number>((resolve) => socket.on('close', resolve));
    // All pool connections are in use for longer than the timeout.
    const { pool } = portal.services;
    const clients = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()));
    try {
      await clients[0]?.query('select pg_notify($1, $2)', ['omicon', `upload ${id}`]);
      expect(await closing).toBe(1013);
    } finally {
      for (const client of clients) client.release();
    }
    const again = await openAs(id, token(caller));
    expect(await again.next()).toBe('{"type":"ready"}');
  });

  test('is closed if it receives more than 64 KiB', async () => {
    const caller = await portal.signInAs('LAB');
    const { socket, next } = await openAs(await anUploadOf(caller.person_id), token(caller));
    await next();
    socket.send('x'.repeat(64 * 1024 + 1));
    expect(await next()).toBe('closed');
  });

  test('is limited to ten per person', async () => {
    const caller = await portal.signInAs('LAB');
    const id = await anUploadOf(caller.person_id);
    for (let index = 0; index < 10; index += 1) await openAs(id, token(caller));
    expect(await refusalOf(id, token(caller))).toBe(429);
    opened[0]?.terminate();
    // The server notices the end of a connection with a delay.
    for (let tries = 0; tries < 100; tries += 1) {
      const result = await open(id, token(caller));
      if (typeof result !== 'number') return;
    }
    throw new Error('No socket was opened after one had closed.');
  });
});
