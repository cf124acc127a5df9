import { type Db, sql } from '../../base/database.ts';

export interface KmeNetwork {
  kme_storage_key: string | null;
  identifier: string | null;
  sample_count: number;
  /** in the order of the kME matrix */
  modules: string[];
  features: string[];
}

/** A network of a current analysis with the names of its kME matrix, modules x features; index covariation_network_number. */
export async function getKmeNetwork(db: Db, number: number): Promise<KmeNetwork | undefined> {
  const { rows } = await sql<KmeNetwork>`
    select n.kme_storage_key, cardinality(n.sample_labels) as sample_count, l.identifiers as features,
           (select d.unique_identifier from data_set d where d.number = a.input_data_set_number and d.is_current) as identifier,
           array(select m.name from covariation_module m where m.covariation_network_id = n.id order by m.page) as modules
      from covariation_network n
      join analysis a on a.id = n.analysis_id and a.is_current and a.deleted_at is null
      join feature_list l on l.id = n.feature_list_id
     where n.number = ${number}`.execute(db);
  return rows[0];
}
