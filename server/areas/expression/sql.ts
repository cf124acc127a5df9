import { type Db, sql } from '../../base/postgres/database.ts';

/** Collections of current data sets, by number of the data set. Index data_set_current. */
export async function listCollectionsOf(db: Db, numbers: readonly number[]): Promise<Map<number, number>> {
  const { rows } = await sql<{ number: number; collection: number }>`
    select number, data_collection_number as collection from data_set
     where number = any(${numbers}::int[]) and is_current`.execute(db);
  return new Map(rows.map(({ number, collection }) => [number, collection]));
}
