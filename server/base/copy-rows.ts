/** Rows as raw bytes: text results write bytea as hexadecimal, which takes most of the time of reading megabytes of it. */
import { buffer } from 'node:stream/consumers';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';

export type CopyPool = pg.Pool;

/** A text as it is written in a statement: copies take no parameters. */
export function literal(text: string): string {
  return pg.escapeLiteral(text);
}

/** `PGCOPY\n\xff\r\n\0`, flags, length of an extension that no version has written yet. */
const HEADER_BYTES = 11 + 4 + 4;

/** Fields of each row of a binary copy; null for SQL's null. */
function readCopy(bytes: Buffer): (Buffer | null)[][] {
  const rows: (Buffer | null)[][] = [];
  let at = HEADER_BYTES;
  for (;;) {
    const fields = bytes.readInt16BE(at);
    at += 2;
    if (fields < 0) return rows;
    const row: (Buffer | null)[] = [];
    for (let field = 0; field < fields; field += 1) {
      const length = bytes.readInt32BE(at);
      at += 4;
      row.push(length < 0 ? null : bytes.subarray(at, at + length));
      at += Math.max(0, length);
    }
    rows.push(row);
  }
}

/**
 * Runs a statement of its own and gives its fields as Postgres stores them: bytea and text as their bytes.
 * @param select has no parameters; texts in it are made by `literal`
 */
export async function copyRows(pool: CopyPool, select: string): Promise<(Buffer | null)[][]> {
  const client = await pool.connect();
  let failure: Error | undefined;
  try {
    return readCopy(await buffer(client.query(copyTo(`copy (${select}) to stdout (format binary)`))));
  } catch (error) {
    failure = error instanceof Error ? error : new Error(String(error));
    throw error;
  } finally {
    // A connection on which a copy broke off is not used again.
    client.release(failure);
  }
}
