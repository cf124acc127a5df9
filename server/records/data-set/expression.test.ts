/** Writing values to the store; values of real data sets are compared in `server/areas/corpus.test.ts`. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestPortal, type TestPortal } from '../../test-support/portal.ts';
import { MatrixWriter, readFeatures, readRowStatistics } from './expression.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal();
});
afterAll(() => portal.close());

test('rows are read back unchanged, with missing values and statistics', async () => {
  const { store } = portal.services;
  const writer = new MatrixWriter(store);
  writer.addRow(Float64Array.of(1, Number.NaN, 3));
  await writer.keepPace();
  writer.addRow(Float64Array.of(-0.1, 1e-300, 7));
  const matrix = { ...(await writer.end()), number_of_features: 2, number_of_samples: 3 };
  expect(await readFeatures(store, matrix, [1, 0])).toEqual([
    Float64Array.of(-0.1, 1e-300, 7),
    Float64Array.of(1, Number.NaN, 3),
  ]);
  expect((await readRowStatistics(store, matrix, [0]))[0]).toMatchObject({
    mean: 2,
    missing: 1,
    percentile: 50,
  });
});

test('values discarded before a slow store has started leave no object and no unhandled error', async () => {
  const { store } = portal.services;
  const list = async () => {
    const keys: string[] = [];
    for await (const { storageKey } of store.list()) keys.push(storageKey);
    return keys.sort();
  };
  const before = await list();
  const put: typeof store.put = async (content) => {
    await sleep(50);
    return store.put(content);
  };
  const writer = new MatrixWriter({ ...store, put });
  writer.addRow(Float64Array.of(1, 2, 3));
  await writer.abandon();
  expect(await list()).toEqual(before);
  expect(await store.listUnfinished()).toEqual([]);
});

test('a store failure is reported at the end, however much was added after it', async () => {
  const failure = new Error('The store is away.');
  const put = () => Promise.reject(failure);
  const writer = new MatrixWriter({ ...portal.services.store, put });
  for (let row = 0; row < 10; row += 1) {
    writer.addRow(new Float64Array(200_000));
    await writer.keepPace();
  }
  await expect(writer.end()).rejects.toBe(failure);
});

test('waiting for the store leaves no listeners behind', async () => {
  const warnings: Error[] = [];
  const note = (warning: Error) => void warnings.push(warning);
  process.on('warning', note);
  const writer = new MatrixWriter(portal.services.store);
  for (let row = 0; row < 20; row += 1) {
    writer.addRow(new Float64Array(600_000));
    await writer.keepPace();
  }
  await writer.end();
  // Warnings are emitted in the next tick.
  await sleep(1);
  process.off('warning', note);
  expect(warnings.filter(({ name }) => name === 'MaxListenersExceededWarning')).toEqual([]);
});
