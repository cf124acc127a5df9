/** Statements about the stored values of data sets. */
import { type Db, sql, type Tx } from '../../base/postgres/database.ts';

export interface InputWithoutMatrix {
  unique_identifier: string;
  storage_key: string;
  name: string;
  samples: { index: number; label: string }[];
}

/** Analyte data of a data set version that has no matrix and is not deleted. Tables data_set, file, sample. */
export async function findInputWithoutMatrix(
  db: Db,
  data_set_version_id: number,
): Promise<InputWithoutMatrix | undefined> {
  const { rows } = await sql<InputWithoutMatrix>`
    select d.unique_identifier, f.storage_key, f.name,
           (select json_agg(json_build_object('index', s.sample_index, 'label', s.label) order by s.sample_index)
              from sample s where s.owner_type = 'ds' and s.owner_id = d.id) as samples
      from data_set d
      join file f on f.entity_type = 'ds' and f.owner_id = d.id and f.name = d.analyte_file and not f.is_derived
     where d.id = ${data_set_version_id} and d.deleted_at is null and d.matrix_storage_key is null
     order by f.id limit 1`.execute(db);
  return rows[0];
}

/** Data set versions without a matrix. Scans data_set, a few thousand rows at most. */
export async function listDataSetsWithoutMatrix(db: Db): Promise<number[]> {
  const rows = await db
    .selectFrom('data_set')
    .select('id')
    .where('matrix_storage_key', 'is', null)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute();
  return rows.map((row) => row.id);
}

/** Stores the location of the values of a data set version, unless it has one. Primary key of data_set. */
export async function saveMatrix(
  tx: Tx,
  data_set_version_id: number,
  keys: { matrix_storage_key: string; row_statistics_storage_key: string },
): Promise<void> {
  await tx
    .updateTable('data_set')
    .set(keys)
    .where('id', '=', data_set_version_id)
    .where('matrix_storage_key', 'is', null)
    .execute();
}
