/** Sends requests byte by byte over a separate connection, and reads the response until it is closed. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

export interface WireAnswer {
  status: number;
  /** of a JSON response; empty if there is none */
  detail: string;
  /** whether another request succeeded over the same connection; false if the server closed it */
  isReused: boolean;
}

export interface Wire {
  socket: Socket;
  /** all bytes received so far */
  text(): string;
  /** resolves with the bytes received after this many responses, or when the server closes the connection */
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
  // The server closes its side first.
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
  /** sent as latin1 bytes */
  body: Buffer | string;
  /** the body is truncated, and the client closes its side */
  isCutShort?: boolean;
}

function written({ method, path, headers, body }: WireRequest): Buffer {
  const length = headers['content-length'] ?? String(Buffer.byteLength(body, 'latin1'));
  const all = Object.entries({ host: 'omicon.test', ...headers, 'content-length': length });
  const head = [`${method} ${path} HTTP/1.1`, ...all.map(([name, value]) => `${name}: ${value}`), '', ''];
  const bytes = typeof body === 'string' ? Buffer.from(body, 'latin1') : body;
  return Buffer.concat([Buffer.from(head.join('\r\n'), 'latin1'), bytes]);
}

/** Sends a request, and after its response another one over the same connection. */
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
