/** What the meta-modules of an audience are computed from. */

import type { Audience } from '@omicon/domain/permissions/audience.ts';
import type { RawBuilder } from 'kysely';
import { type Db, sql } from '../../base/postgres/database.ts';
import { readableNow } from '../../records/access/who-may-read.ts';
import { readerOfAudience } from '../../records/atlas/meta-modules-of.ts';
import { NUMBER_OF_FEATURES } from '../../records/data-set/feature-lists.ts';

/** Definitions by which features are members: seed and FDR. */
const MEMBER_DEFINITIONS = [0, 2];

export interface InputNetwork {
  /** row id */
  id: number;
  analysis_number: number;
  data_set_number: number;
  /** row id of the current version */
  data_set_id: number;
  collection_number: number;
  number_of_modules: number;
  /** null while it is computed */
  kme_values_storage_key: string | null;
  /** of the symbols of its features; null before the network is indexed */
  number_of_symbols: number | null;
}

function networksOf(audience: Audience): RawBuilder<unknown> {
  return sql`covariation_network n
      join analysis a on a.id = n.analysis_id and ${readableNow(readerOfAudience(audience), 'a')} and n.number_of_modules > 0
      join data_set d on d.number = a.input_data_set_number and ${readableNow(readerOfAudience(audience), 'd')}
      left join search_network s on s.covariation_network_id = n.id`;
}

/** Networks that the audience may read, with their data sets. Looks at every network, some thousands. */
export async function listNetworks(db: Db, audience: Audience): Promise<InputNetwork[]> {
  const { rows } = await sql<InputNetwork>`
    select n.id, a.number as analysis_number, d.number as data_set_number, d.id as data_set_id,
           d.data_collection_number as collection_number, n.number_of_modules, n.kme_values_storage_key, l.number_of_symbols
      from ${networksOf(audience)}
      left join search_feature_list l on l.id = s.search_feature_list_id
     order by d.number, n.id`.execute(db);
  return rows;
}

/**
 * Stands for the networks that the audience may read, and which of them are ready: an atlas of others is outdated. Only
 * what the audience may read changes it. Looks at every network.
 */
export async function signNetworks(db: Db, audience: Audience): Promise<string> {
  const { rows } = await sql<{ signature: string }>`
    select count(*) || ' ' || count(n.kme_values_storage_key) || ' ' || count(s.covariation_network_id) || ' '
             || coalesce(sum(hashint8extended(n.id, 0)::numeric), 0) || ' ' || coalesce(sum(hashint8extended(d.id, 0)::numeric), 0) as signature
      from ${networksOf(audience)}`.execute(db);
  return rows[0]?.signature ?? '';
}

/** Changes whenever the genes of features may: numbers of the mapping tables. Primary key of mapping_table. */
export async function findMappingVersion(db: Db): Promise<string> {
  const { rows } = await sql<{ version: string }>`
    select coalesce(string_agg(id::text, ',' order by id), '') as version from mapping_table`.execute(db);
  return rows[0]?.version ?? '';
}

export interface SamplesOfDataSet {
  /** row id */
  id: number;
  sample_labels: string[];
  /** distinct values by attribute; without those that it does not have */
  values: Record<string, string[]>;
}

/** Samples of data sets by row id, with the values of some attributes. Primary keys of data_set and sample_column. */
export async function listSamples(
  db: Db,
  ids: readonly number[],
  attributes: readonly string[],
): Promise<Map<number, SamplesOfDataSet>> {
  const { rows } = await sql<SamplesOfDataSet>`
    select d.id, array(select s.label from sample s where s.owner_type = 'ds' and s.owner_id = d.id order by s.label) as sample_labels,
           (select coalesce(jsonb_object_agg(c.attribute, to_jsonb(c.known_values)), '{}') from sample_column c
             where c.owner_type = 'ds' and c.owner_id = d.id and c.attribute = any(${attributes}::text[])) as values
      from data_set d where d.id = any(${ids}::int[])`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}

export interface EigengenesOfNetwork {
  /** row id */
  id: number;
  sample_labels: string[];
  /** row ids of the modules, in page order */
  modules: number[];
  /** one value per sample, f64, in the same order */
  eigengenes: Buffer[];
}

/** Eigengenes of networks by row id, ascending. Primary key; unique index on (covariation_network_id, name). */
export async function listEigengenes(db: Db, networks: readonly number[]): Promise<EigengenesOfNetwork[]> {
  const { rows } = await sql<EigengenesOfNetwork>`
    select n.id, n.sample_labels, array_agg(m.id order by m.page) as modules, array_agg(m.eigengene order by m.page) as eigengenes
      from covariation_network n join covariation_module m on m.covariation_network_id = n.id
     where n.id = any(${networks}::int[]) group by n.id order by n.id`.execute(db);
  return rows;
}

export interface Representative {
  /** row id */
  id: number;
  /** row id */
  network: number;
  analysis_number: number;
  /** from 1 */
  page: number;
  kme_values_storage_key: string | null;
  number_of_features: number;
  /** indexes in the feature list of its network, u32, one array for each definition */
  members: Buffer[];
}

/** Modules by row id. Primary keys of covariation_module and module_member. */
export async function listRepresentatives(
  db: Db,
  ids: readonly number[],
): Promise<Map<number, Representative>> {
  const { rows } = await sql<Representative>`
    select m.id, n.id as network, a.number as analysis_number, m.page, n.kme_values_storage_key,
           ${NUMBER_OF_FEATURES} as number_of_features,
           array(select x.features from module_member x
                  where x.covariation_module_id = m.id and x.definition = any(${MEMBER_DEFINITIONS}::int[])) as members
      from covariation_module m join covariation_network n on n.id = m.covariation_network_id
      join analysis a on a.id = n.analysis_id
     where m.id = any(${ids}::int[])`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}
