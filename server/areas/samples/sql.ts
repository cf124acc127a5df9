import type { Principal } from '@omicon/domain/permissions/permissions.ts';
import type { RawBuilder } from 'kysely';
import { type Db, sql } from '../../base/postgres/database.ts';
import { readableNow, visibleTo } from '../../records/access/who-may-read.ts';
import type { SampleOwner } from '../../records/sample/sample-columns.ts';

/** Owner of samples, with the number of the data collection that they are from. */
export interface RecordOfSamples extends SampleOwner {
  collection_number: number;
}

/** The current version of a data set the caller may read, with its sample columns. */
export async function findDataSetSamples(
  db: Db,
  principal: Principal,
  id: number,
): Promise<RecordOfSamples | undefined> {
  const { rows } = await sql<RecordOfSamples>`
    select 'ds' as owner_type, d.id as owner_id, d.sample_columns, d.number_of_samples,
           d.data_collection_number as collection_number from data_set d
     where d.number = ${id} and ${readableNow(principal, 'd')}`.execute(db);
  return rows[0];
}

/** As `findDataSetSamples`, of a data collection. */
export async function findCollectionSamples(
  db: Db,
  principal: Principal,
  id: number,
): Promise<RecordOfSamples | undefined> {
  const { rows } = await sql<RecordOfSamples>`
    select 'dc' as owner_type, c.id as owner_id, c.sample_columns, c.number_of_samples,
           c.number as collection_number from data_collection c
     where c.number = ${id} and ${readableNow(principal, 'c')}`.execute(db);
  return rows[0];
}

/** The samples of an analysis are those of its input data set; both must be readable. */
export async function findAnalysisSamples(
  db: Db,
  principal: Principal,
  id: number,
): Promise<RecordOfSamples | undefined> {
  const { rows } = await sql<RecordOfSamples>`
    select 'ds' as owner_type, d.id as owner_id, d.sample_columns, d.number_of_samples,
           d.data_collection_number as collection_number
      from analysis a join data_set d on d.number = a.input_data_set_number and d.is_current
     where a.number = ${id} and a.is_current and a.deleted_at is null and d.deleted_at is null
       and ${visibleTo(principal, 'a')} and ${visibleTo(principal, 'd')}`.execute(db);
  return rows[0];
}

export interface FacetRow {
  attribute: string;
  value: string | null;
  n: number;
}

/** Samples per value of the named attributes, counted at intake. Table facet, index facet_owner. */
export async function listFacets(
  db: Db,
  owner: SampleOwner,
  attributes: readonly string[],
): Promise<FacetRow[]> {
  const { rows } = await sql<FacetRow>`
    select attribute, value, n from facet
     where owner_type = ${owner.owner_type} and owner_id = ${owner.owner_id} and attribute = any(${attributes})
     order by attribute, n desc, value collate "C"`.execute(db);
  return rows;
}

/** Which samples of a record: their indexes in its order, from 0. */
interface ChosenSamples {
  owner: RecordOfSamples;
  chosen: readonly number[];
}

/**
 * Chosen samples that the data collection lists, too, if the caller may read it. Primary key of sample: both records.
 */
function chosenSamples(principal: Principal, { owner, chosen }: ChosenSamples): RawBuilder<unknown> {
  return sql`
    from (select label, (row_number() over (order by sample_index) - 1)::int as index from sample
           where owner_type = ${owner.owner_type} and owner_id = ${owner.owner_id}) s
   where s.index = any(${chosen}::int[]) and s.label in (
     select o.label from data_collection c join sample o on o.owner_type = 'dc' and o.owner_id = c.id
      where c.number = ${owner.collection_number} and ${readableNow(principal, 'c')})`;
}

/** One page of `chosenSamples`, in the order of the record. */
export async function listChosenSamples(
  db: Db,
  principal: Principal,
  { page, page_size, ...samples }: ChosenSamples & { page: number; page_size: number },
): Promise<{ label: string }[]> {
  const { rows } = await sql<{ label: string }>`
    select s.label ${chosenSamples(principal, samples)}
     order by s.index limit ${page_size} offset ${(page - 1) * page_size}`.execute(db);
  return rows;
}

/** Exact number of `chosenSamples`. */
export async function countChosenSamples(
  db: Db,
  principal: Principal,
  samples: ChosenSamples,
): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n ${chosenSamples(principal, samples)}`.execute(db);
  return rows[0]?.n ?? 0;
}
