/** The calls to an S3 store: each with a time limit, each failure either "not there" or "does not answer". */

import { Readable } from 'node:stream';
import { GetObjectCommand, HeadBucketCommand, HeadObjectCommand, S3Client } from '@aws-sdk/client-s3';
import type { S3Settings } from '../../config.ts';
import { type ByteRange, StoreUnavailable } from './store.ts';

/** A call that moves no bytes is answered within this, or the store counts as not answering. */
const CALL_MS = 2500;
/** Longest silence in the middle of bytes; a person who reads slowly makes silences too. */
const SILENCE_MS = 60_000;
/** A part moves at this pace or the store counts as not answering. */
const SLOWEST_BYTES_A_MS = 256;
/** So often it is asked while bytes move, which may take long. */
const ASK_AGAIN_MS = 1000;

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

/** How long a call that moves so many bytes may take. */
export function timeFor(bytes: number): number {
  return CALL_MS + Math.ceil(bytes / SLOWEST_BYTES_A_MS);
}

/** There is nothing under a key; with the code that a missing file has. */
class MissingObject extends Error {
  readonly code = 'ENOENT';
  readonly path: string;

  constructor(key: string) {
    super('There is no such object.');
    this.path = key;
  }
}

/** The status with which the store, or its giver of credentials, answered; undefined when it did not. */
function statusOf(error: unknown): number | undefined {
  if (!(error instanceof Error) || !('$metadata' in error)) return undefined;
  const metadata = error.$metadata;
  if (typeof metadata !== 'object' || metadata === null || !('httpStatusCode' in metadata)) return undefined;
  return typeof metadata.httpStatusCode === 'number' ? metadata.httpStatusCode : undefined;
}

export function isMissing(error: unknown): boolean {
  return statusOf(error) === 404;
}

/** A refusal is a fault of ours or of the settings, and stays what it is; anything else means no answer. */
function translate(error: unknown): unknown {
  const status = statusOf(error);
  return status !== undefined && status >= 400 && status < 500 ? error : new StoreUnavailable(error);
}

/** @throws StoreUnavailable when the call fails or is not answered in time */
export async function within<T>(ms: number, call: (abortSignal: AbortSignal) => Promise<T>): Promise<T> {
  const limit = new AbortController();
  // An answer that arrived while this process was busy is read before the call is given up.
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
  /** @throws StoreUnavailable before anything large is begun */
  ensureAnswers(): Promise<void>;
  /**
   * A call that moves so many bytes: it may take long, but no longer than the store answers otherwise.
   * @throws StoreUnavailable
   */
  move<T>(bytes: number, call: (abortSignal: AbortSignal) => Promise<T>): Promise<T>;
  /** size and time of what lies under a key, null when nothing does */
  head(key: string): Promise<{ sizeBytes: number; storedAtMs: number } | null>;
  /** @throws an error with code ENOENT when nothing lies under the key */
  get(key: string, range?: ByteRange): Promise<Readable>;
}

/** @param answerMs asked whether it is there, the store answers within this */
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

  /** @param freshMs an answer this young is taken for the next one */
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
    const asked = {
      Bucket: bucket,
      Key: key,
      ...(range ? { Range: `bytes=${range.start}-${range.end}` } : {}),
    };
    try {
      const { Body } = await within(CALL_MS, (abortSignal) =>
        client.send(new GetObjectCommand(asked), { abortSignal }),
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
