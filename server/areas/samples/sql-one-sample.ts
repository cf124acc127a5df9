import type { Principal } from '@omicon/domain/permissions/permissions.ts';
import type { RawBuilder } from 'kysely';
import { type Db, sql } from '../../base/postgres/database.ts';
import { readableNow } from '../../records/access/who-may-read.ts';
import { containing } from '../../records/lists/paging.ts';

export interface SampleRow {
  label: string;
  collection: number;
  title: string;
  collection_row: number;
  sample_columns: string[];
  attributes: Record<string, string | null>;
}

/** A sample of the current version of a collection that the caller may read. Primary key of sample: one collection. */
export async function findSample(
  db: Db,
  principal: Principal,
  { id, label }: { id: number; label: string },
): Promise<SampleRow | undefined> {
  const { rows } = await sql<SampleRow>`
    select s.label, c.number as collection, c.title, c.id as collection_row, c.sample_columns, s.attributes
      from data_collection c join sample s on s.owner_type = 'dc' and s.owner_id = c.id and s.label = ${label}
     where c.number = ${id} and ${readableNow(principal, 'c')}
     order by s.sample_index limit 1`.execute(db);
  return rows[0];
}

/** Labels of the other samples of an individual in a collection. Primary key of sample: one collection. */
export async function listSamplesOfIndividual(
  db: Db,
  sample: { collection_row: number; label: string; individual: string },
): Promise<string[]> {
  const { rows } = await sql<{ label: string }>`
    select label from sample
     where owner_type = 'dc' and owner_id = ${sample.collection_row}
       and attributes->>'Individual' = ${sample.individual} and label <> ${sample.label}
     order by sample_index limit 100`.execute(db);
  return rows.map(({ label }) => label);
}

export interface DataSetOfSample {
  number: number;
  title: string;
  number_of_samples: number;
}

/** Readable current data sets of a collection with a sample of this label. Primary key of sample: these data sets. */
export async function listDataSetsOfSample(
  db: Db,
  principal: Principal,
  { collection, label }: { collection: number; label: string },
): Promise<DataSetOfSample[]> {
  const { rows } = await sql<DataSetOfSample>`
    select d.number, d.title || ' ' || d.ds_version as title, d.number_of_samples from data_set d
     where d.data_collection_number = ${collection} and ${readableNow(principal, 'd')}
       and exists (select 1 from sample s where s.owner_type = 'ds' and s.owner_id = d.id and s.label = ${label})
     order by title, d.number`.execute(db);
  return rows;
}

export interface NetworkOfSample {
  number: number;
  name: string;
  number_of_modules: number;
  analysis: number;
  title: string;
}

/** Networks with this sample, of readable current analyses of a collection. Index of analysis by data collection. */
export async function listNetworksOfSample(
  db: Db,
  principal: Principal,
  { collection, label }: { collection: number; label: string },
): Promise<NetworkOfSample[]> {
  const { rows } = await sql<NetworkOfSample>`
    select n.number, n.name, n.number_of_modules, a.number as analysis, a.title
      from analysis a join covariation_network n on n.analysis_id = a.id
     where a.data_collection_number = ${collection} and ${readableNow(principal, 'a')} and ${label} = any(n.sample_labels)
     order by a.title, a.number, n.name`.execute(db);
  return rows;
}

export interface EigengeneOfModule {
  number: number;
  name: string;
  theme: string | null;
  /** one value per sample of the network, f64 */
  eigengene: Buffer;
  /** index of the sample, from 0; null if it is not in the network */
  sample: number | null;
  number_of_samples: number;
}

/** Eigengenes of a network of a readable current analysis. Index covariation_network_number. */
export async function listEigengenes(
  db: Db,
  principal: Principal,
  { id, label }: { id: number; label: string },
): Promise<EigengeneOfModule[]> {
  const { rows } = await sql<EigengeneOfModule>`
    select m.number, m.name, m.theme, m.eigengene, array_position(n.sample_labels, ${label}) - 1 as sample,
           cardinality(n.sample_labels) as number_of_samples
      from covariation_network n join analysis a on a.id = n.analysis_id
      join covariation_module m on m.covariation_network_id = n.id
     where n.number = ${id} and ${readableNow(principal, 'a')}
     order by m.page`.execute(db);
  return rows;
}

/**
 * Ids of the files of a sample: those of readable current data sets with it (unique index of file), and those of its
 * collection and the readable data sets and analyses of it whose name or folder contains its label (indexes file_name
 * and file_folder). Whether a file may be read is a condition of the list.
 */
export function filesOfSample(
  principal: Principal,
  { collection, label }: { collection: number; label: string },
): RawBuilder<unknown> {
  const named = containing(label.toLowerCase());
  return sql`
    select h.id from data_set d join file h on h.entity_type = 'ds' and h.owner_id = d.id
     where d.data_collection_number = ${collection} and ${readableNow(principal, 'd')}
       and exists (select 1 from sample s where s.owner_type = 'ds' and s.owner_id = d.id and s.label = ${label})
    union all
    select n.id from file n
     where n.is_current and (lower(n.name) like ${named} or lower(n.folder) like ${named})
       and (n.entity_type = 'dc' and n.entity_number = ${collection}
         or n.entity_type = 'ds' and exists (
              select 1 from data_set d where d.id = n.owner_id and d.data_collection_number = ${collection}
                 and ${readableNow(principal, 'd')})
         or n.entity_type = 'project' and exists (
              select 1 from analysis a where a.id = n.owner_id and a.data_collection_number = ${collection}
                 and ${readableNow(principal, 'a')}))`;
}
