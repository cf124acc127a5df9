/** Requests byte by byte over a connection of their own, and what comes back before it is closed. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

export interface WireAnswer {
  status: number;
  /** of a JSON answer; empty where there is none */
  detail: string;
  /** another request was answered over the same connection; false where the server closed it */
  isReused: boolean;
}

export interface Wire {
  socket: Socket;
  /** all that has come so far */
  text(): string;
  /** what has come, once it holds so many answers or the server has closed the connection */
  answers(count: number): Promise<string>;
  close(): void;
}

export async function openWire(address: string): Promise<Wire> {
  const socket = connect(Number(new URL(address).port), '127.0.0.1');
  let text = '';
  let isClosed = false;
  socket.on('error', () => undefined);
  socket.on('data', (chunk) => {
    text += chunk.toString('latin1');
  });
  // The server closes its side, ours follows.
  socket.on('close', () => {
    isClosed = true;
  });
  await once(socket, 'connect');
  return {
    socket,
    text: () => text,
    async answers(count) {
      const isThere = () => text.split('HTTP/1.1 ').length > count && /\r\n\r\n[\s\S]*\}$/.test(text);
      while (!isClosed && !isThere()) await sleep(5);
      return text;
    },
    close: () => socket.destroy(),
  };
}

export interface WireRequest {
  method: string;
  path: string;
  headers: Record<string, string>;
  /** sent as one text of bytes, latin1 */
  body: Buffer | string;
  /** the body ends before its length does, and the client closes its side */
  isCutShort?: boolean;
}

function written({ method, path, headers, body }: WireRequest): Buffer {
  const length = headers['content-length'] ?? String(Buffer.byteLength(body, 'latin1'));
  const all = Object.entries({ host: 'omicon.test', ...headers, 'content-length': length });
  const head = [`${method} ${path} HTTP/1.1`, ...all.map(([name, value]) => `${name}: ${value}`), '', ''];
  const bytes = typeof body === 'string' ? Buffer.from(body, 'latin1') : body;
  return Buffer.concat([Buffer.from(head.join('\r\n'), 'latin1'), bytes]);
}

/** Sends a request, and another one over the same connection when it was answered. */
export async function askOverWire(address: string, request: WireRequest): Promise<WireAnswer> {
  const wire = await openWire(address);
  wire.socket.write(written(request));
  if (request.isCutShort) wire.socket.end();
  const first = await wire.answers(1);
  const status = Number(/^HTTP\/1\.1 (\d+)/.exec(first)?.[1] ?? 0);
  const detail = /"detail":"((?:[^"\\]|\\.)*)"/.exec(first)?.[1] ?? '';
  if (wire.socket.writable) wire.socket.write('GET /healthz HTTP/1.1\r\nhost: omicon.test\r\n\r\n');
  const both = await wire.answers(2);
  wire.close();
  return { status, detail: detail.replaceAll('\\"', '"'), isReused: both.includes('{"alive":"yes"}') };
}
