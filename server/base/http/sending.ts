/** Sending stored files: sanitized name, safe headers, and checksum verification. */
import { createHash } from 'node:crypto';
import { Transform } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { PortalError } from '../errors.ts';
import type { Services } from '../services.ts';
import { recordFixity } from '../store/fixity.ts';

/**
 * Content-Disposition `attachment` with a plain and an encoded form of the name, without control, bidi and path
 * characters.
 */
function contentDisposition(name: string): string {
  const clean = name.replaceAll(/[\p{Cc}\p{Cf}/\\]/gu, '_').toWellFormed();
  const plain = clean.replaceAll(/[^\x20-\x7e]|["%]/g, '_');
  const encoded = encodeURIComponent(clean).replaceAll(
    /['()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}

/** Headers of every file sent: downloaded as a file, never executed in the portal's origin, never cached. */
export function describeAttachment(reply: FastifyReply, name: string): FastifyReply {
  return (
    reply
      .header('content-disposition', contentDisposition(name))
      .header('content-security-policy', "default-src 'none'; sandbox; frame-ancestors 'none'")
      .header('cache-control', 'private, no-store')
      // Always a safe type: pages read previews by script, and browsers never render files directly.
      .type('application/octet-stream')
  );
}

export const DAMAGED =
  'This file is damaged in the store and is not served. The operators of the portal can see it.';

/** 500 for a file whose checksum is wrong in the store. */
export function damaged(): PortalError {
  return new PortalError('damaged', DAMAGED);
}

/** Passes an object through and breaks off at its end if the checksum differs. */
export function provingHash(
  object: { storage_key: string; sha256: Buffer },
  services: Pick<Services, 'db' | 'log'>,
): Transform {
  const hash = createHash('sha256');
  // The last chunk is held back until the checksum is verified, so a damaged file is never delivered completely.
  let held: Buffer = Buffer.alloc(0);
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      const ready = held;
      held = chunk;
      done(null, ready);
    },
    flush(done) {
      if (hash.digest().equals(object.sha256)) return done(null, held);
      services.log.error({ storage_key: object.storage_key }, 'stored bytes differ from their checksum');
      recordFixity(services.db, object.storage_key, false)
        .catch((error: unknown) => services.log.error({ err: error }, 'damage could not be recorded'))
        .finally(() => done(new Error('The stored file is damaged.')));
    },
  });
}
