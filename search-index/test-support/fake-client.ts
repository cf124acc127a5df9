import type { Client } from 'pg';

type Field = Buffer | null;

export function int16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeInt16BE(value);
  return bytes;
}

export function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
}

/** The bytes of a typed array, as the tables hold them. */
export function packed(values: ArrayBufferView): Buffer {
  return Buffer.from(values.buffer, values.byteOffset, values.byteLength);
}

/** Rows as Postgres writes them in a binary COPY. */
function copyBytes(rows: readonly (readonly Field[])[]): Buffer {
  const parts: Buffer[] = [Buffer.alloc(19)];
  for (const row of rows) {
    parts.push(int16(row.length));
    for (const field of row) parts.push(int32(field === null ? -1 : field.length), field ?? Buffer.alloc(0));
  }
  return Buffer.concat([...parts, int16(-1)]);
}

/** A connection that has these rows of each table, whatever is asked of it. */
export function fakeClient(tables: Record<string, readonly (readonly Field[])[]>): Client {
  const query = async function* ({ text }: { text: string }) {
    const table = Object.keys(tables).find((name) => text.includes(`from ${name}`));
    yield copyBytes(tables[table ?? ''] ?? []);
  };
  return { query } as unknown as Client;
}
