/**
 * Visibility of records. A change concerns all versions and their files, except that an import shows to everybody only
 * what it brings.
 * Gene sets that only its tables name follow by a trigger, comments, downloads and notifications by the conditions of
 * their statements, and search threads load the records again.
 */
import type { Visibility } from '@omicon/domain/permissions/permissions.ts';
import { ENTITY_TYPES, type EntityType, recordKind } from '@omicon/domain/records/record-kinds.ts';
import { type Db, sql, type Tx } from '../../base/postgres/database.ts';
import { raiseCorpusVersion } from '../search/corpus-version.ts';

export interface RecordKey {
  entity_type: EntityType;
  number: number;
}

export interface DependentRecord extends RecordKey {
  title: string;
  visibility: Visibility;
  owner_id: number | null;
  /** false if it is deleted, and may be restored */
  is_living: boolean;
}

/** With `isLocked`, rows are locked until the transaction ends. */
export interface Locking {
  isLocked: boolean;
}

export const lockIf = ({ isLocked }: Locking) => (isLocked ? sql`for update` : sql``);

/**
 * Records made from a record: data sets and analyses of a collection, analyses of a data set. Indexes
 * data_set_collection, analysis_collection and analysis_input.
 */
export async function listDependentRecords(
  db: Db,
  { entity_type, number }: RecordKey,
  locking: Locking,
): Promise<DependentRecord[]> {
  if (entity_type === 'project') return [];
  const dataSets =
    entity_type === 'ds'
      ? []
      : (
          await sql<DependentRecord>`
            select 'ds' as entity_type, number, title || ' ' || ds_version as title, visibility, owner_id, deleted_at is null as is_living
              from data_set where data_collection_number = ${number} and is_current order by number ${lockIf(locking)}`.execute(
            db,
          )
        ).rows;
  const from = entity_type === 'ds' ? sql`input_data_set_number` : sql`data_collection_number`;
  const { rows: analyses } = await sql<DependentRecord>`
    select 'project' as entity_type, number, title, visibility, owner_id, deleted_at is null as is_living
      from analysis where ${from} = ${number} and is_current order by number ${lockIf(locking)}`.execute(db);
  return [...dataSets, ...analyses];
}

/**
 * Writes data_collection, data_set, analysis and file. Unique indexes on (number, version), file_entity.
 * @param versions which of a record change
 */
export async function setVisibility(
  tx: Tx,
  records: readonly RecordKey[],
  { visibility, versions }: { visibility: Visibility; versions: 'all' | 'current' },
): Promise<void> {
  const ofVersions = versions === 'all' ? sql`true` : sql`is_current`;
  for (const entity_type of ENTITY_TYPES) {
    const { table } = recordKind(entity_type);
    const numbers = records
      .filter((record) => record.entity_type === entity_type)
      .map(({ number }) => number);
    if (numbers.length === 0) continue;
    await sql`
      update ${sql.table(table)} set visibility = ${visibility}
       where number = any(${numbers}::int[]) and visibility <> ${visibility} and ${ofVersions}`.execute(tx);
    await sql`
      update file set visibility = ${visibility}
       where entity_type = ${entity_type} and entity_number = any(${numbers}::int[]) and visibility <> ${visibility} and ${ofVersions}`.execute(
      tx,
    );
  }
  await raiseCorpusVersion(tx);
}

/** Numbers of files and of gene sets that come with records, in all versions. Indexes of file; primary key of analysis_gene_set. */
export async function countWhatComesWith(
  db: Db,
  records: readonly RecordKey[],
): Promise<{ files: number; gene_sets: number }> {
  const { rows } = await sql<{ files: number; gene_sets: number }>`
    select (select count(*)::int from file f join json_to_recordset(${JSON.stringify(records)}::json) as k(entity_type text, number int)
              on f.entity_type = k.entity_type and f.entity_number = k.number where f.is_current) as files,
           (select count(distinct s)::int from json_to_recordset(${JSON.stringify(records)}::json) as k(entity_type text, number int)
              join analysis a on k.entity_type = 'project' and a.number = k.number
              join analysis_gene_set n on n.analysis_id = a.id cross join unnest(n.gene_sets) s
              join gene_set g on g.number = s and g.genes is null) as gene_sets`.execute(db);
  return rows[0] ?? { files: 0, gene_sets: 0 };
}
