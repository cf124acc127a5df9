import type { Principal, Visibility } from '@omicon/domain/permissions/permissions.ts';
import { type Db, sql } from '../../base/postgres/database.ts';
import { readableNow } from '../../records/access/who-may-read.ts';

/** The collection of a data set or analysis; undefined if the caller may not read the record. */
export async function findCollectionNumber(
  db: Db,
  principal: Principal,
  record: { entity_type: 'ds' | 'project'; number: number },
): Promise<number | undefined> {
  const table = record.entity_type === 'ds' ? sql`data_set` : sql`analysis`;
  const { rows } = await sql<{ number: number }>`
    select x.data_collection_number as number from ${table} x
     where x.number = ${record.number} and ${readableNow(principal, 'x')}`.execute(db);
  return rows[0]?.number;
}

export interface CollectionRow {
  id: number;
  version_id: number;
  title: string;
  attributes: unknown;
  visibility: Visibility;
}

/** The collection itself, if readable. Unique index data_collection_current. */
export async function findCollection(
  db: Db,
  principal: Principal,
  number: number,
): Promise<CollectionRow | undefined> {
  const { rows } = await sql<CollectionRow>`
    select c.number as id, c.id as version_id, c.title, c.attributes, c.visibility from data_collection c
     where c.number = ${number} and ${readableNow(principal, 'c')}`.execute(db);
  return rows[0];
}

export interface DataSetRow {
  id: number;
  version_id: number;
  title: string;
  ds_version: string;
  parent_ds_version: string | null;
  transformations: string;
  number_of_samples: number;
  attributes: unknown;
  visibility: Visibility;
}

/** Readable current data sets of a collection. Index data_set_collection; tens of rows. */
export async function listDataSets(db: Db, principal: Principal, number: number): Promise<DataSetRow[]> {
  const { rows } = await sql<DataSetRow>`
    select d.number as id, d.id as version_id, d.title, d.ds_version, d.parent_ds_version, d.transformations, d.number_of_samples, d.attributes, d.visibility
      from data_set d
     where d.data_collection_number = ${number} and ${readableNow(principal, 'd')}
     order by d.ds_version, d.number`.execute(db);
  return rows;
}

export interface AnalysisRow {
  id: number;
  version_id: number;
  title: string;
  input_data_set_number: number;
  attributes: unknown;
  visibility: Visibility;
}

/** Readable current analyses of a collection. Index analysis_collection. */
export async function listAnalyses(db: Db, principal: Principal, number: number): Promise<AnalysisRow[]> {
  const { rows } = await sql<AnalysisRow>`
    select a.number as id, a.id as version_id, a.title, a.input_data_set_number, a.attributes, a.visibility from analysis a
     where a.data_collection_number = ${number} and ${readableNow(principal, 'a')}
     order by lower(a.title), a.number`.execute(db);
  return rows;
}

export interface NetworkRow {
  id: number;
  analysis_id: number;
  name: string;
  modules: number;
  rel_signum: number | null;
  min_size: number;
  similarity: string;
  has_enrichment: boolean;
}

/** Networks of the given analysis versions, with whether enrichment was run on them. */
export async function listNetworks(db: Db, analysisIds: readonly number[]): Promise<NetworkRow[]> {
  const { rows } = await sql<NetworkRow>`
    select n.number as id, n.analysis_id, n.name, n.number_of_modules as modules, n.rel_signum, n.min_size, n.similarity,
           exists (select 1 from covariation_module m join module_enrichment e on e.covariation_module_id = m.id
                    where m.covariation_network_id = n.id) as has_enrichment
      from covariation_network n
     where n.analysis_id = any(${analysisIds}) order by n.analysis_id, n.min_size, n.signum desc, n.number`.execute(
    db,
  );
  return rows;
}

export interface FileRow {
  id: number;
  entity_type: string;
  owner_id: number;
  name: string;
  size_bytes: number;
}

/** Top-level files of the shown records. Table file, unique index on (entity_type, owner_id, folder, name). */
export async function listTopFiles(
  db: Db,
  owners: { entity_type: string; owner_id: number }[],
): Promise<FileRow[]> {
  const { rows } = await sql<FileRow>`
    select f.id, f.entity_type, f.owner_id, f.name, f.size_bytes
      from json_to_recordset(${JSON.stringify(owners)}::json) as o(entity_type text, owner_id int)
      join file f on f.entity_type = o.entity_type and f.owner_id = o.owner_id and f.folder = ''
     order by f.entity_type, f.owner_id, lower(f.name)`.execute(db);
  return rows;
}
