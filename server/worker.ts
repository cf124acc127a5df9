/** The worker process: jobs only. Ends by SIGTERM, or when the process that started it is gone. */

import { setTimeout as sleep } from 'node:timers/promises';
import { surviveBrokenPipes } from './base/broken-pipe.ts';
import { tellAdministrators } from './base/jobs/failed-jobs.ts';
import { nameWorker, startWorker } from './base/jobs/jobs.ts';
import { openServices } from './base/open-services.ts';
import { isMigrated } from './base/postgres/migrate.ts';
import { readConfig } from './config.ts';
import { tasks } from './tasks.ts';

surviveBrokenPipes();
// The process that started this one may be gone before anything here has run.
if (process.send !== undefined && !process.connected) process.exit(0);
process.on('disconnect', () => process.exit(0));
const config = readConfig(process.env);
if (config.databaseUrl === null) throw new Error('The worker needs DATABASE_URL.');
const { services, pool, close } = await openServices(config, config.databaseUrl, {
  connections: 12,
  name: nameWorker(),
  isPatient: true,
});
// Web processes make the tables, those of a new installation and those of a new version; a worker may start before them.
for (let isTold = false; !(await isMigrated(services.db)); isTold = true) {
  if (!isTold) services.log.info('worker waits for a web process to make the tables of this version');
  await sleep(500);
}
const worker = await startWorker({
  pool,
  services,
  tasks,
  // A mail about mail that cannot be sent would only be the next one.
  onGivenUp: async (job) => {
    if (job.task !== 'deliver_mail') await tellAdministrators(services, job);
  },
});
services.log.info('worker ready');
let isStopping = false;
worker.broken.then(() => {
  if (!isStopping) process.exit(1);
});

async function stop(): Promise<void> {
  if (isStopping) return;
  isStopping = true;
  // A job that does not end in time is taken over by the next worker: its lock goes with this process.
  setTimeout(() => process.exit(0), 15_000).unref();
  await worker.stop();
  await close();
  process.exit(0);
}

process.on('SIGTERM', () => void stop());
process.on('SIGINT', () => undefined);
