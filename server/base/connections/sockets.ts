/** Sockets only signal that something changed; the page then calls the matching endpoint. */
import type { Principal } from '@omicon/domain/permissions/permissions.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { WebSocket } from 'ws';
import { PortalError, toPortalError } from '../errors.ts';
import { Counter } from '../limits/counter.ts';
import { createUniqueQueue } from '../limits/unique-queue.ts';
import type { Db } from '../postgres/database.ts';
import { findSignIn } from '../sign-in/sessions.ts';
import {
  idOf,
  Listeners,
  type OpenSocket,
  refuseForeignPage,
  refuseLargeMessages,
  registerOpenSocket,
  type SocketParts,
} from './open-sockets.ts';

export interface Socket {
  path: string;
  /** message `type` sent when the topic changes */
  type: string;
  /**
   * Checks permission: returns the topic, or throws as a call would. Called again before each message; something that
   * has ended in between may still send its end.
   */
  authorize(db: Db, principal: Principal, id: string, moment: 'opening' | 'sending'): Promise<string>;
  /** content of a message besides its type, at the time of sending */
  describe?(db: Db, principal: Principal, id: string): Promise<Record<string, unknown>>;
}

export type AnySocket = Socket | OpenSocket;

interface Grant {
  topic: string;
  person_id: number;
  /** sent when the topic changes */
  message: Record<string, unknown>;
}

const SOCKETS_PER_PERSON = 10;
const MAX_BACKLOG = 1024 * 1024;
/** Limit of database connections for a change with thousands of listeners, so that most are left for requests. */
const CHECKS_AT_ONCE = 6;

/** Signalled when a person's sessions or permissions change: all their sockets are checked again. */
export function personTopic(person_id: number): string {
  return `person ${person_id}`;
}

/**
 * Close codes: a page without permission does not reconnect; one that could not be checked does, and is checked again.
 */
function closeUnjudged(connection: WebSocket, error: unknown): void {
  if (toPortalError(error).status < 500) connection.close(4403, 'No longer allowed');
  else connection.close(1013, 'Try again later');
}

async function authorizeRequest(
  db: Db,
  socket: Socket,
  request: FastifyRequest,
  moment: 'opening' | 'sending',
): Promise<Grant> {
  // An open page is no activity; it must not prolong the session.
  const { principal } = await findSignIn(db, request, { countsAsUse: false });
  if (principal.person_id === null) throw new PortalError('sign_in_required', 'Please sign in.');
  const topic = await socket.authorize(db, principal, idOf(request), moment);
  const content = moment === 'opening' ? {} : await socket.describe?.(db, principal, idOf(request));
  return { topic, person_id: principal.person_id, message: { type: socket.type, ...content } };
}

/** Sockets of signed-in people. Permission is checked when one opens, and again before each message. */
export function registerSockets(
  app: FastifyInstance,
  sockets: readonly AnySocket[],
  { services, hub }: SocketParts,
): void {
  const open = new Counter<number>();
  const listeners = new Listeners();
  const checks = createUniqueQueue(CHECKS_AT_ONCE, (error) =>
    services.log.error({ err: error }, 'a socket could not be judged again'),
  );

  function attach(socket: Socket, connection: WebSocket, request: FastifyRequest, granted: Grant): void {
    const leave = open.add(granted.person_id);
    let hasNews = false;
    const checkAgain = async () => {
      const isTold = hasNews;
      hasNews = false;
      if (connection.readyState !== connection.OPEN) return;
      if (connection.bufferedAmount > MAX_BACKLOG) return connection.terminate();
      await authorizeRequest(services.db, socket, request, 'sending').then(
        ({ message }) => isTold && connection.send(JSON.stringify(message)),
        (error: unknown) => closeUnjudged(connection, error),
      );
    };
    const ignores = [
      hub.on(granted.topic, () => {
        // Changes that occur while a socket is queued are merged.
        hasNews = true;
        checks.add(checkAgain, false);
      }),
      hub.on(personTopic(granted.person_id), () => checks.add(checkAgain, true)),
    ];
    refuseLargeMessages(connection);
    connection.on('close', () => {
      for (const ignore of ignores) ignore();
      leave();
    });
    connection.send(JSON.stringify({ type: 'ready' }));
  }

  for (const socket of sockets) {
    if ('permission' in socket) {
      registerOpenSocket(app, socket, { services, hub, listeners });
      continue;
    }
    const granted = new WeakMap<FastifyRequest, Grant>();
    app.get(
      socket.path.replace(/\/$/, ''),
      {
        websocket: true,
        preValidation: async (request) => {
          // A script with an API token needs no origin check.
          if (request.headers.authorization === undefined) refuseForeignPage(request);
          const grant = await authorizeRequest(services.db, socket, request, 'opening');
          if (open.of(grant.person_id) >= SOCKETS_PER_PERSON) {
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
