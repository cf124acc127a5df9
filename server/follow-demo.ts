/** Tells people who just started the portal how far its demo laboratory is. */
import { setTimeout as sleep } from 'node:timers/promises';
import { type IntakeProgress, intakeProgress } from '@omicon/contract/intake.ts';
import { type Database, sql } from './base/database.ts';

const LOOK_MS = 1000;

interface Telling {
  tell(phase: string, text: string): void;
  end(): void;
}

/** Null when no demo is being made; its import says how far it is once its files are written. Tables graphile_worker.jobs, intake_run; one row. */
async function findProgress(db: Database): Promise<{ progress: IntakeProgress | null } | null> {
  const { rows } = await sql<{ progress: unknown }>`
    select (select r.progress from intake_run r where r.source = 'demo laboratory' order by r.id desc limit 1) as progress
      from graphile_worker.jobs j
     where j.task_identifier = 'make_demo' and j.attempts < j.max_attempts`.execute(db);
  const [found] = rows;
  if (found === undefined) return null;
  return { progress: found.progress === null ? null : intakeProgress.parse(found.progress) };
}

function describe(progress: IntakeProgress | null): string {
  if (progress === null || progress.phase === 'waiting') return 'writing its files';
  if (progress.phase === 'ended') return 'nearly done';
  return `${progress.phase} ${progress.files_done} of ${progress.files_total} files`;
}

/**
 * Ends when the demo is there, and at once where none is being made.
 * @returns whether one was being made
 */
export async function followDemo(
  db: Database,
  { tell, end }: Telling,
  { isStopping, lookMs = LOOK_MS }: { isStopping: () => boolean; lookMs?: number },
): Promise<boolean> {
  let found = await findProgress(db);
  if (found === null) return false;
  while (found !== null && !isStopping()) {
    tell('The demo laboratory is being set up', describe(found.progress));
    await sleep(lookMs);
    if (!isStopping()) found = await findProgress(db);
  }
  end();
  return true;
}
