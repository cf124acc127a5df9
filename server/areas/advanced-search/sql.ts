import { sql, type Tx } from '../../base/postgres/database.ts';

/** One at a time works on blocks and mapping; intake only adds. */
export async function lockIndex(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('search index', 0))`.execute(tx);
}
