/** Starts and stops the parts of one installation: database, web, worker. */

import { type ChildProcess, fork } from 'node:child_process';
import net from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { buildApp } from './app.ts';
import { isIndexIncomplete } from './areas/advanced-search/maintain-index.ts';
import { ensureAttributeTables } from './areas/attributes/table-versions.ts';
import { ensureTerms } from './areas/terms/first-version.ts';
import { failLostImports } from './areas/uploads/run.ts';
import { createRun } from './areas/uploads/sql.ts';
import type { StartArguments } from './base/arguments.ts';
import { closeApp } from './base/connections/close-app.ts';
import { codeOf } from './base/error-code.ts';
import { addJob } from './base/jobs/jobs.ts';
import { type OpenServices, openServices } from './base/open-services.ts';
import { buildWeb } from './base/pages/build-web.ts';
import { REQUEST_LIMITS, sql } from './base/postgres/database.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './base/postgres/embedded-postgres.ts';
import { type EventHub, openEventHub } from './base/postgres/events.ts';
import { ensureBucket } from './base/store/s3/s3-bucket.ts';
import { isStoreUnavailable } from './base/store/store.ts';
import { tellProgress } from './commands/reporting/progress.ts';
import { tellImports } from './commands/reporting/tell-imports.ts';
import { type Config, ConfigError, isLoopback, REPOSITORY } from './config.ts';
import { makeDemoAccounts } from './demo/accounts.ts';
import { followDemo } from './demo/follow.ts';
import { openDemoProviders } from './demo/identity-providers.ts';
import { DEMO_JOB } from './demo/progress.ts';
import { keepRunning } from './keep-running.ts';
import { prepareTables } from './prepare-tables.ts';

export interface Product {
  address: string;
  /** prints the progress of the demo import; resolves with whether there was one */
  followDemo(): Promise<boolean>;
  stop(): Promise<void>;
}

interface Parts {
  postgres: EmbeddedPostgres | null;
  opened: OpenServices;
  hub: EventHub;
  app: FastifyInstance;
  worker: ChildProcess | null;
  stopDemo(): Promise<void>;
}

/** Keeps one worker process running; a killed worker is replaced, and its jobs are taken over. */
function keepWorker(config: Config, databaseUrl: string, isStopping: () => boolean): () => ChildProcess {
  return keepRunning(
    () =>
      fork(path.join(REPOSITORY, 'server/worker.ts'), {
        env: {
          ...process.env,
          DATABASE_URL: databaseUrl,
          OMICON_ROLE: 'worker',
          OMICON_DEMO: 'off',
          OMICON_DATA_DIR: config.dataDir,
        },
        execArgv: ['--disable-warning=ExperimentalWarning'],
        stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      }),
    isStopping,
  );
}

/** Data of a new installation. */
async function prepareContent(opened: OpenServices): Promise<void> {
  await ensureTerms(opened.db);
  await ensureAttributeTables(opened.db);
  await opened.services.loginKeys.rotate();
}

/** Whether nothing has been imported yet. */
async function isEmptyDatabase({ db }: OpenServices): Promise<boolean> {
  const { rows } = await sql<{ is_empty: boolean }>`
    select not exists (select 1 from data_collection) and not exists (select 1 from intake_run) as is_empty`.execute(
    db,
  );
  return rows[0]?.is_empty === true;
}

/** @returns the runs of the imports requested on the command line */
async function addFirstWork(
  opened: OpenServices,
  args: StartArguments,
): Promise<{ id: number; startedMs: number }[]> {
  const { config, db } = opened.services;
  if (config.demo && !args.isEmpty && args.imports.length === 0 && (await isEmptyDatabase(opened))) {
    await addJob(db, DEMO_JOB, { key: DEMO_JOB, payload: {} });
  }
  const runs: { id: number; startedMs: number }[] = [];
  for (const local_path of args.imports) {
    const source = path.basename(local_path);
    const id = await db.transaction().execute(async (tx) => {
      const run = await createRun(tx, { source, local_path, visibility: null, owner: null });
      await addJob(tx, 'run_intake', { key: `intake ${run}`, payload: { intake_run_id: run } });
      return run;
    });
    runs.push({ id, startedMs: Date.now() });
  }
  return runs;
}

/**
 * The demo's identity providers are reachable only from this machine, so they are offered only if the portal is, too.
 */
async function openDemo({ services }: OpenServices): Promise<() => Promise<void>> {
  if (!services.config.demo) return async () => undefined;
  const password = await makeDemoAccounts(services);
  if (!isLoopback(services.config.publicUrl)) return async () => undefined;
  return openDemoProviders(services, password);
}

async function stopParts({ postgres, opened, hub, app, worker, stopDemo }: Parts): Promise<void> {
  const workerEnded =
    worker && worker.exitCode === null && worker.signalCode === null
      ? new Promise<void>((resolve) => worker.once('exit', () => resolve()))
      : Promise.resolve();
  worker?.kill('SIGTERM');
  try {
    await stopDemo();
    await closeApp(app);
    await workerEnded;
    await hub.close();
    await opened.close();
  } finally {
    // Stop the database in all cases, because it is a separate process and would keep running.
    await postgres?.stop();
  }
}

/**
 * With an embedded database nobody else writes yet, so unfinished writes are leftovers of a kill. An unavailable store
 * does not block the start, as browsing and searching work without it.
 */
async function sweepLeftovers({ services }: OpenServices): Promise<void> {
  try {
    await services.store.sweepUnfinished(0);
  } catch (error) {
    if (!isStoreUnavailable(error)) throw error;
    services.log.warn({ err: error }, 'the file store does not answer');
  }
}

const PORT_FAULTS: Record<string, string> = {
  EADDRINUSE: 'is in use: stop the other program, or choose another port with PORT',
  EACCES: 'may not be used by this user: choose one above 1023 with PORT',
  EADDRNOTAVAIL: 'cannot be opened, as OMICON_HOST is no address of this machine',
};

/** Before anything is started or imported. @throws ConfigError if the port cannot be listened on */
async function refuseTakenPort({ port, host }: Config): Promise<void> {
  const probe = net.createServer();
  try {
    await new Promise<void>((resolve, reject) => {
      probe.once('error', reject);
      probe.listen(port, host, resolve);
    });
  } catch (error) {
    const fault = PORT_FAULTS[codeOf(error)];
    if (fault === undefined) throw error;
    throw new ConfigError(`Port ${port} of ${host} ${fault}.`);
  }
  await new Promise((resolve) => probe.close(resolve));
}

/** A store that is away does not block the start: people can browse and search without files. */
async function prepareBucket({ services }: OpenServices): Promise<void> {
  const { config, log } = services;
  if (config.s3 === null) return;
  try {
    if (await ensureBucket(config.s3)) log.info({ bucket: config.s3.bucket }, 'the bucket was created');
  } catch (error) {
    log.error({ err: error }, 'the store cannot be used');
  }
}

/** @throws ConfigError or Error if a part cannot start; parts already running are stopped */
export async function startProduct(config: Config, args: StartArguments): Promise<Product> {
  await refuseTakenPort(config);
  const webBuilt = buildWeb();
  // It may fail before it is awaited; then the other parts are still stopped cleanly.
  webBuilt.catch(() => undefined);
  const postgres =
    config.databaseUrl === null ? await startEmbeddedPostgres(config.dataDir, { isDurable: true }) : null;
  const databaseUrl = config.databaseUrl ?? postgres?.url ?? '';
  let isStopping = false;
  try {
    await prepareTables(databaseUrl, (line) => console.log(line));
    const opened = await openServices(config, databaseUrl, {
      connections: 20,
      limits: REQUEST_LIMITS,
      answersCalls: true,
    });
    await prepareContent(opened);
    await prepareBucket(opened);
    await failLostImports(opened.services);
    if (config.databaseUrl === null) await sweepLeftovers(opened);
    const stopDemo = await openDemo(opened);
    if (await isIndexIncomplete(opened.db))
      await addJob(opened.db, 'tend_search_index', { key: 'tend search index', payload: {} });
    const runs = await addFirstWork(opened, args);
    const hub = await openEventHub(databaseUrl);
    const app = await buildApp({ services: opened.services, hub });
    await webBuilt;
    const address = await app.listen({ port: config.port, host: config.host });
    const currentWorker = config.role === 'all' ? keepWorker(config, databaseUrl, () => isStopping) : null;
    opened.services.requestThreads?.warm();
    opened.services.searchThreads.warm().catch((error: unknown) => {
      if (!isStopping) opened.services.log.warn({ err: error }, 'the search threads are not warm yet');
    });
    if (postgres) restartWhenKilled(postgres, config, () => isStopping);
    const telling = new AbortController();
    tellImports(opened.services, runs, telling.signal).catch((error: unknown) => {
      if (!isStopping)
        opened.services.log.warn({ err: error }, 'the report of an import could not be printed');
    });
    return {
      address,
      followDemo: () => followDemo(opened.db, tellProgress(), { isStopping: () => isStopping }),
      stop: () => {
        isStopping = true;
        telling.abort();
        return stopParts({
          postgres: livingPostgres ?? postgres,
          opened,
          hub,
          app,
          worker: currentWorker?.() ?? null,
          stopDemo,
        });
      },
    };
  } catch (error) {
    isStopping = true;
    await postgres?.stop();
    throw error;
  }
}

let livingPostgres: EmbeddedPostgres | null = null;

const MAX_PAUSE_MS = 5000;

/** Retries until the database starts, for instance until a full disk has space again. */
async function startAgain(config: Config, isStopping: () => boolean): Promise<EmbeddedPostgres | null> {
  for (let pauseMs = 500; !isStopping(); pauseMs = Math.min(2 * pauseMs, MAX_PAUSE_MS)) {
    try {
      return await startEmbeddedPostgres(config.dataDir, { isDurable: true });
    } catch (error) {
      console.error('The database does not start; trying again.', error);
      await sleep(pauseMs);
    }
  }
  return null;
}

/** Restarts a database that has ended, with the same data and socket; connections recover by themselves. */
function restartWhenKilled(postgres: EmbeddedPostgres, config: Config, isStopping: () => boolean): void {
  livingPostgres = postgres;
  postgres.onUnexpectedExit(async () => {
    if (isStopping()) return;
    console.error('The database ended unexpectedly; starting it again.');
    const again = await startAgain(config, isStopping);
    if (again === null) return;
    // The portal was stopped in the meantime, without knowing this database.
    if (isStopping()) await again.stop();
    else restartWhenKilled(again, config, isStopping);
  });
}
