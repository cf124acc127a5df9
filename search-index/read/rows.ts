/**
 * Rows with bytes in them, read by COPY in binary form: the driver's own results would carry bytes as text of twice the
 * size.
 */
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';

/** Signature, flags and length of the header's extension. */
const HEADER = 19;

/** One row of a binary COPY: its fields in order, null for NULL. The bytes are views of what was read. */
export type RawRow = readonly (Buffer | null)[];

/**
 * All rows of a statement. It takes no parameters, so it may hold nothing but what this code wrote: numbers, and text by
 * `quote`.
 */
export async function copyRows(client: pg.ClientBase, statement: string): Promise<RawRow[]> {
  const chunks: Buffer[] = [];
  const stream = client.query(copyTo(`copy (${statement}) to stdout (format binary)`));
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return readRows(Buffer.concat(chunks));
}

/** Room for the bytes of one statement, used again by the next: ten megabytes of garbage a search cost 20 ms to collect. */
let spare: Buffer | null = null;
const LEAST_ROOM = 1024 ** 2;
const MOST_KEPT = 64 * 1024 ** 2;

/** As `copyRows`, for what is done with at once: the bytes are gone when `use` returns. */
export async function useRows<T>(
  client: pg.ClientBase,
  statement: string,
  use: (rows: readonly RawRow[]) => T,
): Promise<T> {
  let room = spare ?? Buffer.allocUnsafeSlow(LEAST_ROOM);
  spare = null;
  let length = 0;
  for await (const chunk of client.query(copyTo(`copy (${statement}) to stdout (format binary)`))) {
    const bytes = chunk as Buffer;
    if (length + bytes.length > room.length) {
      const larger = Buffer.allocUnsafeSlow(2 * (length + bytes.length));
      room.copy(larger, 0, 0, length);
      room = larger;
    }
    length += bytes.copy(room, length);
  }
  const made = use(readRows(room.subarray(0, length)));
  if (room.length <= MOST_KEPT) spare = room;
  return made;
}

function readRows(bytes: Buffer): RawRow[] {
  const rows: RawRow[] = [];
  let at = HEADER;
  for (;;) {
    const fields = bytes.readInt16BE(at);
    at += 2;
    if (fields < 0) return rows;
    const row: (Buffer | null)[] = [];
    for (let field = 0; field < fields; field += 1) {
      const length = bytes.readInt32BE(at);
      at += 4;
      row.push(length < 0 ? null : bytes.subarray(at, at + length));
      if (length > 0) at += length;
    }
    rows.push(row);
  }
}

export function readInt(field: Buffer | null | undefined): number {
  return field ? field.readInt32BE(0) : 0;
}

export function readText(field: Buffer | null | undefined): string {
  return field ? field.toString('utf8') : '';
}

/** Text as a literal of a statement that takes no parameters. */
export function quote(text: string): string {
  return pg.escapeLiteral(text.replaceAll('\u0000', ''));
}

/** Numbers as an array of a statement that takes no parameters. */
export function numberList(numbers: Iterable<number>): string {
  return `'{${[...numbers].join(',')}}'::int[]`;
}
