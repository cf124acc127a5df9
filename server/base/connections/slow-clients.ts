/**
 * Clients that send slowly or not at all are disconnected: headers must arrive within half a minute, and every further
 * minute must bring part of the body. Slow readers need no such limit, as unread data stay in the store, but may
 * pipeline only a few requests. Connections beyond the limit of the process are closed at once.
 */
import { existsSync, readFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';

/** Browsers and proxies do not pipeline requests; a client with more open requests does not read its responses. */
const MAX_AT_ONCE = 8;
const MAX_CONNECTIONS = 10_000;
/** Share of the open file limit; a connection may need a second file, and the rest of the process some more. */
const SHARE_OF_FILES = 0.4;

/** Number of concurrent connections that leaves enough file descriptors. @source /proc/self/limits on Linux */
export function countConnectionsBorne(limits = readLimits()): number {
  const files = Number(/^Max open files\s+(\d+)/m.exec(limits)?.[1] ?? Number.POSITIVE_INFINITY);
  return Math.min(MAX_CONNECTIONS, Math.floor(SHARE_OF_FILES * files));
}

function readLimits(): string {
  const file = '/proc/self/limits';
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}

/** Closes a connection with too many pipelined requests. */
export function refuseCrowds(app: FastifyInstance): void {
  const waiting = new WeakMap<object, number>();
  const count = (raw: IncomingMessage, change: number) => {
    // Injected requests (tests) have no connection.
    const connection = raw.socket ?? raw;
    const now = (waiting.get(connection) ?? 0) + change;
    waiting.set(connection, now);
    return now;
  };
  app.addHook('onRequest', async ({ raw }) => {
    if (count(raw, 1) > MAX_AT_ONCE) raw.destroy();
  });
  app.addHook('onResponse', async ({ raw }) => {
    count(raw, -1);
  });
}

/** Options of the web server: timeout of headers and interval of its check, in ms. */
export const HEADER_LIMITS = { headersTimeout: 30_000, connectionsCheckingInterval: 5000 };

export interface Pace {
  everyMs: number;
  /** minimum bytes per interval until the body is complete */
  bytes: number;
  lookMs: number;
}

/** One KiB per second, after a first minute without a minimum. */
const PACE: Pace = { everyMs: 60_000, bytes: 60 * 1024, lookMs: 5000 };

interface Sending {
  sinceMs: number;
  /** bytes received by then */
  bytesThen: number;
}

/** Unread bytes were sent in time; then the portal itself is slow, for instance because of a slow store. */
function isWaitedFor(request: IncomingMessage): boolean {
  return !request.complete && request.readableLength === 0;
}

/**
 * Disconnects clients whose request body arrives more slowly than `pace`, unless the portal itself is slow to read it.
 */
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
