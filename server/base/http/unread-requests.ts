/** Requests refused by Node itself: headers too long, too slow or not HTTP. */
import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import { errorBody, PortalError } from '../errors.ts';

/** Drains the rest of the input, so that the response is not lost with the connection. */
const MAX_DROPPED_BYTES = 1024 * 1024;
const LINGER_MS = 2000;

const REFUSALS: ReadonlyMap<string, readonly [status: string, sentence: string]> = new Map([
  [
    'HPE_HEADER_OVERFLOW',
    ['431 Request Header Fields Too Large', 'The headers of this request are too long.'],
  ],
  ['ERR_HTTP_REQUEST_TIMEOUT', ['408 Request Timeout', 'The headers of this request came too slowly.']],
]);
const NO_HTTP = ['400 Bad Request', 'This request is not valid HTTP.'] as const;

function answerTo(status: string, sentence: string): string {
  const body = JSON.stringify(errorBody(new PortalError('invalid_input', sentence), randomUUID()));
  const head = [
    `HTTP/1.1 ${status}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Cache-Control: no-store',
    'Connection: close',
  ];
  return `${head.join('\r\n')}\r\n\r\n${body}`;
}

/** Sends the error and closes the connection. */
export function refuseUnread(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  let dropped = 0;
  socket.on('data', (chunk: Buffer) => {
    dropped += chunk.length;
    if (dropped > MAX_DROPPED_BYTES) socket.destroy();
  });
  const timer = setTimeout(() => socket.destroy(), LINGER_MS).unref();
  socket.once('close', () => clearTimeout(timer));
  socket.end(answerTo(...(REFUSALS.get(error.code ?? '') ?? NO_HTTP)));
}
