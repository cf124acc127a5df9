/** A minimal WebSocket client, so that thousands fit on one machine. */
import { randomBytes } from 'node:crypto';
import { connect, type Socket } from 'node:net';

export interface OpenClient {
  /** called with each text message */
  onMessage: (text: string) => void;
  isClosed(): boolean;
  close(): void;
}

const TEXT = 0x81;
const CLOSE = 0x88;

/** Lengths of header and payload of the first frame; null while incomplete. Servers do not mask. */
function measureFrame(bytes: Buffer): { head: number; size: number } | null {
  const short = (bytes[1] ?? 0) & 0x7f;
  if (bytes.length < 2 || (short === 126 && bytes.length < 4)) return null;
  if (short === 127) throw new Error('A message of the portal is never that long.');
  const frame = short === 126 ? { head: 4, size: bytes.readUInt16BE(2) } : { head: 2, size: short };
  return bytes.length < frame.head + frame.size ? null : frame;
}

function readFrames(socket: Socket, first: Buffer, client: OpenClient): void {
  let rest = first;
  const read = () => {
    for (let frame = measureFrame(rest); frame !== null; frame = measureFrame(rest)) {
      const end = frame.head + frame.size;
      if (rest[0] === TEXT) client.onMessage(rest.toString('utf8', frame.head, end));
      if (rest[0] === CLOSE) socket.destroy();
      // A copy: a slice would retain the whole chunk.
      rest = Buffer.from(rest.subarray(end));
    }
  };
  read();
  socket.on('data', (chunk) => {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    read();
  });
}

/** Opens `path`; resolves when connected. @throws Error with the response if refused */
export function openClient(address: string, path: string, token: string): Promise<OpenClient> {
  const { hostname, port, host } = new URL(address);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname);
    let isClosed = false;
    const client: OpenClient = {
      onMessage: (text) => {
        if (text.includes('"ready"')) resolve(client);
      },
      isClosed: () => isClosed,
      close: () => socket.destroy(),
    };
    socket.on('error', reject);
    socket.on('close', () => {
      isClosed = true;
      reject(new Error(`${path} was closed.`));
    });
    socket.write(
      `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${randomBytes(16).toString('base64')}\r\nAuthorization: Token ${token}\r\n\r\n`,
    );
    let head = Buffer.alloc(0);
    const readHead = (chunk: Buffer) => {
      head = Buffer.concat([head, chunk]);
      const end = head.indexOf('\r\n\r\n');
      if (end < 0) return;
      socket.off('data', readHead);
      if (head.toString('latin1', 0, 12) !== 'HTTP/1.1 101') {
        socket.destroy();
        return reject(new Error(`${path} was refused: ${head.toString()}`));
      }
      readFrames(socket, Buffer.from(head.subarray(end + 4)), client);
    };
    socket.on('data', readHead);
  });
}
