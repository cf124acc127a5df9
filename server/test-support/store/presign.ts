/** Presigned addresses, as people's programs create them from their credentials, with the signer of the S3 client. */
import type { S3Client } from '@aws-sdk/client-s3';
import { type Credentials, programWith } from './store-programs.ts';

/** The parts of a request that are in its address. */
interface Addressed {
  method: string;
  protocol: string;
  hostname: string;
  port?: number;
  path: string;
  query: Record<string, string>;
  headers: Record<string, string>;
}

interface Presigner {
  presign(request: Addressed, how: { expiresIn: number; signingDate: Date }): Promise<Addressed>;
}

function isPresigner(signer: object): signer is Presigner {
  return 'presign' in signer;
}

function isAddressed(request: unknown): request is Addressed {
  return typeof request === 'object' && request !== null && 'hostname' in request && 'query' in request;
}

function toAddress({ protocol, hostname, port, path, query }: Addressed): string {
  const texts = Object.entries(query).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return `${protocol}//${hostname}:${port}${path}?${texts.join('&')}`;
}

/**
 * The presigned address of one call.
 * @param call sends the command on the given client; nothing is sent to the store
 */
export async function presign(
  given: Credentials,
  call: (client: S3Client) => Promise<unknown>,
  { seconds, signedAt = new Date() }: { seconds: number; signedAt?: Date },
): Promise<string> {
  const client = programWith(given);
  const signer = await client.config.signer();
  if (!isPresigner(signer)) throw new Error('The signer of the S3 client presigns nothing.');
  let address = '';
  client.middlewareStack.addRelativeTo(
    () => async (args: { request: unknown }) => {
      if (!isAddressed(args.request)) throw new Error('The S3 client made no request.');
      const { host = '' } = args.request.headers;
      const bare = { ...args.request, headers: { host, 'x-amz-content-sha256': 'UNSIGNED-PAYLOAD' } };
      address = toAddress(await signer.presign(bare, { expiresIn: seconds, signingDate: signedAt }));
      return { response: null, output: { $metadata: {} } };
    },
    { name: 'presign', relation: 'before', toMiddleware: 'httpSigningMiddleware' },
  );
  await call(client);
  client.destroy();
  return address;
}
