/**
 * Who sends slowly, or not at all, cannot hold the portal's connections: headers come within half a minute, and every
 * further minute brings a piece of the body. Readers need no such limit, as what they do not read waits in the store, but
 * ask for a few things at once only. Connections beyond what the process can bear are closed at once.
 */
import { existsSync, readFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';

/** Browsers and proxies ask over a connection when they were answered; what asks for more at once reads too slowly. */
const MOST_AT_ONCE = 8;
const MOST_CONNECTIONS = 10_000;
/** Of the files that the process may open; a connection may need one of its own beside itself, and the rest some. */
const SHARE_OF_FILES = 0.4;

/** As many connections at once as leave the process files to open. @source the limits that Linux tells of a process */
export function countConnectionsBorne(limits = readLimits()): number {
  const files = Number(/^Max open files\s+(\d+)/m.exec(limits)?.[1] ?? Number.POSITIVE_INFINITY);
  return Math.min(MOST_CONNECTIONS, Math.floor(SHARE_OF_FILES * files));
}

function readLimits(): string {
  const file = '/proc/self/limits';
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}

/** Cuts off a connection that has asked for many things at once and waits for all of them. */
export function refuseCrowds(app: FastifyInstance): void {
  const waiting = new WeakMap<object, number>();
  const count = (raw: IncomingMessage, change: number) => {
    // A request that is put into the process has no connection.
    const connection = raw.socket ?? raw;
    const now = (waiting.get(connection) ?? 0) + change;
    waiting.set(connection, now);
    return now;
  };
  app.addHook('onRequest', async ({ raw }) => {
    if (count(raw, 1) > MOST_AT_ONCE) raw.destroy();
  });
  app.addHook('onResponse', async ({ raw }) => {
    count(raw, -1);
  });
}

/** For the web server: the longest that headers may take, and how often it looks for such connections, in ms. */
export const HEADER_LIMITS = { headersTimeout: 30_000, connectionsCheckingInterval: 5000 };

export interface Pace {
  everyMs: number;
  /** that each such time brings at least, until the body is there */
  bytes: number;
  lookMs: number;
}

/** One kibibyte a second, after a minute in which nothing is asked. */
const PACE: Pace = { everyMs: 60_000, bytes: 60 * 1024, lookMs: 5000 };

interface Sending {
  sinceMs: number;
  /** what the connection had brought by then */
  bytesThen: number;
}

/** Bytes that lie there unread were sent in time: then it is the portal that is slow, as with a slow store. */
function isWaitedFor(request: IncomingMessage): boolean {
  return !request.complete && request.readableLength === 0;
}

export function refuseSlowSenders(app: FastifyInstance, pace: Pace = PACE): void {
  const sending = new Map<IncomingMessage, Sending>();

  function look(): void {
    const now = performance.now();
    for (const [request, { sinceMs, bytesThen }] of sending) {
      const { bytesRead } = request.socket;
      if (request.complete || request.destroyed) sending.delete(request);
      else if (now - sinceMs < pace.everyMs) continue;
      else if (isWaitedFor(request) && bytesRead - bytesThen < pace.bytes) request.socket.destroy();
      else sending.set(request, { sinceMs: now, bytesThen: bytesRead });
    }
  }

  const looking = setInterval(look, pace.lookMs).unref();
  app.addHook('onClose', async () => clearInterval(looking));
  app.addHook('onRequest', async ({ raw }) => {
    const { headers } = raw;
    if (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined) return;
    sending.set(raw, { sinceMs: performance.now(), bytesThen: raw.socket.bytesRead });
    raw.once('close', () => sending.delete(raw));
  });
}
