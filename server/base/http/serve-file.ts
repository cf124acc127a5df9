/** Calls whose reply is a file: streamed under its name, never runnable in the portal's origin. */
import { pipeline, Readable } from 'node:stream';
import type { EndpointSpec } from '@omicon/contract/base/endpoint.ts';
import type { Database } from '../postgres/database.ts';
import type { Services } from '../services.ts';
import { isDamaged } from '../store/fixity.ts';
import { damaged, describeAttachment, provingHash } from './sending.ts';
import { type Context, contextOf, type Route } from './serve.ts';

export interface ServedFile {
  name: string;
  content: Readable;
  /** `application/octet-stream` unless said otherwise; only for text that the portal writes itself */
  mediaType?: 'text/csv; charset=utf-8' | 'text/tab-separated-values; charset=utf-8';
  /** null where it is made while it is sent */
  sizeBytes: number | null;
}

export function serveFile<E extends EndpointSpec>(
  endpoint: E,
  handle: (context: Context<E, Database>) => Promise<ServedFile>,
): Route {
  return {
    endpoint,
    run: async (input) => {
      const { name, content, mediaType, sizeBytes } = await handle(
        contextOf(endpoint, input, input.services.db),
      );
      if (sizeBytes !== null) input.reply.header('content-length', sizeBytes);
      describeAttachment(input.reply, name);
      if (mediaType !== undefined) input.reply.type(mediaType);
      return input.reply.send(content);
    },
  };
}

/** A stored object whose bytes are compared with its key while they are sent. */
export async function readProved(
  services: Services,
  object: { storage_key: string; size_bytes: number },
): Promise<Pick<ServedFile, 'content' | 'sizeBytes'>> {
  if (await isDamaged(services.db, object.storage_key)) throw damaged();
  const stored = await services.store.read(object.storage_key);
  const content = pipeline(
    stored,
    provingHash({ ...object, sha256: Buffer.from(object.storage_key, 'hex') }, services),
    () => undefined,
  );
  return { content, sizeBytes: object.size_bytes };
}

/** Text that is made piece by piece, as fast as it is read. */
export function madeWhileSent(pieces: AsyncIterable<string>): Pick<ServedFile, 'content' | 'sizeBytes'> {
  return { content: Readable.from(pieces, { objectMode: false }), sizeBytes: null };
}
