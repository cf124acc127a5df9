/** Progress of the demo import at the first start, for the terminal and the pages. */

import type { DemoProgress } from '@omicon/contract/areas/operations.ts';
import { intakeProgress } from '@omicon/contract/areas/uploads.ts';
import { type Db, sql } from '../base/postgres/database.ts';

/** Source name of the demo import. */
export const DEMO_SOURCE = 'demo laboratory';
export const DEMO_JOB = 'make_demo';

/**
 * Null if no demo is being imported, or it has failed. Steps after the first import are small and not counted. Unique
 * index on the key of jobs, then a handful of imports.
 */
export async function findDemoProgress(db: Db): Promise<DemoProgress | null> {
  const { rows } = await sql<{ progress: unknown }>`
    select (select r.progress from intake_run r where r.source = ${DEMO_SOURCE}
             order by coalesce(r.progress->>'phase' = 'ended', false) desc, r.id desc limit 1) as progress
      from graphile_worker._private_jobs j
     where j.key = ${DEMO_JOB} and (j.attempts < j.max_attempts or j.locked_at is not null)`.execute(db);
  const [found] = rows;
  if (found === undefined) return null;
  const progress = found.progress === null ? null : intakeProgress.parse(found.progress);
  if (progress === null || progress.phase === 'waiting')
    return { phase: 'writing', files_done: 0, files_total: 0 };
  const { phase, files_done, files_total } = progress;
  return { phase: phase === 'ended' ? 'finishing' : phase, files_done, files_total };
}
