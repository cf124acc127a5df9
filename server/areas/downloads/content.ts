/** Sends a prepared download by its link, after checking permissions again. */
import { isImageType } from '@omicon/contract/areas/downloads.ts';
import { filePermission, type Principal } from '@omicon/domain/permissions/permissions.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { PortalError } from '../../base/errors.ts';
import { damaged, describeAttachment } from '../../base/http/sending.ts';
import { parseInput, refuseWithoutAccess } from '../../base/http/serve.ts';
import type { Services } from '../../base/services.ts';
import { findSignIn } from '../../base/sign-in/sessions.ts';
import {
  type Archive,
  type ArchiveEntry,
  writeArchive,
  writeImageArchive,
} from '../../records/download/archive.ts';
import { findLinkedDownload, type LinkedDownload, listParts } from './sql.ts';
import { listReadableFilesOf } from './sql-files.ts';

const linkParams = z.object({ link: z.string().regex(/^[\w-]{1,64}$/, 'This link is not valid.') });

/** Concurrent archives per process, and per person in it; each hashes what it sends. */
const MAX_SENDING = 16;
const MAX_SENDING_TO_ONE = 4;

async function findLinked(
  services: Services,
  principal: Principal,
  link: string,
): Promise<{ download: LinkedDownload; entries: ArchiveEntry[] }> {
  const download = await findLinkedDownload(services.db, principal, link);
  if (!download || download.is_expired)
    throw new PortalError(
      'link_expired',
      'This link is not valid or has expired. Please ask for the download again.',
    );
  const files = await listReadableFilesOf(services.db, principal, download.file_ids);
  const mayHaveAll =
    files.length === download.file_ids.length &&
    files.every((file) => principal.permissions.has(filePermission(file, 'DOWNLOAD')));
  if (!mayHaveAll)
    throw new PortalError('permission_denied', 'You may no longer see all files of this download.');
  if (files.some((file) => file.is_damaged)) throw damaged();
  return {
    download,
    entries: files.map((file, index) => ({ ...file, path: download.paths[index] ?? file.name })),
  };
}

/** Images were built before; access to their network was just checked by its files. */
async function archiveOf(
  services: Services,
  { id, type }: LinkedDownload,
  entries: readonly ArchiveEntry[],
): Promise<Archive> {
  return isImageType(type)
    ? writeImageArchive(services, await listParts(services.db, id))
    : writeArchive(services, entries);
}

/**
 * `GET /api/downloads/content/{link}`: the archive, from its first byte. It is created on the fly and cannot be
 * resumed, so ranges are ignored. Single files support ranges.
 */
export function registerDownloadContent(app: FastifyInstance, services: Services): void {
  const sending = new Map<number, number>();

  async function sendContent(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const signIn = await findSignIn(services.db, request);
    refuseWithoutAccess('signed in', signIn);
    const { principal } = signIn;
    const { link } = parseInput(linkParams, request.params);
    const { download, entries } = await findLinked(services, principal, link);
    const person_id = principal.person_id ?? 0;
    refuseTooMany(person_id);
    // Counted before the first await, so that concurrent requests are counted correctly.
    sending.set(person_id, (sending.get(person_id) ?? 0) + 1);
    const { content, sizeBytes } = await archiveOf(services, download, entries).catch((error: unknown) => {
      release(person_id);
      throw error;
    });
    content.once('close', () => release(person_id));
    content.on('error', (error) => services.log.warn({ err: error }, 'an archive broke off'));
    return describeAttachment(reply, download.name)
      .header('accept-ranges', 'none')
      .header('content-length', sizeBytes)
      .send(content);
  }

  function release(person_id: number): void {
    const left = (sending.get(person_id) ?? 1) - 1;
    if (left === 0) sending.delete(person_id);
    else sending.set(person_id, left);
  }

  function refuseTooMany(person_id: number): void {
    if ((sending.get(person_id) ?? 0) >= MAX_SENDING_TO_ONE) {
      throw new PortalError(
        'too_many_requests',
        'Four archives are being sent to you. Wait until one is complete.',
        { retryAfterSeconds: 10 },
      );
    }
    const all = [...sending.values()].reduce((sum, count) => sum + count, 0);
    if (all >= MAX_SENDING) {
      throw new PortalError('unavailable', 'Too many downloads are running. Please try again in a moment.', {
        retryAfterSeconds: 5,
      });
    }
  }

  app.get('/api/downloads/content/:link', { compress: false, exposeHeadRoute: false }, sendContent);
}
