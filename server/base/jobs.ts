/**
 * Background work: jobs are rows, a worker takes one at a time. A worker holds a session lock under its own name;
 * when it dies the lock goes with its connection, and any other process frees its jobs at once.
 */
import { randomUUID } from 'node:crypto';
import { type Runner, run, runMigrations, type TaskList, Logger as WorkerLogger } from 'graphile-worker';
import type pg from 'pg';
import { type Db, sql } from './database.ts';
import type { Services } from './services.ts';

export const TASK_NAMES = ['run_intake', 'make_demo', 'sweep'] as const;
export type TaskName = (typeof TASK_NAMES)[number];

const TRIES = 5;

/** Adds a job inside the caller's transaction: it exists exactly when the transaction does. */
export async function addJob(
  db: Db,
  task: TaskName,
  job: { key: string; payload: Record<string, unknown> },
): Promise<void> {
  await sql`
    select graphile_worker.add_job(${task}, payload := ${JSON.stringify(job.payload)}::json, job_key := ${job.key},
      max_attempts := ${TRIES})`.execute(db);
}

export async function migrateJobs(pool: pg.Pool): Promise<void> {
  await runMigrations({ pgPool: pool, logger: QUIET });
}

const QUIET = new WorkerLogger(() => () => undefined);

/** Locks of the session die with the process, so a name without its lock is a dead worker's. */
async function lockName(pool: pg.Pool, workerId: string): Promise<() => void> {
  const client = await pool.connect();
  await client.query('select pg_advisory_lock(hashtextextended($1, 0))', [workerId]);
  return () => client.release(true);
}

/** Frees the jobs of workers that are no more; returns how many workers that were. */
export async function freeJobsOfDeadWorkers(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ locked_by: string }>(
    'select distinct locked_by from graphile_worker.jobs where locked_by is not null',
  );
  let freed = 0;
  for (const { locked_by } of rows) {
    const client = await pool.connect();
    try {
      const { rows: tried } = await client.query<{ is_dead: boolean }>(
        'select pg_try_advisory_lock(hashtextextended($1, 0)) as is_dead',
        [locked_by],
      );
      if (!tried[0]?.is_dead) continue;
      await client.query('select graphile_worker.force_unlock_workers(array[$1])', [locked_by]);
      await client.query('select pg_advisory_unlock(hashtextextended($1, 0))', [locked_by]);
      freed += 1;
    } finally {
      client.release();
    }
  }
  return freed;
}

export type Task = (payload: Record<string, unknown>, job: JobContext) => Promise<void>;

export interface JobContext {
  services: Services;
  /** aborts when the process is asked to stop; long tasks look at it between units */
  signal: AbortSignal | undefined;
  /** after this try the job is given up: tell whoever waits for it */
  isLastTry: boolean;
}

interface StartOptions {
  pool: pg.Pool;
  services: Services;
  tasks: Record<TaskName, Task>;
}

export interface Worker {
  stop(): Promise<void>;
}

function toTaskList(tasks: Record<TaskName, Task>, services: Services): TaskList {
  return Object.fromEntries(
    Object.entries(tasks).map(([name, task]) => [
      name,
      async (payload, helpers) => {
        const started = performance.now();
        try {
          await task(payload as Record<string, unknown>, {
            services,
            signal: helpers.abortSignal,
            isLastTry: helpers.job.attempts >= helpers.job.max_attempts,
          });
          services.log.info({ task: name, ms: Math.round(performance.now() - started) }, 'job done');
        } catch (error) {
          services.log.error({ task: name, attempt: helpers.job.attempts, err: error }, 'job failed');
          throw error;
        }
      },
    ]),
  );
}

/** Starts one worker. It looks for dead colleagues every five seconds. */
export async function startWorker({ pool, services, tasks }: StartOptions): Promise<Worker> {
  const workerId = `omicon-${randomUUID()}`;
  const unlockName = await lockName(pool, workerId);
  await freeJobsOfDeadWorkers(pool);
  const runner: Runner = await run({
    pgPool: pool,
    logger: QUIET,
    concurrency: 1,
    ...{ workerId },
    noHandleSignals: true,
    pollInterval: 1000,
    taskList: toTaskList(tasks, services),
    crontab: '*/10 * * * * sweep ?max=1&jobKey=sweep',
  });
  const watch = setInterval(() => {
    freeJobsOfDeadWorkers(pool).catch((error: unknown) =>
      services.log.warn({ err: error }, 'looking for dead workers failed'),
    );
  }, 5000);
  return {
    async stop() {
      clearInterval(watch);
      await runner.stop();
      unlockName();
    },
  };
}
