/** Jobs that were given up: what an operator sees of them, and how they are started again. Rows of graphile_worker.jobs. */
import { type Db, sql } from './database.ts';

export interface FailedJob {
  id: number;
  task: string;
  tries: number;
  /** when it was last tried */
  failed_at: Date;
  /** the words of the last failure */
  message: string | null;
}

/** Jobs that no worker will try again by itself, oldest first. */
export async function listFailedJobs(db: Db): Promise<FailedJob[]> {
  const { rows } = await sql<FailedJob>`
    select id, task_identifier as task, attempts as tries, updated_at as failed_at, last_error as message
      from graphile_worker.jobs
     where attempts >= max_attempts and locked_at is null order by id`.execute(db);
  return rows;
}

/** Gives failed jobs all their tries again. @returns how many there were among the given numbers */
export async function startAgain(db: Db, ids: readonly number[]): Promise<number> {
  const failed = new Set((await listFailedJobs(db)).map(({ id }) => id));
  const chosen = ids.filter((id) => failed.has(id));
  const { rows } = await sql<{ id: number }>`
    select id from graphile_worker.reschedule_jobs(${chosen}::bigint[], run_at := now(), attempts := 0)`.execute(
    db,
  );
  return rows.length;
}
