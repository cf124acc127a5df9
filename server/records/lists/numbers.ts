import type { OmiconType } from '@omicon/domain/identifiers/omicon-id.ts';
import { sql, type Tx } from '../../base/postgres/database.ts';

/** New permanent numbers, in ascending order. Writes omicon_record. */
export async function createNumbers(tx: Tx, type: OmiconType, count: number): Promise<number[]> {
  if (count === 0) return [];
  const { rows } = await sql<{ number: number }>`
    insert into omicon_record (type) select ${type} from generate_series(1, ${count}) returning number`.execute(
    tx,
  );
  return rows.map((row) => row.number).sort((a, b) => a - b);
}
