/** Multipart uploads to an S3 store, and copies of objects too large for one call. */
import { createHash } from 'node:crypto';
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  UploadPartCommand,
  UploadPartCopyCommand,
} from '@aws-sdk/client-s3';
import { type S3Calls, timeFor, within } from './s3-calls.ts';

/** Content-MD5, by which the store refuses bytes corrupted in transit. */
export function md5(bytes: Buffer): string {
  return createHash('md5').update(bytes).digest('base64');
}

export interface Part {
  PartNumber: number;
  ETag: string | undefined;
}

/** Multipart uploads. */
export function partsOf({ client, bucket, move }: S3Calls) {
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

  return { begin, end, giveUp, abort, send };
}

export type S3Parts = ReturnType<typeof partsOf>;

/** Copies a large object part by part, inside the store. */
export async function copyInParts(
  { client, bucket, move }: S3Calls,
  parts: S3Parts,
  { from, to, sizeBytes, copyBytes }: { from: string; to: string; sizeBytes: number; copyBytes: number },
): Promise<void> {
  const uploadId = await parts.begin(to);
  try {
    const copied: Part[] = [];
    for (let start = 0; start < sizeBytes; start += copyBytes) {
      const end = Math.min(start + copyBytes, sizeBytes) - 1;
      const partNumber = copied.length + 1;
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
      copied.push({ PartNumber: partNumber, ETag: CopyPartResult?.ETag });
    }
    await parts.end(to, uploadId, copied);
  } catch (error) {
    parts.giveUp(to, uploadId);
    throw error;
  }
}
