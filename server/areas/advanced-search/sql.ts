import { sql, type Tx } from '../../base/postgres/database.ts';

/** Lock for maintaining segments and mappings; imports only add. */
export async function lockIndex(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('search index', 0))`.execute(tx);
}
