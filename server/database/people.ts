/** Statements over table person that several areas need. */
import { type Db, sql } from '../base/database.ts';

/** Notes the sign-in. Writes `person`. */
export async function markLogin(db: Db, id: number): Promise<void> {
  await db.updateTable('person').set({ last_login_at: new Date() }).where('id', '=', id).execute();
}

/** The name people read for a person: first and last, else the user name. Primary key. */
export async function getPersonName(db: Db, person_id: number | null): Promise<string | null> {
  const { rows } = await sql<{ name: string }>`
    select coalesce(nullif(concat_ws(' ', nullif(first_name, ''), nullif(last_name, '')), ''), username) as name
      from person where id = ${person_id}`.execute(db);
  return rows[0]?.name ?? null;
}
