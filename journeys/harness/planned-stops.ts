/** Stops between the commit of a job's work and the acknowledgement of its end in the queue. */

import type { JobName } from '@omicon/contract/areas/job-titles.ts';
import { type Database, sql } from '@omicon/server/base/postgres/database.ts';
import type { KillablePortal } from './killable-portal.ts';
import { until } from './portal.ts';

/** Makes the queue block, and then fail, when one of the planned jobs is acknowledged. */
async function makeTrigger(db: Database): Promise<void> {
  await sql`
    create table if not exists planned_stop (task text primary key);
    create or replace function stop_at_the_end() returns trigger language plpgsql as $$
    begin
      if exists (select 1 from planned_stop s join graphile_worker._private_tasks t on t.identifier = s.task
                  where t.id = old.task_id) then
        while exists (select 1 from planned_stop) loop
          perform pg_sleep(0.1);
        end loop;
        raise exception 'stopped by plan';
      end if;
      return old;
    end $$;
    create or replace trigger stop_at_the_end before delete on graphile_worker._private_jobs
      for each row execute function stop_at_the_end();`.execute(db);
}

export async function planStops({ inDatabase }: KillablePortal, tasks: readonly JobName[]): Promise<void> {
  await inDatabase(async (db) => {
    await makeTrigger(db);
    await sql`insert into planned_stop select unnest(${tasks}::text[])`.execute(db);
  });
}

export async function endPlan({ inDatabase }: KillablePortal): Promise<void> {
  await inDatabase((db) => sql`delete from planned_stop`.execute(db));
}

/** Waits until this number of jobs are blocked at their end. */
export async function untilStopped({ inDatabase }: KillablePortal, jobs: number): Promise<void> {
  await until('jobs at their end', () =>
    inDatabase(async (db) => {
      const { rows } = await sql<{ n: number }>`
        select count(*)::int as n from pg_stat_activity where wait_event = 'PgSleep'`.execute(db);
      return rows[0]?.n === jobs ? true : null;
    }),
  );
}

/** Waits until no job of these tasks is queued or running. */
export async function untilDone({ inDatabase }: KillablePortal, tasks: readonly JobName[]): Promise<void> {
  await until(`the end of ${tasks.join(', ')}`, () =>
    inDatabase(async (db) => {
      const { rows } = await sql`
        select 1 from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
         where t.identifier = any(${tasks}::text[])`.execute(db);
      return rows.length === 0 ? true : null;
    }),
  );
}
