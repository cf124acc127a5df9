/**
 * The object store. Keys are the SHA-256 of the content, so storing the same bytes twice is harmless, and a key
 * verifies its object. Two drivers: disk-store.ts and s3-store.ts.
 */
import type { Readable } from 'node:stream';
import { PortalError } from '../errors.ts';

export interface StoredObject {
  storageKey: string;
  sha256: Buffer;
  sizeBytes: number;
}

/** Bytes `start` to `end`, both included, as in a Range header. */
export interface ByteRange {
  start: number;
  end: number;
}

/** Staging area: archives that people's programs put into the store with temporary credentials for one upload. */
export interface Staging {
  /** key prefix of an upload */
  prefixOf(uploadId: number): string;
  /** size of the archive of an upload; null if there is none */
  sizeOf(uploadId: number): Promise<number | null>;
  read(uploadId: number): Promise<Readable>;
  remove(uploadId: number): Promise<void>;
  /** uploads with any objects there */
  list(): AsyncIterable<number>;
}

/**
 * Every method throws StoreUnavailable if the store does not respond. An object is visible only when complete and
 * verified.
 */
export interface Store {
  /** Resolves when the bytes are durable. */
  put(content: Readable): Promise<StoredObject>;
  /**
   * A stream of an object or a range of it, for random access such as by the archive reader.
   * @throws an error with code ENOENT if there is no such object
   */
  read(storageKey: string, range?: ByteRange): Promise<Readable>;
  /**
   * Reads into `target` from offset `start` without allocating buffers, for frequent range reads.
   * @returns bytes read; fewer than the size of `target` only at the end of the object
   * @throws an error with code ENOENT if there is no such object
   */
  readInto(storageKey: string, start: number, target: Uint8Array): Promise<number>;
  /** @throws an error with code ENOENT if there is no such object */
  sizeOf(storageKey: string): Promise<number>;
  has(storageKey: string): Promise<boolean>;
  /** Whether the object exists; if so, renews its time, so that the sweep does not delete it. */
  touch(storageKey: string): Promise<boolean>;
  remove(storageKey: string): Promise<void>;
  /** all keys with the time they were stored, in ms since 1970 */
  list(): AsyncIterable<{ storageKey: string; storedAtMs: number }>;
  /** deletes leftovers of unfinished writes */
  listUnfinished(olderThanMs?: number): Promise<string[]>;
  sweepUnfinished(olderThanMs: number): Promise<void>;
  isReachable(): Promise<boolean>;
  /** null if people cannot access the store directly */
  staging: Staging | null;
}

const KEY = /^[0-9a-f]{64}$/;

/** @throws Error if it is not a storage key */
export function checkKey(storageKey: string): string {
  if (!KEY.test(storageKey)) throw new Error('A storage key is made by the store, never by a caller.');
  return storageKey;
}

/** The bucket key of an object. */
export function objectKey(storageKey: string): string {
  return `objects/${checkKey(storageKey)}`;
}

/** The store does not respond in time. Clients should retry; jobs wait. */
export class StoreUnavailable extends PortalError {
  constructor(cause?: unknown) {
    super('unavailable', 'The file store of the portal does not answer. Please try again in a moment.', {
      retryAfterSeconds: 5,
      cause,
    });
  }
}

/** Whether an error is, or was caused by, an unavailable store. */
export function isStoreUnavailable(error: unknown): boolean {
  if (error instanceof StoreUnavailable) return true;
  return error instanceof Error && error.cause !== undefined && isStoreUnavailable(error.cause);
}
