/** An S3 store that takes a call and never answers it (REL-10). */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, expect, test, vi } from 'vitest';
import { openS3Store } from './s3-store.ts';
import { StoreUnavailable } from './store.ts';

const silent = createServer(() => undefined);
afterEach(async () => {
  vi.useRealTimers();
  silent.closeAllConnections();
  await new Promise((resolve) => silent.close(resolve));
});

test('a list of objects is given up after seconds, as every call is', async () => {
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  const { port } = silent.address() as AddressInfo;
  const store = openS3Store({
    endpoint: `http://127.0.0.1:${port}`,
    bucket: 'omicon',
    region: 'us-east-1',
    accessKeyId: 'key',
    secretAccessKey: 'secret',
    roleArn: null,
  });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const arrived = once(silent, 'request');
  const listing = store
    .list()
    [Symbol.asyncIterator]()
    .next()
    .catch((error: unknown) => error);
  await arrived;
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await Promise.race([listing, wait(1000, 'still waits')])).toBeInstanceOf(StoreUnavailable);
});
