/**
 * A route is a contract endpoint with a handler. Every call is parsed, authorized and run, and its reply validated; a
 * write runs in one transaction with its idempotency key and audit event.
 */
import {
  type BodyOf,
  type EndpointSpec,
  knownInputs,
  type ParamsOf,
  type QueryOf,
} from '@omicon/contract/base/endpoint.ts';
import { API_VERSIONS, CLIENT_HEADER } from '@omicon/contract/base/errors.ts';
import { readInput } from '@omicon/contract/base/sentences.ts';
import { type Access, hasAccess, type Principal } from '@omicon/domain/permissions/permissions.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Config } from '../../config.ts';
import type { CallInput } from '../../request-threads/messages.ts';
import { PortalError } from '../errors.ts';
import type { Database, Db, Tx } from '../postgres/database.ts';
import type { Services } from '../services.ts';
import { type AuditEvent, recordAuditEvent } from '../sign-in/audit.ts';
import { findSignIn, type SignIn } from '../sign-in/sessions.ts';
import { claimIdempotencyKey, hashRequest, keepReply } from './idempotency.ts';
import { parseJson } from './json.ts';

/** What a handler needs wherever it runs. */
export interface ReadContext<E extends EndpointSpec, D extends Db = Database> {
  principal: Principal;
  params: ParamsOf<E>;
  query: QueryOf<E>;
  body: BodyOf<E>;
  /** for writes the transaction, for reads the pool */
  db: D;
  services: Services;
  /** aborts if the client leaves before it has its answer */
  signal: AbortSignal;
}

export interface Context<E extends EndpointSpec, D extends Db = Db> extends ReadContext<E, D> {
  request: FastifyRequest;
  reply: FastifyReply;
  /** writes an audit event in the transaction */
  audit(event: Omit<AuditEvent, 'result' | 'request_id'>): Promise<void>;
}

/** Rate limit of an open route per address. */
export interface RateLimit {
  most: number;
  seconds: number;
  /** people with an account are not counted; guests are, as anybody can become one */
  exemptsMembers?: true;
}

/** Rate limit of a route per person, from any address; counted per process. */
export interface PersonLimit {
  /** 0 for no limit */
  most(config: Config): number;
  seconds: number;
  /** message if exceeded */
  sentence: string;
}

/** Rate limit of an open form per address (SEC-23). */
export const OPEN_CALL: RateLimit = { most: 10, seconds: 3600 };
export const OPEN_FORM: RateLimit = { ...OPEN_CALL, exemptsMembers: true };

export interface RouteOptions {
  rateLimit?: RateLimit | PersonLimit;
  /** address to which a refused browser is redirected, with the status after the # */
  failureAddress?: string;
  /** refuses tokens for scripts with 403, so that a stolen one cannot be renewed or extended */
  refusesApiTokens?: true;
  /** called by pages on their own, so it does not prolong a session */
  isNoUse?: true;
  /** works for pages of every API version, as they need it to sign out */
  servesAnyVersion?: true;
  /** accepts a multipart form, which the handler reads itself */
  takesForm?: true;
  /** takes a search or compute thread or much of the database: a few at once, and people take turns */
  isCostly?: true;
  /** largest body; 1 MiB by default */
  maxBodyBytes?: number;
}

export interface WriteOptions<E extends EndpointSpec> extends RouteOptions {
  /** reply for a retry with the same idempotency key, if the reply contains a secret that must not be stored */
  replyToRetries?(reply: z.input<E['reply']>): z.input<E['reply']>;
}

export interface Route extends RouteOptions {
  endpoint: EndpointSpec;
  run(input: RunInput): Promise<unknown>;
  /** of calls that a request thread answers: the checked reply */
  answer?(input: CallInput, at: { services: Services; signal: AbortSignal }): Promise<unknown>;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    failureAddress?: string;
  }
}

export interface RunInput {
  signIn: SignIn;
  services: Services;
  request: FastifyRequest;
  reply: FastifyReply;
}

/** @throws PortalError 400 with the message of the first fault, and one for every field */
export function parseInput<S extends z.ZodType>(shape: S, input: unknown): z.output<S> {
  const read = readInput(shape, input);
  if ('data' in read) return read.data;
  const { fields } = read;
  throw new PortalError('invalid_input', Object.values(fields)[0] ?? 'The request could not be read.', {
    fields,
  });
}

function parseOptional(shape: z.ZodType | undefined, input: unknown): unknown {
  return shape ? parseInput(shape, input) : undefined;
}

/** Parses path, query and body by the endpoint's shapes. The only cast from parsed input to its type. */
function parseRequest<E extends EndpointSpec>(
  endpoint: E,
  request: { params: unknown; query: unknown; body?: unknown },
) {
  const { query, body } = knownInputs(endpoint);
  return {
    params: parseOptional(endpoint.params, request.params) as ParamsOf<E>,
    query: parseOptional(query, request.query) as QueryOf<E>,
    body: parseOptional(body, request.body ?? undefined) as BodyOf<E>,
  };
}

function signalOf({ raw }: FastifyReply): AbortSignal {
  const left = new AbortController();
  if (raw.destroyed) left.abort();
  else raw.once('close', () => left.abort());
  return left.signal;
}

/** What a handler receives: the parsed request, the caller, services, and a connection or transaction. */
export function contextOf<E extends EndpointSpec, D extends Db>(
  endpoint: E,
  input: RunInput,
  db: D,
): Context<E, D> {
  const { principal } = input.signIn;
  return {
    principal,
    ...parseRequest(endpoint, input.request),
    db,
    services: input.services,
    request: input.request,
    reply: input.reply,
    get signal() {
      return signalOf(input.reply);
    },
    audit: (event) =>
      recordAuditEvent(db, principal, { ...event, result: 'done', request_id: input.request.id }),
  };
}

/**
 * A call that changes nothing or opens its own transaction, for instance to hash a password before it or to record a
 * refusal.
 */
export function serve<E extends EndpointSpec>(
  endpoint: E,
  handle: (context: Context<E, Database>) => Promise<z.input<E['reply']>>,
  options: RouteOptions = {},
): Route {
  return {
    ...options,
    endpoint,
    run: async (input) => endpoint.reply.parse(await handle(contextOf(endpoint, input, input.services.db))),
  };
}

/**
 * A call with much to read, to compute or to write. Everything but the check of its permission happens in a request
 * thread, so nobody else waits for it; a few run at once, and people take turns.
 */
export function serveInThread<E extends EndpointSpec>(
  endpoint: E,
  handle: (context: ReadContext<E>) => Promise<z.input<E['reply']>>,
  options: RouteOptions = {},
): Route {
  const answer: Route['answer'] = async ({ principal, params, query, body }, { services, signal }) => {
    const parsed = parseRequest(endpoint, {
      params,
      query,
      body: body === undefined ? undefined : parseJson(body),
    });
    const reply = await handle({ principal, ...parsed, db: services.db, services, signal });
    return endpoint.reply.parse(reply);
  };
  return {
    ...options,
    endpoint,
    isCostly: true,
    answer,
    async run({ signIn, services, request, reply }) {
      const input: CallInput = {
        route: `${endpoint.method} ${endpoint.path}`,
        principal: signIn.principal,
        params: request.params,
        query: request.query,
        body: typeof request.body === 'string' ? request.body : undefined,
      };
      const signal = signalOf(reply);
      if (services.requestThreads === null) return answer(input, { services, signal });
      reply.type('application/json; charset=utf-8');
      return services.requestThreads.answer(input, signal);
    },
  };
}

/**
 * An address that redirects the browser to the returned one. Pages of other sites may follow, so the popup keeps its
 * window handle.
 */
export function serveRedirect<E extends EndpointSpec & { status: 303 }>(
  endpoint: E,
  handle: (context: Context<E, Database>) => Promise<string>,
  options: RouteOptions & { failureAddress: string },
): Route {
  return {
    ...options,
    endpoint,
    run: async (input) => {
      const address = await handle(contextOf(endpoint, input, input.services.db));
      return sendOn(input.reply, address);
    },
  };
}

/** @param address of this portal or a configured provider, never chosen by a client */
export function sendOn(reply: FastifyReply, address: string): FastifyReply {
  return reply
    .header('cache-control', 'no-store')
    .header('cross-origin-opener-policy', 'unsafe-none')
    .redirect(address, 303);
}

/** A write: atomic, and once per idempotency key. */
export function serveWrite<E extends EndpointSpec>(
  endpoint: E,
  handle: (context: Context<E, Tx>) => Promise<z.input<E['reply']>>,
  { replyToRetries = (reply) => reply, ...options }: WriteOptions<E> = {},
): Route {
  return {
    ...options,
    endpoint,
    run: (input) =>
      input.services.db.transaction().execute(async (tx) => {
        const stored = await replayKept(tx, input);
        if (stored) {
          input.reply.status(stored.status);
          return stored.reply;
        }
        const reply = await handle(contextOf(endpoint, input, tx));
        const forRetries = endpoint.reply.parse(replyToRetries(reply));
        await keepForRetries(tx, input, { status: endpoint.status ?? 200, reply: forRetries });
        return endpoint.reply.parse(reply);
      }),
  };
}

function idempotencyKeyOf({ request, signIn }: RunInput): { person_id: number; key: string } | null {
  const key = request.headers['idempotency-key'];
  if (key === undefined || signIn.principal.person_id === null) return null;
  if (typeof key !== 'string' || key.length < 1 || key.length > 200) {
    throw new PortalError('invalid_input', 'An idempotency key has 1 to 200 characters.');
  }
  return { person_id: signIn.principal.person_id, key };
}

async function replayKept(tx: Tx, input: RunInput) {
  const key = idempotencyKeyOf(input);
  if (!key) return null;
  const { method, url, body } = input.request;
  return claimIdempotencyKey(tx, { ...key, requestHash: hashRequest(method, url, body) });
}

async function keepForRetries(
  tx: Tx,
  input: RunInput,
  stored: { status: number; reply: unknown },
): Promise<void> {
  const key = idempotencyKeyOf(input);
  if (key) await keepReply(tx, { ...key, ...stored });
}

function refuseUnknownVersion(request: FastifyRequest): void {
  const version = request.headers['api-version'];
  if (version !== undefined && !API_VERSIONS.some((known) => known === version)) {
    throw new PortalError('invalid_api_version', 'invalid api version.');
  }
}

/** CSRF check: pages of other sites can send cookies, but neither our header nor our origin. */
export function refuseForeignOrigin(request: FastifyRequest): void {
  if (request.method === 'GET' || request.headers.authorization !== undefined) return;
  const { origin } = request.headers;
  if (origin !== undefined && URL.parse(origin)?.host !== request.headers.host) {
    throw new PortalError('permission_denied', 'This request came from another site.');
  }
  const hasCookie = request.headers.cookie !== undefined;
  if (hasCookie && request.headers[CLIENT_HEADER] !== 'web') {
    throw new PortalError('permission_denied', 'This request lacks the header X-Omicon-Client.');
  }
}

/** 401 without a valid session, 403 for a missing permission. */
export function refuseWithoutAccess(access: Access, signIn: SignIn): void {
  if (hasAccess(signIn.principal, access)) return;
  if (signIn.isStale) throw new PortalError('invalid_token', 'Invalid token.');
  if (signIn.principal.person_id === null) throw new PortalError('sign_in_required', 'Please sign in.');
  throw new PortalError('permission_denied', 'You do not have permission to perform this action.');
}

function refuseApiToken(signIn: SignIn): void {
  if (signIn.carrier !== 'api token') return;
  throw new PortalError('permission_denied', 'A token for scripts cannot do this. Please sign in.');
}

async function isMember(request: FastifyRequest, { db }: Services): Promise<boolean> {
  const { principal } = await findSignIn(db, request, { countsAsUse: false });
  return principal.person_id !== null && principal.role !== 'GU';
}

async function personOrAddress(request: FastifyRequest, { db }: Services): Promise<string> {
  const { principal } = await findSignIn(db, request, { countsAsUse: false });
  return principal.person_id === null ? request.ip : `person ${principal.person_id}`;
}

function limitOf(limit: RateLimit | PersonLimit, services: Services) {
  if ('sentence' in limit) {
    const { seconds, sentence } = limit;
    const max = limit.most(services.config);
    if (max === 0) return false;
    return {
      max,
      timeWindow: seconds * 1000,
      keyGenerator: (request: FastifyRequest) => personOrAddress(request, services),
      errorResponseBuilder: (_request: FastifyRequest, { ttl }: { ttl: number }) =>
        new PortalError('too_many_requests', sentence, { retryAfterSeconds: Math.ceil(ttl / 1000) }),
    };
  }
  const { most, seconds, exemptsMembers } = limit;
  return {
    max: most,
    timeWindow: seconds * 1000,
    ...(exemptsMembers ? { allowList: (request: FastifyRequest) => isMember(request, services) } : {}),
  };
}

/** Runs a call in its person's turn; calls of nobody, such as signing in, have limits of their own. */
function admit(
  { signIn, services, reply }: RunInput,
  isCostly: boolean,
  run: () => Promise<unknown>,
): Promise<unknown> {
  const { person_id } = signIn.principal;
  if (person_id === null) return run();
  const { costly, others } = services.admissions;
  return (isCostly ? costly : others).run(person_id, run, signalOf(reply));
}

/** @throws Error if a route has no permission or two routes share an address; the start is refused */
export function registerRoutes(app: FastifyInstance, routes: readonly Route[], services: Services): void {
  const seen = new Set<string>();
  for (const route of routes) {
    const { endpoint, run, answer, rateLimit, failureAddress } = route;
    const { refusesApiTokens, isNoUse, servesAnyVersion, isCostly, maxBodyBytes } = route;
    const address = `${endpoint.method} ${endpoint.path}`;
    if (!endpoint.permission) throw new Error(`Route ${address} names no permission.`);
    if (seen.has(address)) throw new Error(`Route ${address} is declared twice.`);
    seen.add(address);
    app.route({
      method: endpoint.method,
      url: endpoint.path.replace(/\/$/, ''),
      config: {
        ...(rateLimit ? { rateLimit: limitOf(rateLimit, services) } : {}),
        ...(failureAddress ? { failureAddress } : {}),
        ...(answer ? { keepsBodyText: true } : {}),
      },
      ...(maxBodyBytes === undefined ? {} : { bodyLimit: maxBodyBytes }),
      handler: async (request, reply) => {
        if (!servesAnyVersion) refuseUnknownVersion(request);
        refuseForeignOrigin(request);
        const { db, sessionCache: cache } = services;
        const signIn = await findSignIn(db, request, { countsAsUse: !isNoUse, cache });
        refuseWithoutAccess(endpoint.permission, signIn);
        if (refusesApiTokens) refuseApiToken(signIn);
        reply.status(endpoint.status ?? 200).header('cache-control', 'no-store');
        const input = { signIn, services, request, reply };
        const runInTurn = () => admit(input, isCostly === true, () => run(input));
        // What request threads answer changes nothing.
        if (endpoint.method === 'GET' || answer !== undefined) return runInTurn();
        try {
          return await runInTurn();
        } finally {
          // After the commit and before the answer: the change holds for the next call.
          cache.clear();
        }
      },
    });
  }
}
