/** CORS rule of the bucket, checked against a real store, and the log of the start. */
import { GetBucketCorsCommand, PutBucketPolicyCommand } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import type { S3Settings } from '../../../config.ts';
import { openTestPortal, type TestPortal } from '../../../test-support/portal.ts';
import { makeBucket } from '../../../test-support/store/buckets.ts';
import { statusOf } from '../../../test-support/store/store-programs.ts';
import { createLog } from '../../log.ts';
import { createS3Client } from './s3-calls.ts';
import { allowOwnPages } from './s3-cors.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal({ OMICON_PUBLIC_URL: 'https://omicon.example.org/portal' });
});
afterAll(() => portal.close());

async function aBucket(changes: Partial<S3Settings> = {}): Promise<S3Settings> {
  const gateway = inject('gateway');
  if (gateway === undefined) throw new Error('There is no S3 store in this run.');
  return { ...(await makeBucket(gateway)), ...changes };
}

/** Log lines of a start with this bucket. */
async function linesOf(s3: S3Settings): Promise<string[]> {
  const lines: string[] = [];
  const log = createLog('info', { write: (line) => void lines.push(line) });
  await allowOwnPages({ config: { ...portal.services.config, s3 }, log });
  return lines;
}

/** Whether the bucket has a CORS rule. */
async function hasRule(s3: S3Settings): Promise<boolean> {
  const client = createS3Client(s3);
  const status = await statusOf(() => client.send(new GetBucketCorsCommand({ Bucket: s3.bucket })));
  client.destroy();
  return status === 200;
}

/** A CORS preflight request. */
async function preflight(origin: string, method: string, headers: string) {
  const { s3 } = portal.services.config;
  const answer = await fetch(`${s3?.endpoint}/${s3?.bucket}/objects/x`, {
    method: 'OPTIONS',
    headers: {
      origin,
      'access-control-request-method': method,
      'access-control-request-headers': headers,
    },
  });
  return [answer.status, answer.headers.get('access-control-allow-origin')];
}

test('the start allows pages of its own origin, with the headers of S3 clients', async () => {
  const own = 'https://omicon.example.org';
  for (const method of ['GET', 'HEAD', 'POST', 'PUT'])
    expect(await preflight(own, method, 'content-type'), method).toEqual([200, own]);
  const signed = 'amz-sdk-invocation-id,amz-sdk-request,authorization,content-md5,content-type,range';
  const more = 'x-amz-content-sha256,x-amz-date,x-amz-security-token,x-amz-user-agent';
  expect(await preflight(own, 'PUT', `${signed},${more}`)).toEqual([200, own]);
});

test('other origins, other methods and other headers are refused', async () => {
  const own = 'https://omicon.example.org';
  const refused: [string, string, string][] = [
    ['https://omicon.example.org.attacker.example', 'GET', 'range'],
    ['http://omicon.example.org', 'GET', 'range'],
    ['https://omicon.example.org:8443', 'GET', 'range'],
    ['null', 'GET', 'range'],
    [own, 'DELETE', 'range'],
    [own, 'PUT', 'x-forwarded-for'],
  ];
  for (const asked of refused) expect(await preflight(...asked), asked.join(' ')).toEqual([403, null]);
});

test('without temporary credentials no rule is set', async () => {
  const [without, usual] = [await aBucket({ roleArn: null }), await aBucket()];
  expect(await linesOf(without)).toEqual([]);
  expect(await linesOf(usual)).toEqual([]);
  expect([await hasRule(without), await hasRule(usual)]).toEqual([false, true]);
});

test('a store that refuses the rule is logged in one line', async () => {
  const s3 = await aBucket();
  const client = createS3Client(s3);
  const Policy = JSON.stringify({
    Version: '2012-10-17',
    Statement: [{ Effect: 'Deny', Principal: '*', Action: 's3:PutBucketCORS', Resource: 'arn:aws:s3:::*' }],
  });
  await client.send(new PutBucketPolicyCommand({ Bucket: s3.bucket, Policy }));
  client.destroy();
  const lines = await linesOf(s3);
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain('the object store refused the rule');
  expect(lines[0]).toContain('https://omicon.example.org');
  for (const secret of [s3.secretAccessKey, s3.accessKeyId, 'AWS4-HMAC-SHA256'])
    expect(lines[0]).not.toContain(secret);
  expect(await hasRule(s3)).toBe(false);
});

test('an unavailable store is logged in one line', async () => {
  const lines = await linesOf(await aBucket({ endpoint: 'http://127.0.0.1:9' }));
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain('the object store did not answer');
});
