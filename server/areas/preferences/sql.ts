import { DATABASE_NOW, sql, type Tx } from '../../base/postgres/database.ts';

/** One change at a time, so that two administrators do not mix their answers; ends with the transaction. */
export async function lockPreferences(tx: Tx): Promise<void> {
  await sql`lock table preference in share row exclusive mode`.execute(tx);
}

/** Stores one preference, in place of an earlier value. Writes `preference`, primary key. */
export async function setPreference(
  tx: Tx,
  preference: { name: string; value: string | number | boolean; person_id: number | null },
): Promise<void> {
  const value = JSON.stringify(preference.value);
  const change = { value, updated_by: preference.person_id, updated_at: DATABASE_NOW };
  await tx
    .insertInto('preference')
    .values({ name: preference.name, ...change })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(change))
    .execute();
}

/** Lets the default hold again. Writes `preference`, primary key. */
export async function deletePreference(tx: Tx, name: string): Promise<void> {
  await tx.deleteFrom('preference').where('name', '=', name).execute();
}
