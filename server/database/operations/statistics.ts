/**
 * What Postgres knows of how much there is. It looks by itself once a minute; a page that opens right after many rows
 * came would be planned as if its tables were empty, and lists take seven times as long.
 */
import { type Database, sql, type Tx } from '../../base/postgres/database.ts';

/** Says with the end of this transaction how many rows it changed; else that is told some seconds later. */
export async function tellChangesAtEnd(tx: Tx): Promise<void> {
  await sql`select pg_stat_force_next_flush()`.execute(tx);
}

/** Looks at the tables of which enough has changed by the rule by which Postgres would look at them. */
export async function analyzeChanged(db: Database): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_stat_user_tables
     where schemaname = 'public' and n_mod_since_analyze > 50 + 0.1 * n_live_tup
     order by relname`.execute(db);
  if (rows.length === 0) return;
  const tables = sql.join(rows.map(({ name }) => sql.id('public', name)));
  // One that is being looked at already is left to whoever does.
  await sql`analyze (skip_locked) ${tables}`.execute(db);
}
