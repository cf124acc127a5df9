/** Sends the file behind a link: whole or by range, with its name, and never executable in the portal's origin. */
import { pipeline, Readable } from 'node:stream';
import { filePermission } from '@omicon/domain/permissions/permissions.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { PortalError } from '../../base/errors.ts';
import { damaged, describeAttachment, provingHash } from '../../base/http/sending.ts';
import { parseInput, refuseWithoutAccess } from '../../base/http/serve.ts';
import type { Services } from '../../base/services.ts';
import { findSignIn } from '../../base/sign-in/sessions.ts';
import { isDamaged } from '../../base/store/fixity.ts';
import type { ByteRange } from '../../base/store/store.ts';
import { findDownload, findFile, type StoredFileRow } from './sql.ts';

const linkParams = z.object({ link: z.string().regex(/^[\w-]{1,64}$/, 'This link is not valid.') });

/**
 * Parses one byte range; null if there is none or it is unsupported (the whole file is sent); 'unsatisfiable' if
 * outside the file.
 */
export function parseRange(
  header: string | undefined,
  sizeBytes: number,
): ByteRange | null | 'unsatisfiable' {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '');
  if (!match || (match[1] === '' && match[2] === '')) return null;
  const isSuffix = match[1] === '';
  const start = isSuffix ? Math.max(0, sizeBytes - Number(match[2])) : Number(match[1]);
  const end = isSuffix || match[2] === '' ? sizeBytes - 1 : Math.min(Number(match[2]), sizeBytes - 1);
  return start > end || start >= sizeBytes ? 'unsatisfiable' : { start, end };
}

async function getLinkedFile(request: FastifyRequest, services: Services): Promise<StoredFileRow> {
  const signIn = await findSignIn(services.db, request);
  refuseWithoutAccess('signed in', signIn);
  const { principal } = signIn;
  const { link } = parseInput(linkParams, request.params);
  const download = await findDownload(services.db, principal, link);
  if (!download || download.is_expired)
    throw new PortalError(
      'link_expired',
      'This link is not valid or has expired. Please ask for the file again.',
    );
  const file = await findFile(services.db, principal, download.file_id);
  if (
    !file ||
    !principal.permissions.has(filePermission(file, download.purpose === 'download' ? 'DOWNLOAD' : 'PREVIEW'))
  ) {
    throw new PortalError('permission_denied', 'You may no longer see this file.');
  }
  if (await isDamaged(services.db, file.storage_key)) throw damaged();
  return file;
}

function describe(reply: FastifyReply, file: StoredFileRow): FastifyReply {
  return describeAttachment(reply, file.name)
    .header('accept-ranges', 'bytes')
    .header('etag', `"${file.sha256.toString('hex')}"`);
}

async function sendContent(
  request: FastifyRequest,
  reply: FastifyReply,
  services: Services,
): Promise<FastifyReply> {
  const file = await getLinkedFile(request, services);
  const range = parseRange(request.headers.range, file.size_bytes);
  const isWhole =
    range === null || (range !== 'unsatisfiable' && range.end - range.start + 1 === file.size_bytes);
  if (range === 'unsatisfiable')
    return describe(reply, file).status(416).header('content-range', `bytes */${file.size_bytes}`).send();
  if (request.method === 'HEAD') {
    // The web server would read the whole object and discard it.
    return describe(reply, file).header('content-length', file.size_bytes).send(Readable.from([]));
  }
  if (range !== null) {
    reply.status(206).header('content-range', `bytes ${range.start}-${range.end}/${file.size_bytes}`);
  }
  if (range !== null && !isWhole) {
    return describe(reply, file)
      .header('content-length', range.end - range.start + 1)
      .send(await services.store.read(file.storage_key, range));
  }
  const proved = pipeline(
    await services.store.read(file.storage_key),
    provingHash(file, services),
    () => undefined,
  );
  return describe(reply, file).header('content-length', file.size_bytes).send(proved);
}

/** `GET /api/files/content/{link}`: for the person who requested the link, while they may read the file. */
export function registerContent(app: FastifyInstance, services: Services): void {
  app.get('/api/files/content/:link', { compress: false, exposeHeadRoute: true }, (request, reply) =>
    sendContent(request, reply, services),
  );
}
