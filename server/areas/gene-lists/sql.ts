import type { Principal } from '@omicon/domain/permissions/permissions.ts';
import { type Db, sql } from '../../base/postgres/database.ts';
import { knownTo, readableNow } from '../../records/access/who-may-read.ts';
import type { KmeOfNetwork } from '../../records/network/kme.ts';

export interface ListedModule {
  number: number;
  name: string;
  theme: string | null;
  data_set_title: string;
  network_version_id: number;
  /** indexes in the feature list of the network, u32; null without members under the definition */
  members: Buffer | null;
}

/**
 * A module of a readable current analysis with its members. Index covariation_module_number, primary key of
 * module_member.
 */
export async function findModule(
  db: Db,
  principal: Principal,
  { id, definition }: { id: number; definition: number },
): Promise<ListedModule | undefined> {
  const { rows } = await sql<ListedModule>`
    select m.number, m.name, m.theme, a.input_data_set as data_set_title, n.id as network_version_id,
           (select x.features from module_member x where x.covariation_module_id = m.id and x.definition = ${definition}) as members
      from covariation_module m join covariation_network n on n.id = m.covariation_network_id
      join analysis a on a.id = n.analysis_id
     where m.number = ${id} and ${readableNow(principal, 'a')}`.execute(db);
  return rows[0];
}

/** Name and genes of a gene set that the caller may know. Primary key. */
export async function findGeneSet(
  db: Db,
  principal: Principal,
  number: number,
): Promise<{ name: string; genes: string[] } | undefined> {
  const { rows } = await sql<{ name: string; genes: string[] | null }>`
    select g.name, g.genes from gene_set g
     where g.number = ${number} and g.deleted_at is null and ${knownTo(principal, 'g')}`.execute(db);
  const [row] = rows;
  return row && { name: row.name, genes: row.genes ?? [] };
}

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
