/** Restoring deleted records: the condition and the refusal that several areas share. */
import type { RawBuilder, SqlBool } from 'kysely';
import { PortalError } from '../../base/errors.ts';
import { sql } from '../../base/postgres/database.ts';

const RETURN_DAYS = 30;

/** Whether rows of `alias` are deleted and can still be restored. */
export function canReturn(alias: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`coalesce(${sql.ref(`${alias}.deleted_at`)} > now() - make_interval(days => ${RETURN_DAYS}), false)`;
}

/** @throws PortalError 409 if it was deleted too long ago */
export function refuseLateReturn({ title, can_return }: { title: string; can_return: boolean }): void {
  if (can_return) return;
  throw new PortalError(
    'conflict',
    `${title} was deleted more than ${RETURN_DAYS} days ago and cannot be restored any more.`,
  );
}
