/** Prints the progress of the demo import after a start. */
import { setTimeout as sleep } from 'node:timers/promises';
import { DEMO_SET_UP, describeDemoProgress } from '@omicon/domain/records/demo-progress.ts';
import type { Database } from '../base/postgres/database.ts';
import { findDemoProgress } from './progress.ts';

const LOOK_MS = 1000;

interface Telling {
  tell(phase: string, text: string): void;
  end(): void;
}

/**
 * Resolves when the demo is complete, or at once if there is none.
 * @returns whether there was one
 */
export async function followDemo(
  db: Database,
  { tell, end }: Telling,
  { isStopping, lookMs = LOOK_MS }: { isStopping: () => boolean; lookMs?: number },
): Promise<boolean> {
  let found = await findDemoProgress(db);
  if (found === null) return false;
  while (found !== null && !isStopping()) {
    tell(DEMO_SET_UP, describeDemoProgress(found));
    await sleep(lookMs);
    if (!isStopping()) found = await findDemoProgress(db);
  }
  end();
  return true;
}
