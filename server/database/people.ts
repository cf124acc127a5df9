/** Statements over table person that several areas need. */
import type { RawBuilder, SqlBool } from 'kysely';
import { type Db, sql } from '../base/database.ts';

/** The name people read for a person: first and last, else the user name; in the words of index person_shown_name. */
export function shownName(alias: string): RawBuilder<string> {
  const column = (name: string) => sql.ref(`${alias}.${name}`);
  return sql`coalesce(nullif(btrim(coalesce(${column('first_name')}, '') || ' ' || coalesce(${column('last_name')}, '')), ''), ${column('username')})`;
}

/** People who can be talked to: living accounts that are no guest's; the condition of index person_shown_name. */
export function isAddressable(alias: string): RawBuilder<SqlBool> {
  const column = (name: string) => sql.ref(`${alias}.${name}`);
  return sql<SqlBool>`(${column('removed_at')} is null and ${column('role')} <> 'GU' and ${column('verified_at')} is not null)`;
}

/** Notes the sign-in. Writes `person`. */
export async function markLogin(db: Db, id: number): Promise<void> {
  await db.updateTable('person').set({ last_login_at: new Date() }).where('id', '=', id).execute();
}

/** The name people read for a person: first and last, else the user name. Primary key. */
export async function getPersonName(db: Db, person_id: number | null): Promise<string | null> {
  const { rows } = await sql<{ name: string }>`
    select ${shownName('p')} as name from person p where p.id = ${person_id}`.execute(db);
  return rows[0]?.name ?? null;
}
