/** People's programs that access the object store directly, only with the credentials from the portal. */
import { S3Client, S3ServiceException } from '@aws-sdk/client-s3';
import { getTemporaryCredentials } from '@omicon/contract/areas/files/files.ts';
import type { ReplyOf } from '@omicon/contract/base/endpoint.ts';
import { expect } from 'vitest';
import type { Caller, TestPortal } from '../portal.ts';

export type Credentials = ReplyOf<typeof getTemporaryCredentials>;

export interface CredentialsQuery {
  key?: string | string[];
  upload?: '1';
  upload_id?: number;
}

export function askForCredentials(portal: TestPortal, as: Caller | null, query: CredentialsQuery) {
  const texts = Object.entries(query).flatMap(([name, value]) =>
    [value].flat().map((each) => `${name}=${encodeURIComponent(String(each))}`),
  );
  return portal.app.inject({
    url: `/api/temporary-credentials?${texts.join('&')}`,
    headers: as ? { authorization: `Token ${as.token}` } : {},
  });
}

export async function credentialsFor(
  portal: TestPortal,
  as: Caller,
  query: CredentialsQuery,
): Promise<Credentials> {
  const response = await askForCredentials(portal, as, query);
  expect(response.statusCode).toBe(200);
  return getTemporaryCredentials.reply.parse(response.json());
}

export function programWith(
  given: Credentials,
  changes: Partial<{ secretAccessKey: string; sessionToken: string }> = {},
): S3Client {
  const credentials = {
    accessKeyId: given.AccessKeyId,
    secretAccessKey: given.SecretAccessKey,
    sessionToken: given.SessionToken,
    ...changes,
  };
  const { endpoint, region } = given;
  return new S3Client({
    endpoint,
    region,
    credentials,
    forcePathStyle: true,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
}

/** The HTTP status of the store. */
export async function statusOf(call: () => Promise<unknown>): Promise<number> {
  try {
    await call();
    return 200;
  } catch (error) {
    if (error instanceof S3ServiceException) return error.$metadata.httpStatusCode ?? 0;
    throw error;
  }
}
