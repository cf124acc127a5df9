/** Rows of a search as a Parquet file, written in row groups while it is sent. */
import { setImmediate as breathe } from 'node:timers/promises';
import { unpackCells } from '@omicon/search-index/chunks.ts';
import type { Cell } from '@omicon/search-index/results.ts';
import { ByteWriter, ParquetWriter, type SchemaElement } from 'hyparquet-writer';

/** Chunks of a row group: ten thousand rows, encoded in some ten milliseconds. */
const CHUNKS_OF_GROUP = 10;

type Kind = 'empty' | 'integer' | 'number' | 'text';

const INT32_LIMIT = 2 ** 31;

function kindOf(value: Cell): Kind {
  if (value === null) return 'empty';
  if (typeof value === 'string') return 'text';
  return Number.isInteger(value) && Math.abs(value) < INT32_LIMIT ? 'integer' : 'number';
}

const RANK: Readonly<Record<Kind, number>> = { empty: 0, integer: 1, number: 2, text: 3 };

/** What all values of each column can be written as; reads every chunk once. */
async function kindsOf(columns: readonly string[], chunks: readonly Uint8Array[]): Promise<Kind[]> {
  const kinds: Kind[] = columns.map(() => 'empty');
  for (const chunk of chunks) {
    for (const cells of unpackCells(chunk))
      cells.forEach((value, column) => {
        const kind = kindOf(value);
        if (RANK[kind] > RANK[kinds[column] ?? 'empty']) kinds[column] = kind;
      });
    await breathe();
  }
  return kinds;
}

function elementOf(name: string, kind: Kind): SchemaElement {
  if (kind === 'integer') return { name, type: 'INT32', repetition_type: 'OPTIONAL' };
  if (kind === 'number') return { name, type: 'DOUBLE', repetition_type: 'OPTIONAL' };
  return { name, type: 'BYTE_ARRAY', converted_type: 'UTF8', repetition_type: 'OPTIONAL' };
}

/** Gives away what was written so far; offsets in the file go on. */
class TakenWriter extends ByteWriter {
  take(): Uint8Array {
    const bytes = this.getBytes().slice();
    this.index = 0;
    return bytes;
  }
}

export async function* writeParquet(
  columns: readonly string[],
  chunks: readonly Uint8Array[],
): AsyncGenerator<Uint8Array> {
  const kinds = await kindsOf(columns, chunks);
  const schema: SchemaElement[] = [
    { name: 'root', num_children: columns.length },
    ...columns.map((name, column) => elementOf(name, kinds[column] ?? 'empty')),
  ];
  const writer = new TakenWriter();
  const file = new ParquetWriter({ writer, schema, createdBy: 'omicon' });
  for (let from = 0; from < chunks.length; from += CHUNKS_OF_GROUP) {
    const rows = chunks.slice(from, from + CHUNKS_OF_GROUP).flatMap(unpackCells);
    const columnData = columns.map((name, column) => ({
      name,
      data: rows.map((cells) => {
        const value = cells[column] ?? null;
        return kinds[column] === 'text' && value !== null ? String(value) : value;
      }),
    }));
    await file.write({ columnData, rowGroupSize: rows.length });
    yield writer.take();
    await breathe();
  }
  await file.finish();
  yield writer.take();
}
