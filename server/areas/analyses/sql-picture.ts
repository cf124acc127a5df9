import type { Principal } from '@omicon/domain/permissions/permissions.ts';
import { type Db, sql } from '../../base/postgres/database.ts';
import { readableNow } from '../../records/access/who-may-read.ts';
import type { StoredMatrix } from '../../records/data-set/expression.ts';

export interface InputDataSet extends StoredMatrix {
  id: number;
  feature_list_id: number;
  /** names of its sample attributes, in the order of its table */
  sample_columns: string[];
  /** in the order of the columns of its matrix */
  sample_labels: string[];
}

/** The current version of a data set that the asker may read. Index data_set_current, primary key of sample. */
export async function findInputDataSet(
  db: Db,
  principal: Principal,
  number: number | null,
): Promise<InputDataSet | null> {
  const { rows } = await sql<InputDataSet>`
    select d.id, d.feature_list_id, d.sample_columns, d.matrix_storage_key, d.row_statistics_storage_key,
           d.number_of_features, d.number_of_samples,
           array(select s.label from sample s where s.owner_type = 'ds' and s.owner_id = d.id order by s.sample_index) as sample_labels
      from data_set d
     where d.number = ${number} and ${readableNow(principal, 'd')}`.execute(db);
  return rows[0] ?? null;
}

/** Values of one sample attribute in the order of the sample index; null is NA. Primary key of sample. */
export async function listAttributeValues(
  db: Db,
  { data_set_version_id, attribute }: { data_set_version_id: number; attribute: string },
): Promise<(string | null)[]> {
  const { rows } = await sql<{ value: string | null }>`
    select attributes->>${attribute} as value from sample
     where owner_type = 'ds' and owner_id = ${data_set_version_id} order by sample_index`.execute(db);
  return rows.map(({ value }) => value);
}

export interface SetFeatures {
  number: number;
  /** as the set names them, in capital letters */
  genes: string[];
  /** features that map to these genes, as numbers of the search index, u32 each */
  features: Buffer[];
}

/**
 * Genes of some gene sets and the features that map to them. Primary keys of gene_set and search_target: one row a
 * gene.
 */
export async function listSetFeatures(db: Db, gene_sets: readonly number[]): Promise<SetFeatures[]> {
  const { rows } = await sql<SetFeatures>`
    select g.number, array_agg(genes.name) as genes,
           coalesce(array_agg(t.features) filter (where t.features is not null), '{}') as features
      from gene_set g cross join lateral (select distinct upper(trim(gene)) as name from unnest(g.genes) gene) genes
      left join search_target t on t.identifier = 'SYMBOL' and t.target = genes.name
     where g.number = any(${gene_sets}::int[])
     group by g.number`.execute(db);
  return rows;
}

/**
 * The features of a network as numbers of the search index, u32 each; null until it is indexed. Primary key of
 * search_network.
 */
export async function findIndexedFeatures(db: Db, network_version_id: number): Promise<Buffer | null> {
  const { rows } = await sql<{ features: Buffer }>`
    select l.features from search_network n join search_feature_list l on l.id = n.search_feature_list_id
     where n.covariation_network_id = ${network_version_id}`.execute(db);
  return rows[0]?.features ?? null;
}
