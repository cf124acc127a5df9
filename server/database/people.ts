/** Statements over table person that several areas need. */
import type { Db } from '../base/database.ts';

/** Notes the sign-in. Writes `person`. */
export async function markLogin(db: Db, id: number): Promise<void> {
  await db.updateTable('person').set({ last_login_at: new Date() }).where('id', '=', id).execute();
}
