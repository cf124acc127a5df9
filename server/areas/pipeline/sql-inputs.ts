/** What runs read: the data set with its files, and gene sets. Tables data_set, file, gene_set. */
import type { Principal, Visibility } from '@omicon/domain/permissions/permissions.ts';
import { type Db, sql } from '../../base/postgres/database.ts';
import { readableNow } from '../../records/access/who-may-read.ts';

export interface InputRow {
  id: number;
  number: number;
  title: string;
  ds_version: string;
  visibility: Visibility;
  collection: number;
  /** folder name of the collection */
  collection_name: string;
}

/** The current version of a data set that the caller may read. Index data_set_current. */
export async function findInput(db: Db, principal: Principal, number: number): Promise<InputRow | undefined> {
  const { rows } = await sql<InputRow>`
    select d.id, d.number, d.title, d.ds_version, d.visibility, c.number as collection, c.name as collection_name
      from data_set d join data_collection c on c.number = d.data_collection_number and c.is_current
     where d.number = ${number} and ${readableNow(principal, 'd')}`.execute(db);
  return rows[0];
}

/** Version codes of the data sets below one, and of those that runs on it are making. Index data_set_collection. */
export async function listCodesBelow(
  db: Db,
  { number, collection, ds_version }: Pick<InputRow, 'number' | 'collection' | 'ds_version'>,
): Promise<string[]> {
  const { rows } = await sql<{ ds_version: string }>`
    select ds_version from data_set
     where data_collection_number = ${collection} and is_current and starts_with(ds_version, ${`${ds_version}.`})
     union
    select output->>'ds_version' from pipeline_run r, jsonb_array_elements(r.outputs) output
     where r.data_set_number = ${number} and r.state = 'running' and output->>'kind' = 'data set'
     order by ds_version`.execute(db);
  return rows.map((row) => row.ds_version);
}

/**
 * Titles of the analyses of a data set, and of those that runs are making; deleted ones too, which may return. Index
 * analysis_input.
 */
export async function listAnalysisTitles(db: Db, data_set: number): Promise<string[]> {
  const { rows } = await sql<{ title: string }>`
    select title from analysis where input_data_set_number = ${data_set} and is_current
     union
    select output->>'title' from pipeline_run r, jsonb_array_elements(r.outputs) output
     where r.data_set_number = ${data_set} and r.state = 'running' and output->>'kind' = 'analysis'
     order by title`.execute(db);
  return rows.map((row) => row.title);
}

/** Sources of gene sets with the number of their sets; tens of thousands of rows. */
export async function listGeneSetSources(db: Db): Promise<{ name: string; gene_sets: number }[]> {
  const { rows } = await sql<{ name: string; gene_sets: number }>`
    select set_source as name, count(*)::int as gene_sets from gene_set
     where deleted_at is null and genes is not null group by set_source order by gene_sets desc, set_source`.execute(
    db,
  );
  return rows;
}

export interface InputFile {
  name: string;
  size_bytes: number;
  storage_key: string;
}

/** Files at the top of a version of a data set, without those that the portal made. Unique index of file. */
export async function listFilesOfDataSet(db: Db, data_set_id: number): Promise<InputFile[]> {
  const { rows } = await sql<InputFile>`
    select name, size_bytes, storage_key from file
     where entity_type = 'ds' and owner_id = ${data_set_id} and folder = '' and not is_derived order by name`.execute(
    db,
  );
  return rows;
}

/** The kind of identifier of a version of a data set. Primary key. */
export async function findIdentifierOf(db: Db, data_set_id: number): Promise<string> {
  const { unique_identifier } = await db
    .selectFrom('data_set')
    .select('unique_identifier')
    .where('id', '=', data_set_id)
    .executeTakeFirstOrThrow();
  return unique_identifier;
}

export interface GeneSetRow {
  set_id: string;
  name: string;
  source: string;
  category: string | null;
  species: string | null;
  pubmed_id: string | null;
  description: string | null;
  genes: string[];
}

/** Gene sets of some sources, with their genes. Reads table gene_set. */
export async function listGeneSets(db: Db, sources: readonly string[]): Promise<GeneSetRow[]> {
  const { rows } = await sql<GeneSetRow>`
    select set_id, name, set_source as source, category, species, pubmed_id, description, genes from gene_set
     where deleted_at is null and genes is not null and set_source = any(${sources}) order by number`.execute(
    db,
  );
  return rows;
}
