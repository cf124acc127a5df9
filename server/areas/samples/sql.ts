import type { Principal } from '@omicon/domain/permissions/permissions.ts';
import { readColumn, type SampleColumn } from '@omicon/domain/records/sample-columns.ts';
import { type CopyPool, copyRows, literal } from '../../base/postgres/copy-rows.ts';
import { type Db, sql } from '../../base/postgres/database.ts';
import { visibleTo } from '../../database/shared/who-may-read.ts';

/** Owner of samples: one version of a data collection or data set. */
export interface SampleOwner {
  owner_type: 'dc' | 'ds';
  owner_id: number;
  sample_columns: string[];
  number_of_samples: number;
}

/** The current version of a data set the caller may read, with its sample columns. */
export async function findDataSetSamples(
  db: Db,
  principal: Principal,
  id: number,
): Promise<SampleOwner | undefined> {
  const { rows } = await sql<SampleOwner>`
    select 'ds' as owner_type, d.id as owner_id, d.sample_columns, d.number_of_samples from data_set d
     where d.number = ${id} and d.is_current and d.deleted_at is null and ${visibleTo(principal, 'd')}`.execute(
    db,
  );
  return rows[0];
}

/** As `findDataSetSamples`, of a data collection. */
export async function findCollectionSamples(
  db: Db,
  principal: Principal,
  id: number,
): Promise<SampleOwner | undefined> {
  const { rows } = await sql<SampleOwner>`
    select 'dc' as owner_type, c.id as owner_id, c.sample_columns, c.number_of_samples from data_collection c
     where c.number = ${id} and c.is_current and c.deleted_at is null and ${visibleTo(principal, 'c')}`.execute(
    db,
  );
  return rows[0];
}

/** The samples of an analysis are those of its input data set; both must be readable. */
export async function findAnalysisSamples(
  db: Db,
  principal: Principal,
  id: number,
): Promise<SampleOwner | undefined> {
  const { rows } = await sql<SampleOwner>`
    select 'ds' as owner_type, d.id as owner_id, d.sample_columns, d.number_of_samples
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

/**
 * The named attributes of an owner's samples, packed; attributes the samples do not have are absent. Primary key of
 * sample_column.
 */
export async function listColumns(
  pool: CopyPool,
  owner: SampleOwner,
  attributes: readonly string[],
): Promise<Map<string, SampleColumn>> {
  const names = attributes.map(literal).join(', ');
  const rows = await copyRows(
    pool,
    `select attribute, to_json(known_values)::text, codes from sample_column
      where owner_type = ${literal(owner.owner_type)} and owner_id = ${Number(owner.owner_id)} and attribute in (${names})`,
  );
  return new Map(
    rows.map(([attribute, known_values, codes]) => [
      String(attribute),
      readColumn(JSON.parse(String(known_values)) as string[], codes ?? new Uint8Array()),
    ]),
  );
}
