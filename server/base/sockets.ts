/** Sockets only say that something changed; the page then asks the matching call. */
import type { Principal } from '@omicon/domain/permissions.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { WebSocket } from 'ws';
import type { Db } from './database.ts';
import { PortalError } from './errors.ts';
import type { EventHub } from './events.ts';
import type { Services } from './services.ts';
import { findSignIn } from './sessions.ts';

export interface Socket {
  path: string;
  /** message `type` sent when the topic changes */
  type: string;
  /** who may listen: gives the topic, or throws as a call would. Asked again before each message. */
  authorize(db: Db, principal: Principal, id: string): Promise<string>;
}

const SOCKETS_PER_PERSON = 10;
const LARGEST_MESSAGE = 64 * 1024;
const LARGEST_BACKLOG = 1024 * 1024;

/** Told when a person's sign-ins or rights changed: every socket of theirs is judged again. */
export function personTopic(person_id: number): string {
  return `person ${person_id}`;
}

function refuseForeignPage(request: FastifyRequest): void {
  if (request.headers.authorization !== undefined) return;
  const { origin, host } = request.headers;
  if (!origin || URL.parse(origin)?.host !== host) {
    throw new PortalError('permission_denied', 'This socket was opened by another site.');
  }
}

function isId(value: unknown): value is { id: string } {
  return typeof value === 'object' && value !== null && 'id' in value && typeof value.id === 'string';
}

export function registerSockets(
  app: FastifyInstance,
  sockets: readonly Socket[],
  { services, hub }: { services: Services; hub: EventHub },
): void {
  const open = new Map<number, number>();

  async function authorizeRequest(
    socket: Socket,
    request: FastifyRequest,
  ): Promise<{ topic: string; person_id: number }> {
    const { principal } = await findSignIn(services.db, request);
    if (principal.person_id === null) throw new PortalError('sign_in_required', 'Please sign in.');
    if (!isId(request.params)) throw new PortalError('not_found', 'There is nothing at this address.');
    return {
      topic: await socket.authorize(services.db, principal, request.params.id),
      person_id: principal.person_id,
    };
  }

  function attach(
    socket: Socket,
    connection: WebSocket,
    request: FastifyRequest,
    granted: { topic: string; person_id: number },
  ): void {
    open.set(granted.person_id, (open.get(granted.person_id) ?? 0) + 1);
    const checkAgain = (whenAllowed: () => void) => {
      if (connection.bufferedAmount > LARGEST_BACKLOG) return connection.terminate();
      authorizeRequest(socket, request).then(whenAllowed, () => connection.close(4403, 'No longer allowed'));
    };
    const leaves = [
      hub.on(granted.topic, () => checkAgain(() => connection.send(JSON.stringify({ type: socket.type })))),
      hub.on(personTopic(granted.person_id), () => checkAgain(() => undefined)),
    ];
    connection.on('message', (data: Buffer) => {
      if (data.length > LARGEST_MESSAGE) connection.close(1009);
    });
    connection.on('close', () => {
      for (const leave of leaves) leave();
      open.set(granted.person_id, (open.get(granted.person_id) ?? 1) - 1);
    });
    connection.send(JSON.stringify({ type: 'ready' }));
  }

  for (const socket of sockets) {
    const granted = new WeakMap<FastifyRequest, { topic: string; person_id: number }>();
    app.get(
      socket.path.replace(/\/$/, ''),
      {
        websocket: true,
        preValidation: async (request) => {
          refuseForeignPage(request);
          const grant = await authorizeRequest(socket, request);
          if ((open.get(grant.person_id) ?? 0) >= SOCKETS_PER_PERSON) {
            throw new PortalError(
              'too_many_requests',
              'Too many open connections. Close some pages and try again.',
            );
          }
          granted.set(request, grant);
        },
      },
      (connection, request) => {
        const grant = granted.get(request);
        if (grant) attach(socket, connection, request, grant);
        else connection.close(1011);
      },
    );
  }
}
