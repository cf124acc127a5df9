/** Statements that check references: small reads of current records, before anything is stored. */
import type { RawBuilder, SqlBool } from 'kysely';
import { type Db, sql } from '../../base/postgres/database.ts';
import { personOf, visibleToReader } from '../../records/access/who-may-read.ts';

/** Whether the uploader may read data set `d`; the command line may read everything. */
function readable(person_id: number | null): RawBuilder<SqlBool> {
  if (person_id === null) return sql<SqlBool>`true`;
  return sql<SqlBool>`exists (select 1 from person p where p.id = ${person_id} and ${visibleToReader(personOf('p'), 'd')})`;
}

interface HeldRow {
  collection: string;
  sample_columns: string[];
  sample_labels: string[];
  feature_list_id: number;
}

/** The current data set of a title and version code. Unique index data_set_title; samples by primary key. */
export async function findHeldDataSet(
  db: Db,
  person_id: number | null,
  name: { title: string; ds_version: string },
): Promise<HeldRow | undefined> {
  const { rows } = await sql<HeldRow>`
    select c.name as collection, d.sample_columns, d.feature_list_id,
           array(select s.label from sample s where s.owner_type = 'ds' and s.owner_id = d.id order by s.sample_index) as sample_labels
      from data_set d join data_collection c on c.number = d.data_collection_number and c.is_current
     where d.title = ${name.title} and d.ds_version = ${name.ds_version} and d.is_current and d.deleted_at is null
       and ${readable(person_id)}`.execute(db);
  return rows[0];
}

/** Identifiers of a feature list, in file order. Primary key. */
export async function listHeldFeatures(db: Db, feature_list_id: number): Promise<string[]> {
  const row = await db
    .selectFrom('feature_list')
    .select('identifiers')
    .where('id', '=', feature_list_id)
    .executeTakeFirst();
  return row?.identifiers ?? [];
}

/**
 * Current data sets of the collection of a folder name; null when there is no such collection. A title is null if the
 * uploader may not read the data set; its version code is still taken.
 */
export async function listHeldDataSets(
  db: Db,
  person_id: number | null,
  collection: string,
): Promise<{ title: string | null; versionCode: string }[] | null> {
  const { rows } = await sql<{ title: string | null; versionCode: string | null }>`
    select case when ${readable(person_id)} then d.title end as title, d.ds_version as "versionCode"
      from data_collection c
      left join data_set d on d.data_collection_number = c.number and d.is_current and d.deleted_at is null
     where c.name = ${collection} and c.is_current and c.deleted_at is null
     order by d.ds_version, d.number`.execute(db);
  if (rows.length === 0) return null;
  return rows.flatMap(({ title, versionCode }) => (versionCode === null ? [] : [{ title, versionCode }]));
}

/** Name of the collection with the input of this data set, longest title first. */
export async function findHeldParent(
  db: Db,
  person_id: number | null,
  child: { title: string; parent: string },
): Promise<string | null> {
  const { rows } = await sql<{ name: string }>`
    select c.name from data_set d join data_collection c on c.number = d.data_collection_number and c.is_current
     where d.ds_version = ${child.parent} and starts_with(${child.title}, d.title) and d.is_current and d.deleted_at is null
       and ${readable(person_id)}
     order by length(d.title) desc, d.number limit 1`.execute(db);
  return rows[0]?.name ?? null;
}

/**
 * Attributes of the samples of the collection of a folder name, by label; null if the uploader may not read it. Primary
 * key of sample.
 */
export async function findHeldSamples(
  db: Db,
  person_id: number | null,
  collection: string,
): Promise<Map<string, Map<string, string | null>> | null> {
  const { rows } = await sql<{ label: string; attributes: Record<string, string> }>`
    select s.label, s.attributes
      from data_collection d join sample s on s.owner_type = 'dc' and s.owner_id = d.id
     where d.name = ${collection} and d.is_current and d.deleted_at is null and ${readable(person_id)}
     order by s.sample_index`.execute(db);
  if (rows.length === 0) return null;
  return new Map(rows.map(({ label, attributes }) => [label, new Map(Object.entries(attributes))]));
}

/** The gene sets among these that are stored with genes. Unique index on set_id. */
export async function listHeldSets(db: Db, setIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ set_id: string }>`
    select set_id from gene_set where set_id = any(${setIds}::text[]) and genes is not null and deleted_at is null`.execute(
    db,
  );
  return rows.map(({ set_id }) => set_id);
}
