/** Alive, ready, measured: what an operator and a proxy ask. */

import { hasAccess } from '@omicon/domain/permissions.ts';
import type { FastifyInstance } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { type Database, sql } from './database.ts';
import { PortalError } from './errors.ts';
import type { Services } from './services.ts';
import { findSignIn } from './sessions.ts';

interface QueueLength {
  waiting: number;
  failed: number;
  oldest_seconds: number;
}

/** Jobs that wait, jobs that were given up, age of the oldest. Table graphile_worker.jobs. */
async function measureQueue(db: Database): Promise<QueueLength> {
  const { rows } = await sql<QueueLength>`
    select count(*) filter (where attempts < max_attempts)::int as waiting,
           count(*) filter (where attempts >= max_attempts and locked_at is null)::int as failed,
           coalesce(extract(epoch from now() - min(run_at) filter (where run_at < now() and attempts < max_attempts)), 0)::float8 as oldest_seconds
      from graphile_worker.jobs`.execute(db);
  return rows[0] ?? { waiting: 0, failed: 0, oldest_seconds: 0 };
}

/** Resolves to 'yes' or a reason, within two seconds. */
async function within2s(check: Promise<unknown>, reason: string): Promise<string> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<string>((resolve) => {
    timer = setTimeout(() => resolve(reason), 2000);
  });
  return Promise.race([
    check.then(
      (answer) => (answer === false ? reason : 'yes'),
      () => reason,
    ),
    late,
  ]).finally(() => clearTimeout(timer));
}

function registerMetrics(app: FastifyInstance, services: Services): void {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
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
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none';
    requests.inc({ route, method: request.method, status: reply.statusCode });
    seconds.observe({ route }, reply.elapsedTime / 1000);
  });
  app.get('/metrics', async (request, reply) => {
    const isLocal =
      ['127.0.0.1', '::1', '::ffff:127.0.0.1'].includes(request.socket.remoteAddress ?? '') &&
      !request.headers['x-forwarded-for'];
    if (!isLocal && !hasAccess((await findSignIn(services.db, request)).principal, 'OPERATIONS_VIEW')) {
      throw new PortalError('permission_denied', 'Metrics are for operators.');
    }
    const queue = await measureQueue(services.db);
    waiting.set(queue.waiting);
    failed.set(queue.failed);
    oldest.set(queue.oldest_seconds);
    return reply.type(registry.contentType).send(await registry.metrics());
  });
}

export function registerHealth(app: FastifyInstance, services: Services): void {
  app.get('/healthz', async () => ({ alive: 'yes' }));
  app.get('/readyz', async (_request, reply) => {
    const [database, store, jobs] = await Promise.all([
      within2s(sql`select 1`.execute(services.db), 'not reachable'),
      within2s(services.store.isReachable(), 'not reachable'),
      within2s(measureQueue(services.db), 'not reachable'),
    ]);
    const isReady = [database, store, jobs].every((answer) => answer === 'yes');
    return reply.status(isReady ? 200 : 503).send({ ready: isReady ? 'yes' : 'no', database, store, jobs });
  });
  registerMetrics(app, services);
}
