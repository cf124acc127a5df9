/** Verifies that packed columns match the rows of samples. */
import { cellsOfColumn, readColumn } from '@omicon/domain/records/samples/sample-columns.ts';
import { type Db, sql } from '../../base/postgres/database.ts';

interface OwnerRow {
  owner_type: 'dc' | 'ds';
  owner_id: number;
  sample_columns: string[];
}

const SAMPLES_AT_A_TIME = 5000;

/** Every version of a data set or data collection that has samples. Reads sample by its primary key. */
async function listOwners(db: Db): Promise<OwnerRow[]> {
  const { rows } = await sql<OwnerRow>`
    select o.owner_type, o.owner_id, o.sample_columns
      from (select 'ds' as owner_type, id as owner_id, sample_columns from data_set
            union all select 'dc', id, sample_columns from data_collection) o
     where exists (select 1 from sample s where s.owner_type = o.owner_type and s.owner_id = o.owner_id)
     order by 1, 2`.execute(db);
  return rows;
}

async function readCells(db: Db, owner: OwnerRow): Promise<Map<string, (string | null)[]>> {
  const { rows } = await sql<{ attribute: string; known_values: string[]; codes: Buffer }>`
    select attribute, known_values, codes from sample_column
     where owner_type = ${owner.owner_type} and owner_id = ${owner.owner_id}`.execute(db);
  return new Map(
    rows.map(({ attribute, known_values, codes }) => [
      attribute,
      // A column with a wrong width cannot be read.
      codes.length % (known_values.length < 256 ? 1 : known_values.length < 65_536 ? 2 : 4) === 0
        ? cellsOfColumn(readColumn(known_values, codes))
        : [],
    ]),
  );
}

async function* readSamples(db: Db, owner: OwnerRow): AsyncIterable<Map<string, string>> {
  let after = Number.MIN_SAFE_INTEGER;
  for (;;) {
    const { rows } = await sql<{ sample_index: number; attributes: Record<string, string> }>`
      select sample_index, attributes from sample
       where owner_type = ${owner.owner_type} and owner_id = ${owner.owner_id} and sample_index > ${after}::bigint
       order by sample_index limit ${SAMPLES_AT_A_TIME}`.execute(db);
    for (const { attributes } of rows) yield new Map(Object.entries(attributes));
    const last = rows.at(-1);
    if (!last) return;
    after = last.sample_index;
  }
}

/** Number of packed columns that are missing, superfluous, of the wrong length, or differ from a sample's row. */
export async function countWrongColumns(db: Db): Promise<number> {
  let wrong = 0;
  for (const owner of await listOwners(db)) {
    const cells = await readCells(db, owner);
    const named = new Set(owner.sample_columns);
    const differing = new Set(named.symmetricDifference(new Set(cells.keys())));
    let index = 0;
    for await (const attributes of readSamples(db, owner)) {
      for (const [attribute, packed] of cells) {
        if (packed[index] !== (attributes.get(attribute) ?? null)) differing.add(attribute);
      }
      index += 1;
    }
    for (const [attribute, packed] of cells) if (packed.length !== index) differing.add(attribute);
    wrong += differing.size;
  }
  return wrong;
}
