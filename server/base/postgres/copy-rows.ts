/** Rows as raw bytes, on a connection of the pool: see `@omicon/search-index/rows.ts`. */
import { copyRows as copyRowsOf, type RawRow } from '@omicon/search-index/read/rows.ts';
import type pg from 'pg';

export type CopyPool = pg.Pool;

export { quote as literal } from '@omicon/search-index/read/rows.ts';

/** As `copyRows` of a connection, outside a transaction. */
export async function copyRows(pool: CopyPool, statement: string): Promise<RawRow[]> {
  const client = await pool.connect();
  let failure: Error | undefined;
  try {
    return await copyRowsOf(client, statement);
  } catch (error) {
    failure = error instanceof Error ? error : new Error(String(error));
    throw error;
  } finally {
    // A connection with an aborted copy is not reused.
    client.release(failure);
  }
}
