import { MAX_SAVED_CONSENSUS } from '@omicon/contract/areas/consensus.ts';
import type { Principal } from '@omicon/domain/permissions/permissions.ts';
import { type Db, sql } from '../../base/postgres/database.ts';
import { readableNow, visibleTo } from '../../records/access/who-may-read.ts';
import { NUMBER_OF_FEATURES } from '../../records/data-set/feature-lists.ts';
import type { SavedKind } from '../../records/saved-item/kind.ts';

export interface ModuleRow {
  number: number;
  name: string;
  theme: string | null;
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
    select m.number, m.name, m.theme, m.page, n.id as network_version_id, n.number as network_number, n.name as network_name,
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

export interface ConsensusColumns {
  modules: number[];
  created_at: Date;
}

export const CONSENSUS: SavedKind<ConsensusColumns> = {
  table: 'consensus',
  one: 'consensus',
  several: 'consensus lists',
  most: MAX_SAVED_CONSENSUS,
  columns: sql`s.modules, s.created_at`,
};
