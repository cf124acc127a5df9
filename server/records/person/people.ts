/** Statements over people, sessions and permissions that several areas need. */
import type { Principal, Role } from '@omicon/domain/permissions/permissions.ts';
import type { RawBuilder, SqlBool } from 'kysely';
import { PortalError } from '../../base/errors.ts';
import { DATABASE_NOW, type Db, sql, type Tx } from '../../base/postgres/database.ts';
import { lockInTransaction } from '../../base/postgres/transaction-lock.ts';

/** Id of the caller. @throws PortalError 401 for nobody */
export function personIdOf({ person_id }: Principal): number {
  if (person_id === null) throw new PortalError('sign_in_required', 'Please sign in.');
  return person_id;
}

/** Shown name of a person: first and last name, else the user name; the exact expression of index person_shown_name. */
export function shownName(alias: string): RawBuilder<string> {
  const column = (name: string) => sql.ref(`${alias}.${name}`);
  return sql`coalesce(nullif(btrim(coalesce(${column('first_name')}, '') || ' ' || coalesce(${column('last_name')}, '')), ''), ${column('username')})`;
}

/** People who can be mentioned: active accounts except guests; the exact condition of index person_shown_name. */
export function isAddressable(alias: string): RawBuilder<SqlBool> {
  const column = (name: string) => sql.ref(`${alias}.${name}`);
  return sql<SqlBool>`(${column('removed_at')} is null and ${column('role')} <> 'GU' and ${column('verified_at')} is not null)`;
}

/** Records the time of the sign-in, and of the one before. Writes `person`. */
export async function markLogin(db: Db, id: number): Promise<void> {
  await db
    .updateTable('person')
    .set({ previous_login_at: sql.ref('last_login_at'), last_login_at: DATABASE_NOW })
    .where('id', '=', id)
    .execute();
}

/** The shown name of a person. Primary key. */
export async function findPersonName(db: Db, person_id: number | null): Promise<string | null> {
  const { rows } = await sql<{ name: string }>`
    select ${shownName('p')} as name from person p where p.id = ${person_id}`.execute(db);
  return rows[0]?.name ?? null;
}

/** Whether a login name is used or reserved, ignoring case. Table `person`, unique index person_username. */
export async function isUsernameTaken(db: Db, username: string): Promise<boolean> {
  const { rows } = await sql`select id from person where lower(username) = lower(${username})`.execute(db);
  return rows.length > 0;
}

/** Locks an address until the transaction ends, against concurrent sign-ups and sign-ins of any kind. */
export async function lockAddress(tx: Tx, email: string): Promise<void> {
  await lockInTransaction(tx, sql`'address ' || lower(${email})`);
}

/** Deletes all sessions of a person. Writes `session` by index session_person. */
export async function deleteSessions(tx: Tx, person_id: number): Promise<void> {
  await tx.deleteFrom('session').where('person_id', '=', person_id).execute();
}

/** Writes `person`, primary key. */
export async function setRole(tx: Tx, id: number, role: Role): Promise<void> {
  await tx.updateTable('person').set({ role }).where('id', '=', id).execute();
}

/** Permissions of a role, by name. Table `role_permission`, primary key; about 60 rows. */
export async function listPermissions(db: Db, role: Role): Promise<string[]> {
  const rows = await db
    .selectFrom('role_permission')
    .select('permission')
    .where('role', '=', role)
    .orderBy('permission')
    .execute();
  return rows.map((row) => row.permission);
}
