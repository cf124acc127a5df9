/** Store driver: objects in a bucket of any S3 store. */
import type { S3Settings } from '../../../config.ts';
import { objectKey, type Staging, type Store } from '../store.ts';
import { openS3Calls, type S3Calls } from './s3-calls.ts';
import { listingOf, type S3Listing } from './s3-listing.ts';
import { objectsOf, type S3Objects } from './s3-objects.ts';
import { partsOf, type S3Parts } from './s3-parts.ts';
import { createPut, INCOMING } from './s3-put.ts';

const OBJECTS = 'objects/';
const UPLOADS = 'uploads/';

interface Limits {
  /** bytes of an upload part, and so of memory; stores require at least 5 MiB */
  partBytes: number;
  /** up to this size one call copies an object; the protocol allows 5 GiB */
  copyBytes: number;
  /** an object younger than this needs no touch; the sweep waits much longer */
  touchAgainMs: number;
  /** timeout of availability checks, also during transfers */
  answerMs: number;
}

/** A person who uploads waits at most two and a half seconds. */
const USUAL: Limits = {
  partBytes: 8 * 1024 * 1024,
  copyBytes: 4 * 1024 ** 3,
  touchAgainMs: 10 * 60 * 1000,
  answerMs: 1500,
};
/** Longer for jobs, which would have to start over. */
export const PATIENT: Partial<Limits> = { answerMs: 15_000 };

function stagingOf(calls: S3Calls, objects: S3Objects, listing: S3Listing): Staging {
  const archiveOf = (uploadId: number): string => `${UPLOADS}${uploadId}/archive`;

  return {
    prefixOf: (uploadId) => `${UPLOADS}${uploadId}/`,
    sizeOf: async (uploadId) => (await calls.head(archiveOf(uploadId)))?.sizeBytes ?? null,
    read: (uploadId) => calls.get(archiveOf(uploadId)),
    async remove(uploadId) {
      for await (const { key } of listing.listKeys(`${UPLOADS}${uploadId}/`)) await objects.removeKey(key);
    },
    async *list() {
      const seen = new Set<number>();
      for await (const { key } of listing.listKeys(UPLOADS)) {
        const id = Number(key.slice(UPLOADS.length).split('/')[0]);
        if (Number.isSafeInteger(id) && !seen.has(id)) yield id;
        seen.add(id);
      }
    },
  };
}

function isOlder(timeMs: number, olderThanMs: number): boolean {
  return olderThanMs === 0 || Date.now() - timeMs >= olderThanMs;
}

/** Leftovers of writes that never ended; uploads of people are swept with their runs. */
function unfinishedOf(
  objects: S3Objects,
  parts: S3Parts,
  listing: S3Listing,
): Pick<Store, 'listUnfinished' | 'sweepUnfinished'> {
  return {
    async listUnfinished(olderThanMs = 0) {
      const found: string[] = [];
      for await (const { key, storedAtMs } of listing.listKeys(INCOMING))
        if (isOlder(storedAtMs, olderThanMs)) found.push(key);
      for await (const { key, begunAtMs } of listing.listOpenUploads())
        if (!key.startsWith(UPLOADS) && isOlder(begunAtMs, olderThanMs)) found.push(key);
      return found;
    },
    async sweepUnfinished(olderThanMs) {
      const isOld = (timeMs: number): boolean => isOlder(timeMs, olderThanMs);
      for await (const { key, uploadId, begunAtMs } of listing.listOpenUploads())
        if (isOld(begunAtMs) && !key.startsWith(UPLOADS)) await parts.abort(key, uploadId);
      for await (const { key, storedAtMs } of listing.listKeys(INCOMING))
        if (isOld(storedAtMs)) await objects.removeKey(key);
    },
  };
}

/** The store of an S3 bucket. Limits of time and size can be replaced, for tests and long-running commands. */
export function openS3Store(settings: S3Settings, others: Partial<Limits> = {}): Store {
  const limits = { ...USUAL, ...others };
  const calls = openS3Calls(settings, limits.answerMs);
  const parts = partsOf(calls);
  const objects = objectsOf(calls, parts, limits.copyBytes);
  const listing = listingOf(calls);
  return {
    put: createPut({ calls, objects, parts, partBytes: limits.partBytes }),
    staging: stagingOf(calls, objects, listing),
    read: (storageKey, range) => calls.get(objectKey(storageKey), range),
    async readInto(storageKey, start, target) {
      let length = 0;
      if (target.length === 0) return length;
      const range = { start, end: start + target.length - 1 };
      for await (const chunk of await calls.get(objectKey(storageKey), range)) {
        const bytes: Buffer = chunk;
        target.set(bytes, length);
        length += bytes.length;
      }
      return length;
    },
    async sizeOf(storageKey) {
      const found = await calls.head(objectKey(storageKey));
      if (found) return found.sizeBytes;
      throw Object.assign(new Error('There is no such object.'), { code: 'ENOENT', path: storageKey });
    },
    has: async (storageKey) => (await calls.head(objectKey(storageKey))) !== null,
    async touch(storageKey) {
      const key = objectKey(storageKey);
      const found = await calls.head(key);
      if (found && Date.now() - found.storedAtMs >= limits.touchAgainMs)
        await objects.copy(key, key, found.sizeBytes);
      return found !== null;
    },
    remove: (storageKey) => objects.removeKey(objectKey(storageKey)),
    async *list() {
      for await (const { key, storedAtMs } of listing.listKeys(OBJECTS))
        yield { storageKey: key.slice(OBJECTS.length), storedAtMs };
    },
    ...unfinishedOf(objects, parts, listing),
    isReachable: () =>
      calls.ensureAnswers().then(
        () => true,
        () => false,
      ),
  };
}
