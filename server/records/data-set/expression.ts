/**
 * The expression store: the values of a data set as one object, features x samples, float64 little-endian, feature by
 * feature, NaN where missing; beside it the statistics of every row. One feature is one range of bytes.
 */
import { once } from 'node:events';
import { PassThrough, Readable } from 'node:stream';
import { f64At } from '@omicon/domain/arrays/number-at.ts';
import {
  areCentred,
  percentiles,
  type RowStatistics,
  rowStatistics,
} from '@omicon/domain/statistics/row-statistics.ts';
import type { MatrixSink } from '@omicon/intake/data-sets/read-analyte-data.ts';
import { LRUCache } from 'lru-cache';
import pLimit from 'p-limit';
import type { Store, StoredObject } from '../../base/store/store.ts';

const F64 = 8;
/** Statistics per row: mean, sd, min, max, number missing, percentile of the mean. */
const FIGURES = 6;

/** Storage keys of the values of a data set. */
export interface StoredMatrix {
  matrix_storage_key: string | null;
  row_statistics_storage_key: string | null;
  number_of_features: number;
  number_of_samples: number;
}

export interface FeatureStatistics extends RowStatistics {
  /** percentile of the mean among all features, in (0, 100] */
  percentile: number;
}

/** Streams the values of a data set into the store. */
export class MatrixWriter implements MatrixSink {
  readonly #stream = new PassThrough({ highWaterMark: 4 * 1024 ** 2 });
  readonly #stored: Promise<StoredObject>;
  readonly #store: Store;
  readonly #rows: RowStatistics[] = [];
  #failure: unknown = null;
  #isFull = false;

  constructor(store: Store) {
    this.#store = store;
    // The store may attach later; until then this listener keeps an error from ending the process.
    this.#stream.on('error', () => undefined);
    this.#stored = store.put(this.#stream);
    // Reported by `end`; until then a failure only stops the writing.
    this.#stored.catch((error: unknown) => {
      this.#failure = error;
      this.#stream.destroy();
    });
  }

  addRow(values: Float64Array): void {
    this.#rows.push(rowStatistics(values));
    if (this.#failure !== null) return;
    const bytes = Buffer.from(values.buffer, values.byteOffset, values.byteLength);
    this.#isFull = !this.#stream.write(bytes);
  }

  async keepPace(): Promise<void> {
    if (this.#failure !== null || !this.#isFull) return;
    // The event that does not come must not be listened for until the end.
    const waiting = new AbortController();
    const options = { signal: waiting.signal };
    await Promise.race([once(this.#stream, 'drain', options), once(this.#stream, 'close', options)]);
    waiting.abort();
    this.#isFull = false;
  }

  /** Completes both objects. @returns their storage keys, which no record references yet */
  async end(): Promise<{ matrix_storage_key: string; row_statistics_storage_key: string }> {
    if (this.#failure === null) this.#stream.end();
    const matrix = await this.#stored;
    const statistics = await this.#store.put(Readable.from([packStatistics(this.#rows)]));
    return { matrix_storage_key: matrix.storageKey, row_statistics_storage_key: statistics.storageKey };
  }

  /** Discards what was written. */
  async abandon(): Promise<void> {
    this.#stream.destroy(new Error('The values are not stored.'));
    await this.#stored.catch(() => undefined);
  }
}

/** Statistics of all rows of a data set, as they are stored: six float64 a row, with the percentile of its mean. */
export function packStatistics(rows: readonly RowStatistics[]): Buffer {
  const percentile = percentiles(rows.map((row) => row.mean));
  const figures = new Float64Array(FIGURES * rows.length);
  rows.forEach(({ mean, sd, min, max, missing }, index) => {
    figures.set([mean, sd, min, max, missing, percentile[index] ?? Number.NaN], FIGURES * index);
  });
  return Buffer.from(figures.buffer);
}

/** Key of the job that stores the matrix of a data set version imported without one. */
export function matrixJobKey(data_set_version_id: number): string {
  return `store matrix ${data_set_version_id}`;
}

/** Cache of recently read rows of all data sets, by storage key and row. */
const rowCache = new LRUCache<string, Float64Array>({ maxSize: 64 * 1024 ** 2 });
/** Ranges closer than this are merged into one read. */
const MAX_GAP = 64 * 1024;
/** Upper limit of a range, so that a page never waits for a whole matrix. */
const MAX_RANGE = 4 * 1024 ** 2;
const READS_AT_ONCE = 16;

interface Range {
  /** rows of the matrix */
  first: number;
  end: number;
}

/** Ranges that cover all requested rows, in ascending order. */
function joinRanges(sorted: readonly number[], rowBytes: number): Range[] {
  const ranges: Range[] = [];
  for (const row of sorted) {
    const last = ranges.at(-1);
    const isNear = last !== undefined && (row - last.end) * rowBytes <= MAX_GAP;
    if (last !== undefined && isNear && (row + 1 - last.first) * rowBytes <= MAX_RANGE) last.end = row + 1;
    else ranges.push({ first: row, end: row + 1 });
  }
  return ranges;
}

async function readRange(
  store: Store,
  key: string,
  { first, end }: Range,
  samples: number,
): Promise<Float64Array> {
  const values = new Float64Array((end - first) * samples);
  const bytes = new Uint8Array(values.buffer);
  const length = await store.readInto(key, first * samples * F64, bytes);
  if (length !== bytes.length) throw new Error(`The matrix ${key} is shorter than its data set.`);
  return values;
}

/**
 * Values of some features of a data set, one array of samples each, in the requested order. The arrays are cached: do
 * not modify them.
 * @param rows indexes of features in the list of the data set, from 0
 * @throws Error if the data set has no matrix
 */
export async function readFeatures(
  store: Store,
  { matrix_storage_key: key, number_of_samples: samples, number_of_features }: StoredMatrix,
  rows: readonly number[],
): Promise<Float64Array[]> {
  if (key === null) throw new Error('The values of this data set are not stored yet.');
  if (rows.some((row) => !(row >= 0 && row < number_of_features)))
    throw new RangeError('There is no such feature.');
  const found = new Map<number, Float64Array>();
  const unknown: number[] = [];
  for (const row of new Set(rows)) {
    const cached = rowCache.get(`${key} ${row}`);
    if (cached === undefined) unknown.push(row);
    else found.set(row, cached);
  }
  const limit = pLimit(READS_AT_ONCE);
  const wanted = new Set(unknown);
  const read = async (range: Range) => {
    const values = await readRange(store, key, range, samples);
    for (let row = range.first; row < range.end; row += 1) {
      if (!wanted.has(row)) continue;
      // A copy, so that a cached row does not retain the buffer of the whole range.
      const own = values.slice((row - range.first) * samples, (row - range.first + 1) * samples);
      found.set(row, own);
      rowCache.set(`${key} ${row}`, own, { size: own.byteLength + 200 });
    }
  };
  const ranges = joinRanges(
    unknown.toSorted((a, b) => a - b),
    samples * F64,
  );
  await Promise.all(ranges.map((range) => limit(() => read(range))));
  return rows.map((row) => found.get(row) ?? new Float64Array(0));
}

/** Statistics of some features, in the requested order. @throws Error if the data set has none yet */
export async function readRowStatistics(
  store: Store,
  { row_statistics_storage_key: key, number_of_features }: StoredMatrix,
  rows: readonly number[],
): Promise<FeatureStatistics[]> {
  if (key === null) throw new Error('The values of this data set are not stored yet.');
  const keys = { matrix_storage_key: key, row_statistics_storage_key: key };
  const figures = await readFeatures(
    store,
    { ...keys, number_of_samples: FIGURES, number_of_features },
    rows,
  );
  return figures.map(([mean = 0, sd = 0, min = 0, max = 0, missing = 0, percentile = 0]) => ({
    mean,
    sd,
    min,
    max,
    missing,
    percentile,
  }));
}

/** Rows that decide: the first of the matrix, 96 KB of statistics. */
const ROWS_READ = 2000;
/** By the key of the statistics, so that an entry is never stale. */
const centredCache = new LRUCache<string, { is: boolean }>({ max: 5000 });

/**
 * Whether the features of a data set are centred on 0, as `areCentred` tells from the stored means and standard
 * deviations of its first 2,000 features; false until they are stored.
 */
export async function isCentred(
  store: Store,
  { row_statistics_storage_key: key, number_of_features }: StoredMatrix,
): Promise<boolean> {
  if (key === null) return false;
  const cached = centredCache.get(key);
  if (cached !== undefined) return cached.is;
  const end = Math.min(ROWS_READ, number_of_features);
  const figures = await readRange(store, key, { first: 0, end }, FIGURES);
  const rows = Array.from({ length: end }, (_, row) => ({
    mean: f64At(figures, FIGURES * row),
    sd: f64At(figures, FIGURES * row + 1),
  }));
  const is = areCentred(rows);
  centredCache.set(key, { is });
  return is;
}
