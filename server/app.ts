/** Builds the web process. Routes and sockets of all areas are listed in `areas.ts`. */
import { randomBytes, randomUUID } from 'node:crypto';
import compress from '@fastify/compress';
import cookie from '@fastify/cookie';
import helmet from '@fastify/helmet';
import rateLimit from '@fastify/rate-limit';
import websocket from '@fastify/websocket';
import { type FastifyInstance, fastify } from 'fastify';
import { routes, sockets } from './areas/areas.ts';
import { registerDownloadContent } from './areas/downloads/content.ts';
import { registerContent } from './areas/files/content.ts';
import { registerUploadParts } from './areas/files/uploads.ts';
import { describeApi } from './base/api-reference/openapi.ts';
import { renderReference } from './base/api-reference/reference-page.ts';
import { watchConnections } from './base/connections/close-app.ts';
import { registerHealth } from './base/connections/health.ts';
import { refuseWhenBehind } from './base/connections/overload.ts';
import {
  countConnectionsBorne,
  HEADER_LIMITS,
  type Pace,
  refuseCrowds,
  refuseSlowSenders,
} from './base/connections/slow-clients.ts';
import { registerSockets } from './base/connections/sockets.ts';
import { errorBody, isOfLeaving, PortalError, toPortalError } from './base/errors.ts';
import { registerForms } from './base/http/forms.ts';
import { registerJson } from './base/http/json.ts';
import { forgetUnreadBodies } from './base/http/request-body.ts';
import { refuseWithoutAccess, registerRoutes, sendOn } from './base/http/serve.ts';
import { refuseUnread } from './base/http/unread-requests.ts';
import { pagePolicy, registerPages, WEB_DIST } from './base/pages/pages.ts';
import type { EventHub } from './base/postgres/events.ts';
import type { Services } from './base/services.ts';
import { findSignIn } from './base/sign-in/sessions.ts';
import { allowOwnPages } from './base/store/s3/s3-cors.ts';

export interface AppParts {
  services: Services;
  hub: EventHub;
  /** folder of the built web application */
  dist?: string;
  /**
   * requests get 503 while the event loop is delayed by more than this; 0 for never. Tests need 0, as they run imports
   * and jobs in the web process.
   */
  maxEventLoopDelayMs?: number;
  /** minimum rate of request bodies */
  pace?: Pace;
  /** how long a page waits for its first replies, ms */
  firstRepliesMs?: number;
}

const MAX_EVENT_LOOP_DELAY_MS = 1000;

function registerErrors(app: FastifyInstance, services: Services): void {
  app.setErrorHandler((error, request, reply) => {
    const portalError = toPortalError(error);
    const about = { request_id: request.id, route: request.routeOptions.url };
    if (isOfLeaving(error, reply.raw)) services.log.debug({ err: error, ...about }, 'a client left');
    else if (portalError.code === 'internal') services.log.error({ err: error, ...about }, 'unknown error');
    else if (portalError.cause !== undefined)
      services.log.warn({ err: portalError.cause, ...about }, 'something that was needed did not answer');
    if (portalError.retryAfterSeconds !== undefined)
      reply.header('retry-after', portalError.retryAfterSeconds);
    const { failureAddress } = request.routeOptions.config;
    // The response is shown in a browser window, so it is a page.
    if (failureAddress)
      return sendOn(reply, `${failureAddress}#status_code=${portalError.status === 403 ? 403 : 500}`);
    return reply
      .status(portalError.status)
      .header('cache-control', 'no-store')
      .type('application/json; charset=utf-8')
      .send(errorBody(portalError, request.id));
  });
}

async function registerProtection(app: FastifyInstance, maxEventLoopDelay: number): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: false,
    referrerPolicy: { policy: 'no-referrer' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    // Keeps the handle of the popup in which people sign in at their institution.
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
    // The portal is served on http://localhost too; a proxy with a certificate adds this header.
    strictTransportSecurity: false,
  });
  app.addHook('onSend', async (_request, reply, payload) => {
    if (!reply.hasHeader('content-security-policy'))
      reply.header('content-security-policy', pagePolicy(null));
    return payload;
  });
  await app.register(rateLimit, { global: false });
  refuseWhenBehind(app, maxEventLoopDelay);
}

function registerReference(app: FastifyInstance, services: Services): void {
  app.get('/api/openapi.json', async (request, reply) => {
    refuseWithoutAccess('signed in', await findSignIn(services.db, request));
    return reply.send(describeApi());
  });
  app.get('/api/docs', async (request, reply) => {
    refuseWithoutAccess('signed in', await findSignIn(services.db, request));
    const nonce = randomBytes(18).toString('base64url');
    return reply
      .header('content-security-policy', pagePolicy(nonce))
      .type('text/html; charset=utf-8')
      .send(renderReference(nonce));
  });
}

/** Builds the web process without listening; tests inject requests into it. */
export async function buildApp({
  services,
  hub,
  dist = WEB_DIST,
  maxEventLoopDelayMs = MAX_EVENT_LOOP_DELAY_MS,
  pace,
  firstRepliesMs,
}: AppParts): Promise<FastifyInstance> {
  const app = fastify({
    logger: false,
    bodyLimit: 1024 * 1024,
    requestTimeout: 0,
    http: HEADER_LIMITS,
    keepAliveTimeout: 60_000,
    connectionTimeout: 0,
    genReqId: () => randomUUID(),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 256 },
    trustProxy: services.config.trustedProxies.length > 0 && [...services.config.trustedProxies],
    clientErrorHandler: refuseUnread,
    // Invalid addresses are answered before any hook, so headers are set here.
    frameworkErrors: (_error, request, reply) => {
      const broken = new PortalError('invalid_input', 'This address cannot be read.');
      reply.hijack();
      reply.raw.writeHead(broken.status, {
        'content-type': 'application/json; charset=utf-8',
        'content-security-policy': pagePolicy(null),
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'cache-control': 'no-store',
      });
      reply.raw.end(JSON.stringify(errorBody(broken, request.id)));
    },
  });
  app.server.maxConnections = countConnectionsBorne();
  refuseCrowds(app);
  forgetUnreadBodies(app);
  refuseSlowSenders(app, pace);
  registerErrors(app, services);
  registerJson(app);
  await registerProtection(app, maxEventLoopDelayMs);
  await app.register(compress, {
    threshold: 2048,
    encodings: ['br', 'gzip'],
    brotliOptions: { params: { 1: 4 } },
  });
  await app.register(cookie);
  watchConnections(app.server);
  await app.register(websocket, { options: { maxPayload: 64 * 1024, perMessageDeflate: false } });
  registerHealth(app, services);
  registerReference(app, services);
  registerRoutes(
    app,
    routes.filter(({ takesForm }) => !takesForm),
    services,
  );
  await registerForms(
    app,
    routes.filter(({ takesForm }) => takesForm),
    services,
  );
  registerContent(app, services);
  registerDownloadContent(app, services);
  registerUploadParts(app, services);
  registerSockets(app, sockets, { services, hub });
  registerPages(app, dist, firstRepliesMs);
  app.addHook('onReady', () => allowOwnPages(services));
  return app;
}
