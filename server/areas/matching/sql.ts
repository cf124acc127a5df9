import type { Principal } from '@omicon/domain/permissions/permissions.ts';
import type { RawBuilder } from 'kysely';
import { type Db, sql } from '../../base/postgres/database.ts';
import { readableNow } from '../../records/access/who-may-read.ts';
import { NUMBER_OF_FEATURES } from '../../records/data-set/feature-lists.ts';
import { containing, type Paging, pageOf } from '../../records/lists/paging.ts';

export interface NetworkRow {
  /** row id */
  id: number;
  number: number;
  name: string;
  analysis_version_id: number;
  analysis_number: number;
  data_set_title: string;
  data_set_number: number;
  collection_number: number;
  feature_list_id: number | null;
  number_of_features: number;
  sample_labels: string[];
  kme_values_storage_key: string | null;
}

const NETWORK = sql`n.id, n.number, n.name, a.id as analysis_version_id, a.number as analysis_number,
  a.input_data_set as data_set_title, a.input_data_set_number as data_set_number,
  a.data_collection_number as collection_number, n.feature_list_id, n.sample_labels, n.kme_values_storage_key,
  ${NUMBER_OF_FEATURES} as number_of_features`;

/** A network of a readable current analysis. Index covariation_network_number. */
export async function findNetwork(
  db: Db,
  principal: Principal,
  number: number,
): Promise<NetworkRow | undefined> {
  const { rows } = await sql<NetworkRow>`
    select ${NETWORK} from covariation_network n join analysis a on a.id = n.analysis_id
     where n.number = ${number} and ${readableNow(principal, 'a')}`.execute(db);
  return rows[0];
}

/** The network of a module of a readable current analysis. Index covariation_module_number. */
export async function findNetworkOfModule(
  db: Db,
  principal: Principal,
  module: number,
): Promise<NetworkRow | undefined> {
  const { rows } = await sql<NetworkRow>`
    select ${NETWORK} from covariation_module m join covariation_network n on n.id = m.covariation_network_id
      join analysis a on a.id = n.analysis_id
     where m.number = ${module} and ${readableNow(principal, 'a')}`.execute(db);
  return rows[0];
}

/** Networks by row id, which the caller has found to be readable. Primary key. */
export async function listNetworks(db: Db, ids: readonly number[]): Promise<Map<number, NetworkRow>> {
  const { rows } = await sql<NetworkRow>`
    select ${NETWORK} from covariation_network n join analysis a on a.id = n.analysis_id
     where n.id = any(${ids}::int[])`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}

export interface ModuleRow {
  /** row id */
  id: number;
  number: number;
  name: string;
  theme: string | null;
  page: number;
  /** one value per sample of its network, f64 */
  eigengene: Buffer;
  /** indexes in the feature list of its network, u32; null without members under the definition */
  members: Buffer | null;
}

const MODULE = sql`m.id, m.number, m.name, m.theme, m.page, m.eigengene`;

function membersUnder(definition: number) {
  return sql`(select x.features from module_member x where x.covariation_module_id = m.id and x.definition = ${definition}) as members`;
}

/** Modules of a network in page order, with their members. Unique index on (covariation_network_id, name). */
export async function listModulesOfNetwork(
  db: Db,
  network: number,
  definition: number,
): Promise<ModuleRow[]> {
  const { rows } = await sql<ModuleRow>`
    select ${MODULE}, ${membersUnder(definition)} from covariation_module m
     where m.covariation_network_id = ${network} order by m.page`.execute(db);
  return rows;
}

/** Modules by row id, with their members. Primary keys of covariation_module and module_member. */
export async function listModules(
  db: Db,
  ids: readonly number[],
  definition: number,
): Promise<Map<number, ModuleRow>> {
  const { rows } = await sql<ModuleRow>`
    select ${MODULE}, ${membersUnder(definition)} from covariation_module m where m.id = any(${ids}::int[])`.execute(
    db,
  );
  return new Map(rows.map((row) => [row.id, row]));
}

export interface ListedNetwork {
  number: number;
  name: string;
  modules: number;
  analysis_number: number;
  analysis_title: string;
  data_set: string;
}

function listed(principal: Principal, search: string) {
  const pattern = containing(search);
  return sql`from covariation_network n join analysis a on a.id = n.analysis_id
    where ${readableNow(principal, 'a')}
      and (${search} = '' or n.name ilike ${pattern} or a.title ilike ${pattern} or a.input_data_set ilike ${pattern})`;
}

const ORDER: Record<string, RawBuilder<unknown>> = {
  data_set: sql`lower(a.input_data_set)`,
  name: sql`lower(n.name)`,
  modules: sql`n.number_of_modules`,
};

/** One page of the networks of readable current analyses; looks at every network, some thousands. */
export async function listCurrentNetworks(
  db: Db,
  principal: Principal,
  { search, ...paging }: Paging & { search: string },
): Promise<ListedNetwork[]> {
  const { rows } = await sql<ListedNetwork>`
    select n.number, n.name, n.number_of_modules as modules, a.number as analysis_number, a.title as analysis_title,
           a.input_data_set as data_set
      ${listed(principal, search)} ${pageOf(ORDER, paging, sql`n.number`)}`.execute(db);
  return rows;
}

/** Number of networks of readable current analyses with the text; looks at every network. */
export async function countCurrentNetworks(db: Db, principal: Principal, search: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n ${listed(principal, search)}`.execute(
    db,
  );
  return rows[0]?.n ?? 0;
}
