/** Rows of a matrix in an S3 store, read at random over a link that fails: right or refused, never wrong. */
import { randomSource } from '@omicon/demo/kit/random.ts';
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest';
import { openS3Store, PATIENT } from '../../base/store/s3/s3-store.ts';
import type { Store } from '../../base/store/store.ts';
import { makeBucket } from '../../test-support/store/buckets.ts';
import { type FaultyLink, openFaultyLink } from '../../test-support/store/faulty-link.ts';
import { MatrixWriter, readFeatures, readRowStatistics } from './expression.ts';

const [FEATURES, SAMPLES] = [20_000, 40];
const random = randomSource(20_261_123);
const matrix = { number_of_features: FEATURES, number_of_samples: SAMPLES };

let link: FaultyLink;
let store: Store;
beforeAll(async () => {
  const gateway = inject('gateway');
  if (gateway === undefined) throw new Error('There is no S3 store in this run.');
  link = await openFaultyLink(gateway.endpoint);
  // Matrices are written by jobs, which wait longer for a busy store.
  store = openS3Store({ ...(await makeBucket(gateway)), endpoint: link.endpoint }, PATIENT);
});
afterAll(() => link.close());

/** The value of a cell, so that nothing has to be remembered; every thirteenth is missing. */
function valueAt(row: number, sample: number): number {
  return (row + sample) % 13 === 0 ? Number.NaN : row + sample / 1000;
}

function rowAt(row: number): Float64Array {
  return Float64Array.from({ length: SAMPLES }, (_, sample) => valueAt(row, sample));
}

test('rows at random are those that were written, and a link that fails never makes them others', async () => {
  const writer = new MatrixWriter(store);
  for (let row = 0; row < FEATURES; row += 1) {
    writer.addRow(rowAt(row));
    if (row % 1000 === 0) await writer.keepPace();
  }
  const stored = { ...matrix, ...(await writer.end()) };
  const someRows = () => Array.from({ length: 30 }, () => random.integer(0, FEATURES - 1));
  for (let round = 0; round < 20; round += 1) {
    const rows = someRows();
    expect(await readFeatures(store, stored, rows)).toEqual(rows.map(rowAt));
  }
  let refused = 0;
  for (const fault of ['broken', 'refused', 'broken', 'refused', 'broken', 'refused'] as const) {
    const rows = someRows();
    const reading = Promise.allSettled([readFeatures(store, stored, rows)]);
    // The fault comes while the ranges are being read.
    await link.fail(fault);
    const [result] = await reading;
    if (result.status === 'fulfilled') expect(result.value).toEqual(rows.map(rowAt));
    else refused += 1;
    await link.fail('whole');
    // The store is asked again once the last check of it is stale.
    const next = someRows();
    const again = await vi.waitFor(() => readFeatures(store, stored, next), {
      timeout: 20_000,
      interval: 200,
    });
    expect(again).toEqual(next.map(rowAt));
  }
  expect(refused).toBeGreaterThan(0);
  const [statistics] = await readRowStatistics(store, stored, [13]);
  expect(statistics).toMatchObject({ missing: rowAt(13).filter(Number.isNaN).length, min: 13.001 });
});
