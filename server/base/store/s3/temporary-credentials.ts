/**
 * Temporary credentials of the object store for people's own programs: derived from one role, limited to given keys and
 * 20 minutes.
 */
import { AssumeRoleCommand, STSClient } from '@aws-sdk/client-sts';
import type { S3Settings } from '../../../config.ts';
import { PortalError } from '../../errors.ts';
import type { Services } from '../../services.ts';
import { isStoreUnavailable } from '../store.ts';
import { timeFor, within } from './s3-calls.ts';

/** Lifetime of cached credentials in the specification. */
const LIFETIME_SECONDS = 20 * 60;

/** Policy of the credentials: nothing else, no list, no delete. */
export type Grant = { purpose: 'download'; keys: readonly string[] } | { purpose: 'upload'; prefix: string };

/** The ARN of the role contains its partition, such as `aws`. */
function policyFor(grant: Grant, bucket: string, roleArn: string): string {
  const partition = roleArn.split(':')[1] ?? 'aws';
  const resource = (key: string): string => `arn:${partition}:s3:::${bucket}/${key}`;
  const statement =
    grant.purpose === 'download'
      ? { Action: ['s3:GetObject'], Resource: grant.keys.map(resource) }
      : { Action: ['s3:PutObject', 's3:AbortMultipartUpload'], Resource: [resource(`${grant.prefix}*`)] };
  return JSON.stringify({ Version: '2012-10-17', Statement: [{ Effect: 'Allow', ...statement }] });
}

const NONE_HERE =
  'This portal gives out no credentials of its file store. Please use links for downloads and parts for uploads.';

export interface TemporaryCredentials {
  AccessKeyId: string;
  SecretAccessKey: string;
  SessionToken: string;
  region: string;
  bucket: string;
  endpoint: string;
  expires_at: string;
}

function createStsClient(
  { endpoint, region }: S3Settings,
  credentials: { accessKeyId: string; secretAccessKey: string; sessionToken?: string },
): STSClient {
  const requestHandler = { connectionTimeout: 1000 };
  return new STSClient({ endpoint, region, credentials, maxAttempts: 2, requestHandler });
}

/** Requests credentials for the role, restricted by the policy. */
async function assumeRole(client: STSClient, roleArn: string, more: { name: string; policy?: string }) {
  const command = new AssumeRoleCommand({
    RoleArn: roleArn,
    RoleSessionName: more.name,
    DurationSeconds: LIFETIME_SECONDS,
    ...(more.policy === undefined ? {} : { Policy: more.policy }),
  });
  const { Credentials } = await within(timeFor(0), (abortSignal) => client.send(command, { abortSignal }));
  const { AccessKeyId, SecretAccessKey, SessionToken, Expiration } = Credentials ?? {};
  if (!AccessKeyId || !SecretAccessKey || !SessionToken || !Expiration)
    throw new Error('The object store gave incomplete credentials.');
  return { AccessKeyId, SecretAccessKey, SessionToken, expires_at: Expiration.toISOString() };
}

/**
 * Whether the store lets temporary credentials assume their own role again, which would lift every restriction.
 * Amazon's does not;
 * radosgw does, unless the role's trust policy forbids it (docs/decisions/0008-objects-in-an-s3-store.md).
 */
async function canWiden(settings: S3Settings, roleArn: string, credentials: Given): Promise<boolean> {
  const client = createStsClient(settings, {
    accessKeyId: credentials.AccessKeyId,
    secretAccessKey: credentials.SecretAccessKey,
    sessionToken: credentials.SessionToken,
  });
  try {
    await assumeRole(client, roleArn, { name: 'must-be-refused' });
    return true;
  } catch (error) {
    if (isStoreUnavailable(error)) throw error;
    return false;
  } finally {
    client.destroy();
  }
}

type Given = Awaited<ReturnType<typeof assumeRole>>;

/** @throws PortalError 501 if the store cannot issue safe credentials, 503 if it does not respond */
export async function createTemporaryCredentials(
  { config, log }: Pick<Services, 'config' | 'log'>,
  person_id: number,
  grant: Grant,
): Promise<TemporaryCredentials> {
  const { s3 } = config;
  if (s3 === null || s3.roleArn === null) throw new PortalError('not_here', NONE_HERE);
  const client = createStsClient(s3, s3);
  try {
    const policy = policyFor(grant, s3.bucket, s3.roleArn);
    const credentials = await assumeRole(client, s3.roleArn, {
      name: `person-${person_id}-${grant.purpose}`,
      policy,
    });
    if (await canWiden(s3, s3.roleArn, credentials)) {
      log.error('the object store lets temporary credentials take their role again; none are handed out');
      throw new PortalError('not_here', NONE_HERE);
    }
    return { ...credentials, region: s3.region, bucket: s3.bucket, endpoint: s3.endpoint };
  } finally {
    client.destroy();
  }
}
