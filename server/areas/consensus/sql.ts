import type { Principal } from '@omicon/domain/permissions/permissions.ts';
import { type Db, sql } from '../../base/postgres/database.ts';
import { readableNow, visibleTo } from '../../records/access/who-may-read.ts';
import { NUMBER_OF_FEATURES } from '../../records/data-set/feature-lists.ts';

export interface ModuleRow {
  number: number;
  name: string;
  page: number;
  network_version_id: number;
  network_number: number;
  network_name: string;
  analysis_number: number;
  data_set_number: number;
  data_set_title: string;
  ds_version: string;
  collection_number: number;
  sample_labels: string[];
  /** of the data set; empty unless the caller may read it */
  individuals: string[];
  network_feature_list: number | null;
  number_of_features: number;
  kme_values_storage_key: string | null;
  /** null unless the caller may read the data set */
  data_set_feature_list: number | null;
  row_statistics_storage_key: string | null;
}

/** Modules of readable current analyses by number. Index covariation_module_number; primary key of sample_column. */
export async function listModules(
  db: Db,
  principal: Principal,
  numbers: readonly number[],
): Promise<Map<number, ModuleRow>> {
  const { rows } = await sql<ModuleRow>`
    select m.number, m.name, m.page, n.id as network_version_id, n.number as network_number, n.name as network_name,
           a.number as analysis_number, a.input_data_set_number as data_set_number, a.input_data_set as data_set_title,
           coalesce(v.ds_version, '') as ds_version, a.data_collection_number as collection_number, n.sample_labels,
           n.feature_list_id as network_feature_list, n.kme_values_storage_key,
           ${NUMBER_OF_FEATURES} as number_of_features,
           d.feature_list_id as data_set_feature_list, d.row_statistics_storage_key,
           coalesce(i.known_values, '{}') as individuals
      from covariation_module m join covariation_network n on n.id = m.covariation_network_id
      join analysis a on a.id = n.analysis_id
      left join data_set v on v.number = a.input_data_set_number and v.is_current
      left join data_set d on d.id = v.id and d.deleted_at is null and ${visibleTo(principal, 'd')}
      left join sample_column i on i.owner_type = 'ds' and i.owner_id = d.id and i.attribute = 'Individual'
     where m.number = any(${numbers}::int[]) and ${readableNow(principal, 'a')}`.execute(db);
  return new Map(rows.map((row) => [row.number, row]));
}

/** Which of these numbers are modules of readable current analyses. Index covariation_module_number. */
export async function findReadable(
  db: Db,
  principal: Principal,
  numbers: readonly number[],
): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ number: number }>`
    select m.number from covariation_module m join covariation_network n on n.id = m.covariation_network_id
      join analysis a on a.id = n.analysis_id
     where m.number = any(${numbers}::int[]) and ${readableNow(principal, 'a')}`.execute(db);
  return new Set(rows.map(({ number }) => number));
}

export interface SavedRow {
  id: number;
  name: string;
  modules: number[];
  share_token: string;
  created_at: Date;
}

const SAVED = sql`c.id, c.name, c.modules, c.share_token, c.created_at`;

/** Saved lists of one person, by name. Index consensus_name. */
export async function listSaved(
  db: Db,
  person_id: number,
  { page, page_size }: { page: number; page_size: number },
): Promise<SavedRow[]> {
  const { rows } = await sql<SavedRow>`
    select ${SAVED} from consensus c where c.person_id = ${person_id} and c.deleted_at is null
     order by lower(c.name), c.name limit ${page_size} offset ${(page - 1) * page_size}`.execute(db);
  return rows;
}

/** Number of saved lists of one person. Index consensus_name. */
export async function countSaved(db: Db, person_id: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from consensus where person_id = ${person_id} and deleted_at is null`.execute(
    db,
  );
  return rows[0]?.n ?? 0;
}

/** @returns undefined if this person has another list of this name. Unique index consensus_name. */
export async function createSaved(
  db: Db,
  saved: { person_id: number; name: string; modules: readonly number[]; share_token: string },
): Promise<SavedRow | undefined> {
  const { rows } = await sql<SavedRow>`
    insert into consensus as c (person_id, name, modules, share_token)
    values (${saved.person_id}, ${saved.name}, ${JSON.stringify(saved.modules)}::jsonb, ${saved.share_token})
    on conflict (person_id, name) where deleted_at is null do nothing returning ${SAVED}`.execute(db);
  return rows[0];
}

/** One list of this person, also a deleted one; locked until the transaction ends. Primary key. */
export async function lockSaved(
  db: Db,
  { id, person_id }: { id: number; person_id: number },
): Promise<(SavedRow & { is_deleted: boolean }) | undefined> {
  const { rows } = await sql<SavedRow & { is_deleted: boolean }>`
    select ${SAVED}, c.deleted_at is not null as is_deleted from consensus c
     where c.id = ${id} and c.person_id = ${person_id} for update`.execute(db);
  return rows[0];
}

/** Renames a list. Primary key. */
export async function renameSaved(db: Db, id: number, name: string): Promise<void> {
  await sql`update consensus set name = ${name} where id = ${id}`.execute(db);
}

/** A list by its token; those of removed people are excluded. Unique index consensus_share. */
export async function findShared(db: Db, share_token: string): Promise<SavedRow | undefined> {
  const { rows } = await sql<SavedRow>`
    select ${SAVED} from consensus c join person owner on owner.id = c.person_id
     where c.share_token = ${share_token} and c.deleted_at is null and owner.removed_at is null`.execute(db);
  return rows[0];
}
