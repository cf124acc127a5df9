/** The worker process: runs jobs. Ends on SIGTERM, or when its parent process is gone. */

import { setTimeout as sleep } from 'node:timers/promises';
import { surviveBrokenPipes } from './base/broken-pipe.ts';
import { isDatabaseGone } from './base/errors.ts';
import { tellAdministrators } from './base/jobs/failed-jobs.ts';
import { nameWorker, startWorker } from './base/jobs/jobs.ts';
import { openServices } from './base/open-services.ts';
import { isMigrated } from './base/postgres/migrate.ts';
import { readConfig } from './config.ts';
import { tasks } from './tasks.ts';

surviveBrokenPipes();
// The parent process may be gone before this code runs.
if (process.send !== undefined && !process.connected) process.exit(0);
process.on('disconnect', () => process.exit(0));
const config = readConfig(process.env);
if (config.databaseUrl === null) throw new Error('The worker needs DATABASE_URL.');
const { services, pool, close } = await openServices(config, config.databaseUrl, {
  connections: 15,
  name: nameWorker(),
  isBackground: true,
});
// Web processes migrate the schema; a worker may start before they have done so.
for (let isTold = false; !(await isMigrated(services.db)); isTold = true) {
  if (!isTold) services.log.info('worker waits for a web process to make the tables of this version');
  await sleep(500);
}
const worker = await startWorker({
  pool,
  services,
  tasks,
  // No mail about failed mail, as it would fail, too.
  onGivenUp: async (job) => {
    if (job.task !== 'deliver_mail') await tellAdministrators(services, job);
  },
});
let isStopping = false;
worker.broken.then((reason) => {
  if (isStopping) return;
  // Whatever notices first: a write to a closed connection is a broken pipe, which says nothing to administrators.
  const err = isDatabaseGone(reason)
    ? new Error('The connection to the database was lost.', { cause: reason })
    : reason;
  services.log.error({ err }, 'the worker cannot continue and ends; it has to be started again');
  process.exit(1);
});

async function stop(): Promise<void> {
  if (isStopping) return;
  isStopping = true;
  // A job that does not end in time is taken over by the next worker, as its lock ends with this process.
  setTimeout(() => process.exit(0), 15_000).unref();
  await worker.stop();
  await close();
  process.exit(0);
}

process.on('SIGTERM', () => void stop());
process.on('SIGINT', () => undefined);
// Last: whoever reads it may send SIGTERM at once, which without its handler would end this process in the middle.
services.log.info('worker ready');
