/** Requests to compute threads and their replies, as plain data. */
import type { S3Settings } from '../config.ts';
import type { KINDS } from './kinds.ts';
import type { ComputeProgress } from './work.ts';

export type ComputeKind = keyof typeof KINDS;
export type RequestOf<K extends ComputeKind> = Parameters<(typeof KINDS)[K]>[0];
export type ReplyOf<K extends ComputeKind> = Awaited<ReturnType<(typeof KINDS)[K]>>;

/** Where a thread reads matrices. */
export interface StoreLocation {
  /** null if objects are on disk */
  s3: S3Settings | null;
  dataDir: string;
}

export interface ThreadSettings {
  store: StoreLocation;
  /** largest sum of the matrices of one request, in bytes */
  memoryBytes: number;
  /** lower priority than the threads that answer people */
  isBackground: boolean;
}

export interface ThreadRequest {
  kind: ComputeKind;
  request: unknown;
  /** one number, 1 once the request is cancelled */
  cancelled: Int32Array<SharedArrayBuffer>;
}

/** A thread works on one request at a time, so its messages need no id. */
export type ThreadMessage =
  | ComputeProgress
  | { reply: unknown }
  | { refusal: string }
  | { isCancelled: true }
  | { isStoreUnavailable: true }
  | { error: string };
