/** `npm run jobs [-- --again <number> ...|--again all]`: lists failed jobs, or retries them up to five times. */
import { parseArgs } from 'node:util';
import { listFailedJobs, startAgain } from '../base/jobs/failed-jobs.ts';
import { withServices } from '../with-services.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { again: { type: 'boolean', default: false } },
});
const isAll = positionals.length === 1 && positionals[0] === 'all';
const isUnderstood = values.again
  ? isAll || (positionals.length > 0 && positionals.every((id) => /^[1-9]\d{0,14}$/.test(id)))
  : positionals.length === 0;
if (!isUnderstood) {
  console.error('Usage: npm run jobs [-- --again all | --again <number> ...]');
  process.exit(2);
}

const left = await withServices(async ({ services: { db } }) => {
  const failed = await listFailedJobs(db);
  if (values.again) {
    const count = await startAgain(db, isAll ? failed.map(({ id }) => id) : positionals.map(Number));
    console.log(`${count} jobs are tried again.`);
    return failed.length - count;
  }
  for (const { id, task, tries, failed_at, message } of failed)
    console.log(`${id}  ${task}  ${tries} tries, last ${failed_at.toISOString()}: ${message ?? ''}`);
  console.log(`${failed.length} jobs were given up.`);
  return failed.length;
});
process.exit(left > 0 ? 1 : 0);
