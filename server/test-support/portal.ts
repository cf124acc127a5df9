/** A whole portal for one test file: real database, real store, requests without a port. */
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { BodyInput, EndpointSpec, ParamsOf, QueryInput, ReplyOf } from '@omicon/contract/endpoint.ts';
import { type ErrorReply, errorReply } from '@omicon/contract/errors.ts';
import type { Role } from '@omicon/domain/permissions.ts';
import type { FastifyInstance } from 'fastify';
import { Logger, runOnce } from 'graphile-worker';
import type { Response as InjectedResponse } from 'light-my-request';
import pg from 'pg';
import { inject } from 'vitest';
import { buildApp } from '../app.ts';
import { withDatabaseName } from '../base/database.ts';
import { openEventHub } from '../base/events.ts';
import { openServices } from '../base/open-services.ts';
import type { Services } from '../base/services.ts';
import { createSession } from '../base/sessions.ts';
import { readConfig } from '../config.ts';
import { tasks } from '../tasks.ts';
import { aPerson, type PersonOptions } from './people.ts';

/** Somebody who can ask: a signed-in person by their token, or nobody. */
export interface Caller {
  person_id: number;
  username: string;
  role: Role;
  token: string;
}

/** What a call brings; parts its endpoint does not know cannot be given. */
export type CallInput<E extends EndpointSpec> = {
  as?: Caller | null;
  headers?: Record<string, string>;
  params?: ParamsOf<E>;
  query?: Partial<QueryInput<E>>;
  body?: BodyInput<E>;
};

export interface Answer<E extends EndpointSpec> {
  status: number;
  headers: InjectedResponse['headers'];
  text: string;
  /** the reply by the contract; throws with the refusal when there is none */
  reply: ReplyOf<E>;
  /** the refusal by the contract; throws when the call succeeded */
  refusal: ErrorReply;
}

export interface TestPortal {
  app: FastifyInstance;
  services: Services;
  pool: pg.Pool;
  databaseUrl: string;
  /** a folder that goes with the portal */
  folder: string;
  call<E extends EndpointSpec>(endpoint: E, input?: CallInput<E>): Promise<Answer<E>>;
  /** a new person of this role with a living sign-in */
  signInAs(role: Role, options?: PersonOptions): Promise<Caller>;
  /** works off every job that waits, in this process, by the product's own tasks */
  runJobs(): Promise<void>;
  close(): Promise<void>;
}

async function cloneDatabase(): Promise<{ url: string; drop: () => Promise<void> }> {
  const maintenance = inject('databaseUrl');
  const name = `omicon_${process.pid}_${Math.random().toString(36).slice(2, 10)}`;
  const run = async (text: string) => {
    const client = new pg.Client({ connectionString: maintenance });
    await client.connect();
    await client.query(text).finally(() => client.end());
  };
  await run(`create database ${name} template ${inject('template')}`);
  return { url: withDatabaseName(maintenance, name), drop: () => run(`drop database ${name} with (force)`) };
}

export function addressOf<E extends EndpointSpec>(endpoint: E, input: Pick<CallInput<E>, 'params' | 'query'>): string {
  const params = new Map(Object.entries((input.params ?? {}) as Record<string, unknown>));
  const filled = endpoint.path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params.get(name))));
  const query = Object.entries((input.query ?? {}) as Record<string, unknown>).map(([name, value]) => [name, String(value)]);
  return query.length === 0 ? filled : `${filled}?${new URLSearchParams(query)}`;
}

function toAnswer<E extends EndpointSpec>(endpoint: E, response: InjectedResponse): Answer<E> {
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

const QUIET = new Logger(() => () => undefined);

async function runJobs(services: Services, pool: pg.Pool): Promise<void> {
  const entries = Object.entries(tasks).map(([name, task]) => [
    name,
    (payload: unknown, { job }: { job: { attempts: number; max_attempts: number } }) =>
      task(payload as Record<string, unknown>, { services, signal: undefined, isLastTry: job.attempts >= job.max_attempts }),
  ]);
  await runOnce({ pgPool: pool, logger: QUIET, noHandleSignals: true, taskList: Object.fromEntries(entries) });
}

/** @param env settings as an operator would give them */
export async function openTestPortal(env: Record<string, string> = {}): Promise<TestPortal> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'omicon-portal-'));
  const database = await cloneDatabase();
  const config = readConfig({ OMICON_DATA_DIR: path.join(folder, 'data'), DATABASE_URL: database.url, LOG_LEVEL: 'silent', ...env });
  const { services, pool, close } = await openServices(config, database.url, 14);
  const hub = await openEventHub(async () => {
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    return client;
  });
  const app = await buildApp({ services, hub });
  await app.ready();
  return {
    app,
    services,
    pool,
    databaseUrl: database.url,
    folder,
    async call(endpoint, input = {}) {
      const authorization = input.as ? { authorization: `Token ${input.as.token}` } : {};
      const response = await app.inject({
        method: endpoint.method,
        url: addressOf(endpoint, input),
        headers: { ...authorization, ...input.headers },
        ...(input.body === undefined ? {} : { payload: input.body as object }),
      });
      return toAnswer(endpoint, response);
    },
    async signInAs(role, options = {}) {
      const person = await aPerson(services, { ...options, role });
      const token = await createSession(services.db, person, 'header');
      return { person_id: person.id, username: person.username, role, token };
    },
    runJobs: () => runJobs(services, pool),
    async close() {
      await app.close();
      await hub.close();
      await close();
      await database.drop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
