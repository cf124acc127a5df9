/**
 * Objects of the product: bytes under a key made by the server. Keys are the SHA-256 of the content, so storing
 * the same bytes twice is harmless, and a key proves what lies behind it. Two drivers: disk-store.ts and s3-store.ts.
 */
import type { Readable } from 'node:stream';
import { PortalError } from '../http/errors.ts';

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

/** What one upload put into the store by itself, with credentials for nothing else. Names no object of the product. */
export interface Staging {
  /** what the keys of an upload begin with */
  prefixOf(uploadId: number): string;
  /** size of the archive that an upload put there; null when there is none */
  sizeOf(uploadId: number): Promise<number | null>;
  read(uploadId: number): Promise<Readable>;
  remove(uploadId: number): Promise<void>;
  /** uploads that put anything there */
  list(): AsyncIterable<number>;
}

/**
 * Every method throws StoreUnavailable when the store does not answer. An object is never seen before it is whole and
 * its bytes are those of its key.
 */
export interface Store {
  /** Resolves when the bytes are stored for good. */
  put(content: Readable): Promise<StoredObject>;
  /**
   * Also by range: what needs random access, such as the archive reader, reads ranges. A path on this machine would
   * be faster for one driver and impossible for the other.
   * @throws an error with code ENOENT when there is no such object
   */
  read(storageKey: string, range?: ByteRange): Promise<Readable>;
  /**
   * Fills `target` with what begins at `start`, without making other buffers on the way: for what reads ranges often.
   * @returns bytes read, fewer than the target holds only at the end of the object
   * @throws an error with code ENOENT when there is no such object
   */
  readInto(storageKey: string, start: number, target: Uint8Array): Promise<number>;
  /** @throws an error with code ENOENT when there is no such object */
  sizeOf(storageKey: string): Promise<number>;
  has(storageKey: string): Promise<boolean>;
  /** Whether the object is there; if so it counts as stored just now, so that no sweep takes it for left behind. */
  touch(storageKey: string): Promise<boolean>;
  remove(storageKey: string): Promise<void>;
  /** every key with the time it was stored, in ms since 1970 */
  list(): AsyncIterable<{ storageKey: string; storedAtMs: number }>;
  /** leftovers of writes that never ended */
  listUnfinished(): Promise<string[]>;
  sweepUnfinished(olderThanMs: number): Promise<void>;
  isReachable(): Promise<boolean>;
  /** null where people cannot reach the store themselves */
  staging: Staging | null;
}

const KEY = /^[0-9a-f]{64}$/;

/** @throws Error for anything but a key that the store made */
export function checkKey(storageKey: string): string {
  if (!KEY.test(storageKey)) throw new Error('A storage key is made by the store, never by a caller.');
  return storageKey;
}

/** Where an object lies in a bucket. */
export function objectKey(storageKey: string): string {
  return `objects/${checkKey(storageKey)}`;
}

/** The store does not answer, or not in time. Whoever asked should come back; jobs wait. */
export class StoreUnavailable extends PortalError {
  constructor(cause?: unknown) {
    super('unavailable', 'The file store of the portal does not answer. Please try again in a moment.', {
      retryAfterSeconds: 5,
      cause,
    });
  }
}

/** Also where the failure was wrapped on its way. */
export function isStoreUnavailable(error: unknown): boolean {
  if (error instanceof StoreUnavailable) return true;
  return error instanceof Error && error.cause !== undefined && isStoreUnavailable(error.cause);
}
