import { describe, expect, test } from 'vitest';
import { ConfigError, readConfig } from './config.ts';

const S3 = {
  OMICON_STORE: 's3',
  S3_ENDPOINT: 'https://objects.lab.test',
  S3_BUCKET: 'omicon',
  S3_ACCESS_KEY_ID: 'portal',
  S3_SECRET_ACCESS_KEY: 'Nucleus accumbens 12',
};

function refusalOf(env: Record<string, string>): string[] {
  try {
    readConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.message.split('\n');
    throw error;
  }
  return [];
}

describe('the store', () => {
  test('is the disk by default, whatever is set for S3', () => {
    expect(readConfig({}).s3).toBe(null);
    expect(readConfig({ ...S3, OMICON_STORE: 'disk' }).s3).toBe(null);
  });

  test('is a bucket if all settings are given; region and role have defaults', () => {
    expect(readConfig(S3).s3).toEqual({
      endpoint: 'https://objects.lab.test',
      bucket: 'omicon',
      region: 'us-east-1',
      accessKeyId: 'portal',
      secretAccessKey: 'Nucleus accumbens 12',
      roleArn: null,
    });
    const role = { S3_ROLE_ARN: 'arn:aws:iam:::role/omicon', S3_REGION: 'eu-central-1' };
    expect(readConfig({ ...S3, ...role }).s3).toMatchObject({
      region: 'eu-central-1',
      roleArn: 'arn:aws:iam:::role/omicon',
    });
  });

  test('reports every missing setting in a sentence', () => {
    expect(refusalOf({ OMICON_STORE: 's3' })).toEqual([
      'OMICON_STORE=s3 needs S3_ENDPOINT.',
      'OMICON_STORE=s3 needs S3_BUCKET.',
      'OMICON_STORE=s3 needs S3_ACCESS_KEY_ID.',
      'OMICON_STORE=s3 needs S3_SECRET_ACCESS_KEY.',
    ]);
    expect(refusalOf({ ...S3, S3_BUCKET: '' })).toEqual(['OMICON_STORE=s3 needs S3_BUCKET.']);
  });

  test.each([
    ['OMICON_STORE', 'tape', 'OMICON_STORE must be "disk" or "s3".'],
    ['S3_ENDPOINT', 'objects.lab.test', 'S3_ENDPOINT must begin with http:// or https://.'],
    ['S3_BUCKET', 'Our Bucket', 'S3_BUCKET must be the name of a bucket.'],
    ['S3_ROLE_ARN', 'omicon', 'S3_ROLE_ARN must begin with arn:.'],
  ])('with a wrong %s is refused', (name, value, sentence) => {
    expect(refusalOf({ ...S3, [name]: value })).toEqual([sentence]);
  });

  test('never reveals the secret', () => {
    const secret = S3.S3_SECRET_ACCESS_KEY;
    expect(refusalOf({ ...S3, S3_BUCKET: '', S3_ENDPOINT: 'x' }).join()).not.toContain(secret);
  });
});
