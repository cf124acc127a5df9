/** Failed jobs: notification of administrators, list for operators, retry. */
import { FAILED_JOBS } from '@omicon/contract/addresses.ts';
import { type Db, sql } from '../postgres/database.ts';
import type { Services } from '../services.ts';
import { addMail } from './outbox.ts';

export interface FailedJob {
  id: number;
  task: string;
  /** number and title of the analysis that the job is about, if it is about one */
  analysis_id: number | null;
  analysis_title: string | null;
  tries: number;
  /** time of the last attempt */
  failed_at: Date;
  /** message of the last failure */
  message: string | null;
}

interface FailedJobFilter {
  page: number;
  page_size: number;
  sort: 'failed_at' | 'task';
  order: 'asc' | 'desc';
  /** part of the task's name or the analysis' title */
  search: string;
}

const ALL: FailedJobFilter = { page: 1, page_size: 2 ** 31 - 1, sort: 'failed_at', order: 'asc', search: '' };

const FAILED = sql`
  graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
  left join analysis a on a.id = (j.payload->>'analysis_id')::int`;

function matching(search: string) {
  const pattern = `%${search.trim().replaceAll(/[\\%_]/g, '\\$&')}%`;
  return sql`j.attempts >= j.max_attempts and j.locked_at is null
    and (t.identifier ilike ${pattern} or a.title ilike ${pattern})`;
}

/** Jobs that no worker will retry: one page or all, oldest failure first. */
export async function listFailedJobs(db: Db, filter: FailedJobFilter = ALL): Promise<FailedJob[]> {
  const column = filter.sort === 'task' ? sql`t.identifier` : sql`j.updated_at`;
  const direction = filter.order === 'desc' ? sql`desc` : sql`asc`;
  const { rows } = await sql<FailedJob>`
    select j.id, t.identifier as task, j.attempts as tries, j.updated_at as failed_at, j.last_error as message,
           a.number as analysis_id, a.title as analysis_title
      from ${FAILED} where ${matching(filter.search)}
     order by ${column} ${direction}, j.id ${direction}
     limit ${filter.page_size} offset ${(filter.page - 1) * filter.page_size}`.execute(db);
  return rows;
}

/** Number of jobs that failed for good and match the search. */
export async function countFailedJobs(db: Db, search: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from ${FAILED} where ${matching(search)}`.execute(db);
  return rows[0]?.n ?? 0;
}

/** Whether the job with this key has failed for good. Unique index on the key. */
export async function isGivenUp(db: Db, key: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from graphile_worker.jobs where key = ${key} and attempts >= max_attempts and locked_at is null`.execute(
    db,
  );
  return rows.length > 0;
}

/** Mails every administrator with a verified address that a job has failed. */
export async function tellAdministrators(
  { db, config }: Services,
  job: { task: string; message: string },
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const administrators = await tx
      .selectFrom('person')
      .select('email')
      .where('role', '=', 'admin')
      .where('removed_at', 'is', null)
      .where('verified_at', 'is not', null)
      .execute();
    const page = `${config.publicUrl.replace(/\/+$/, '')}${FAILED_JOBS}`;
    for (const { email } of administrators) {
      if (email === null) continue;
      const body = `The job ${job.task} of Omicon failed at each of its tries and was given up. Its last error:\n\n${job.message}\n\nYou can see it and start it again at ${page}`;
      await addMail(tx, { recipient: email, subject: `Omicon gave up a job: ${job.task}`, body });
    }
  });
}

/** Resets the attempts of failed jobs. @returns how many of the given ids were failed jobs */
export async function startAgain(db: Db, ids: readonly number[]): Promise<number> {
  const failed = new Set((await listFailedJobs(db)).map(({ id }) => id));
  const chosen = ids.filter((id) => failed.has(id));
  const { rows } = await sql<{ id: number }>`
    select id from graphile_worker.reschedule_jobs(${chosen}::bigint[], run_at := now(), attempts := 0)`.execute(
    db,
  );
  return rows.length;
}
