/** Compute threads on a store of their own: answers, progress, cancellation, and threads that end. */
import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { selectFeatures, selectSamples } from '@omicon/domain/statistics/matrix.ts';
import { kmeOfModules } from '@omicon/domain/statistics/modules/kme.ts';
import { roundedKme, roundedPValue } from '@omicon/domain/statistics/modules/kme-table.ts';
import { moduleTraits, orderOfModules } from '@omicon/domain/statistics/modules/module-traits.ts';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openDiskStore } from '../base/store/disk-store.ts';
import type { Store } from '../base/store/store.ts';
import { listNiceValues } from '../test-support/nice-values.ts';
import { completeKme, type KmeRequest } from './kinds/complete-kme.ts';
import { type ComputeThreads, type ComputeThreadsOptions, openComputeThreads } from './threads.ts';
import { ComputeCancelled, ComputeRefusal, createMatrixCache, type StoredValues, Work } from './work.ts';

const FEATURES = 3000;
const SAMPLES = 200;
const MODULES = 3;

let dataDir: string;
let store: Store;
let matrix: { featureCount: number; sampleCount: number; values: Float64Array };
let stored: StoredValues;
let threads: ComputeThreads | null = null;

/** Reproducible numbers in (-1, 1). */
function numbers(count: number, seed: number): Float64Array {
  return Float64Array.from({ length: count }, (_, at) => Math.sin((at + 1) * 12.9898 + seed * 78.233));
}

beforeAll(async () => {
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'omicon-compute-'));
  store = await openDiskStore(path.join(dataDir, 'objects'));
  const values = numbers(FEATURES * SAMPLES, 1).map((value, at) => (at % 97 === 0 ? Number.NaN : value));
  matrix = { featureCount: FEATURES, sampleCount: SAMPLES, values };
  const { storageKey } = await store.put(Readable.from([Buffer.from(values.buffer)]));
  stored = { matrix_storage_key: storageKey, number_of_features: FEATURES, number_of_samples: SAMPLES };
});
afterEach(async () => {
  await threads?.close();
  threads = null;
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

function openThreads(options: Partial<ComputeThreadsOptions> = {}): ComputeThreads {
  threads = openComputeThreads({ count: 1, memoryMiB: 128, store: { s3: null, dataDir }, ...options });
  return threads;
}

/** Every third feature and every second sample, both backwards. */
function kmeRequest(values: StoredValues = stored): KmeRequest {
  const rows = Uint32Array.from({ length: FEATURES / 3 }, (_, at) => FEATURES - 1 - 3 * at);
  const samples = Uint32Array.from({ length: SAMPLES / 2 }, (_, at) => SAMPLES - 1 - 2 * at);
  const eigengenes = Array.from({ length: MODULES }, (_, module) => numbers(samples.length, 5 + module));
  return { values, rows, samples, eigengenes };
}

function kmeDirectly({ rows, samples, eigengenes }: KmeRequest) {
  const chosen = selectFeatures(selectSamples(matrix, [...samples]), [...rows]);
  const values = chosen.values.map((value) => (Number.isNaN(value) ? 0 : value));
  return kmeOfModules({ ...chosen, values }, eigengenes).map((kmes) => ({
    kme: kmes.map(roundedKme),
    pValues: kmes.map((value) => roundedPValue(value, samples.length)),
  }));
}

function traitsRequest(modules = 4, samples = 12) {
  return {
    eigengenes: Array.from({ length: modules }, (_, module) => numbers(samples, module)),
    columns: new Map([
      ['Age', Array.from({ length: samples }, (_, at) => String(20 + ((at * 7) % 11)))],
      ['Sex', Array.from({ length: samples }, (_, at) => (at % 3 === 0 ? 'F' : 'M'))],
      ['Label', Array.from({ length: samples }, (_, at) => `S${at}`)],
    ]),
    orders: new Map(),
  };
}

test('kME of a thread equals kME computed directly, bit by bit', async () => {
  const request = kmeRequest();
  const pool = openThreads();
  const columns = await pool.compute('complete_kme', request);
  expect(columns).toEqual(kmeDirectly(request));
  expect(columns.some(({ kme }) => kme.some((value) => value !== 0))).toBe(true);
  // The second time, the matrix is cached.
  expect(await pool.compute('complete_kme', request)).toEqual(columns);
});

test('kME of a matrix above the memory limit is computed block by block, with the same result', async () => {
  const request = kmeRequest();
  const work = new Work({
    store,
    cache: createMatrixCache(),
    memoryBytes: 1024,
    cancelled: new Int32Array(1),
    tell: () => undefined,
  });
  expect(await completeKme(request, work)).toEqual(kmeDirectly(request));
});

test('traits of a thread equal traits computed directly', async () => {
  const request = traitsRequest();
  expect(await openThreads().compute('module_traits', request)).toEqual({
    ...moduleTraits(request.eigengenes, request.columns),
    order: orderOfModules(request.eigengenes),
  });
});

test('progress rises to the number of features', async () => {
  const told: { done: number; total: number }[] = [];
  await openThreads().compute('complete_kme', kmeRequest(), { onProgress: (each) => told.push(each) });
  const done = told.map((each) => each.done);
  expect(done).toEqual(done.toSorted((a, b) => a - b));
  expect(done.length).toBeGreaterThan(1);
  expect(told.at(-1)).toMatchObject({ done: FEATURES, total: FEATURES });
});

test('cancelled computations are rejected, whether running, waiting or not yet sent, and others continue', async () => {
  const pool = openThreads();
  const [running, waiting] = [new AbortController(), new AbortController()];
  const first = pool.compute('complete_kme', kmeRequest(), {
    signal: running.signal,
    onProgress: () => running.abort(),
  });
  const second = pool.compute('complete_kme', kmeRequest(), { signal: waiting.signal });
  const third = pool.compute('module_traits', traitsRequest());
  waiting.abort();
  await expect(second).rejects.toThrow(ComputeCancelled);
  await expect(first).rejects.toThrow(ComputeCancelled);
  expect((await third).traits).toHaveLength(2);
  const signal = AbortSignal.abort();
  await expect(pool.compute('complete_kme', kmeRequest(), { signal })).rejects.toThrow(ComputeCancelled);
});

test('a cancelled computation stops at its next block', async () => {
  const cancelled = new Int32Array(1);
  let blocks = 0;
  const work = new Work({
    store,
    cache: createMatrixCache(),
    memoryBytes: 1024 ** 3,
    cancelled,
    tell: () => undefined,
  });
  const walked = work.eachBlock(stored, () => {
    blocks += 1;
    cancelled[0] = 1;
  });
  await expect(walked).rejects.toThrow(ComputeCancelled);
  expect(blocks).toBe(1);
});

test('a thread that does not react to a cancellation is replaced', async () => {
  // Reading a pipe that nobody writes never ends.
  const key = 'f'.repeat(64);
  const pipe = path.join(dataDir, 'objects', 'ff', 'ff', key);
  mkdirSync(path.dirname(pipe), { recursive: true });
  execFileSync('mkfifo', [pipe]);
  const pool = openThreads({ stopMs: 20 });
  const controller = new AbortController();
  const stuck = pool.compute('complete_kme', kmeRequest({ ...stored, matrix_storage_key: key }), {
    signal: controller.signal,
    onProgress: () => controller.abort(),
  });
  const next = pool.compute('module_traits', traitsRequest());
  controller.abort();
  await expect(stuck).rejects.toThrow(ComputeCancelled);
  expect((await next).traits).toHaveLength(2);
  await (await open(pipe, 'r+')).close();
});

test('the caller of a thread that ends is told, and the next request gets another thread', async () => {
  // A thread cannot open a store in place of which there is a file, and ends.
  const blocked = path.join(dataDir, 'blocked');
  await writeFile(blocked, '');
  const pool = openThreads({ store: { s3: null, dataDir: blocked } });
  const [first, second] = [1, 2].map(() => pool.compute('module_traits', traitsRequest()));
  await expect(first).rejects.toMatchObject({ code: 'unavailable', cause: { code: 'ENOTDIR' } });
  await expect(second).rejects.toMatchObject({ code: 'unavailable' });
  await rm(blocked);
  expect((await pool.compute('module_traits', traitsRequest())).traits).toHaveLength(2);
});

test('a failed computation is an error of its caller only', async () => {
  const pool = openThreads();
  const missing = { ...stored, matrix_storage_key: 'a'.repeat(64) };
  await expect(pool.compute('complete_kme', kmeRequest(missing))).rejects.toThrow('ENOENT');
  const longer = { ...stored, number_of_features: FEATURES + 1 };
  await expect(pool.compute('complete_kme', kmeRequest(longer))).rejects.toThrow('shorter');
  expect((await pool.compute('module_traits', traitsRequest())).traits).toHaveLength(2);
});

test('ranges that are used as they arrive have their own numbers, in the order of the request', async () => {
  const workWith = (memoryBytes: number) =>
    new Work({
      store,
      cache: createMatrixCache(),
      memoryBytes,
      cancelled: new Int32Array(1),
      tell: () => undefined,
    });
  // Longer and shorter ones by turns, and more than are read at once.
  const ranges = Array.from({ length: 50 }, (_, at) => ({
    storage_key: stored.matrix_storage_key,
    start: at * 331,
    count: at % 2 === 0 ? 5000 : at,
  }));
  const expected = ranges.map(({ start, count }) => matrix.values.slice(start, start + count));
  const copies = await workWith(1024 ** 3).mapNumbers(ranges, (range, at) => ({ at, range: range.slice() }));
  expect(copies).toEqual(expected.map((range, at) => ({ at, range })));
  expect(await workWith(1024 ** 3).readNumbers(ranges)).toEqual(expected);
  await expect(async () => workWith(1024).mapNumbers(ranges, () => 0)).rejects.toThrow(ComputeRefusal);
  const past = [{ storage_key: stored.matrix_storage_key, start: matrix.values.length - 1, count: 2 }];
  await expect(workWith(1024).mapNumbers(past, () => 0)).rejects.toThrow('too short');
});

test('whole matrices above the memory limit are refused with their size', async () => {
  const work = new Work({
    store,
    cache: createMatrixCache(),
    memoryBytes: 8 * 1024 ** 2,
    cancelled: new Int32Array(1),
    tell: () => undefined,
  });
  expect((await work.readMatrix(stored)).values).toEqual(matrix.values);
  const second = work.readMatrix(stored);
  await expect(second).rejects.toThrow(ComputeRefusal);
  await expect(second).rejects.toThrow(
    'The values of 3,000 features in 200 samples take 10 MiB; computations may use 8 MiB.',
  );
});

test('beyond the waiting line, requests are refused until others have ended', async () => {
  const pool = openThreads({ maxWaiting: 1 });
  const accepted = [1, 2].map(() => pool.compute('module_traits', traitsRequest()));
  await expect(pool.compute('module_traits', traitsRequest())).rejects.toMatchObject({
    code: 'unavailable',
    retryAfterSeconds: 5,
  });
  await Promise.all(accepted);
  expect((await pool.compute('module_traits', traitsRequest())).traits).toHaveLength(2);
});

test.runIf(process.platform === 'linux')(
  'threads of jobs have a lower priority than all others of the process',
  async () => {
    const niceOfProcess = os.getPriority();
    await openThreads().compute('module_traits', traitsRequest());
    expect(new Set(listNiceValues())).toEqual(new Set([niceOfProcess]));
    await threads?.close();
    await openThreads({ isBackground: true }).compute('module_traits', traitsRequest());
    const lower = listNiceValues().filter((nice) => nice !== niceOfProcess);
    expect(lower).toEqual(niceOfProcess < 19 ? [19] : []);
  },
);

test('closing ends running and waiting requests, and accepts no more', async () => {
  const pool = openThreads();
  const requests = [1, 2].map(() => pool.compute('complete_kme', kmeRequest()));
  const ended = Promise.allSettled(requests);
  await pool.close();
  for (const { status } of await ended) expect(status).toBe('rejected');
  await expect(pool.compute('module_traits', traitsRequest())).rejects.toMatchObject({ code: 'unavailable' });
});
