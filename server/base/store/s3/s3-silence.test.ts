/** An S3 store that accepts calls and does not respond to some or all of them (REL-10). */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { type Store, StoreUnavailable } from '../store.ts';
import { openS3Store, PATIENT } from './s3-store.ts';

let answers: RequestListener;
const server = createServer((request, response) => answers(request, response));
/** with the options of a web process and of a worker */
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

/** Counts calls only. */
const keepSilent: RequestListener = () => undefined;

/** Advances fake time in steps, so that running calls can react. */
async function pass(ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += 100) {
    await vi.advanceTimersByTimeAsync(100);
    await wait(5);
  }
}

/** Result of a call within this time. */
async function within(ms: number, call: Promise<unknown>): Promise<unknown> {
  const ended = call.catch((error: unknown) => error);
  await pass(ms);
  return Promise.race([ended, wait(0, 'still waits')]);
}

function stopTheClock(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'] });
}

test('a list of objects times out after seconds, like every call', async () => {
  answers = keepSilent;
  stopTheClock();
  const arrived = once(server, 'request');
  const listing = store.list()[Symbol.asyncIterator]().next();
  listing.catch(() => undefined);
  await arrived;
  expect(await within(10_000, listing)).toBeInstanceOf(StoreUnavailable);
});

test('large transfers do not start if the store is silent', async () => {
  answers = keepSilent;
  stopTheClock();
  expect(await within(2000, store.put(Readable.from([BYTES])))).toBeInstanceOf(StoreUnavailable);
});

test('large transfers are aborted soon after the store becomes silent', async () => {
  // It responds once, before the transfer.
  answers = (request, response) => {
    if (request.method === 'HEAD') answers = keepSilent;
    response.end();
  };
  stopTheClock();
  expect(await within(3000, store.put(Readable.from([BYTES])))).toBeInstanceOf(StoreUnavailable);
});

test('a job waits longer, as it would have to start over, but not forever', async () => {
  answers = keepSilent;
  stopTheClock();
  const stored = patient.put(Readable.from([BYTES]));
  expect(await within(5000, stored)).toBe('still waits');
  expect(await within(12_000, stored)).toBeInstanceOf(StoreUnavailable);
});

test('slow transfers continue as long as the store responds', async () => {
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
