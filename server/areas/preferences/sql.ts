import { DATABASE_NOW, sql, type Tx } from '../../base/postgres/database.ts';

/** Locks preferences until the transaction ends, so that changes of two administrators do not mix. */
export async function lockPreferences(tx: Tx): Promise<void> {
  await sql`lock table preference in share row exclusive mode`.execute(tx);
}

/** Stores one preference, replacing an earlier value. Writes `preference`, primary key. */
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

/** Restores the default. Writes `preference`, primary key. */
export async function deletePreference(tx: Tx, name: string): Promise<void> {
  await tx.deleteFrom('preference').where('name', '=', name).execute();
}
