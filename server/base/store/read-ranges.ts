import pLimit from 'p-limit';
import type { Store } from './store.ts';

const READS_AT_ONCE = 16;

/**
 * Reads ranges of objects, in the order of the request.
 * @throws Error if an object is shorter than a range; an error with code ENOENT if there is no such object
 */
export async function readRanges(
  store: Store,
  ranges: readonly { storage_key: string; start: number; length: number }[],
): Promise<Uint8Array[]> {
  const limit = pLimit(READS_AT_ONCE);
  return Promise.all(
    ranges.map(({ storage_key, start, length }) =>
      limit(async () => {
        const bytes = new Uint8Array(length);
        if ((await store.readInto(storage_key, start, bytes)) < length)
          throw new Error(`The object ${storage_key} is shorter than expected.`);
        return bytes;
      }),
    ),
  );
}
