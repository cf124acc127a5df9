/** Buckets in the S3 store of the run; a new one for each test subject. */
import { randomBytes } from 'node:crypto';
import { CreateBucketCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { createS3Client } from '../../base/store/s3/s3-calls.ts';
import type { S3Settings } from '../../config.ts';
import type { Gateway } from './radosgw.ts';

export async function makeBucket(gateway: Gateway): Promise<S3Settings> {
  const settings = { ...gateway, region: 'us-east-1', bucket: `omicon-${randomBytes(6).toString('hex')}` };
  const client = createS3Client(settings);
  await client.send(new CreateBucketCommand({ Bucket: settings.bucket }));
  client.destroy();
  return settings;
}

/** Replaces the bytes under a key, bypassing the driver. */
export async function overwrite(settings: S3Settings, key: string, bytes: Buffer | string): Promise<void> {
  const client = createS3Client(settings);
  await client.send(new PutObjectCommand({ Bucket: settings.bucket, Key: key, Body: bytes }));
  client.destroy();
}

/** The settings as environment variables. */
export function toEnvironment(settings: S3Settings): Record<string, string> {
  return {
    OMICON_STORE: 's3',
    S3_ENDPOINT: settings.endpoint,
    S3_BUCKET: settings.bucket,
    S3_REGION: settings.region,
    S3_ACCESS_KEY_ID: settings.accessKeyId,
    S3_SECRET_ACCESS_KEY: settings.secretAccessKey,
    ...(settings.roleArn === null ? {} : { S3_ROLE_ARN: settings.roleArn }),
  };
}
