/** `npm run restore -- <folder>`: restores a backup, or the newest one in the folder, into an empty installation. */
import { resolveFromShell } from '../base/arguments.ts';
import { RestoreRefused, restoreBackup } from '../database/operations/restore.ts';
import { withServices } from '../with-services.ts';
import { tellProgress } from './reporting/progress.ts';

const [given, ...more] = process.argv.slice(2);
if (given === undefined || more.length > 0) {
  console.error('Usage: npm run restore -- <folder>');
  process.exit(2);
}

const progress = tellProgress();
try {
  const report = await withServices(
    ({ services }) =>
      restoreBackup(services, resolveFromShell(given), {
        onProgress: ({ phase, done, total }) => progress.tell(phase, `${done} of ${total}`),
      }),
    { migrates: false },
  );
  progress.end();
  console.log(
    `${report.folder}, of ${report.created_at}: ${report.tables} tables with ${report.rows} rows and ${report.objects} objects are back. \`npm run verify\` compares them.`,
  );
} catch (error) {
  if (!(error instanceof RestoreRefused)) throw error;
  progress.end();
  console.error(error.message);
  process.exit(1);
}
