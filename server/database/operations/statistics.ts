/**
 * Table statistics. Autovacuum runs once a minute; until then, queries right after a large import are planned as if the
 * tables were empty, and lists take seven times as long.
 */
import { type Database, sql, type Tx } from '../../base/postgres/database.ts';

/** Reports the row changes of this transaction at its end; otherwise Postgres reports them seconds later. */
export async function tellChangesAtEnd(tx: Tx): Promise<void> {
  await sql`select pg_stat_force_next_flush()`.execute(tx);
}

/** Analyzes the tables that have changed enough by the rule of autovacuum. */
export async function analyzeChanged(db: Database): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_stat_user_tables
     where schemaname = 'public' and n_mod_since_analyze > 50 + 0.1 * n_live_tup
     order by relname`.execute(db);
  if (rows.length === 0) return;
  const tables = sql.join(rows.map(({ name }) => sql.id('public', name)));
  // Skips tables that are already being analyzed.
  await sql`analyze (skip_locked) ${tables}`.execute(db);
}
