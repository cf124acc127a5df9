/** An S3 store that takes calls and does not answer them, or some of them (REL-10). */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { openS3Store, PATIENT } from './s3-store.ts';
import { type Store, StoreUnavailable } from './store.ts';

let answers: RequestListener;
const server = createServer((request, response) => answers(request, response));
/** as a web process and as a worker opens it */
let store: Store;
let patient: Store;

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const settings = {
    endpoint: `http://127.0.0.1:${port}`,
    bucket: 'omicon',
    region: 'us-east-1',
    accessKeyId: 'key',
    secretAccessKey: 'secret',
    roleArn: null,
  };
  store = openS3Store(settings);
  patient = openS3Store(settings, PATIENT);
});
afterEach(() => {
  vi.useRealTimers();
  server.closeAllConnections();
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

const BYTES = randomBytes(4 * 1024 ** 2);

/** Nothing is told of a call but that it arrived. */
const keepSilent: RequestListener = () => undefined;

/** Lets so much time pass, of which the calls that are under way learn step by step. */
async function pass(ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += 100) {
    await vi.advanceTimersByTimeAsync(100);
    await wait(5);
  }
}

/** What becomes of a call within so much time. */
async function within(ms: number, call: Promise<unknown>): Promise<unknown> {
  const ended = call.catch((error: unknown) => error);
  await pass(ms);
  return Promise.race([ended, wait(0, 'still waits')]);
}

function stopTheClock(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'] });
}

test('a list of objects is given up after seconds, as every call is', async () => {
  answers = keepSilent;
  stopTheClock();
  const arrived = once(server, 'request');
  const listing = store.list()[Symbol.asyncIterator]().next();
  listing.catch(() => undefined);
  await arrived;
  expect(await within(10_000, listing)).toBeInstanceOf(StoreUnavailable);
});

test('large bytes are not begun when the store is silent', async () => {
  answers = keepSilent;
  stopTheClock();
  expect(await within(2000, store.put(Readable.from([BYTES])))).toBeInstanceOf(StoreUnavailable);
});

test('large bytes are given up soon after the store has become silent in their middle', async () => {
  // It is heard of once, before the bytes.
  answers = (request, response) => {
    if (request.method === 'HEAD') answers = keepSilent;
    response.end();
  };
  stopTheClock();
  expect(await within(3000, store.put(Readable.from([BYTES])))).toBeInstanceOf(StoreUnavailable);
});

test('a job waits longer before it would have to begin again, and not for ever', async () => {
  answers = keepSilent;
  stopTheClock();
  const stored = patient.put(Readable.from([BYTES]));
  expect(await within(5000, stored)).toBe('still waits');
  expect(await within(12_000, stored)).toBeInstanceOf(StoreUnavailable);
});

test('large bytes that are slow are waited for as long as the store answers', async () => {
  const asked: (string | undefined)[] = [];
  let end = (): unknown => undefined;
  answers = (request, response) => {
    asked.push(request.method);
    if (request.method === 'HEAD') response.end();
    else end = () => response.end();
  };
  stopTheClock();
  const stored = store.put(Readable.from([BYTES]));
  expect(await within(8000, stored)).toBe('still waits');
  expect(asked.filter((method) => method === 'HEAD').length).toBeGreaterThan(4);
  end();
  vi.useRealTimers();
  expect(await stored).toMatchObject({ sizeBytes: BYTES.length });
});
