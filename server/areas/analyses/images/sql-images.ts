/**
 * Statements of the job that builds images. They check no permissions; only the person who was allowed to request the
 * image gets it.
 */
import { type Db, sql } from '../../../base/postgres/database.ts';

export interface NetworkOfImage {
  id: number;
  number: number;
  name: string;
  analysis_version_id: number;
  analysis_id: number;
  analysis_title: string;
  version: number;
  created_at: Date;
  input_data_set: string;
  /** row of the data set; null if it does not exist or was deleted */
  input_data_set_id: number | null;
  unique_identifier: string | null;
  similarity: string;
  overlap: string;
  rel_signum: number | null;
  signum: number;
  min_size: number;
  merge_by: string;
  merge_param: number;
  statistics: unknown;
  sample_labels: string[];
  feature_list_id: number | null;
  kme_values_storage_key: string | null;
}

/**
 * One network version by its row, with the identifier of the input data set version that was current when the image was
 * requested. Primary keys of covariation_network and data_set.
 */
export async function findNetworkOfImage(
  db: Db,
  {
    covariation_network_id,
    input_data_set_id,
  }: { covariation_network_id: number; input_data_set_id: number | null },
): Promise<NetworkOfImage | undefined> {
  const { rows } = await sql<NetworkOfImage>`
    select n.id, n.number, n.name, a.id as analysis_version_id, a.number as analysis_id, a.title as analysis_title, a.version,
           a.created_at, a.input_data_set, n.similarity, n.overlap, n.rel_signum, n.signum, n.min_size, n.merge_by,
           n.merge_param, n.statistics, n.sample_labels, n.feature_list_id, n.kme_values_storage_key,
           d.id as input_data_set_id, d.unique_identifier
      from covariation_network n join analysis a on a.id = n.analysis_id
      left join data_set d on d.id = ${input_data_set_id}
     where n.id = ${covariation_network_id}`.execute(db);
  return rows[0];
}

export interface MembersRow {
  covariation_module_id: number;
  definition: number;
  features: Buffer;
}

/** Members of all modules of a network under every definition; at most a few thousand rows. */
export async function listMembersOfNetwork(db: Db, covariation_network_id: number): Promise<MembersRow[]> {
  const { rows } = await sql<MembersRow>`
    select x.covariation_module_id, x.definition, x.features
      from module_member x join covariation_module m on m.id = x.covariation_module_id
     where m.covariation_network_id = ${covariation_network_id}
     order by m.page, x.definition`.execute(db);
  return rows;
}
