/**
 * Which pages a browser lets speak to the bucket: those under the portal's own address. They need credentials or
 * presigned links all the same; this only decides whose pages may use them.
 */
import { PutBucketCorsCommand } from '@aws-sdk/client-s3';
import type { Services } from '../services.ts';
import { createS3Client, timeFor, within } from './s3-calls.ts';
import { isStoreUnavailable } from './store.ts';

/** What the SDKs of S3 send from a page, signed in headers or in the address. */
const HEADERS = ['authorization', 'content-md5', 'content-type', 'range', 'x-amz-*', 'amz-sdk-*'];
const HOUR_SECONDS = 3600;

/**
 * Sets the one CORS rule of the bucket, where credentials are given out at all. A store that refuses, or does not
 * answer, does not hold up the start: programs outside a browser, and the portal itself, do without the rule.
 */
export async function allowOwnPages({ config, log }: Pick<Services, 'config' | 'log'>): Promise<void> {
  const { s3, publicUrl } = config;
  if (s3 === null || s3.roleArn === null) return;
  const { origin } = new URL(publicUrl);
  const rule = {
    AllowedOrigins: [origin],
    AllowedMethods: ['GET', 'HEAD', 'POST', 'PUT'],
    AllowedHeaders: HEADERS,
    // Whoever sends parts names them by their tags at the end.
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
