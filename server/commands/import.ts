/**
 * `npm run import -- <folder or zip> [--owner name] [--visibility lab|public]`: imports a folder or archive and prints
 * the report.
 */
import { parseArgs } from 'node:util';
import { countIntake, stateOfIntake } from '@omicon/domain/records/intake-summary.ts';
import { failLostImports, runIntake } from '../areas/uploads/run.ts';
import { createRun } from '../areas/uploads/sql.ts';
import { resolveFromShell } from '../base/arguments.ts';
import { withServices } from '../with-services.ts';
import { printReport } from './reporting/print-report.ts';
import { tellProgress } from './reporting/progress.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { owner: { type: 'string' }, visibility: { type: 'string' } },
});
const [source, ...more] = positionals;
const isVisibilityKnown = values.visibility === undefined || ['lab', 'public'].includes(values.visibility);
if (source === undefined || more.length > 0 || !isVisibilityKnown) {
  console.error('Usage: npm run import -- <folder or zip> [--owner "Name"] [--visibility lab|public]');
  process.exit(2);
}

const visibility =
  values.visibility === undefined ? null : values.visibility === 'public' ? 'public' : 'private';
const stopping = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => stopping.abort());

const state = await withServices(async ({ services }) => {
  const started = performance.now();
  const run = await createRun(services.db, {
    source,
    local_path: resolveFromShell(source),
    visibility,
    owner: values.owner ?? null,
  });
  const progress = tellProgress();
  const report = await runIntake(services, run, {
    onProgress: ({ phase, files_done, files_total, rows, seconds_left }) => {
      const left = seconds_left === null ? '' : `, about ${seconds_left} s left`;
      progress.tell(phase, `${files_done} of ${files_total} files, ${rows} rows${left}`);
    },
    isLastTry: true,
    signal: stopping.signal,
  }).catch(async (error: unknown) => {
    if (!stopping.signal.aborted) throw error;
    await failLostImports(services);
    return null;
  });
  progress.end();
  if (report === null) {
    console.error('The import was stopped. What it had stored stays; import the same again for the rest.');
    return 'stopped';
  }
  printReport(report, (performance.now() - started) / 1000);
  return stateOfIntake(countIntake(report));
});
process.exit(state === 'stored' || state === 'unchanged' ? 0 : 1);
