/** The bucket of an installation. */
import { CreateBucketCommand, HeadBucketCommand } from '@aws-sdk/client-s3';
import type { S3Settings } from '../../../config.ts';
import { createS3Client, isMissing } from './s3-calls.ts';

/**
 * Creates the bucket of the settings if the store does not have it.
 * @returns whether it was created
 * @throws Error with a sentence for the operator if the store refuses it or does not answer
 */
export async function ensureBucket(settings: S3Settings): Promise<boolean> {
  const client = createS3Client(settings);
  const Bucket = settings.bucket;
  try {
    await client.send(new HeadBucketCommand({ Bucket }));
    return false;
  } catch (error) {
    if (!isMissing(error))
      throw new Error(`The bucket ${Bucket} at ${settings.endpoint} cannot be used.`, { cause: error });
  } finally {
    client.destroy();
  }
  return createBucket(settings);
}

async function createBucket(settings: S3Settings): Promise<true> {
  const client = createS3Client(settings);
  try {
    await client.send(new CreateBucketCommand({ Bucket: settings.bucket }));
    return true;
  } catch (error) {
    throw new Error(
      `There is no bucket ${settings.bucket} at ${settings.endpoint}, and it cannot be created with these keys. Create it, or set S3_BUCKET to one that exists.`,
      { cause: error },
    );
  } finally {
    client.destroy();
  }
}
