import type { Principal } from '@omicon/domain/permissions/permissions.ts';
import { type Db, sql } from '../../base/postgres/database.ts';
import { readableNow } from '../../records/access/who-may-read.ts';
import type { KmeOfNetwork } from '../../records/network/kme.ts';

export interface ModuleKme extends KmeOfNetwork {
  name: string;
  theme: string | null;
  page: number;
  network_version_id: number;
  analysis_version_id: number;
  data_set_title: string;
}

/** Where the kME of a module of a readable current analysis is. Index covariation_module_number. */
export async function findModuleKme(
  db: Db,
  principal: Principal,
  module: number,
): Promise<ModuleKme | undefined> {
  const { rows } = await sql<ModuleKme>`
    select m.name, m.theme, m.page, n.id as network_version_id, a.id as analysis_version_id, a.input_data_set as data_set_title,
           n.kme_values_storage_key,
           coalesce((select cardinality(l.identifiers) from feature_list l where l.id = n.feature_list_id), 0) as number_of_features
      from covariation_module m join covariation_network n on n.id = m.covariation_network_id
      join analysis a on a.id = n.analysis_id
     where m.number = ${module} and ${readableNow(principal, 'a')}`.execute(db);
  return rows[0];
}
