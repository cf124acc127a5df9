/**
 * A worker in a separate process, for tests that freeze it. Its jobs report when they start and wait for a signal to
 * continue; then each records its worker. Arguments: address of the database, name of the worker's connections, lease.
 */

import { once } from 'node:events';
import type { JobName } from '@omicon/contract/areas/job-titles.ts';
import type { Lease, Task } from '../base/jobs/jobs.ts';
import { JOB_NAMES, startWorker } from '../base/jobs/jobs.ts';
import { openServices } from '../base/open-services.ts';
import { readConfig } from '../config.ts';

const [databaseUrl = '', name = '', lease = '{}'] = process.argv.slice(2);
const config = readConfig(process.env);
const { services, pool } = await openServices(config, databaseUrl, { connections: 15, name });

const tell: Task = async ({ doneBy }) => {
  if (doneBy === undefined) return;
  process.send?.('begun');
  await once(process, 'message');
  await pool.query('insert into done_by values ($1)', ['frozen']);
};
const tasks = Object.fromEntries(JOB_NAMES.map((task) => [task, tell])) as Record<JobName, Task>;
const worker = await startWorker({ pool, services, tasks, lease: JSON.parse(lease) as Lease });
// As the product's own worker does.
worker.broken.then(() => process.exit(1));
