/**
 * Reads rows that contain bytes by binary COPY: in ordinary results the driver carries bytes as text of twice the size.
 */
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';

/** Signature, flags and length of the header's extension. */
const HEADER = 19;

/** One row of a binary COPY: its fields in order, null for NULL. The buffers are views of the bytes read. */
export type RawRow = readonly (Buffer | null)[];

/**
 * All rows of a statement. COPY takes no parameters: interpolate only numbers, and text through `quote`.
 */
export async function copyRows(client: pg.ClientBase, statement: string): Promise<RawRow[]> {
  const chunks: Buffer[] = [];
  const stream = client.query(copyTo(`copy (${statement}) to stdout (format binary)`));
  for await (const chunk of stream) chunks.push(chunk);
  return readRows(Buffer.concat(chunks));
}

/** The buffer of the last statement, reused: 10 MB of garbage a search cost 20 ms to collect. */
let scratchBuffer: Buffer | null = null;
const MIN_BUFFER_BYTES = 1024 ** 2;
const MAX_REUSED_BYTES = 64 * 1024 ** 2;

/** Like `copyRows`, but the bytes are valid only until `use` returns. */
export function useRows<T>(
  client: pg.ClientBase,
  statement: string,
  use: (rows: readonly RawRow[]) => T,
): Promise<T> {
  return useBytes(client, statement, (bytes) => use(readRows(bytes)));
}

/** Like `useRows`, for thousands of rows: their fields are found by position, without an object for each. */
export function useFields<T>(
  client: pg.ClientBase,
  statement: string,
  use: (fields: Fields) => T,
): Promise<T> {
  return useBytes(client, statement, (bytes) => use(new Fields(bytes)));
}

async function useBytes<T>(client: pg.ClientBase, statement: string, use: (bytes: Buffer) => T): Promise<T> {
  let buffer = scratchBuffer ?? Buffer.allocUnsafeSlow(MIN_BUFFER_BYTES);
  scratchBuffer = null;
  let length = 0;
  for await (const chunk of client.query(copyTo(`copy (${statement}) to stdout (format binary)`))) {
    const bytes: Buffer = chunk;
    if (length + bytes.length > buffer.length) {
      const larger = Buffer.allocUnsafeSlow(2 * (length + bytes.length));
      buffer.copy(larger, 0, 0, length);
      buffer = larger;
    }
    length += bytes.copy(buffer, length);
  }
  const result = use(buffer.subarray(0, length));
  if (buffer.length <= MAX_REUSED_BYTES) scratchBuffer = buffer;
  return result;
}

/** The rows of a binary COPY as positions of their fields in its bytes; read in order, one row at a time. */
export class Fields {
  readonly view: DataView;
  private at = HEADER;
  /** of each field of the present row: its first byte and its length in bytes, -1 for NULL */
  private readonly starts: number[] = [];
  private readonly lengths: number[] = [];

  constructor(bytes: Buffer) {
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  /** Moves to the next row. @returns false after the last one */
  next(): boolean {
    const fields = this.view.getInt16(this.at);
    this.at += 2;
    if (fields < 0) return false;
    for (let field = 0; field < fields; field += 1) {
      const length = this.view.getInt32(this.at);
      this.at += 4;
      this.starts[field] = this.at;
      this.lengths[field] = length;
      if (length > 0) this.at += length;
    }
    return true;
  }

  int16(field: number): number {
    return this.view.getInt16(this.start(field));
  }

  int32(field: number): number {
    return this.view.getInt32(this.start(field));
  }

  /** First byte of a field in `view`. */
  start(field: number): number {
    return this.starts[field] ?? 0;
  }

  /** The byte after a field in `view`; its start for NULL. */
  end(field: number): number {
    return this.start(field) + Math.max(0, this.lengths[field] ?? 0);
  }
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

/** Text as an SQL literal, for statements without parameters. */
export function quote(text: string): string {
  return pg.escapeLiteral(text.replaceAll('\u0000', ''));
}

/**
 * A condition on the segments that hold these networks; none for all. Merging moves networks to other segments, so it
 * is part of the statement.
 */
export function inSegmentsOf(networks: readonly number[] | null): string {
  if (networks === null) return '';
  return ` and block_id = any(array(select distinct block_id from search_network where covariation_network_id = any(${numberList(networks)})))`;
}

/** Numbers as an SQL array, for statements without parameters. */
export function numberList(numbers: Iterable<number>): string {
  return `'{${[...numbers].join(',')}}'::int[]`;
}
