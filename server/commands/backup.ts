/**
 * `npm run backup -- <folder>`: backs up everything, also while the portal runs; objects of earlier backups are not
 * copied again.
 */
import { resolveFromShell } from '../base/arguments.ts';
import { writeBackup } from '../database/operations/backup.ts';
import { withServices } from '../with-services.ts';
import { tellProgress } from './reporting/progress.ts';

const [target, ...more] = process.argv.slice(2);
if (target === undefined || more.length > 0) {
  console.error('Usage: npm run backup -- <folder>');
  process.exit(2);
}

const started = performance.now();
const progress = tellProgress();
const report = await withServices(({ services }) =>
  writeBackup(services, resolveFromShell(target), {
    onProgress: ({ phase, done, total }) => progress.tell(phase, `${done} of ${total}`),
  }),
);
progress.end();
console.log(
  `${report.folder}: ${report.tables} tables with ${report.rows} rows, ${report.objects} objects, ${((performance.now() - started) / 1000).toFixed(1)} s`,
);
