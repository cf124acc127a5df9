/** Graceful shutdown: in-flight requests finish, with a hard deadline. */
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** Keeps the whole shutdown below twenty seconds. */
const PATIENCE_MS = 15_000;
const LOOK_MS = 100;

const connections = new WeakMap<Server, Set<Socket>>();

/** Tracked from the start, because the HTTP server does not list connections that requested an upgrade. */
export function watchConnections(server: Server): void {
  const open = new Set<Socket>();
  connections.set(server, open);
  server.on('connection', (connection: Socket) => {
    open.add(connection);
    connection.once('close', () => open.delete(connection));
  });
}

/**
 * Stops accepting connections, tells sockets to reconnect, and waits for running requests. After a deadline the rest,
 * such as stalled downloads, is cut off; all of them are safe to repeat.
 */
export async function closeApp(app: FastifyInstance, patienceMs = PATIENCE_MS): Promise<void> {
  // Browsers keep connections alive; the server closes only those that were idle when asked to.
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
