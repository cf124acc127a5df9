/** What a computation can use inside its thread: matrices of the store, progress and cancellation. */
import type { FeatureMatrix } from '@omicon/domain/statistics/matrix.ts';
import { giveWay } from '@omicon/pipeline/run/give-way.ts';
import { LRUCache } from 'lru-cache';
import pLimit from 'p-limit';
import type { Store } from '../base/store/store.ts';

/** The values of a data set in the store: features x samples, float64, NaN where missing. */
export interface StoredValues {
  matrix_storage_key: string;
  number_of_features: number;
  number_of_samples: number;
}

/** Numbers of a stored object of float64. */
export interface NumberRange {
  storage_key: string;
  /** index of the first number */
  start: number;
  count: number;
}

/** The caller cancelled the computation, or closed the connection of a call. */
export class ComputeCancelled extends Error {
  override readonly name = 'AbortError';

  constructor() {
    super('The computation was cancelled.');
  }
}

/** A computation that needs more than the thread may use; the message is for people. */
export class ComputeRefusal extends Error {}

/** Matrices kept between requests. */
export const CACHED_BYTES = 256 * 1024 ** 2;
/** Values read or computed between two looks at the cancellation: a few milliseconds. */
const BLOCK_BYTES = 4 * 1024 ** 2;
const F64 = 8;
/** Ranges read at the same time: enough to hide the delay of an S3 store. */
const READS_AT_ONCE = 16;

export type MatrixCache = LRUCache<string, Float64Array<ArrayBuffer>>;

export function createMatrixCache(): MatrixCache {
  return new LRUCache({
    maxSize: CACHED_BYTES,
    sizeCalculation: ({ byteLength }) => Math.max(1, byteLength),
  });
}

/** How far a computation is; `step` names what it does now, if it has several. */
export interface ComputeProgress {
  done: number;
  total: number;
  step?: string;
}

interface WorkOptions {
  store: Store;
  cache: MatrixCache;
  memoryBytes: number;
  cancelled: Int32Array;
  tell(progress: ComputeProgress): void;
}

function bytesOf({ number_of_features, number_of_samples }: StoredValues): number {
  return F64 * number_of_features * number_of_samples;
}

function toMiB(bytes: number): string {
  return Math.ceil(bytes / 1024 ** 2).toLocaleString('en');
}

export class Work {
  readonly handedOver: ArrayBuffer[] = [];
  readonly #options: WorkOptions;
  #read = 0;

  constructor(options: WorkOptions) {
    this.#options = options;
  }

  /**
   * Reports progress, and gives way to others in a thread of low priority. Call it between blocks of some milliseconds.
   * @throws ComputeCancelled if the caller has cancelled
   */
  report(done: number, total: number, step?: string): void {
    giveWay();
    if (this.isCancelled()) throw new ComputeCancelled();
    this.#options.tell({ done, total, ...(step === undefined ? {} : { step }) });
  }

  isCancelled(): boolean {
    return Atomics.load(this.#options.cancelled, 0) === 1;
  }

  /** Moves the array to the caller with the reply instead of copying it. */
  handOver<T extends Float64Array<ArrayBuffer>>(values: T): T {
    this.handedOver.push(values.buffer);
    return values;
  }

  /**
   * All values of a data set. The matrix is cached: do not modify it.
   * @throws ComputeRefusal if the matrices of this request exceed the limit
   * @throws Error if the object is shorter than its data set
   */
  async readMatrix(values: StoredValues): Promise<FeatureMatrix> {
    const { matrix_storage_key: key, number_of_features, number_of_samples } = values;
    const bytes = bytesOf(values);
    const { cache, memoryBytes } = this.#options;
    if (this.#read + bytes > memoryBytes) {
      throw new ComputeRefusal(
        `The values of ${number_of_features.toLocaleString('en')} features in ${number_of_samples.toLocaleString('en')} samples take ${toMiB(this.#read + bytes)} MiB; computations may use ${toMiB(memoryBytes)} MiB.`,
      );
    }
    this.#read += bytes;
    let whole = cache.get(key);
    if (whole === undefined) {
      whole = await this.#readRows(values, 0, number_of_features);
      cache.set(key, whole);
    }
    return { featureCount: number_of_features, sampleCount: number_of_samples, values: whole };
  }

  /** Numbers made from a matrix, kept between requests beside the matrices. Do not modify them. */
  keep(key: string, make: () => Float64Array<ArrayBuffer>): Float64Array<ArrayBuffer> {
    const { cache } = this.#options;
    const known = cache.get(key);
    if (known !== undefined) return known;
    const made = make();
    cache.set(key, made);
    return made;
  }

  /**
   * Ranges of stored float64 numbers, in the order of the request; some are read at once.
   * @throws ComputeRefusal if what this request reads exceeds the limit
   * @throws Error if an object is shorter
   */
  readNumbers(ranges: readonly NumberRange[]): Promise<Float64Array<ArrayBuffer>[]> {
    this.#count(ranges);
    return this.#readRanges(
      ranges,
      ({ count }) => new Float64Array(count),
      (numbers) => numbers,
    );
  }

  /**
   * What is made of ranges of stored float64 numbers, in the order of the request: each is used as it arrives, while
   * others are read, and its memory is then used for another.
   * @param make must not keep the numbers it is given
   * @throws as `readNumbers`
   */
  async mapNumbers<T>(
    ranges: readonly NumberRange[],
    make: (numbers: Float64Array<ArrayBuffer>, index: number) => T,
  ): Promise<T[]> {
    this.#count(ranges);
    const largest = ranges.reduce((most, { count }) => Math.max(most, count), 0);
    const spare: Float64Array<ArrayBuffer>[] = [];
    return this.#readRanges(
      ranges,
      ({ count }) => (spare.pop() ?? new Float64Array(largest)).subarray(0, count),
      (numbers, index) => {
        const made = make(numbers, index);
        spare.push(new Float64Array(numbers.buffer));
        return made;
      },
    );
  }

  /**
   * Ranges of stored float64 numbers, one after another, without a limit: the memory of one range serves the next.
   * @param act must not keep the numbers it is given
   * @throws Error if an object is shorter
   */
  async eachRange(
    ranges: readonly NumberRange[],
    act: (numbers: Float64Array<ArrayBuffer>, index: number) => void,
  ): Promise<void> {
    const largest = ranges.reduce((most, { count }) => Math.max(most, count), 0);
    const spare: Float64Array<ArrayBuffer>[] = [];
    await this.#readRanges(
      ranges,
      ({ count }) => (spare.pop() ?? new Float64Array(largest)).subarray(0, count),
      (numbers, index) => {
        act(numbers, index);
        spare.push(new Float64Array(numbers.buffer));
      },
    );
  }

  /** @throws ComputeRefusal if this request would read more than it may */
  #count(ranges: readonly NumberRange[]): void {
    const bytes = ranges.reduce((sum, { count }) => sum + F64 * count, 0);
    const { memoryBytes } = this.#options;
    if (this.#read + bytes > memoryBytes)
      throw new ComputeRefusal(
        `The values of ${ranges.length.toLocaleString('en')} modules take ${toMiB(this.#read + bytes)} MiB; computations may use ${toMiB(memoryBytes)} MiB.`,
      );
    this.#read += bytes;
  }

  #readRanges<T>(
    ranges: readonly NumberRange[],
    allocate: (range: NumberRange) => Float64Array<ArrayBuffer>,
    make: (numbers: Float64Array<ArrayBuffer>, index: number) => T,
  ): Promise<T[]> {
    const limit = pLimit(READS_AT_ONCE);
    return Promise.all(
      ranges.map((range, index) =>
        limit(async () => {
          if (this.isCancelled()) throw new ComputeCancelled();
          const { storage_key, start } = range;
          const numbers = allocate(range);
          const bytes = new Uint8Array(numbers.buffer, 0, numbers.byteLength);
          const length = await this.#options.store.readInto(storage_key, F64 * start, bytes);
          if (length !== bytes.length) throw new Error(`The object ${storage_key} is too short.`);
          return make(numbers, index);
        }),
      ),
    );
  }

  /**
   * The values of a data set in blocks of features, without a limit: a matrix too large for the cache is read block by
   * block. Reports the number of features done.
   */
  async eachBlock(
    values: StoredValues,
    act: (block: FeatureMatrix, firstFeature: number) => void,
  ): Promise<void> {
    const { number_of_features: total, number_of_samples: sampleCount } = values;
    const isCached = bytesOf(values) <= Math.min(CACHED_BYTES, this.#options.memoryBytes);
    const whole = isCached ? await this.readMatrix(values) : null;
    const features = Math.max(1, Math.floor(BLOCK_BYTES / F64 / Math.max(1, sampleCount)));
    for (let first = 0; first < total; first += features) {
      this.report(first, total);
      const end = Math.min(first + features, total);
      const block =
        whole?.values.subarray(first * sampleCount, end * sampleCount) ??
        (await this.#readRows(values, first, end));
      act({ featureCount: end - first, sampleCount, values: block }, first);
    }
    this.report(total, total);
  }

  async #readRows(
    { matrix_storage_key, number_of_samples }: StoredValues,
    first: number,
    end: number,
  ): Promise<Float64Array<ArrayBuffer>> {
    const values = new Float64Array((end - first) * number_of_samples);
    const bytes = new Uint8Array(values.buffer);
    const start = F64 * first * number_of_samples;
    for (let at = 0; at < bytes.length; at += BLOCK_BYTES) {
      if (this.isCancelled()) throw new ComputeCancelled();
      const part = bytes.subarray(at, at + BLOCK_BYTES);
      const length = await this.#options.store.readInto(matrix_storage_key, start + at, part);
      if (length !== part.length)
        throw new Error(`The matrix ${matrix_storage_key} is shorter than its data set.`);
    }
    return values;
  }
}
