/** Bodies of requests that are read as streams, and may be refused in the middle. */
import type { IncomingMessage } from 'node:http';
import { type Readable, Transform } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { PortalError } from './errors.ts';

/** More than this of a body that was refused is not waited for. */
const MOST_FORGOTTEN_BYTES = 64 * 1024 * 1024;

/** A connection that is closed while bytes of its client are unread takes the answer with it: the client sees it break. */
function keepsConnection({ raw, headers }: FastifyRequest): boolean {
  const hasBody = headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
  const isBounded = Number(headers['content-length'] ?? 0) <= MOST_FORGOTTEN_BYTES;
  return hasBody && isBounded && !raw.complete && !raw.destroyed;
}

function asksToClose({ headers }: FastifyRequest): boolean {
  return /\bclose\b/i.test(headers.connection ?? '');
}

/**
 * What still comes of a body after its request was answered is read and forgotten, so that the answer is read and the
 * next request over the connection is heard; Node does so only for bodies of which nothing was read, and closes at once
 * where the client or Fastify asks for it. Here that waits until the body has come.
 */
export function forgetUnreadBodies(app: FastifyInstance): void {
  const kept = new WeakSet<IncomingMessage>();
  app.addHook('onSend', async (request, reply, payload) => {
    if (keepsConnection(request)) {
      kept.add(request.raw);
      reply.header('connection', 'keep-alive');
    }
    return payload;
  });
  app.addHook('onResponse', async (request) => {
    const { raw } = request;
    const close = () => {
      if (kept.has(raw) && asksToClose(request)) raw.socket.end();
    };
    if (raw.complete || raw.readableEnded || raw.destroyed) return close();
    let bytes = 0;
    raw.unpipe();
    raw.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > MOST_FORGOTTEN_BYTES) raw.socket.destroy();
    });
    raw.once('end', close);
    raw.resume();
  });
}

/**
 * The body of a request, which its reader may leave at any time. `pipeline` is of no use here: when its reader leaves, it
 * takes the request from its connection, which then is silent for good.
 *
 * @param refusal thrown to the reader as soon as the body brings more than `most` bytes
 */
export function bodyOf(request: IncomingMessage, most: number, refusal: PortalError): Readable {
  let seen = 0;
  const body = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      seen += chunk.length;
      if (seen > most) done(refusal);
      else done(null, chunk);
    },
  });
  const fail = (error: Error) => body.destroy(error);
  const close = () => {
    if (!request.readableEnded) body.destroy(new Error('The connection broke before the body was whole.'));
  };
  // A reader may begin later, as a store that first asks for an upload: it finds the body ended by its error. Without this
  // listener the error would end the process meanwhile.
  body.on('error', () => undefined);
  request.once('error', fail);
  request.once('close', close);
  body.once('close', () => {
    request.off('close', close);
    request.unpipe(body);
  });
  request.pipe(body);
  return body;
}
