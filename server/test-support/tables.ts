import { type Database, sql } from '../base/postgres/database.ts';

/** Rows of every table of the product, by name. */
export async function countRows(db: Database): Promise<Record<string, number>> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by relname`.execute(
    db,
  );
  const counts: Record<string, number> = {};
  for (const { name } of rows) {
    const counted = await sql<{ n: number }>`select count(*)::int as n from ${sql.table(name)}`.execute(db);
    counts[name] = counted.rows[0]?.n ?? 0;
  }
  return counts;
}

/** A hash of all rows for each record table; equal exactly if no row changed. */
export async function hashRecords(db: Database): Promise<Record<string, string>> {
  const hashes: Record<string, string> = {};
  for (const name of Object.keys(await countRows(db))) {
    if (name === 'intake_run') continue;
    const { rows } = await sql<{ hash: string }>`
      select md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as hash from ${sql.table(name)} t`.execute(
      db,
    );
    hashes[name] = rows[0]?.hash ?? '';
  }
  return hashes;
}

/** Figures of a consistent portal. */
export const ALL_IN_ORDER = {
  lost_refs: 0,
  dangling: 0,
  orphans: 0,
  mismatches: 0,
  half: 0,
  open_uploads: 0,
};
