/** A whole portal for one test file: real database, real store, requests without a port. */
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type {
  BodyInput,
  EndpointSpec,
  ParamsOf,
  QueryInput,
  ReplyOf,
} from '@omicon/contract/base/endpoint.ts';
import { type ErrorReply, errorReply } from '@omicon/contract/base/errors.ts';
import type { Role } from '@omicon/domain/permissions/permissions.ts';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import { Logger, runOnce } from 'graphile-worker';
import pg from 'pg';
import { inject } from 'vitest';
import { buildApp } from '../app.ts';
import { openServices } from '../base/open-services.ts';
import { withDatabaseName } from '../base/postgres/database.ts';
import { openEventHub } from '../base/postgres/events.ts';
import type { Services } from '../base/services.ts';
import { createSession } from '../base/sign-in/sessions.ts';
import { readConfig } from '../config.ts';
import { tasks } from '../tasks.ts';
import { aPerson, type PersonOptions } from './people.ts';
import { makeBucket, toEnvironment } from './store/buckets.ts';

/** The caller: a signed-in person with a token, or nobody. */
export interface Caller {
  person_id: number;
  username: string;
  role: Role;
  token: string;
}

/** Input of a call; only the parts of its endpoint are allowed. */
export type CallInput<E extends EndpointSpec> = {
  as?: Caller | null;
  headers?: Record<string, string>;
  params?: ParamsOf<E>;
  query?: Partial<QueryInput<E>>;
  body?: BodyInput<E>;
};

/** Raw input, regardless of the contract. */
export interface RawInput {
  as?: Caller | null;
  headers?: Record<string, string>;
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
  remoteAddress?: string;
}

export interface Answer<E extends EndpointSpec> {
  status: number;
  headers: LightMyRequestResponse['headers'];
  text: string;
  /** the parsed reply; throws the refusal if there is none */
  reply: ReplyOf<E>;
  /** the parsed refusal; throws if the call succeeded */
  refusal: ErrorReply;
}

export interface TestPortal {
  app: FastifyInstance;
  services: Services;
  pool: pg.Pool;
  /** a folder deleted with the portal */
  folder: string;
  call<E extends EndpointSpec>(endpoint: E, input?: CallInput<E>): Promise<Answer<E>>;
  /** as `call`, but also for invalid input */
  ask(endpoint: EndpointSpec, input?: RawInput): Promise<Answer<EndpointSpec>>;
  /** creates a person with this role and a session */
  signInAs(role: Role, options?: PersonOptions): Promise<Caller>;
  /** runs all waiting jobs in this process, with the product's own tasks; `around` may run each more than once */
  runJobs(around?: (name: string, run: () => Promise<void>) => Promise<void>): Promise<void>;
  /** terminates all connections to the portal's database, as if it were killed */
  cutConnections(): Promise<void>;
  close(): Promise<void>;
}

async function cloneDatabase(): Promise<{
  url: string;
  drop: () => Promise<void>;
  cut: () => Promise<void>;
}> {
  const maintenance = inject('databaseUrl');
  const name = `omicon_${process.pid}_${Math.random().toString(36).slice(2, 10)}`;
  const run = async (text: string) => {
    const client = new pg.Client({ connectionString: maintenance });
    await client.connect();
    await client.query(text).finally(() => client.end());
  };
  // Without durability, FILE_COPY is seven times faster than WAL_LOG.
  await run(`create database ${name} template ${inject('template')} strategy file_copy`);
  return {
    url: withDatabaseName(maintenance, name),
    drop: () => run(`drop database ${name} with (force)`),
    async cut() {
      await run(`select pg_terminate_backend(pid, 10000) from pg_stat_activity where datname = '${name}'`);
      // The sockets are closed; the pools learn it in the next turn and never hand one of them out again.
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
}

function addressOf(endpoint: EndpointSpec, input: RawInput): string {
  const params = new Map(Object.entries(input.params ?? {}));
  const filled = endpoint.path.replaceAll(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String(params.get(name))),
  );
  const query = Object.entries(input.query ?? {}).map(([name, value]): [string, string] => [
    name,
    String(value),
  ]);
  return query.length === 0 ? filled : `${filled}?${new URLSearchParams(query)}`;
}

function toAnswer<E extends EndpointSpec>(endpoint: E, response: LightMyRequestResponse): Answer<E> {
  const { statusCode: status, headers, payload: text } = response;
  return {
    status,
    headers,
    text,
    get reply() {
      if (status >= 300) throw new Error(`${endpoint.path} was refused with ${status}: ${text}`);
      return endpoint.reply.parse(response.json()) as ReplyOf<E>;
    },
    get refusal() {
      if (status < 400) throw new Error(`${endpoint.path} succeeded with ${status}: ${text}`);
      return errorReply.parse(response.json());
    },
  };
}

function send(
  app: FastifyInstance,
  endpoint: EndpointSpec,
  input: RawInput,
): Promise<LightMyRequestResponse> {
  const authorization = input.as ? { authorization: `Token ${input.as.token}` } : {};
  return app.inject({
    method: endpoint.method,
    url: addressOf(endpoint, input),
    headers: { ...authorization, ...input.headers },
    ...(input.remoteAddress ? { remoteAddress: input.remoteAddress } : {}),
    ...(input.body === undefined ? {} : { payload: input.body as object }),
  });
}

const QUIET = new Logger(() => () => undefined);

async function runJobs(
  services: Services,
  pool: pg.Pool,
  around: (name: string, run: () => Promise<void>) => Promise<void> = (_, run) => run(),
): Promise<void> {
  const entries = Object.entries(tasks).map(([name, task]) => [
    name,
    (payload: unknown, { job }: { job: { id: string; attempts: number; max_attempts: number } }) =>
      around(name, () =>
        task(payload as Record<string, unknown>, {
          services,
          jobId: job.id,
          signal: undefined,
          isLastTry: job.attempts >= job.max_attempts,
        }),
      ),
  ]);
  await runOnce({
    pgPool: pool,
    logger: QUIET,
    noHandleSignals: true,
    taskList: Object.fromEntries(entries),
  });
}

/** In a run against an S3 store, every portal has its own bucket; otherwise objects are on disk. */
async function storeEnvironment(): Promise<Record<string, string>> {
  const gateway = inject('gateway');
  return gateway === undefined ? {} : toEnvironment(await makeBucket(gateway));
}

/** @param env settings in the form of environment variables */
export async function openTestPortal(env: Record<string, string> = {}): Promise<TestPortal> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'omicon-portal-'));
  const database = await cloneDatabase();
  const config = readConfig({
    OMICON_DATA_DIR: path.join(folder, 'data'),
    DATABASE_URL: database.url,
    LOG_LEVEL: 'silent',
    // On a busy machine, slow searches would move to the background, which tests do not expect.
    OMICON_SEARCH_WAIT_MS: '60000',
    // Tests change people in the database, past the routes that empty the cache.
    OMICON_SESSION_CACHE_MS: '0',
    // Tests write faster than people.
    OMICON_COMMENTS_A_MINUTE: '0',
    ...(await storeEnvironment()),
    ...env,
  });
  const { services, pool, close } = await openServices(config, database.url, {
    connections: 24,
    // A thread reads all areas once more, so only tests that ask for it have one.
    answersCalls: env.OMICON_REQUEST_THREADS !== undefined,
  });
  const hub = await openEventHub(database.url);
  const app = await buildApp({ services, hub, maxEventLoopDelayMs: 0, firstRepliesMs: 60_000 });
  await app.ready();
  return {
    app,
    services,
    pool,
    folder,
    call: async (endpoint, input = {}) => toAnswer(endpoint, await send(app, endpoint, input as RawInput)),
    ask: async (endpoint, input = {}) => toAnswer(endpoint, await send(app, endpoint, input)),
    async signInAs(role, options = {}) {
      const person = await aPerson(services, { ...options, role });
      const token = await createSession(services.db, person, 'header');
      return { person_id: person.id, username: person.username, role, token };
    },
    runJobs: (around) => runJobs(services, pool, around),
    cutConnections: database.cut,
    async close() {
      await app.close();
      await hub.close();
      await close();
      await database.drop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
