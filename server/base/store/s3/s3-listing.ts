/** What lies in the bucket of an S3 store: objects by prefix, and multipart uploads under way. */
import { ListMultipartUploadsCommand, ListObjectsV2Command } from '@aws-sdk/client-s3';
import { type S3Calls, timeFor, within } from './s3-calls.ts';

/** Readers of what lies in the bucket, page by page. */
export function listingOf({ client, bucket }: S3Calls) {
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

  return { listKeys, listOpenUploads };
}

export type S3Listing = ReturnType<typeof listingOf>;
