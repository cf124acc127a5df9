/** Sockets to which nobody-signed-in pages may listen, and what all sockets have in common. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { WebSocket } from 'ws';
import { PortalError } from '../http/errors.ts';
import { Counter } from '../limits/counter.ts';
import type { Db } from '../postgres/database.ts';
import type { EventHub } from '../postgres/events.ts';
import type { Services } from '../services.ts';

/** A socket that says explicitly that anyone may listen, to pages of this portal only and to one page at a time. */
export interface OpenSocket {
  path: string;
  permission: 'anyone';
  /** @throws PortalError for an id that nothing can have */
  topicOf(id: string): string;
  /** what is sent, once, when the topic changes; null while there is nothing to say. Never what gives access. */
  message(db: Db, id: string): Promise<Record<string, unknown> | null>;
}

const LARGEST_MESSAGE = 64 * 1024;
const OPEN_SOCKETS_PER_ADDRESS = 20;
const OPEN_SOCKETS = 2000;
const OPEN_SOCKET_MS = 10 * 60 * 1000;

/** A page of this portal says so by its origin, which pages of other sites cannot choose. */
export function refuseForeignPage(request: FastifyRequest): void {
  const { origin, host } = request.headers;
  if (!origin || URL.parse(origin)?.host !== host) {
    throw new PortalError('permission_denied', 'This socket was opened by another site.');
  }
}

function isId(value: unknown): value is { id: string } {
  return typeof value === 'object' && value !== null && 'id' in value && typeof value.id === 'string';
}

export function idOf(request: FastifyRequest): string {
  if (!isId(request.params)) throw new PortalError('not_found', 'There is nothing at this address.');
  return request.params.id;
}

export function refuseLargeMessages(connection: WebSocket): void {
  connection.on('message', (data: Buffer) => {
    if (data.length > LARGEST_MESSAGE) connection.close(1009);
  });
}

export interface SocketParts {
  services: Services;
  hub: EventHub;
}

/** Who listens to open sockets: one page for each topic, a bounded number for each address and in all. */
export class Listeners {
  readonly #topics = new Set<string>();
  readonly #addresses = new Counter<string>();

  /** @throws PortalError 409 when the topic has its listener, 429 when the address has too many */
  refuse(topic: string, address: string): void {
    if (this.#addresses.of(address) >= OPEN_SOCKETS_PER_ADDRESS || this.#topics.size >= OPEN_SOCKETS)
      throw new PortalError('too_many_requests', 'Too many open connections. Please try again in a while.');
    if (this.#topics.has(topic)) throw new PortalError('conflict', 'Another page is waiting already.');
  }

  /** Takes the place; gives what leaves it again. */
  enter(topic: string, address: string): () => void {
    this.refuse(topic, address);
    this.#topics.add(topic);
    const leave = this.#addresses.add(address);
    return () => {
      this.#topics.delete(topic);
      leave();
    };
  }
}

function attachOpen(
  socket: OpenSocket,
  connection: WebSocket,
  { id, services, hub, leave }: SocketParts & { id: string; leave: () => void },
): void {
  const ignore = hub.on(socket.topicOf(id), () => {
    socket.message(services.db, id).then(
      (message) => {
        if (message === null) return;
        connection.send(JSON.stringify(message));
        connection.close(1000);
      },
      () => connection.close(1011),
    );
  });
  const timer = setTimeout(() => connection.close(1000, 'Waited long enough'), OPEN_SOCKET_MS).unref();
  refuseLargeMessages(connection);
  connection.on('close', () => {
    clearTimeout(timer);
    ignore();
    leave();
  });
  connection.send(JSON.stringify({ type: 'ready' }));
}

export function registerOpenSocket(
  app: FastifyInstance,
  socket: OpenSocket,
  { listeners, ...parts }: SocketParts & { listeners: Listeners },
): void {
  app.get(
    socket.path.replace(/\/$/, ''),
    {
      websocket: true,
      preValidation: async (request) => {
        refuseForeignPage(request);
        listeners.refuse(socket.topicOf(idOf(request)), request.ip);
      },
    },
    (connection, request) => {
      const id = idOf(request);
      try {
        const leave = listeners.enter(socket.topicOf(id), request.ip);
        attachOpen(socket, connection, { ...parts, id, leave });
      } catch {
        // Of two that came in the same moment the second goes.
        connection.close(4409, 'Another page is waiting already');
      }
    },
  );
}
