/**
 * A reverse proxy in front of several web processes. It distributes requests and sockets round-robin, without sticky
 * sessions, so that state kept in one process and needed in another shows at once.
 */
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';

export interface Proxy {
  address: string;
  /** number of requests and sockets sent to each process */
  counts(): readonly number[];
  close(): Promise<void>;
}

/** Forwarded headers: without those of the connection, with the client's address. */
function passOn(request: IncomingMessage): http.OutgoingHttpHeaders {
  const { connection: _, ...headers } = request.headers;
  const before = headers['x-forwarded-for'];
  const peer = request.socket.remoteAddress ?? '';
  return { ...headers, 'x-forwarded-for': before === undefined ? peer : `${before}, ${peer}` };
}

function answer(request: IncomingMessage, reply: ServerResponse, target: string): void {
  const onward = http.request(`${target}${request.url}`, {
    method: request.method,
    headers: passOn(request),
    agent: false,
  });
  onward.on('response', (given) => {
    const { connection: _, ...headers } = given.headers;
    reply.writeHead(given.statusCode ?? 502, headers);
    given.pipe(reply);
    given.on('error', () => reply.destroy());
  });
  onward.on('error', () => {
    if (reply.headersSent) return reply.destroy();
    reply.writeHead(502, { connection: 'close' }).end();
  });
  // If the client disconnects before the response is complete, abort the upstream request.
  reply.on('close', () => onward.destroy());
  request.pipe(onward);
}

function headOf(given: IncomingMessage): string {
  const lines = [`HTTP/1.1 ${given.statusCode} ${given.statusMessage}`];
  for (let at = 0; at < given.rawHeaders.length; at += 2)
    lines.push(`${given.rawHeaders[at]}: ${given.rawHeaders[at + 1]}`);
  return `${lines.join('\r\n')}\r\n\r\n`;
}

function connect(request: IncomingMessage, near: Duplex, target: string): void {
  const onward = http.request(`${target}${request.url}`, {
    headers: { ...passOn(request), connection: 'Upgrade' },
    agent: false,
  });
  onward.on('upgrade', (given, far: Socket, head) => {
    near.write(headOf(given));
    near.write(head);
    far.on('error', () => near.destroy());
    far.on('close', () => near.destroy());
    near.on('close', () => far.destroy());
    near.pipe(far).pipe(near);
  });
  onward.on('response', (given) => {
    // Refused upgrade: pass on the HTTP response and close the connection.
    near.write(headOf(given));
    given.pipe(near);
  });
  onward.on('error', () => near.destroy());
  near.on('error', () => onward.destroy());
  onward.end();
}

/** @param targets returns the current addresses of the web processes, at each request */
export async function openProxy(port: number, targets: () => readonly string[]): Promise<Proxy> {
  const counts: number[] = [];
  let turn = 0;
  function choose(): string {
    const all = targets();
    const at = turn % Math.max(all.length, 1);
    turn += 1;
    counts[at] = (counts[at] ?? 0) + 1;
    return all[at] ?? 'http://localhost:1';
  }
  const server = http.createServer((request, reply) => answer(request, reply, choose()));
  server.on('upgrade', (request, near) => connect(request, near, choose()));
  const open = new Set<Socket>();
  server.on('connection', (socket) => {
    open.add(socket);
    socket.on('close', () => open.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(port, 'localhost', resolve));
  return {
    address: `http://localhost:${port}`,
    counts: () => counts,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of open) socket.destroy();
      }),
  };
}
