/**
 * Writes to an S3 store. Large content is uploaded to `incoming/` in parts while its SHA-256 is computed, then copied
 * inside the store to its key. So objects appear only when complete and correct, and a process holds one part of each
 * write in memory.
 */
import { createHash, randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import { objectKey, type Store, type StoredObject } from '../store.ts';
import type { S3Calls } from './s3-calls.ts';
import type { S3Objects } from './s3-objects.ts';
import type { Part, S3Parts } from './s3-parts.ts';

export const INCOMING = 'incoming/';

interface PutParts {
  calls: S3Calls;
  objects: S3Objects;
  parts: S3Parts;
  /** bytes of an upload part, and so of memory */
  partBytes: number;
}

/** The `put` of the S3 driver: content up to one part in one call, larger content part by part. */
export function createPut({ calls, objects, parts, partBytes }: PutParts): Store['put'] {
  /** Stores content larger than one part: uploads it part by part, verifies it, then copies it to its key. */
  async function putParts(chunks: AsyncIterable<Buffer>): Promise<StoredObject> {
    const key = INCOMING + randomUUID();
    const uploadId = await parts.begin(key);
    const hash = createHash('sha256');
    let sizeBytes = 0;
    try {
      const sent: Part[] = [];
      for await (const bytes of chunks) {
        hash.update(bytes);
        sizeBytes += bytes.length;
        sent.push(await parts.send(key, uploadId, { partNumber: sent.length + 1, bytes }));
      }
      await parts.end(key, uploadId, sent);
    } catch (error) {
      parts.giveUp(key, uploadId);
      throw error;
    }
    const sha256 = hash.digest();
    const storageKey = sha256.toString('hex');
    try {
      const stored = await calls.head(key);
      if (stored?.sizeBytes !== sizeBytes)
        throw new Error('The object store has other bytes than were sent.');
      await objects.copy(key, objectKey(storageKey), sizeBytes);
    } catch (error) {
      objects.forget(key);
      throw error;
    }
    await objects.removeKey(key).catch(() => undefined);
    return { storageKey, sha256, sizeBytes };
  }

  return async function put(content: Readable): Promise<StoredObject> {
    try {
      await calls.ensureAnswers();
      const blocks = inBlocks(content, partBytes);
      const first = await blocks.next();
      const bytes = first.done ? Buffer.alloc(0) : first.value;
      if (!first.done && bytes.length === partBytes) return await putParts(startingWith(bytes, blocks));
      const sha256 = createHash('sha256').update(bytes).digest();
      await objects.putWhole(objectKey(sha256.toString('hex')), bytes);
      return { storageKey: sha256.toString('hex'), sha256, sizeBytes: bytes.length };
    } finally {
      content.destroy();
    }
  };
}

/** The content in blocks of exactly `size` bytes, the last one shorter. */
async function* inBlocks(content: Readable, size: number): AsyncGenerator<Buffer> {
  let chunks: Buffer[] = [];
  let held = 0;
  for await (const chunk of content) {
    let rest: Buffer = Buffer.isBuffer(chunk) ? chunk : Buffer.from(chunk);
    while (held + rest.length >= size) {
      const taken = size - held;
      yield Buffer.concat([...chunks, rest.subarray(0, taken)], size);
      rest = rest.subarray(taken);
      chunks = [];
      held = 0;
    }
    if (rest.length > 0) chunks.push(rest);
    held += rest.length;
  }
  if (held > 0) yield Buffer.concat(chunks, held);
}

async function* startingWith(first: Buffer, rest: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield first;
  yield* rest;
}
