/** Endpoints whose reply is a file: streamed with its name, never executable in the portal's origin. */
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
  /** default `application/octet-stream`; other types only for text written by the portal itself */
  mediaType?: 'text/csv; charset=utf-8' | 'text/tab-separated-values; charset=utf-8';
  /** null if generated while sending */
  sizeBytes: number | null;
}

/** A route that replies with a file as attachment. */
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

/** A stored object, verified against its key while it is sent. */
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

/** Content generated piece by piece, with backpressure. */
export function madeWhileSent(
  pieces: AsyncIterable<string | Uint8Array>,
): Pick<ServedFile, 'content' | 'sizeBytes'> {
  return { content: Readable.from(pieces, { objectMode: false }), sizeBytes: null };
}
