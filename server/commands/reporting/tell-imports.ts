/** `npm start -- --import`: prints the report of each import when it ends. */
import { setTimeout as sleep } from 'node:timers/promises';
import { intakeReport } from '@omicon/contract/areas/uploads.ts';
import { findRun, type RunRow } from '../../areas/uploads/sql.ts';
import type { Services } from '../../base/services.ts';
import { printReport } from './print-report.ts';

const LOOK_MS = 500;

/** Waits for the end of a run; retries while the database is unavailable. */
async function untilEnded(
  { db, log }: Services,
  id: number,
  signal: AbortSignal,
): Promise<RunRow | undefined> {
  for (;;) {
    try {
      const run = await findRun(db, id);
      if (run === undefined || run.ended_at !== null) return run;
    } catch (error) {
      signal.throwIfAborted();
      log.warn({ err: error, intake_run: id }, 'the import is looked at again');
    }
    await sleep(LOOK_MS, undefined, { signal });
  }
}

export async function tellImports(
  services: Services,
  runs: readonly { id: number; startedMs: number }[],
  signal: AbortSignal,
): Promise<void> {
  for (const { id, startedMs } of runs) {
    const run = await untilEnded(services, id, signal);
    if (run === undefined) continue;
    console.log(`Import of ${run.source}:`);
    printReport(intakeReport.parse(run.report), (Date.now() - startedMs) / 1000);
  }
}
