/** Writes, copies and deletions of single objects of an S3 store. */
import { randomUUID } from 'node:crypto';
import { CopyObjectCommand, DeleteObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { type S3Calls, timeFor, within } from './s3-calls.ts';
import { copyInParts, md5, type S3Parts } from './s3-parts.ts';

/** @param copyBytes up to this size one call copies an object */
export function objectsOf(calls: S3Calls, parts: S3Parts, copyBytes: number) {
  const { client, bucket, move } = calls;

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
    if (sizeBytes > copyBytes) return copyInParts(calls, parts, { from, to, sizeBytes, copyBytes });
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

  return { removeKey, forget, putWhole, copy };
}

export type S3Objects = ReturnType<typeof objectsOf>;
