/**
 * CORS rule of the bucket: only pages of the portal's own address may access it. They still need credentials or
 * presigned links.
 */
import { PutBucketCorsCommand } from '@aws-sdk/client-s3';
import type { Services } from '../../services.ts';
import { isStoreUnavailable } from '../store.ts';
import { createS3Client, timeFor, within } from './s3-calls.ts';

/** Headers that S3 SDKs send from a page. */
const HEADERS = ['authorization', 'content-md5', 'content-type', 'range', 'x-amz-*', 'amz-sdk-*'];
const HOUR_SECONDS = 3600;

/**
 * Sets the CORS rule of the bucket if credentials are issued at all. Failures do not block the start, as the portal and
 * programs outside a browser work without the rule.
 */
export async function allowOwnPages({ config, log }: Pick<Services, 'config' | 'log'>): Promise<void> {
  const { s3, publicUrl } = config;
  if (s3 === null || s3.roleArn === null) return;
  const { origin } = new URL(publicUrl);
  const rule = {
    AllowedOrigins: [origin],
    AllowedMethods: ['GET', 'HEAD', 'POST', 'PUT'],
    AllowedHeaders: HEADERS,
    // Completing a multipart upload needs the ETags of its parts.
    ExposeHeaders: ['ETag'],
    MaxAgeSeconds: HOUR_SECONDS,
  };
  const command = new PutBucketCorsCommand({
    Bucket: s3.bucket,
    CORSConfiguration: { CORSRules: [rule] },
  });
  const client = createS3Client(s3);
  try {
    await within(timeFor(0), (abortSignal) => client.send(command, { abortSignal }));
  } catch (error) {
    const what = isStoreUnavailable(error) ? 'did not answer and has not taken the rule' : 'refused the rule';
    log.warn(
      { err: error, origin },
      `the object store ${what} by which pages of the portal's address may speak to it; until its operator sets that rule, browsers keep them from it`,
    );
  } finally {
    client.destroy();
  }
}
