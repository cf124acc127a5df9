import type { RawBuilder, SqlBool } from 'kysely';
import { sql } from '../postgres/database.ts';

/** Whether no job of this key runs or will run: work that is still recorded as running is lost. Index jobs_key_key. */
export function isWithoutJob(key: RawBuilder<string>): RawBuilder<SqlBool> {
  return sql<SqlBool>`not exists (select 1 from graphile_worker.jobs j
    where j.key = ${key} and (j.attempts < j.max_attempts or j.locked_at is not null))`;
}
