/** Statements that find the files of a download. */

import type { Principal } from '@omicon/domain/permissions/permissions.ts';
import type { EntityType } from '@omicon/domain/records/record-kinds.ts';
import { type Db, sql } from '../../base/postgres/database.ts';
import { isVersion, readableNow, visibleTo } from '../../records/access/who-may-read.ts';

/** A file that may go into a download, with the record version that owns it. */
export interface SelectedFileRow {
  id: number;
  entity_type: EntityType;
  entity_number: number;
  version: number;
  is_current: boolean;
  record_title: string;
  folder: string;
  name: string;
  size_bytes: number;
  sha256: Buffer;
  storage_key: string;
  created_at: Date;
  is_damaged: boolean;
}

const SELECTED = sql`
  f.id, f.entity_type, f.entity_number, r.version, r.is_current, r.title as record_title, f.folder, f.name,
  f.size_bytes, f.sha256, f.storage_key, f.created_at,
  exists (select 1 from fixity_check c where c.storage_key = f.storage_key and not c.is_right) as is_damaged`;

export interface SelectedFolder {
  entity_type: EntityType;
  entity_id: number;
  version?: number | undefined;
  folder: string;
}

/**
 * The readable files of a selection, each once, by record, folder and name; at most `limit`. A whole data collection
 * includes its current data sets. Tables file (primary key, unique index by owner and folder), record_version by
 * number, data_set (index data_set_collection).
 */
export async function listSelectedFiles(
  db: Db,
  principal: Principal,
  {
    file_ids,
    folders,
    limit,
  }: { file_ids: readonly number[]; folders: readonly SelectedFolder[]; limit: number },
): Promise<SelectedFileRow[]> {
  const { rows } = await sql<SelectedFileRow>`
    with requested as (
      select * from unnest(${folders.map((each) => each.entity_type)}::text[], ${folders.map((each) => each.entity_id)}::int[],
                           ${folders.map((each) => each.version ?? null)}::int[], ${folders.map((each) => each.folder)}::text[])
                      as a(entity_type, number, version, folder)),
    found as (
      select r.entity_type, r.id as owner_id, r.number, a.version, a.folder
        from requested a join record_version r on r.entity_type = a.entity_type and r.number = a.number
       where r.deleted_at is null and case when a.version is null then r.is_current else r.version = a.version end
         and ${visibleTo(principal, 'r')}),
    folders as (
      select entity_type, owner_id, folder from found
      union
      select 'ds', d.id, '' from found c join data_set d on d.data_collection_number = c.number
       where c.entity_type = 'dc' and c.folder = '' and c.version is null
         and ${readableNow(principal, 'd')}),
    chosen as (
      select unnest(${file_ids}::int[]) as id
      union
      select f.id from folders o join file f on f.entity_type = o.entity_type and f.owner_id = o.owner_id
       where o.folder = '' or f.folder = o.folder or starts_with(f.folder, o.folder || '/'))
    select ${SELECTED}
      from chosen join file f on f.id = chosen.id
      join record_version r on r.entity_type = f.entity_type and r.id = f.owner_id
     where r.deleted_at is null and ${visibleTo(principal, 'f', 'person_id')}
     order by r.title, r.number, r.version, f.folder, f.name, f.id limit ${limit}`.execute(db);
  return rows;
}

export interface SelectedNetwork {
  version_id: number;
  number: number;
  version: number;
  analysis_version_id: number;
  /** folder of its files */
  folder: string | null;
  kme_table_file_id: number | null;
  /** current version of its input data set */
  input_data_set_id: number | null;
  /** analyte data of that version; null if it is deleted */
  analyte_file_id: number | null;
}

/** A network of an analysis that the caller may read. Indexes covariation_network_number, data_set_current. */
export async function findSelectedNetwork(
  db: Db,
  principal: Principal,
  which: { number: number; version: number | undefined },
): Promise<SelectedNetwork | undefined> {
  const { rows } = await sql<SelectedNetwork>`
    select n.id as version_id, n.number, a.version, a.id as analysis_version_id, n.kme_table_file_id,
           (select f.folder from file f where f.id = n.kme_table_file_id) as folder,
           d.id as input_data_set_id,
           (select f.id from file f
             where f.entity_type = 'ds' and f.owner_id = d.id and f.name = d.analyte_file and not f.is_derived
               and d.deleted_at is null
             order by f.id limit 1) as analyte_file_id
      from covariation_network n join analysis a on a.id = n.analysis_id
      left join data_set d on d.number = a.input_data_set_number and d.is_current
     where n.number = ${which.number} and ${isVersion('a', which.version)} and a.deleted_at is null and ${visibleTo(principal, 'a')}`.execute(
    db,
  );
  return rows[0];
}

/** Tables of a network from which its images are built; people who may not read all of them get no image. */
export async function listTablesOfNetwork(
  db: Db,
  { analysis_version_id, folder }: { analysis_version_id: number; folder: string },
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select f.id from file f
     where f.entity_type = 'project' and f.owner_id = ${analysis_version_id}
       and (f.folder = ${folder} or starts_with(f.folder, ${`${folder}/`}))
       and f.name ~* '\\.(csv|csv\\.gz|xlsx?)$'
     order by f.id`.execute(db);
  return rows.map((row) => row.id);
}

/** Files by id, without a permission check: the job only verifies checksums. Primary key. */
export async function listFilesOf(db: Db, file_ids: readonly number[]): Promise<SelectedFileRow[]> {
  const { rows } = await sql<SelectedFileRow>`
    select ${SELECTED} from unnest(${file_ids}::int[]) with ordinality as requested(id, rank)
      join file f on f.id = requested.id
      join record_version r on r.entity_type = f.entity_type and r.id = f.owner_id
     order by requested.rank`.execute(db);
  return rows;
}

/** As `listFilesOf`, without files that the caller may not, or no longer, read. */
export async function listReadableFilesOf(
  db: Db,
  principal: Principal,
  file_ids: readonly number[],
): Promise<SelectedFileRow[]> {
  const { rows } = await sql<SelectedFileRow>`
    select ${SELECTED} from unnest(${file_ids}::int[]) with ordinality as requested(id, rank)
      join file f on f.id = requested.id
      join record_version r on r.entity_type = f.entity_type and r.id = f.owner_id
     where r.deleted_at is null and ${visibleTo(principal, 'f', 'person_id')}
     order by requested.rank`.execute(db);
  return rows;
}
