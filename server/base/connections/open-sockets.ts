/** Sockets open to pages without a sign-in, and what all sockets share. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { WebSocket } from 'ws';
import { PortalError } from '../errors.ts';
import { Counter } from '../limits/counter.ts';
import type { Db } from '../postgres/database.ts';
import type { EventHub } from '../postgres/events.ts';
import type { Services } from '../services.ts';

/** A socket explicitly open to anyone, but only to pages of this portal and one page at a time. */
export interface OpenSocket {
  path: string;
  permission: 'anyone';
  /** @throws PortalError for an invalid id */
  topicOf(id: string): string;
  /** the message sent once when the topic changes; null while there is none. Never contains credentials. */
  message(db: Db, id: string): Promise<Record<string, unknown> | null>;
}

const MAX_MESSAGE = 64 * 1024;
const OPEN_SOCKETS_PER_ADDRESS = 20;
const OPEN_SOCKETS = 2000;
const OPEN_SOCKET_MS = 10 * 60 * 1000;

/** Checks the Origin header, which pages of other sites cannot forge. */
export function refuseForeignPage(request: FastifyRequest): void {
  const { origin, host } = request.headers;
  if (!origin || URL.parse(origin)?.host !== host) {
    throw new PortalError('permission_denied', 'This socket was opened by another site.');
  }
}

function isId(value: unknown): value is { id: string } {
  return typeof value === 'object' && value !== null && 'id' in value && typeof value.id === 'string';
}

/** The `id` of the address of a socket. @throws PortalError 404 without one */
export function idOf(request: FastifyRequest): string {
  if (!isId(request.params)) throw new PortalError('not_found', 'There is nothing at this address.');
  return request.params.id;
}

/** Closes the connection with 1009 at a message above the limit. */
export function refuseLargeMessages(connection: WebSocket): void {
  connection.on('message', (data: Buffer) => {
    if (data.length > MAX_MESSAGE) connection.close(1009);
  });
}

export interface SocketParts {
  services: Services;
  hub: EventHub;
}

/** Listeners of open sockets: one per topic, and a limited number per address and in total. */
export class Listeners {
  readonly #topics = new Set<string>();
  readonly #addresses = new Counter<string>();

  /** @throws PortalError 409 if the topic has a listener, 429 if the address has too many */
  refuse(topic: string, address: string): void {
    if (this.#addresses.of(address) >= OPEN_SOCKETS_PER_ADDRESS || this.#topics.size >= OPEN_SOCKETS)
      throw new PortalError('too_many_requests', 'Too many open connections. Please try again in a while.');
    if (this.#topics.has(topic)) throw new PortalError('conflict', 'Another page is waiting already.');
  }

  /** Takes a slot. @returns a function that frees it */
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

/** A socket that needs no sign-in; the number of its listeners is limited by topic and address. */
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
        // Of two concurrent ones the second is refused.
        connection.close(4409, 'Another page is waiting already');
      }
    },
  );
}
