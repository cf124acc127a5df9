import type { PermissionCode, Role } from '@omicon/domain/permissions/permissions.ts';
import { type Db, sql, type Tx } from '../../base/postgres/database.ts';
import { shownName } from '../../records/person/people.ts';

/** Action of the audit events that `listPermissionChanges` reads. */
export const ROLE_CHANGE = 'change role permissions';

/** Literal, as in the condition of index audit_event_role_change; with a parameter the index would not be used. */
const IS_ROLE_CHANGE = sql`e.action = ${sql.lit(ROLE_CHANGE)}`;

/**
 * Locks role changes until the transaction ends, without blocking readers, so that each knows what it adds and removes.
 */
export async function lockRolePermissions(tx: Tx): Promise<void> {
  await sql`lock table role_permission in share row exclusive mode`.execute(tx);
}

/** Writes `role_permission`. */
export async function grantPermissions(
  tx: Tx,
  role: Role,
  permissions: readonly PermissionCode[],
): Promise<void> {
  await tx
    .insertInto('role_permission')
    .values(permissions.map((permission) => ({ role, permission })))
    .execute();
}

/** Writes `role_permission`, primary key. */
export async function withdrawPermissions(
  tx: Tx,
  role: Role,
  permissions: readonly PermissionCode[],
): Promise<void> {
  await tx
    .deleteFrom('role_permission')
    .where('role', '=', role)
    .where('permission', 'in', permissions)
    .execute();
}

/**
 * Active people of a role who may have an open socket: those with a session or a token. Tables person, session,
 * api_token.
 */
export async function listPeopleOfRole(db: Db, role: Role): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select p.id from person p
     where p.role = ${role} and p.removed_at is null
       and (exists (select 1 from session s where s.person_id = p.id and s.expires_at > now())
         or exists (select 1 from api_token t where t.person_id = p.id and t.expires_at > now()))
     order by p.id`.execute(db);
  return rows.map((row) => row.id);
}

export interface PermissionChangeRow {
  id: number;
  happened_at: Date;
  name: string;
  role: Role;
  added: string[];
  removed: string[];
}

/**
 * One page of role changes, newest first, with the name of their author. Table audit_event by index
 * audit_event_role_change.
 */
export async function listPermissionChanges(
  db: Db,
  { page, page_size }: { page: number; page_size: number },
): Promise<PermissionChangeRow[]> {
  const { rows } = await sql<PermissionChangeRow>`
    select e.id, e.happened_at, e.detail->>'role' as role,
           coalesce(${shownName('p')}, 'Unknown') as name,
           string_to_array(e.detail->>'added', ' ') as added,
           string_to_array(e.detail->>'removed', ' ') as removed
      from audit_event e left join person p on p.id = e.person_id
     where ${IS_ROLE_CHANGE} and e.result = 'done'
     order by e.id desc limit ${page_size} offset ${(page - 1) * page_size}`.execute(db);
  return rows;
}

/** Exact number of changes with the filter of `listPermissionChanges`, by the same index. */
export async function countPermissionChanges(db: Db): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from audit_event e where ${IS_ROLE_CHANGE} and e.result = 'done'`.execute(db);
  return rows[0]?.n ?? 0;
}
