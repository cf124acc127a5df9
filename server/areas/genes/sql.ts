import type { Principal } from '@omicon/domain/permissions/permissions.ts';
import type { RawBuilder } from 'kysely';
import { type Db, sql } from '../../base/postgres/database.ts';
import { readerOf } from '../../records/access/who-may-read.ts';
import { isReadable, topicOfThread } from '../../records/comment/comment-rows.ts';
import type { StoredMatrix } from '../../records/data-set/expression.ts';
import { NUMBER_OF_FEATURES } from '../../records/data-set/feature-lists.ts';
import { withGene } from '../../records/gene/gene-rows.ts';
import { type Paging, pageOf } from '../../records/lists/paging.ts';
import type { KmeOfNetwork } from '../../records/network/kme.ts';

export interface SetOfGene {
  number: number;
  set_id: string;
  name: string;
  category: string | null;
  number_of_genes: number;
}

const SET_ORDER: Record<string, RawBuilder<unknown>> = {
  number_of_genes: sql`cardinality(genes)`,
  name: sql`lower(name)`,
  set_id: sql`lower(set_id)`,
  category: sql`lower(category)`,
};

/** One page of the gene sets with this gene. Index gene_set_genes. */
export async function listSetsOfGene(
  db: Db,
  { key, search, ...paging }: Paging & { key: string; search: string },
): Promise<SetOfGene[]> {
  const { rows } = await sql<SetOfGene>`
    select number, set_id, name, category, cardinality(genes) as number_of_genes from gene_set
     where ${withGene(key, search)} ${pageOf(SET_ORDER, paging, sql`number`)}`.execute(db);
  return rows;
}

/** Numbers, names and themes of modules by row id. Primary key of covariation_module. */
export async function listModuleNames(
  db: Db,
  ids: readonly number[],
): Promise<Map<number, { number: number; name: string; theme: string | null }>> {
  const { rows } = await sql<{ id: number; number: number; name: string; theme: string | null }>`
    select id, number, name, theme from covariation_module where id = any(${ids}::int[])`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}

export interface NetworkFacts extends KmeOfNetwork {
  id: number;
  feature_list_id: number;
}

/** Stored kME of networks by row id. Primary key of covariation_network. */
export async function listNetworkFacts(db: Db, ids: readonly number[]): Promise<Map<number, NetworkFacts>> {
  const { rows } = await sql<NetworkFacts>`
    select n.id, n.feature_list_id, n.kme_values_storage_key, ${NUMBER_OF_FEATURES} as number_of_features
      from covariation_network n
     where n.id = any(${ids}::int[])`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}

export interface BestSet {
  covariation_module_id: number;
  gene_set: Buffer;
  p_value: Buffer;
}

/** The first, most enriched gene set of every table of these modules: u32 and f64. Primary key of module_enrichment. */
export async function listFirstSets(db: Db, modules: readonly number[]): Promise<BestSet[]> {
  const { rows } = await sql<BestSet>`
    select covariation_module_id, substring(gene_sets for 4) as gene_set, substring(p_values for 8) as p_value
      from module_enrichment where covariation_module_id = any(${modules}::int[]) and n_enriched > 0`.execute(
    db,
  );
  return rows;
}

/** Names of gene sets that are not deleted. Primary key of gene_set. */
export async function listSetNames(db: Db, numbers: readonly number[]): Promise<Map<number, string>> {
  const { rows } = await sql<{ number: number; name: string }>`
    select number, name from gene_set where number = any(${numbers}::int[]) and deleted_at is null`.execute(
    db,
  );
  return new Map(rows.map(({ number, name }) => [number, name]));
}

export interface MatrixOfDataSet extends StoredMatrix {
  id: number;
  feature_list_id: number;
}

/** Stored values of data sets by row id, which the caller has found to be readable. Primary key of data_set. */
export async function listMatrices(db: Db, ids: readonly number[]): Promise<Map<number, MatrixOfDataSet>> {
  const rows = await db
    .selectFrom('data_set')
    .select(['id', 'feature_list_id', 'matrix_storage_key', 'row_statistics_storage_key'])
    .select(['number_of_features', 'number_of_samples'])
    .where('id', 'in', [...ids, 0])
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

/** Members of modules under these definitions: indexes in the feature list, u32 each. Primary key of module_member. */
export async function listMembers(
  db: Db,
  modules: readonly number[],
  definitions: readonly number[],
): Promise<{ covariation_module_id: number; features: Buffer }[]> {
  return db
    .selectFrom('module_member')
    .select(['covariation_module_id', 'features'])
    .where('covariation_module_id', 'in', [...modules, 0])
    .where('definition', 'in', [...definitions])
    .execute();
}

export interface ThreadOnModule {
  number: number;
  name: string;
  theme: string | null;
  network: string;
  data_set: string | null;
  number_of_comments: number;
  newest: Date;
}

const THREAD_ORDER: Record<string, RawBuilder<unknown>> = {
  newest: sql`max(c.created_at)`,
  number_of_comments: sql`count(*)`,
};
const DIRECTION = { asc: sql`asc`, desc: sql`desc` };

/**
 * Threads on modules, given by row id, with comments that the caller may read.
 * Index comment_thread_module, then comment_of_thread: some dozen threads, whatever the number of modules.
 */
export async function listThreadsOnModules(
  db: Db,
  principal: Principal,
  { modules, sort, order }: { modules: readonly number[] } & Pick<Paging, 'sort' | 'order'>,
): Promise<ThreadOnModule[]> {
  const { rows } = await sql<ThreadOnModule>`
    select m.number, m.name, m.theme, n.name as network, a.input_data_set as data_set, count(*)::int as number_of_comments,
           max(c.created_at) as newest
      from comment_thread t
      join covariation_module m on m.number = t.covariation_module_number and m.id = any(${modules}::int[])
      join covariation_network n on n.id = m.covariation_network_id
      join analysis a on a.id = n.analysis_id
      join comment c on c.comment_thread_id = t.id
     where t.covariation_module_number is not null and ${isReadable(readerOf(principal), 'c', topicOfThread('t'))}
     group by m.id, n.id, a.id
     order by ${THREAD_ORDER[sort]} ${DIRECTION[order]}, m.number ${DIRECTION[order]}`.execute(db);
  return rows;
}
