/** `npm start -- --import`: prints the report of each import as soon as the worker has ended it. */
import { setTimeout as sleep } from 'node:timers/promises';
import { intakeReport } from '@omicon/contract/intake.ts';
import { getRun } from '../areas/intake/sql.ts';
import type { Services } from '../base/services.ts';
import { printReport } from './print-report.ts';

const LOOK_MS = 500;

export async function tellImports(
  { db }: Services,
  runs: readonly { id: number; startedMs: number }[],
  signal: AbortSignal,
): Promise<void> {
  for (const { id, startedMs } of runs) {
    let run = await getRun(db, id);
    while (run !== undefined && run.ended_at === null) {
      await sleep(LOOK_MS, undefined, { signal });
      run = await getRun(db, id);
    }
    if (run === undefined) continue;
    console.log(`Import of ${run.source}:`);
    printReport(intakeReport.parse(run.report), (Date.now() - startedMs) / 1000);
  }
}
