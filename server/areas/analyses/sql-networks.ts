import type { FileItem } from '@omicon/contract/base/records.ts';
import type { Principal, Visibility } from '@omicon/domain/permissions/permissions.ts';
import type { RawBuilder, SqlBool } from 'kysely';
import { type Db, sql } from '../../base/postgres/database.ts';
import { isVersion, readableNow, visibleTo } from '../../records/access/who-may-read.ts';
import { type FileRow, toFileItems } from '../../records/file/file-rows.ts';
import type { NetworkRow } from './sql.ts';

/** What a network or module shows of its analysis version. */
interface OwnerColumns {
  analysis_version_id: number;
  analysis_id: number;
  analysis_title: string;
  version: number;
  visibility: Visibility;
  owner: string | null;
  created_at: Date;
  input_data_set: string;
  /** null if the caller may not read the data set */
  input_data_set_id: number | null;
  unique_identifier: string | null;
}

/** The identifier kind is that of the analysis, copied from its data set at import. */
function ownerColumns(principal: Principal): RawBuilder<unknown> {
  return sql`a.id as analysis_version_id, a.number as analysis_id, a.title as analysis_title, a.version, a.visibility, a.owner,
  a.created_at, a.input_data_set,
  (select d.number from data_set d where d.number = a.input_data_set_number and ${readableNow(principal, 'd')}) as input_data_set_id,
  (select d.unique_identifier from data_set d where d.number = a.input_data_set_number and d.is_current) as unique_identifier`;
}

function readable(principal: Principal, version: number | undefined): RawBuilder<SqlBool> {
  return sql<SqlBool>`${isVersion('a', version)} and a.deleted_at is null and ${visibleTo(principal, 'a')}`;
}

export interface NetworkDetail extends OwnerColumns, NetworkRow {
  version_id: number;
  statistics: unknown;
  feature_list_id: number | null;
  number_of_features: number;
  sample_labels: string[];
  number_of_samples: number;
  kme_values_storage_key: string | null;
  kme_table_file_id: number | null;
}

const NETWORK_COLUMNS = sql`n.id as version_id, n.number as id, n.name, n.similarity, n.overlap, n.rel_signum, n.signum, n.min_size,
  n.merge_by, n.merge_param, n.number_of_modules as modules, n.statistics, n.feature_list_id, n.sample_labels,
  cardinality(n.sample_labels) as number_of_samples, n.kme_values_storage_key, n.kme_table_file_id,
  coalesce((select cardinality(l.identifiers) from feature_list l where l.id = n.feature_list_id), 0) as number_of_features`;

/** One network of a readable analysis; without a version, of the current one. Index covariation_network_number. */
export async function findNetwork(
  db: Db,
  principal: Principal,
  which: { id: number; version: number | undefined },
): Promise<NetworkDetail | undefined> {
  const { rows } = await sql<NetworkDetail>`
    select ${NETWORK_COLUMNS}, ${ownerColumns(principal)}
      from covariation_network n join analysis a on a.id = n.analysis_id
     where n.number = ${which.id} and ${readable(principal, which.version)}`.execute(db);
  return rows[0];
}

/** The network of this name in an analysis given by its number. Unique index on (analysis_id, name). */
export async function findNetworkByName(
  db: Db,
  principal: Principal,
  which: { analysis_id: number; name: string },
): Promise<NetworkDetail | undefined> {
  const { rows } = await sql<NetworkDetail>`
    select ${NETWORK_COLUMNS}, ${ownerColumns(principal)}
      from covariation_network n join analysis a on a.id = n.analysis_id
     where a.number = ${which.analysis_id} and n.name = ${which.name} and ${readable(principal, undefined)}`.execute(
    db,
  );
  return rows[0];
}

/** Readable versions of the analysis that have this network or module, newest first. */
export async function listVersions(
  db: Db,
  principal: Principal,
  part: { analysis_id: number; network_number: number },
): Promise<{ version: number; created_at: Date; is_current: boolean }[]> {
  const { rows } = await sql<{ version: number; created_at: Date; is_current: boolean }>`
    select a.version, a.created_at, a.is_current
      from analysis a
     where a.number = ${part.analysis_id} and a.deleted_at is null and ${visibleTo(principal, 'a')}
       and exists (select 1 from covariation_network n where n.analysis_id = a.id and n.number = ${part.network_number})
     order by a.version desc`.execute(db);
  return rows;
}

/** The module PDF of a network among the files of its analysis. Unique index on the path of files. */
export async function findModulePdf(
  db: Db,
  principal: Principal,
  network: { analysis_version_id: number; name: string; analysis_title: string },
): Promise<FileItem | null> {
  const { rows } = await sql<FileRow>`
    select f.id, f.entity_type, f.entity_number, ${network.analysis_title} as record_title, f.folder, f.name, f.size_bytes,
           f.visibility, f.owner, f.created_at
      from file f
     where f.entity_type = 'project' and f.owner_id = ${network.analysis_version_id} and f.folder = ${network.name}
       and f.name ilike 'Modules%.pdf' and not f.is_derived
     order by f.id limit 1`.execute(db);
  return (await toFileItems(db, principal, rows))[0] ?? null;
}

/** One file by its id, of a record already checked to be readable. */
export async function findFileOfNetwork(
  db: Db,
  principal: Principal,
  file: { id: number; analysis_title: string },
): Promise<FileItem | null> {
  const { rows } = await sql<FileRow>`
    select f.id, f.entity_type, f.entity_number, ${file.analysis_title} as record_title, f.folder, f.name, f.size_bytes,
           f.visibility, f.owner, f.created_at
      from file f where f.id = ${file.id}`.execute(db);
  return (await toFileItems(db, principal, rows))[0] ?? null;
}

export interface ModuleRow {
  version_id: number;
  id: number;
  name: string;
  theme: string | null;
  page: number;
  statistics: unknown;
  seed: number;
  pos_bc: number;
  pos_fdr: number;
}

const MODULE_COLUMNS = sql`m.id as version_id, m.number as id, m.name, m.theme, m.page, m.statistics,
  coalesce((select x.n from module_member x where x.covariation_module_id = m.id and x.definition = 0), 0) as seed,
  coalesce((select x.n from module_member x where x.covariation_module_id = m.id and x.definition = 1), 0) as pos_bc,
  coalesce((select x.n from module_member x where x.covariation_module_id = m.id and x.definition = 2), 0) as pos_fdr`;

/** Modules of one network, by page; at most 657. Unique index on (covariation_network_id, name). */
export async function listModulesOfNetwork(db: Db, covariation_network_id: number): Promise<ModuleRow[]> {
  const { rows } = await sql<ModuleRow>`
    select ${MODULE_COLUMNS} from covariation_module m
     where m.covariation_network_id = ${covariation_network_id} order by m.page`.execute(db);
  return rows;
}

export interface BestSetRow {
  covariation_module_id: number;
  definition: number;
  gene_set: Buffer;
  p_value: Buffer;
}

/** The first gene set and P of every module, definition and source: 4 and 8 bytes of the sorted lists. */
export async function listBestSets(db: Db, covariation_network_id: number): Promise<BestSetRow[]> {
  const { rows } = await sql<BestSetRow>`
    select e.covariation_module_id, e.definition, substring(e.gene_sets for 4) as gene_set, substring(e.p_values for 8) as p_value
      from module_enrichment e join covariation_module m on m.id = e.covariation_module_id
     where m.covariation_network_id = ${covariation_network_id} and e.n_enriched > 0`.execute(db);
  return rows;
}

/** Ids and names of gene sets by their numbers, deleted ones included. Primary key of gene_set. */
export async function listSetNames(
  db: Db,
  numbers: readonly number[],
): Promise<Map<number, { set_id: string; name: string }>> {
  const { rows } = await sql<{ number: number; set_id: string; name: string }>`
    select number, set_id, name from gene_set where number = any(${numbers}::int[])`.execute(db);
  return new Map(rows.map((row) => [row.number, row]));
}

export interface ModuleDetail extends ModuleRow, OwnerColumns {
  eigengene: Buffer;
  network_version_id: number;
  network_id: number;
  network_name: string;
  number_of_modules: number;
  feature_list_id: number | null;
  number_of_features: number;
  kme_values_storage_key: string | null;
  sample_labels: string[];
  number_of_samples: number;
}

/** One module of a readable analysis. Index covariation_module_number. */
export async function findModule(
  db: Db,
  principal: Principal,
  which: { id: number; version: number | undefined },
): Promise<ModuleDetail | undefined> {
  const { rows } = await sql<ModuleDetail>`
    select ${MODULE_COLUMNS}, m.eigengene, n.id as network_version_id, n.number as network_id, n.name as network_name,
           n.number_of_modules, n.feature_list_id, n.kme_values_storage_key, n.sample_labels,
           cardinality(n.sample_labels) as number_of_samples,
           coalesce((select cardinality(l.identifiers) from feature_list l where l.id = n.feature_list_id), 0) as number_of_features,
           ${ownerColumns(principal)}
      from covariation_module m
      join covariation_network n on n.id = m.covariation_network_id
      join analysis a on a.id = n.analysis_id
     where m.number = ${which.id} and ${readable(principal, which.version)}`.execute(db);
  return rows[0];
}

export interface EigengeneRow {
  version_id: number;
  id: number;
  name: string;
  theme: string | null;
  page: number;
  eigengene: Buffer;
}

/** Eigengenes of all modules of a network, float64 per sample, by page: in the order of the kME matrix. */
export async function listEigengenesOfNetwork(
  db: Db,
  covariation_network_id: number,
): Promise<EigengeneRow[]> {
  return db
    .selectFrom('covariation_module')
    .select(['id as version_id', 'number as id', 'name', 'theme', 'page', 'eigengene'])
    .where('covariation_network_id', '=', covariation_network_id)
    .orderBy('page')
    .execute();
}

/** Names of all modules of a network, by page. Unique index on (covariation_network_id, name). */
export async function listModuleNames(
  db: Db,
  covariation_network_id: number,
): Promise<Omit<EigengeneRow, 'version_id' | 'eigengene'>[]> {
  return db
    .selectFrom('covariation_module')
    .select(['number as id', 'name', 'theme', 'page'])
    .where('covariation_network_id', '=', covariation_network_id)
    .orderBy('page')
    .execute();
}

/** Sizes of a module by definition. */
export async function listDefinitions(
  db: Db,
  covariation_module_id: number,
): Promise<{ definition: number; members: number }[]> {
  return db
    .selectFrom('module_member')
    .select(['definition', 'n as members'])
    .where('covariation_module_id', '=', covariation_module_id)
    .orderBy('definition')
    .execute();
}

/** Indexes of the members in the feature list of the network, u32 each. */
export async function findMembers(
  db: Db,
  member: { covariation_module_id: number; definition: number },
): Promise<Buffer | null> {
  const row = await db
    .selectFrom('module_member')
    .select('features')
    .where('covariation_module_id', '=', member.covariation_module_id)
    .where('definition', '=', member.definition)
    .executeTakeFirst();
  return row?.features ?? null;
}

export interface EnrichmentRow {
  definition: number;
  source: string;
  n_tested: number;
  n_enriched: number;
  gene_sets: Buffer;
  p_values: Buffer;
}

/** Enrichment of one module, all definitions and sources or one definition; a few dozen rows. */
export async function listEnrichment(
  db: Db,
  covariation_module_id: number,
  definition: number | null,
): Promise<EnrichmentRow[]> {
  return db
    .selectFrom('module_enrichment')
    .select(['definition', 'source', 'n_tested', 'n_enriched', 'gene_sets', 'p_values'])
    .where('covariation_module_id', '=', covariation_module_id)
    .$if(definition !== null, (query) => query.where('definition', '=', definition ?? 0))
    .orderBy('definition')
    .orderBy('source')
    .execute();
}

export interface GeneSetOfEnrichment {
  number: number;
  set_id: string;
  name: string;
  category: string | null;
  species: string | null;
  size: number | null;
}

/** Gene sets by number whose name or id contains the text. Primary key of gene_set; a few thousand at most. */
export async function listGeneSetsByNumber(
  db: Db,
  numbers: readonly number[],
  pattern: string | null,
): Promise<Map<number, GeneSetOfEnrichment>> {
  const found =
    pattern === null
      ? sql<SqlBool>`true`
      : sql<SqlBool>`(name ilike ${pattern} or set_id ilike ${pattern} or category ilike ${pattern})`;
  const { rows } = await sql<GeneSetOfEnrichment>`
    select number, set_id, name, category, species, size
      from gene_set where number = any(${numbers}::int[]) and ${found}`.execute(db);
  return new Map(rows.map((row) => [row.number, row]));
}

/**
 * The attribute that samples are coloured by unless another is chosen: Disease, else Tissue, as far as their values
 * differ; null without either, and if the caller may not read the data set. Index data_set_current, primary key of
 * sample_column.
 */
export async function findColouringAttribute(
  db: Db,
  principal: Principal,
  data_set_number: number | null,
): Promise<string | null> {
  const { rows } = await sql<{ attribute: string }>`
    select c.attribute from data_set d
      join sample_column c on c.owner_type = 'ds' and c.owner_id = d.id
     where d.number = ${data_set_number} and ${readableNow(principal, 'd')}
       and c.attribute in ('Disease', 'Tissue') and cardinality(c.known_values) > 1
     order by c.attribute limit 1`.execute(db);
  return rows[0]?.attribute ?? null;
}

/**
 * Sample attributes of the input data set: names in table order, and the values of one by label. Empty if the caller
 * may not read the data set, whose visibility may differ from its analyses'. Index data_set_current.
 */
export async function listSampleValues(
  db: Db,
  principal: Principal,
  { data_set_number, attribute }: { data_set_number: number | null; attribute: string | null },
): Promise<{ columns: string[]; values: Map<string, string | null> }> {
  const { rows } = await sql<{ id: number; sample_columns: string[] }>`
    select d.id, d.sample_columns from data_set d
     where d.number = ${data_set_number} and ${readableNow(principal, 'd')}`.execute(db);
  const [dataSet] = rows;
  if (!dataSet) return { columns: [], values: new Map() };
  if (attribute === null || !dataSet.sample_columns.includes(attribute))
    return { columns: dataSet.sample_columns, values: new Map() };
  const samples = await sql<{ label: string; value: string | null }>`
    select label, attributes->>${attribute} as value from sample
     where owner_type = 'ds' and owner_id = ${dataSet.id}`.execute(db);
  return {
    columns: dataSet.sample_columns,
    values: new Map(samples.rows.map((row) => [row.label, row.value])),
  };
}

/**
 * Values of every sample attribute of a data set for the given samples, in their order; empty if the caller may not
 * read the data set. Tables data_set, sample; primary key of sample.
 */
export async function listSampleTable(
  db: Db,
  principal: Principal,
  { data_set_number, labels }: { data_set_number: number | null; labels: readonly string[] },
): Promise<Map<string, (string | null)[]>> {
  const { rows } = await sql<SampleAttributes>`
    select d.sample_columns, s.label, s.attributes
      from data_set d join sample s on s.owner_type = 'ds' and s.owner_id = d.id
     where d.number = ${data_set_number} and ${readableNow(principal, 'd')}`.execute(db);
  return cellsOfSamples(rows, labels);
}

export interface SampleAttributes {
  /** of the data set */
  sample_columns: string[];
  label: string;
  attributes: Record<string, string>;
}

/** Every sample of a data set version, for jobs. Tables data_set, sample; primary keys. */
export async function listSampleAttributes(db: Db, data_set_id: number): Promise<SampleAttributes[]> {
  const { rows } = await sql<SampleAttributes>`
    select d.sample_columns, s.label, s.attributes
      from data_set d join sample s on s.owner_type = 'ds' and s.owner_id = d.id
     where d.id = ${data_set_id}`.execute(db);
  return rows;
}

/** Cells of every attribute for the given samples, in their order; null where a sample has no value. */
export function cellsOfSamples(
  samples: readonly SampleAttributes[],
  labels: readonly string[],
): Map<string, (string | null)[]> {
  const attributesOf = new Map(samples.map(({ label, attributes }) => [label, attributes]));
  const columns = samples[0]?.sample_columns ?? [];
  return new Map(
    columns.map((column) => [column, labels.map((label) => attributesOf.get(label)?.[column] ?? null)]),
  );
}
