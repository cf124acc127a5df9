import { type Db, sql, type Tx } from '../../base/postgres/database.ts';

export interface NetworkOfJob {
  id: number;
  name: string;
  sample_labels: string[];
  feature_list_id: number | null;
  /** kME rounded to float32, as versions of before 2026-11-23 stored it */
  kme_storage_key: string | null;
  kme_values_storage_key: string | null;
  kme_table_file_id: number | null;
}

/** Networks of an analysis version without a complete kME table or without its stored values. About 35 rows. */
export async function listNetworksWithoutKme(db: Db, analysis_id: number): Promise<NetworkOfJob[]> {
  return db
    .selectFrom('covariation_network')
    .select(['id', 'name', 'sample_labels', 'feature_list_id'])
    .select(['kme_storage_key', 'kme_values_storage_key', 'kme_table_file_id'])
    .where('analysis_id', '=', analysis_id)
    .where((each) =>
      each.or([each('kme_table_file_id', 'is', null), each('kme_values_storage_key', 'is', null)]),
    )
    .orderBy('id')
    .execute();
}

/** Analysis versions whose kME is rounded to float32, as versions of before 2026-11-23 stored it. Reads all of covariation_network. */
export async function listAnalysesOfRoundedKme(db: Db): Promise<number[]> {
  const rows = await db
    .selectFrom('covariation_network')
    .select('analysis_id')
    .distinct()
    .where('kme_storage_key', 'is not', null)
    .where('kme_values_storage_key', 'is', null)
    .orderBy('analysis_id')
    .execute();
  return rows.map((row) => row.analysis_id);
}

export interface InputOfAnalysis extends InputFile {
  data_set_version_id: number;
  matrix_storage_key: string | null;
  number_of_features: number;
  number_of_samples: number;
  feature_list_id: number;
}

export interface InputFile {
  unique_identifier: string;
  storage_key: string;
  name: string;
  labels: string[];
}

const INPUT = sql`
  d.unique_identifier, f.storage_key, f.name,
  array(select s.label from sample s where s.owner_type = 'ds' and s.owner_id = d.id order by s.sample_index) as labels`;

/** Analyte data of the input data set of an analysis version. Tables analysis, data_set, file, sample. */
export async function findInputOfAnalysis(db: Db, analysis_id: number): Promise<InputOfAnalysis | undefined> {
  const { rows } = await sql<InputOfAnalysis>`
    select d.id as data_set_version_id, d.matrix_storage_key, d.number_of_features, d.number_of_samples, d.feature_list_id,
           ${INPUT}
      from analysis a
      join data_set d on d.number = a.input_data_set_number and d.is_current
      join file f on f.entity_type = 'ds' and f.owner_id = d.id and f.name = d.analyte_file and not f.is_derived
     where a.id = ${analysis_id}
     order by f.id limit 1`.execute(db);
  return rows[0];
}

/** Analyte data of one version of a data set that is not deleted. Primary key of data_set. */
export async function findInputOfVersion(db: Db, data_set_id: number): Promise<InputFile | undefined> {
  const { rows } = await sql<InputFile>`
    select ${INPUT}
      from data_set d
      join file f on f.entity_type = 'ds' and f.owner_id = d.id and f.name = d.analyte_file and not f.is_derived
     where d.id = ${data_set_id} and d.deleted_at is null
     order by f.id limit 1`.execute(db);
  return rows[0];
}

export interface KmeTableFile {
  id: number;
  folder: string;
  name: string;
  storage_key: string;
}

/** The imported kME table of a network. Table file, unique index on its path. */
export async function findKmeTableFile(
  db: Db,
  network: { analysis_id: number; name: string },
): Promise<KmeTableFile | undefined> {
  const { rows } = await sql<KmeTableFile>`
    select f.id, f.folder, f.name, f.storage_key
      from file f
     where f.entity_type = 'project' and f.owner_id = ${network.analysis_id}
       and (f.folder = ${network.name} or f.folder like ${`%/${network.name.replaceAll(/[\\%_]/g, '\\$&')}`})
       and f.name ilike 'kME\\_table%.csv' and not f.is_derived
     order by f.id limit 1`.execute(db);
  return rows[0];
}

/** One file by its row. */
export async function getFile(db: Db, id: number): Promise<KmeTableFile> {
  return db
    .selectFrom('file')
    .select(['id', 'folder', 'name', 'storage_key'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
}

/** Identifiers of a feature list in its order; tens of thousands of rows. */
export async function listFeatures(db: Db, feature_list_id: number): Promise<string[]> {
  const row = await db
    .selectFrom('feature_list')
    .select('identifiers')
    .where('id', '=', feature_list_id)
    .executeTakeFirstOrThrow();
  return row.identifiers;
}

/** Stores the location of the complete kME of a network; a second call changes nothing. Writes covariation_network. */
export async function saveKme(
  tx: Tx,
  network: { id: number; kme_values_storage_key: string; kme_table_file_id: number },
): Promise<void> {
  await sql`
    update covariation_network
       set kme_values_storage_key = ${network.kme_values_storage_key}, kme_table_file_id = ${network.kme_table_file_id}
     where id = ${network.id} and (kme_table_file_id is null or kme_values_storage_key is null)`.execute(tx);
}

/**
 * A computed file next to its source file, with the same owner and visibility. Computing it again replaces it; if an
 * imported file has its name, a number is appended. Writes file, by the unique index on its path.
 */
export async function createDerivedFile(
  tx: Tx,
  beside: number,
  file: { stem: string; extension: string; size_bytes: number; sha256: Buffer; storage_key: string },
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into file (entity_type, owner_id, entity_number, folder, name, size_bytes, sha256, storage_key, visibility,
                      person_id, owner, is_current, is_derived)
    select b.entity_type, b.owner_id, b.entity_number, b.folder, free.name, ${file.size_bytes}, ${file.sha256},
           ${file.storage_key}, b.visibility, b.person_id, b.owner, b.is_current, true
      from file b
      cross join lateral (
        select possible.name
          from (select n, ${file.stem}::text || case when n = 1 then '' else '_' || n end || ${file.extension}::text as name
                  from generate_series(1, 1000) n) possible
         where not exists (select 1 from file o
                            where o.entity_type = b.entity_type and o.owner_id = b.owner_id and o.folder = b.folder
                              and o.name = possible.name and not o.is_derived)
         order by possible.n limit 1) free
     where b.id = ${beside}
    on conflict (entity_type, owner_id, folder, name) do update
      set size_bytes = excluded.size_bytes, sha256 = excluded.sha256, storage_key = excluded.storage_key
    returning id`.execute(tx);
  if (!rows[0]) throw new Error('The source file of this file no longer exists.');
  return rows[0].id;
}
