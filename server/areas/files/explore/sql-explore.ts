import { f64At } from '@omicon/domain/arrays/number-at.ts';
import type { Checkpoint } from '@omicon/domain/files/text-table.ts';
import { type Db, sql } from '../../../base/postgres/database.ts';

export type IndexState = 'waiting' | 'unpacking' | 'indexing' | 'ready' | 'failed';

export interface TextTableIndex {
  storage_key: string;
  plain_storage_key: string | null;
  state: IndexState;
  size_bytes: number | null;
  indexed_bytes: number;
  records: number;
}

function unpack(bytes: Buffer): Checkpoint[] {
  const numbers = new Float64Array(new Uint8Array(bytes).buffer);
  return Array.from({ length: numbers.length / 2 }, (_, at) => ({
    offset: f64At(numbers, 2 * at),
    record: f64At(numbers, 2 * at + 1),
  }));
}

function pack(checkpoints: readonly Checkpoint[]): Buffer {
  const numbers = Float64Array.from(checkpoints.flatMap(({ offset, record }) => [offset, record]));
  return Buffer.from(numbers.buffer);
}

/** State of the index of a content; undefined if it was never requested. Primary key of text_table_index. */
export async function findIndex(db: Db, storage_key: string): Promise<TextTableIndex | undefined> {
  const row = await db
    .selectFrom('text_table_index')
    .select(['storage_key', 'plain_storage_key', 'state', 'size_bytes', 'indexed_bytes', 'records'])
    .where('storage_key', '=', storage_key)
    .executeTakeFirst();
  return row && { ...row, state: row.state as IndexState };
}

/** Checkpoints: offsets of records, about one per MiB; 16 bytes each. Primary key of text_table_index. */
export async function listCheckpoints(db: Db, storage_key: string): Promise<Checkpoint[]> {
  const row = await db
    .selectFrom('text_table_index')
    .select('checkpoints')
    .where('storage_key', '=', storage_key)
    .executeTakeFirst();
  return row ? unpack(row.checkpoints) : [];
}

/** Creates an index. Writes text_table_index. @returns whether this call was the first */
export async function createIndex(db: Db, storage_key: string): Promise<boolean> {
  const { rows } = await sql`
    insert into text_table_index (storage_key) values (${storage_key})
    on conflict (storage_key) do nothing returning storage_key`.execute(db);
  return rows.length > 0;
}

/** Stores the progress of an index. */
export async function saveIndex(
  db: Db,
  storage_key: string,
  found: {
    state: IndexState;
    plain_storage_key?: string;
    size_bytes?: number;
    indexed_bytes?: number;
    records?: number;
    checkpoints?: readonly Checkpoint[];
  },
): Promise<void> {
  const { checkpoints, ...columns } = found;
  await db
    .updateTable('text_table_index')
    .set({ ...columns, ...(checkpoints ? { checkpoints: pack(checkpoints) } : {}) })
    .where('storage_key', '=', storage_key)
    .execute();
}
