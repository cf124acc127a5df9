/** Health, readiness and metrics, for operators and proxies. */

import { hasAccess } from '@omicon/domain/permissions/permissions.ts';
import type { FastifyInstance } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { PortalError } from '../errors.ts';
import { WORKER } from '../jobs/jobs.ts';
import { type Database, sql } from '../postgres/database.ts';
import type { Services } from '../services.ts';
import { findSignIn } from '../sign-in/sessions.ts';
import { WHEN_BEHIND_TOO } from './overload.ts';

interface QueueState {
  waiting: number;
  failed: number;
  oldest_seconds: number;
  workers: number;
}

/**
 * Number of waiting and failed jobs, the age of the oldest, and the workers that are connected. Table
 * graphile_worker.jobs.
 */
async function measureQueue(db: Database): Promise<QueueState> {
  const { rows } = await sql<QueueState>`
    select count(*) filter (where attempts < max_attempts)::int as waiting,
           count(*) filter (where attempts >= max_attempts and locked_at is null)::int as failed,
           coalesce(extract(epoch from now() - min(run_at) filter (where run_at < now() and attempts < max_attempts)), 0)::float8 as oldest_seconds,
           (select count(distinct application_name)::int from pg_stat_activity
             where datname = current_database() and application_name like ${`${WORKER} %`}) as workers
      from graphile_worker.jobs`.execute(db);
  return rows[0] ?? { waiting: 0, failed: 0, oldest_seconds: 0, workers: 0 };
}

/** Stored files that the last check found damaged. Table fixity_check. */
async function countDamaged(db: Database): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from fixity_check where not is_right`.execute(db);
  return rows[0]?.n ?? 0;
}

/** The result, or null if it fails or takes longer than two seconds. */
async function within2s<T>(answer: Promise<T>): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), 2000);
  });
  return Promise.race([answer.catch(() => null), late]).finally(() => clearTimeout(timer));
}

/** Current state of everything the portal needs; without a worker people can still browse and search. */
async function askParts({ db, store }: Services) {
  const [database, isStoreThere, queue, damaged] = await Promise.all([
    within2s(sql`select 1`.execute(db)),
    within2s(store.isReachable()),
    within2s(measureQueue(db)),
    within2s(countDamaged(db)),
  ]);
  return {
    isReachable: { database: database !== null, store: isStoreThere === true, jobs: queue !== null },
    queue,
    damaged,
  };
}

/** Searches that were split into parts, from the counts of the search threads. */
function registerSplits(registry: Registry, { searchThreads }: Services): void {
  new Counter({
    name: 'omicon_searches_split_total',
    help: 'searches answered in parts, and those asked again because a part failed',
    labelNames: ['result'],
    registers: [registry],
    collect() {
      const { merged, repeated } = searchThreads.splitCounts;
      this.reset();
      this.inc({ result: 'merged' }, merged);
      this.inc({ result: 'repeated' }, repeated);
    },
  });
}

function registerMetrics(app: FastifyInstance, services: Services): void {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  registerSplits(registry, services);
  const requests = new Counter({
    name: 'omicon_requests_total',
    help: 'answered calls',
    labelNames: ['route', 'method', 'status'],
    registers: [registry],
  });
  const seconds = new Histogram({
    name: 'omicon_request_seconds',
    help: 'time to answer',
    labelNames: ['route'],
    buckets: [0.005, 0.02, 0.05, 0.1, 0.3, 1, 3, 10],
    registers: [registry],
  });
  const waiting = new Gauge({
    name: 'omicon_jobs_waiting',
    help: 'jobs that wait or run',
    registers: [registry],
  });
  const failed = new Gauge({ name: 'omicon_jobs_failed', help: 'jobs given up', registers: [registry] });
  const oldest = new Gauge({
    name: 'omicon_job_oldest_seconds',
    help: 'age of the oldest waiting job',
    registers: [registry],
  });
  const damagedFiles = new Gauge({
    name: 'omicon_files_damaged',
    help: 'stored files whose bytes differ from their checksum',
    registers: [registry],
  });
  const reachable = new Gauge({
    name: 'omicon_reachable',
    help: '1 for what answers, 0 for what does not',
    labelNames: ['part'],
    registers: [registry],
  });
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none';
    requests.inc({ route, method: request.method, status: reply.statusCode });
    seconds.observe({ route }, reply.elapsedTime / 1000);
  });
  app.get('/metrics', WHEN_BEHIND_TOO, async (request, reply) => {
    const isLocal =
      ['127.0.0.1', '::1', '::ffff:127.0.0.1'].includes(request.socket.remoteAddress ?? '') &&
      !request.headers['x-forwarded-for'];
    if (!isLocal && !hasAccess((await findSignIn(services.db, request)).principal, 'OPERATIONS_VIEW')) {
      throw new PortalError('permission_denied', 'Metrics are for operators.');
    }
    const { isReachable, queue, damaged } = await askParts(services);
    // Unknown values are omitted rather than reported as 0.
    waiting.set(queue?.waiting ?? Number.NaN);
    failed.set(queue?.failed ?? Number.NaN);
    oldest.set(queue?.oldest_seconds ?? Number.NaN);
    damagedFiles.set(damaged ?? Number.NaN);
    for (const [part, answers] of Object.entries(isReachable)) reachable.set({ part }, answers ? 1 : 0);
    if (queue?.workers === 0) reachable.set({ part: 'jobs' }, 0);
    return reply.type(registry.contentType).send(await registry.metrics());
  });
}

/**
 * `/healthz`, `/readyz` and `/metrics`, for operators and proxies. `/readyz` is 503 while database or store cannot be
 * reached, and says if no worker is connected.
 */
export function registerHealth(app: FastifyInstance, services: Services): void {
  app.get('/healthz', WHEN_BEHIND_TOO, async () => ({ alive: 'yes' }));
  app.get('/readyz', async (_request, reply) => {
    const { isReachable, queue } = await askParts(services);
    const isReady = Object.values(isReachable).every(Boolean);
    const parts = Object.entries(isReachable).map(([part, answers]) => [
      part,
      answers ? 'yes' : 'not reachable',
    ]);
    const jobs = queue?.workers === 0 ? { jobs: 'no worker' } : {};
    return reply
      .status(isReady ? 200 : 503)
      .send({ ready: isReady ? 'yes' : 'no', ...Object.fromEntries(parts), ...jobs });
  });
  registerMetrics(app, services);
}
