/** A proxy to a server that can simulate network failures. */
import { connect, createServer, type Server, type Socket } from 'node:net';

/**
 * whole: transparent · refused: nothing listens · silent: accepts but never responds · broken: 503 · slow: 1 KiB per
 * second
 */
export type Fault = 'whole' | 'refused' | 'silent' | 'broken' | 'slow';

const SLOW_BYTES = 1024;
const BROKEN = 'HTTP/1.1 503 Service Unavailable\r\ncontent-length: 0\r\nconnection: close\r\n\r\n';

export interface FaultyLink {
  endpoint: string;
  fail(fault: Fault): Promise<void>;
  close(): Promise<void>;
}

function trickle(from: Socket, to: Socket): void {
  let next: NodeJS.Timeout | undefined;
  to.once('close', () => clearInterval(next));
  from.on('data', (chunk: Buffer) => {
    from.pause();
    let at = 0;
    next = setInterval(() => {
      to.write(chunk.subarray(at, at + SLOW_BYTES));
      at += SLOW_BYTES;
      if (at < chunk.length) return;
      clearInterval(next);
      from.resume();
    }, 1000);
  });
}

/** @param target an address, or the path of a local socket */
export async function openFaultyLink(target: string): Promise<FaultyLink> {
  const reach = (): Socket => {
    if (target.startsWith('/')) return connect(target);
    const { hostname, port: targetPort } = new URL(target);
    return connect(Number(targetPort), hostname);
  };
  let fault: Fault = 'whole';
  let port = 0;
  let server: Server | null = null;
  const open = new Set<Socket>();

  function pass(near: Socket): void {
    open.add(near);
    near.on('close', () => open.delete(near));
    near.on('error', () => undefined);
    if (fault === 'silent') return;
    if (fault === 'broken') return void near.once('data', () => near.end(BROKEN));
    const far = reach();
    far.on('error', () => near.destroy());
    far.on('close', () => near.destroy());
    near.on('close', () => far.destroy());
    if (fault === 'slow') {
      trickle(near, far);
      trickle(far, near);
    } else near.pipe(far).pipe(near);
  }

  async function listen(): Promise<void> {
    const fresh = createServer(pass);
    await new Promise<void>((resolve) => fresh.listen(port, '127.0.0.1', resolve));
    const address = fresh.address();
    port = address && typeof address === 'object' ? address.port : 0;
    server = fresh;
  }

  async function stop(): Promise<void> {
    for (const socket of open) socket.destroy();
    const ending = server;
    server = null;
    if (ending) await new Promise((resolve) => ending.close(resolve));
  }

  await listen();
  return {
    endpoint: `http://127.0.0.1:${port}`,
    async fail(next) {
      fault = next;
      await stop();
      if (next !== 'refused') await listen();
    },
    close: stop,
  };
}
