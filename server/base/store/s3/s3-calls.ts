/** Calls to an S3 store, with timeouts; every failure is either "not found" or "unavailable". */

import { Readable } from 'node:stream';
import { GetObjectCommand, HeadBucketCommand, HeadObjectCommand, S3Client } from '@aws-sdk/client-s3';
import type { S3Settings } from '../../../config.ts';
import { type ByteRange, StoreUnavailable } from '../store.ts';

/** Timeout of calls without content. */
const CALL_MS = 2500;
/** Longest pause within content; slow readers cause pauses, too. */
const SILENCE_MS = 60_000;
/** Minimum transfer rate of a part, below which the store counts as unavailable. */
const SLOWEST_BYTES_A_MS = 256;
/** Interval of availability checks during long transfers. */
const ASK_AGAIN_MS = 1000;

/** A client for the configured store, with addresses that hold the bucket in their path. */
export function createS3Client(settings: S3Settings): S3Client {
  return new S3Client({
    endpoint: settings.endpoint,
    region: settings.region,
    credentials: { accessKeyId: settings.accessKeyId, secretAccessKey: settings.secretAccessKey },
    forcePathStyle: true,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 2,
    requestHandler: {
      connectionTimeout: 1000,
      socketTimeout: SILENCE_MS,
      httpAgent: { keepAlive: true, maxSockets: 128 },
      httpsAgent: { keepAlive: true, maxSockets: 128 },
    },
  });
}

/** Timeout of a call that transfers this many bytes. */
export function timeFor(bytes: number): number {
  return CALL_MS + Math.ceil(bytes / SLOWEST_BYTES_A_MS);
}

/** No object under a key; has the code of a missing file. */
class MissingObject extends Error {
  readonly code = 'ENOENT';
  readonly path: string;

  constructor(key: string) {
    super('There is no such object.');
    this.path = key;
  }
}

/** HTTP status of the store or its credential provider; undefined without a response. */
function statusOf(error: unknown): number | undefined {
  if (!(error instanceof Error) || !('$metadata' in error)) return undefined;
  const metadata = error.$metadata;
  if (typeof metadata !== 'object' || metadata === null || !('httpStatusCode' in metadata)) return undefined;
  return typeof metadata.httpStatusCode === 'number' ? metadata.httpStatusCode : undefined;
}

/** Whether the store replied that there is no such object. */
export function isMissing(error: unknown): boolean {
  return statusOf(error) === 404;
}

/** A refusal is a fault of the portal or its settings and is rethrown; anything else means unavailable. */
function translate(error: unknown): unknown {
  const status = statusOf(error);
  return status !== undefined && status >= 400 && status < 500 ? error : new StoreUnavailable(error);
}

/** @throws StoreUnavailable if the call fails or times out */
export async function within<T>(ms: number, call: (abortSignal: AbortSignal) => Promise<T>): Promise<T> {
  const limit = new AbortController();
  // A response that arrived while this process was busy is read before the call is aborted.
  const timer = setTimeout(() => setImmediate(() => limit.abort()), ms);
  try {
    return await call(limit.signal);
  } catch (error) {
    throw translate(error);
  } finally {
    clearTimeout(timer);
  }
}

export interface S3Calls {
  client: S3Client;
  bucket: string;
  /** Checks availability before a large transfer. @throws StoreUnavailable */
  ensureAnswers(): Promise<void>;
  /**
   * A call that transfers content: may take long, as long as the store responds to other calls.
   * @throws StoreUnavailable
   */
  move<T>(bytes: number, call: (abortSignal: AbortSignal) => Promise<T>): Promise<T>;
  /** size and time of the object under a key, null if there is none */
  head(key: string): Promise<{ sizeBytes: number; storedAtMs: number } | null>;
  /** @throws an error with code ENOENT if there is no object under the key */
  get(key: string, range?: ByteRange): Promise<Readable>;
}

/** @param answerMs timeout of an availability check */
export function openS3Calls(settings: S3Settings, answerMs: number): S3Calls {
  const client = createS3Client(settings);
  const { bucket } = settings;
  let answeredAt = Number.NEGATIVE_INFINITY;
  let asking: Promise<void> | null = null;

  async function ask(): Promise<void> {
    await within(answerMs, (abortSignal) =>
      client.send(new HeadBucketCommand({ Bucket: bucket }), { abortSignal }),
    );
    answeredAt = performance.now();
  }

  /** @param freshMs how long the result of a check is reused */
  async function ensureAnswers(freshMs = ASK_AGAIN_MS): Promise<void> {
    if (performance.now() - answeredAt < freshMs) return;
    asking ??= ask().finally(() => {
      asking = null;
    });
    await asking;
  }

  async function move<T>(bytes: number, call: (abortSignal: AbortSignal) => Promise<T>): Promise<T> {
    const silence = new AbortController();
    const askAgain = () => ensureAnswers(ASK_AGAIN_MS / 2).catch(() => silence.abort());
    const timer = setInterval(askAgain, ASK_AGAIN_MS);
    try {
      return await within(timeFor(bytes), (limit) => call(AbortSignal.any([limit, silence.signal])));
    } finally {
      clearInterval(timer);
    }
  }

  async function head(key: string) {
    try {
      const found = await within(CALL_MS, (abortSignal) =>
        client.send(new HeadObjectCommand({ Bucket: bucket, Key: key }), { abortSignal }),
      );
      return { sizeBytes: found.ContentLength ?? 0, storedAtMs: found.LastModified?.getTime() ?? 0 };
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
    }
  }

  async function get(key: string, range?: ByteRange): Promise<Readable> {
    const request = {
      Bucket: bucket,
      Key: key,
      ...(range ? { Range: `bytes=${range.start}-${range.end}` } : {}),
    };
    try {
      const { Body } = await within(CALL_MS, (abortSignal) =>
        client.send(new GetObjectCommand(request), { abortSignal }),
      );
      if (!(Body instanceof Readable)) throw new Error('The object store sent no stream.');
      return Body;
    } catch (error) {
      if (isMissing(error)) throw new MissingObject(key);
      throw error;
    }
  }

  return { client, bucket, ensureAnswers, move, head, get };
}
