/** A stop that ends: what was asked before is answered, and nobody can hold it up. */
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** With what else a stop does it stays below twenty seconds. */
const PATIENCE_MS = 15_000;
const LOOK_MS = 100;

const connections = new WeakMap<Server, Set<Socket>>();

/** From the start: a connection that asked for a socket stands in no list of the HTTP server, refused or not. */
export function watchConnections(server: Server): void {
  const open = new Set<Socket>();
  connections.set(server, open);
  server.on('connection', (connection: Socket) => {
    open.add(connection);
    connection.once('close', () => open.delete(connection));
  });
}

/**
 * Takes no new connections, tells sockets to come back, and waits for requests that run. What still runs after a while,
 * such as a download that nobody reads or a page that has gone to sleep, is cut off: each is safe to repeat.
 */
export async function closeApp(app: FastifyInstance, patienceMs = PATIENCE_MS): Promise<void> {
  // A browser keeps a connection after its answer; the server closes only those that had theirs when it was asked to.
  const looking = setInterval(() => app.server.closeIdleConnections(), LOOK_MS);
  const timer = setTimeout(() => {
    for (const socket of app.websocketServer.clients) socket.terminate();
    for (const connection of connections.get(app.server) ?? []) connection.destroy();
  }, patienceMs);
  await app.close().finally(() => {
    clearInterval(looking);
    clearTimeout(timer);
  });
}
