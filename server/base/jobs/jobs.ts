/**
 * Background jobs: rows in five queues, for imports, files that people wait for, searches, long tests, and mail; a
 * worker runs one job of each at a time. For each queue it holds a session lock under its own name; if it dies, the
 * locks end with its connections, and another process frees its jobs at once. A frozen worker keeps its connections but
 * sends no heartbeat: after a minute another worker terminates them, so that it cannot commit any more, and takes over.
 */
import { randomUUID } from 'node:crypto';
import { EventEmitter } from 'node:events';
import type { JobName } from '@omicon/contract/areas/job-titles.ts';
import {
  type JobHelpers,
  type Runner,
  run,
  runMigrations,
  type TaskList,
  type WorkerEvents,
  Logger as WorkerLogger,
} from 'graphile-worker';
import type pg from 'pg';
import { type Db, sql, type Tx } from '../postgres/database.ts';
import type { Services } from '../services.ts';
import { isStoreUnavailable } from '../store/store.ts';

/** Imports are slow and run one after another; other work and mail need not wait behind them. */
const QUEUES = [
  {
    tasks: [
      'run_intake',
      'store_draft',
      'make_demo',
      'compute_kme',
      'complete_kme',
      'store_matrix',
      'store_module_traits',
      'tend_search_index',
      'map_features_again',
      'check_fixity',
    ],
    crontab: '17 * * * * check_fixity ?max=1&jobKey=check_fixity',
  },
  { tasks: ['read_draft', 'prepare_download', 'prepare_image', 'index_text_table'], crontab: '' },
  { tasks: ['run_search'], crontab: '' },
  // Minutes each, which no search should wait for.
  { tasks: ['preserve_network', 'run_pipeline', 'compute_atlas'], crontab: '' },
  {
    tasks: ['deliver_mail', 'send_reset_link', 'send_code', 'send_digests', 'release_upload', 'sweep'],
    crontab: '*/10 * * * * sweep ?max=1&jobKey=sweep\n37 * * * * send_digests ?max=5&jobKey=send_digests',
  },
] as const satisfies readonly { tasks: readonly JobName[]; crontab: string }[];

export const JOB_NAMES: readonly JobName[] = QUEUES.flatMap((queue): readonly JobName[] => queue.tasks);

const TRIES = 5;

/** A job is identified by its key: one that waits already is not added again. */
export interface NewJob {
  key: string;
  payload: Record<string, unknown>;
  /** gathers changes that follow each other: the job runs this long after the first of them */
  delay_s?: number;
}

/** Adds a job in the caller's transaction, so that it exists only if the transaction commits. */
export async function addJob(db: Db, task: JobName, job: NewJob): Promise<void> {
  const mode = job.delay_s === undefined ? 'replace' : 'preserve_run_at';
  await sql`
    select graphile_worker.add_job(${task}, payload := ${JSON.stringify(job.payload)}::json, job_key := ${job.key},
      run_at := now() + make_interval(secs => ${job.delay_s ?? 0}), job_key_mode := ${mode},
      max_attempts := ${TRIES})`.execute(db);
}

/** Creates or upgrades the tables of graphile-worker. */
export async function migrateJobs(pool: pg.Pool): Promise<void> {
  await runMigrations({ pgPool: pool, logger: QUIET });
}

/**
 * Marks the job as finished in the transaction of its work, for work that must not be repeated.
 * @returns false if an earlier attempt has already committed it and died before the queue was updated
 */
export async function finishJob(tx: Tx, jobId: string): Promise<boolean> {
  const { rows } = await sql`
    insert into finished_job (job_id) values (${jobId}) on conflict do nothing returning job_id`.execute(tx);
  return rows.length === 1;
}

/** Heartbeat: after this time of silence a worker counts as frozen, and the interval of heartbeats. */
export interface Lease {
  seconds: number;
  beatMs: number;
}

const LEASE: Lease = { seconds: 60, beatMs: 15_000 };

/** Begins the names of the connections of workers. */
export const WORKER = 'omicon worker';

/** A unique name for the connections of a worker process, by which they are found and terminated. */
export function nameWorker(): string {
  return `${WORKER} ${randomUUID()}`;
}

const QUIET = new WorkerLogger(() => () => undefined);

/** A job taken this recently may belong to a worker that has not locked its name yet. */
const GRACE = '3 seconds';

interface NameLock {
  /** sends a heartbeat */
  beat(): void;
  release(): void;
}

/**
 * Holds a session lock under the name. The lock ends with the connection, so a name without a lock belongs to a dead
 * worker.
 */
async function holdName(pool: pg.Pool, name: string, onLost: (reason: unknown) => void): Promise<NameLock> {
  const client = await pool.connect();
  let isReleased = false;
  client.on('end', () => {
    if (!isReleased) onLost(new Error('The connection to the database was lost.'));
  });
  const release = () => {
    isReleased = true;
    client.release(true);
  };
  try {
    await client.query('select pg_advisory_lock(hashtextextended($1, 0))', [name]);
  } catch (error) {
    release();
    throw error;
  }
  return {
    // A lost connection emits `end`.
    beat: () => void client.query('select 1').catch(() => undefined),
    release,
  };
}

/** Terminates all connections of the process that holds the name if its lease has expired. */
async function cutFrozen(client: pg.PoolClient, name: string, lease: Lease): Promise<void> {
  await client.query(
    `select pg_terminate_backend(of_process.pid, 5000)
       from pg_locks lock
       join pg_stat_activity holder on holder.pid = lock.pid
       join pg_stat_activity of_process using (datname, usename, application_name)
      where lock.locktype = 'advisory' and lock.granted and holder.datname = current_database()
        and (lock.classid::bigint << 32 | lock.objid::bigint) = hashtextextended($1, 0)
        and holder.application_name like $2 || ' %'
        and holder.state = 'idle' and holder.state_change < clock_timestamp() - make_interval(secs => $3)`,
    [name, WORKER, lease.seconds],
  );
}

/** @returns whether the worker of this name was dead or frozen; if so, its jobs are freed */
async function freeJobsOf(client: pg.PoolClient, name: string, lease: Lease): Promise<boolean> {
  await cutFrozen(client, name, lease);
  const { rows } = await client.query<{ is_dead: boolean }>(
    'select pg_try_advisory_lock(hashtextextended($1, 0)) as is_dead',
    [name],
  );
  if (!rows[0]?.is_dead) return false;
  await client.query('select graphile_worker.force_unlock_workers(array[$1])', [name]);
  await client.query('select pg_advisory_unlock(hashtextextended($1, 0))', [name]);
  return true;
}

/** Frees the jobs of dead or frozen workers. @returns the number of such workers */
export async function freeJobsOfDeadWorkers(pool: pg.Pool, lease: Lease = LEASE): Promise<number> {
  const { rows } = await pool.query<{ locked_by: string }>(
    'select distinct locked_by from graphile_worker.jobs where locked_by is not null and locked_at < now() - $1::interval',
    [GRACE],
  );
  let freed = 0;
  for (const { locked_by } of rows) {
    const client = await pool.connect();
    try {
      if (await freeJobsOf(client, locked_by, lease)) freed += 1;
      client.release();
    } catch (error) {
      // The connection is closed to release the lock; otherwise the worker would seem alive.
      client.release(true);
      throw error;
    }
  }
  return freed;
}

export type Task = (payload: Record<string, unknown>, job: JobContext) => Promise<void>;

export interface JobContext {
  services: Services;
  /** the same for every attempt of a job */
  jobId: string;
  /** aborts five seconds after the process was asked to stop; long tasks check it between units */
  signal: AbortSignal | undefined;
  /** no attempt follows this one: on failure, notify the people waiting for it */
  isLastTry: boolean;
}

interface StartOptions {
  pool: pg.Pool;
  services: Services;
  tasks: Record<JobName, Task>;
  lease?: Lease;
  /** called after the last attempt of a job failed */
  onGivenUp?(job: { task: string; message: string }): Promise<void>;
}

export interface Worker {
  stop(): Promise<void>;
  /**
   * resolves with the reason if the worker cannot continue, for instance without a database; its process should end and
   * be replaced
   */
  broken: Promise<unknown>;
}

const POSTPONE_MS = 5000;

/** Reschedules a job with all its attempts: an unavailable store or a stopping worker is no failure of the job. */
async function postpone({ job, addJob: add }: JobHelpers, name: string): Promise<void> {
  await add(name, job.payload, {
    runAt: new Date(Date.now() + POSTPONE_MS),
    maxAttempts: TRIES,
    ...(job.key === null ? {} : { jobKey: job.key }),
  });
}

function toTaskList(
  tasks: Record<JobName, Task>,
  services: Services,
  onGivenUp: NonNullable<StartOptions['onGivenUp']>,
): TaskList {
  return Object.fromEntries(
    Object.entries(tasks).map(([name, task]) => [
      name,
      async (payload, helpers) => {
        const started = performance.now();
        try {
          await task(payload as Record<string, unknown>, {
            services,
            jobId: helpers.job.id,
            signal: helpers.abortSignal,
            isLastTry: helpers.job.attempts >= helpers.job.max_attempts,
          });
          services.log.info({ task: name, ms: Math.round(performance.now() - started) }, 'job done');
        } catch (error) {
          const isStopped = helpers.abortSignal?.aborted === true;
          if (isStopped || isStoreUnavailable(error)) {
            const what = isStopped ? 'job is left to the next worker' : 'job waits for the file store';
            services.log.warn({ task: name }, what);
            await postpone(helpers, name);
            return;
          }
          services.log.error({ task: name, attempt: helpers.job.attempts, err: error }, 'job failed');
          if (helpers.job.attempts >= helpers.job.max_attempts)
            await onGivenUp({ task: name, message: error instanceof Error ? error.message : String(error) });
          throw error;
        }
      },
    ]),
  );
}

interface Line {
  beat(): Promise<void>;
  stop(): Promise<void>;
}

/** Runs the tasks of one queue, one at a time. */
async function startLine(
  { pool, taskList, crontab }: { pool: pg.Pool; taskList: TaskList; crontab: string },
  breakDown: (reason: unknown) => void,
): Promise<Line> {
  const events: WorkerEvents = new EventEmitter();
  let lock: Promise<NameLock> | null = null;
  events.on('pool:create', ({ workerPool }) => {
    lock ??= holdName(pool, workerPool.id, breakDown);
    lock.catch(breakDown);
  });
  const runner: Runner = await run({
    pgPool: pool,
    events,
    logger: QUIET,
    concurrency: 1,
    noHandleSignals: true,
    pollInterval: 1000,
    taskList,
    crontab,
  });
  runner.promise.then(() => breakDown(new Error('The queue of jobs ended.')), breakDown);
  return {
    async beat() {
      (await lock)?.beat();
    },
    async stop() {
      await runner.stop();
      (await lock)?.release();
    },
  };
}

/** Starts one worker. It checks for dead workers every five seconds. */
export async function startWorker({
  pool,
  services,
  tasks,
  lease = LEASE,
  onGivenUp = async () => undefined,
}: StartOptions): Promise<Worker> {
  // A web process may be migrating at the same time; whichever is first runs each step.
  await migrateJobs(pool);
  await freeJobsOfDeadWorkers(pool, lease);
  const { promise: broken, resolve: breakDown } = Promise.withResolvers<unknown>();
  const taskList = toTaskList(tasks, services, onGivenUp);
  const lines = await Promise.all(
    QUEUES.map((line) => {
      const picked = Object.entries(taskList).filter(([name]) => line.tasks.some((task) => task === name));
      return startLine({ pool, crontab: line.crontab, taskList: Object.fromEntries(picked) }, breakDown);
    }),
  );
  const watch = setInterval(() => {
    freeJobsOfDeadWorkers(pool, lease).catch((error: unknown) =>
      services.log.warn({ err: error }, 'looking for dead workers failed'),
    );
  }, 5000);
  const beating = setInterval(() => {
    for (const line of lines) line.beat().catch(breakDown);
  }, lease.beatMs);
  return {
    broken,
    async stop() {
      clearInterval(watch);
      clearInterval(beating);
      await Promise.all(lines.map((line) => line.stop()));
    },
  };
}
