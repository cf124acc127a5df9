import { type Db, sql } from '../../base/postgres/database.ts';

/** The names that features of data sets map to. Table search_target, primary key. */
export async function listSymbolsOfData(db: Db, keys: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ target: string }>`
    select target from search_target where identifier = 'SYMBOL' and target = any(${keys}::text[])`.execute(
    db,
  );
  return new Set(rows.map(({ target }) => target));
}
