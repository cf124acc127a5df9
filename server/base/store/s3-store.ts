/**
 * Store driver: objects in a bucket of any S3 store. Large content is uploaded to `incoming/` in parts while its
 * SHA-256 is computed, then copied inside the store to its key. So objects appear only when complete and correct, and a
 * process holds one part of each write in memory.
 */
import { createHash, randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  UploadPartCommand,
  UploadPartCopyCommand,
} from '@aws-sdk/client-s3';
import type { S3Settings } from '../../config.ts';
import { openS3Calls, type S3Calls, timeFor, within } from './s3-calls.ts';
import { objectKey, type Staging, type Store, type StoredObject } from './store.ts';

const OBJECTS = 'objects/';
const INCOMING = 'incoming/';
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

/** Content-MD5, by which the store refuses bytes corrupted in transit. */
function md5(bytes: Buffer): string {
  return createHash('md5').update(bytes).digest('base64');
}

interface Part {
  PartNumber: number;
  ETag: string | undefined;
}

/** Multipart uploads and copies. */
function partsOf({ client, bucket, move }: S3Calls) {
  async function begin(key: string): Promise<string> {
    const { UploadId } = await within(timeFor(0), (abortSignal) =>
      client.send(new CreateMultipartUploadCommand({ Bucket: bucket, Key: key }), { abortSignal }),
    );
    if (UploadId === undefined) throw new Error('The object store began no upload.');
    return UploadId;
  }

  async function end(key: string, uploadId: string, parts: Part[]): Promise<void> {
    await move(parts.length * 1024 * 1024, (abortSignal) =>
      client.send(
        new CompleteMultipartUploadCommand({
          Bucket: bucket,
          Key: key,
          UploadId: uploadId,
          MultipartUpload: { Parts: parts },
        }),
        { abortSignal },
      ),
    );
  }

  async function abort(key: string, uploadId: string): Promise<void> {
    await within(timeFor(0), (abortSignal) =>
      client.send(new AbortMultipartUploadCommand({ Bucket: bucket, Key: key, UploadId: uploadId }), {
        abortSignal,
      }),
    );
  }

  /** Not awaited, as the store may be unavailable; leftovers are swept later. */
  function giveUp(key: string, uploadId: string): void {
    abort(key, uploadId).catch(() => undefined);
  }

  async function send(
    key: string,
    uploadId: string,
    { partNumber, bytes }: { partNumber: number; bytes: Buffer },
  ) {
    const { ETag } = await move(bytes.length, (abortSignal) =>
      client.send(
        new UploadPartCommand({
          Bucket: bucket,
          Key: key,
          UploadId: uploadId,
          PartNumber: partNumber,
          Body: bytes,
          ContentMD5: md5(bytes),
        }),
        { abortSignal },
      ),
    );
    return { PartNumber: partNumber, ETag };
  }

  /** Copies a large object part by part, inside the store. */
  async function copy(
    from: string,
    to: string,
    { sizeBytes, copyBytes }: { sizeBytes: number; copyBytes: number },
  ) {
    const uploadId = await begin(to);
    try {
      const parts: Part[] = [];
      for (let start = 0; start < sizeBytes; start += copyBytes) {
        const end = Math.min(start + copyBytes, sizeBytes) - 1;
        const partNumber = parts.length + 1;
        const { CopyPartResult } = await move(end - start, (abortSignal) =>
          client.send(
            new UploadPartCopyCommand({
              Bucket: bucket,
              Key: to,
              UploadId: uploadId,
              PartNumber: partNumber,
              CopySource: `${bucket}/${from}`,
              CopySourceRange: `bytes=${start}-${end}`,
            }),
            { abortSignal },
          ),
        );
        parts.push({ PartNumber: partNumber, ETag: CopyPartResult?.ETag });
      }
      await end(to, uploadId, parts);
    } catch (error) {
      giveUp(to, uploadId);
      throw error;
    }
  }

  return { begin, end, giveUp, abort, send, copy };
}

export function openS3Store(settings: S3Settings, others: Partial<Limits> = {}): Store {
  const limits = { ...USUAL, ...others };
  const calls = openS3Calls(settings, limits.answerMs);
  const { client, bucket, move } = calls;
  const parts = partsOf(calls);

  async function removeKey(key: string): Promise<void> {
    await within(timeFor(0), (abortSignal) =>
      client.send(new DeleteObjectCommand({ Bucket: bucket, Key: key }), { abortSignal }),
    );
  }

  /** Not awaited; leftovers are swept later. */
  function forget(key: string): void {
    removeKey(key).catch(() => undefined);
  }

  async function putWhole(key: string, bytes: Buffer): Promise<void> {
    await move(bytes.length, (abortSignal) =>
      client.send(new PutObjectCommand({ Bucket: bucket, Key: key, Body: bytes, ContentMD5: md5(bytes) }), {
        abortSignal,
      }),
    );
  }

  /**
   * Copies an object in one call if it is small enough. With new metadata it may be copied onto itself, which renews
   * its time.
   */
  async function copy(from: string, to: string, sizeBytes: number): Promise<void> {
    if (sizeBytes > limits.copyBytes) return parts.copy(from, to, { sizeBytes, copyBytes: limits.copyBytes });
    await move(sizeBytes, (abortSignal) =>
      client.send(
        new CopyObjectCommand({
          Bucket: bucket,
          Key: to,
          CopySource: `${bucket}/${from}`,
          MetadataDirective: 'REPLACE',
          Metadata: { copied: randomUUID() },
        }),
        { abortSignal },
      ),
    );
  }

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
      await copy(key, objectKey(storageKey), sizeBytes);
    } catch (error) {
      forget(key);
      throw error;
    }
    await removeKey(key).catch(() => undefined);
    return { storageKey, sha256, sizeBytes };
  }

  async function put(content: Readable): Promise<StoredObject> {
    try {
      await calls.ensureAnswers();
      const blocks = inBlocks(content, limits.partBytes);
      const first = await blocks.next();
      const bytes = first.done ? Buffer.alloc(0) : first.value;
      if (!first.done && bytes.length === limits.partBytes)
        return await putParts(startingWith(bytes, blocks));
      const sha256 = createHash('sha256').update(bytes).digest();
      await putWhole(objectKey(sha256.toString('hex')), bytes);
      return { storageKey: sha256.toString('hex'), sha256, sizeBytes: bytes.length };
    } finally {
      content.destroy();
    }
  }

  async function* listKeys(
    prefix: string,
  ): AsyncGenerator<{ key: string; sizeBytes: number; storedAtMs: number }> {
    let after: string | undefined;
    do {
      const page = await within(timeFor(1024 * 1024), (abortSignal) =>
        client.send(new ListObjectsV2Command({ Bucket: bucket, Prefix: prefix, ContinuationToken: after }), {
          abortSignal,
        }),
      );
      for (const { Key, Size, LastModified } of page.Contents ?? [])
        if (Key !== undefined)
          yield { key: Key, sizeBytes: Size ?? 0, storedAtMs: LastModified?.getTime() ?? 0 };
      after = page.NextContinuationToken;
    } while (after !== undefined);
  }

  /** Multipart uploads neither completed nor aborted, under all prefixes of the portal. */
  async function* listOpenUploads(): AsyncGenerator<{ key: string; uploadId: string; begunAtMs: number }> {
    let after: { KeyMarker?: string; UploadIdMarker?: string } = {};
    for (;;) {
      const page = await within(timeFor(1024 * 1024), (abortSignal) =>
        client.send(new ListMultipartUploadsCommand({ Bucket: bucket, ...after }), { abortSignal }),
      );
      for (const { Key, UploadId, Initiated } of page.Uploads ?? [])
        if (Key !== undefined && UploadId !== undefined)
          yield { key: Key, uploadId: UploadId, begunAtMs: Initiated?.getTime() ?? 0 };
      if (!page.IsTruncated || page.NextKeyMarker === undefined) return;
      after = {
        KeyMarker: page.NextKeyMarker,
        ...(page.NextUploadIdMarker === undefined ? {} : { UploadIdMarker: page.NextUploadIdMarker }),
      };
    }
  }

  const archiveOf = (uploadId: number): string => `${UPLOADS}${uploadId}/archive`;

  const staging: Staging = {
    prefixOf: (uploadId) => `${UPLOADS}${uploadId}/`,
    sizeOf: async (uploadId) => (await calls.head(archiveOf(uploadId)))?.sizeBytes ?? null,
    read: (uploadId) => calls.get(archiveOf(uploadId)),
    async remove(uploadId) {
      for await (const { key } of listKeys(`${UPLOADS}${uploadId}/`)) await removeKey(key);
    },
    async *list() {
      const seen = new Set<number>();
      for await (const { key } of listKeys(UPLOADS)) {
        const id = Number(key.slice(UPLOADS.length).split('/')[0]);
        if (Number.isSafeInteger(id) && !seen.has(id)) yield id;
        seen.add(id);
      }
    },
  };

  return {
    put,
    staging,
    read: (storageKey, range) => calls.get(objectKey(storageKey), range),
    async readInto(storageKey, start, target) {
      let length = 0;
      if (target.length === 0) return length;
      const range = { start, end: start + target.length - 1 };
      for await (const chunk of await calls.get(objectKey(storageKey), range)) {
        target.set(chunk as Buffer, length);
        length += (chunk as Buffer).length;
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
        await copy(key, key, found.sizeBytes);
      return found !== null;
    },
    remove: (storageKey) => removeKey(objectKey(storageKey)),
    async *list() {
      for await (const { key, storedAtMs } of listKeys(OBJECTS))
        yield { storageKey: key.slice(OBJECTS.length), storedAtMs };
    },
    async listUnfinished() {
      const found: string[] = [];
      for await (const { key } of listKeys(INCOMING)) found.push(key);
      for await (const { key } of listOpenUploads()) if (!key.startsWith(UPLOADS)) found.push(key);
      return found;
    },
    async sweepUnfinished(olderThanMs) {
      const isOld = (timeMs: number): boolean => Date.now() - timeMs >= olderThanMs;
      for await (const { key, uploadId, begunAtMs } of listOpenUploads())
        if (isOld(begunAtMs) && !key.startsWith(UPLOADS)) await parts.abort(key, uploadId);
      for await (const { key, storedAtMs } of listKeys(INCOMING)) if (isOld(storedAtMs)) await removeKey(key);
    },
    isReachable: () =>
      calls.ensureAnswers().then(
        () => true,
        () => false,
      ),
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
