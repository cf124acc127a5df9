/** Streams rows as a Parquet file, one row group at a time. */
import type { Cell } from '@omicon/search-index/kit/sorting.ts';
import { ByteWriter, ParquetWriter, type SchemaElement } from 'hyparquet-writer';

/** Encoding takes tens of milliseconds. */
const GROUP_ROWS = 10_000;

export interface StreamedRows {
  columns: readonly string[];
  /** cells of the rows; each call starts at the first row */
  batches(): AsyncIterable<Cell[][]>;
}

type Kind = 'empty' | 'integer' | 'number' | 'text';

const INT32_LIMIT = 2 ** 31;

function kindOf(value: Cell): Kind {
  if (value === null) return 'empty';
  if (typeof value === 'string') return 'text';
  return Number.isInteger(value) && Math.abs(value) < INT32_LIMIT ? 'integer' : 'number';
}

const RANK: Readonly<Record<Kind, number>> = { empty: 0, integer: 1, number: 2, text: 3 };

/** The Parquet type of each column, derived from all values; reads every row once. */
async function kindsOf({ columns, batches }: StreamedRows): Promise<Kind[]> {
  const kinds: Kind[] = columns.map(() => 'empty');
  for await (const rows of batches()) {
    for (const cells of rows)
      cells.forEach((value, column) => {
        const kind = kindOf(value);
        if (RANK[kind] > RANK[kinds[column] ?? 'empty']) kinds[column] = kind;
      });
  }
  return kinds;
}

function elementOf(name: string, kind: Kind): SchemaElement {
  if (kind === 'integer') return { name, type: 'INT32', repetition_type: 'OPTIONAL' };
  if (kind === 'number') return { name, type: 'DOUBLE', repetition_type: 'OPTIONAL' };
  return { name, type: 'BYTE_ARRAY', converted_type: 'UTF8', repetition_type: 'OPTIONAL' };
}

/** Returns and drops the bytes written so far; file offsets keep counting. */
class TakenWriter extends ByteWriter {
  take(): Uint8Array {
    const bytes = this.getBytes().slice();
    this.index = 0;
    return bytes;
  }
}

function toColumns(columns: readonly string[], kinds: readonly Kind[], rows: readonly Cell[][]) {
  return columns.map((name, column) => ({
    name,
    data: rows.map((cells) => {
      const value = cells[column] ?? null;
      return kinds[column] === 'text' && value !== null ? String(value) : value;
    }),
  }));
}

export async function* writeParquet(found: StreamedRows): AsyncGenerator<Uint8Array> {
  const { columns } = found;
  const kinds = await kindsOf(found);
  const schema: SchemaElement[] = [
    { name: 'root', num_children: columns.length },
    ...columns.map((name, column) => elementOf(name, kinds[column] ?? 'empty')),
  ];
  const writer = new TakenWriter();
  const file = new ParquetWriter({ writer, schema, createdBy: 'omicon' });
  let group: Cell[][] = [];
  for await (const rows of found.batches()) {
    group.push(...rows);
    if (group.length < GROUP_ROWS) continue;
    await file.write({ columnData: toColumns(columns, kinds, group), rowGroupSize: group.length });
    group = [];
    yield writer.take();
  }
  if (group.length > 0)
    await file.write({ columnData: toColumns(columns, kinds, group), rowGroupSize: group.length });
  await file.finish();
  yield writer.take();
}
