/** Request bodies read as streams, which may be refused midway. */
import type { IncomingMessage } from 'node:http';
import { type Readable, Transform } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { PortalError } from '../errors.ts';

/** Bytes of a refused body to drain at most. */
const MAX_FORGOTTEN_BYTES = 64 * 1024 * 1024;

/** Closing a connection with unread bytes resets it, and the client loses the response. */
function keepsConnection({ raw, headers }: FastifyRequest): boolean {
  const hasBody = headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
  const isBounded = Number(headers['content-length'] ?? 0) <= MAX_FORGOTTEN_BYTES;
  return hasBody && isBounded && !raw.complete && !raw.destroyed;
}

function asksToClose({ headers }: FastifyRequest): boolean {
  return /\bclose\b/i.test(headers.connection ?? '');
}

/**
 * Drains the rest of a body after the response, so that the client can read the response and reuse the connection. Node
 * does this only for bodies that were not read at all, and closes at once if the client or Fastify requests it; here
 * closing waits until the body has arrived.
 */
export function forgetUnreadBodies(app: FastifyInstance): void {
  const draining = new WeakSet<IncomingMessage>();
  app.addHook('onSend', async (request, reply, payload) => {
    if (keepsConnection(request)) {
      draining.add(request.raw);
      reply.header('connection', 'keep-alive');
    }
    return payload;
  });
  app.addHook('onResponse', async (request) => {
    const { raw } = request;
    const close = () => {
      if (draining.has(raw) && asksToClose(request)) raw.socket.end();
    };
    if (raw.complete || raw.readableEnded || raw.destroyed) return close();
    let bytes = 0;
    raw.unpipe();
    raw.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > MAX_FORGOTTEN_BYTES) raw.socket.destroy();
    });
    raw.once('end', close);
    raw.resume();
  });
}

/**
 * The body of a request, whose reader may stop at any time. `pipeline` cannot be used: if the reader stops, it detaches
 * the request from its connection, which then hangs.
 *
 * @param refusal thrown to the reader as soon as the body exceeds `most` bytes
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
    if (!request.readableEnded) body.destroy(new Error('The connection broke before the body was complete.'));
  };
  // A reader may attach later, for instance a store that first starts an upload; until then this listener keeps an
  // error // from ending the process.
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
