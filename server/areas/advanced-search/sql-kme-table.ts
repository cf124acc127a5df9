import { type Db, sql } from '../../base/postgres/database.ts';
import type { KmeOfNetwork } from '../../records/network/kme.ts';

export interface KmeNetwork extends KmeOfNetwork {
  /** row of its analysis version */
  analysis_version_id: number;
  identifier: string | null;
  /** in the order of their pages */
  modules: string[];
  features: string[];
}

/** A network of a current analysis with the names of its modules and features. Index covariation_network_number. */
export async function findKmeNetwork(db: Db, number: number): Promise<KmeNetwork | undefined> {
  const { rows } = await sql<KmeNetwork>`
    select n.analysis_id as analysis_version_id, n.kme_values_storage_key, l.identifiers as features, cardinality(l.identifiers) as number_of_features,
           (select d.unique_identifier from data_set d where d.number = a.input_data_set_number and d.is_current) as identifier,
           array(select m.name from covariation_module m where m.covariation_network_id = n.id order by m.page) as modules
      from covariation_network n
      join analysis a on a.id = n.analysis_id and a.is_current and a.deleted_at is null
      join feature_list l on l.id = n.feature_list_id
     where n.number = ${number}`.execute(db);
  return rows[0];
}
