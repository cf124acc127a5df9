import type { RawBuilder } from 'kysely';
import { sql, type Tx } from './database.ts';

/** Waits for the lock of this name, in all processes, and holds it until the transaction ends. */
export async function lockInTransaction(tx: Tx, name: string | RawBuilder<string>): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended((${name})::text, 0))`.execute(tx);
}
