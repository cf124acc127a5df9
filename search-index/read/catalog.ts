/**
 * The small tables that every search uses: collections, data sets, analyses, networks and gene sets, with the
 * attributes that rules can use. Loaded once per corpus version; a thousand networks take about 10 MB.
 */
import { fieldKey } from '@omicon/domain/query/query.ts';
import type { Client } from 'pg';
import { toU32 } from '../kit/bytes.ts';
import type {
  AnalysisEntry,
  AttributePairs,
  Catalog,
  CollectionEntry,
  DataSetEntry,
  GeneSetEntry,
  NetworkEntry,
} from './catalog-entries.ts';
import { loadFields } from './catalog-fields.ts';
import { copyRows, readInt } from './rows.ts';

function fieldsOf(
  pairs: AttributePairs,
  builtIn: Record<string, string | number | null>,
): Map<string, string | null> {
  const fields = new Map<string, string | null>();
  for (const [name, value] of pairs) fields.set(fieldKey(name), value === null ? null : String(value));
  for (const [name, value] of Object.entries(builtIn)) {
    if (value !== null || !fields.has(fieldKey(name)))
      fields.set(fieldKey(name), value === null ? null : String(value));
  }
  return fields;
}

const AVAILABILITY = { public: 'Public', private: 'Lab' } as const;

interface Row {
  id: number;
  number: number;
  visibility: 'public' | 'private';
  owner_id: number | null;
  owner: string | null;
  attributes: AttributePairs;
}

async function loadCollections(client: Client): Promise<CollectionEntry[]> {
  const { rows } = await client.query<
    Row & {
      title: string;
      name: string;
      accession_id: string | null;
      pubmed_id: string | null;
      author: string | null;
      sample_columns: string[];
      number_of_samples: number;
    }
  >(`select id, number, visibility, owner_id, owner, attributes, title, name, accession_id, pubmed_id, author, sample_columns, number_of_samples
       from data_collection where is_current and deleted_at is null order by number`);
  return rows.map((row) => ({
    ...row,
    fields: fieldsOf(row.attributes, {
      Title: row.title,
      Name: row.name,
      Accession_ID: row.accession_id,
      PubMed_ID: row.pubmed_id,
      Author: row.author,
      Owner: row.owner,
      Availability: AVAILABILITY[row.visibility],
      Number_of_Samples: row.number_of_samples,
      Omicon_ID: `OM.DC.${row.number}`,
    }),
  }));
}

async function loadDataSets(client: Client): Promise<DataSetEntry[]> {
  const { rows } = await client.query<
    Row & {
      collection_number: number;
      title: string;
      ds_version: string;
      technology: string | null;
      platform: string | null;
      analyte: string | null;
      transformations: string;
      sample_columns: string[];
      number_of_samples: number;
      number_of_features: number;
      analyte_file: string | null;
      feature_list_id: number;
      unique_identifier: string;
    }
  >(`select id, number, visibility, owner_id, owner, attributes, data_collection_number as collection_number, title, ds_version, technology, platform,
            analyte, unique_identifier, transformations, sample_columns, number_of_samples, number_of_features, analyte_file, feature_list_id
       from data_set where is_current and deleted_at is null order by number`);
  return rows.map((row) => ({
    ...row,
    title: `${row.title} ${row.ds_version}`,
    fields: fieldsOf(row.attributes, {
      Title: row.title,
      Version: row.ds_version,
      Technology: row.technology,
      Platform: row.platform,
      Analyte: row.analyte,
      Unique_Identifier: row.unique_identifier,
      Transformations: row.transformations,
      Owner: row.owner,
      Availability: AVAILABILITY[row.visibility],
      Number_of_Samples: row.number_of_samples,
      Number_of_Features: row.number_of_features,
      Omicon_ID: `OM.DS.${row.number}`,
    }),
  }));
}

async function loadAnalyses(
  client: Client,
  dataSets: ReadonlyMap<number, DataSetEntry>,
): Promise<AnalysisEntry[]> {
  const { rows } = await client.query<
    Row & {
      title: string;
      analyst: string | null;
      creation_date: string | null;
      input_number: number;
      has_enrichment: boolean;
    }
  >(`select a.id, a.number, a.visibility, a.owner_id, a.owner, a.attributes, a.title, a.analyst, a.creation_date::text as creation_date,
            a.input_data_set_number as input_number,
            exists (select 1 from covariation_network n join net_best b on b.covariation_network_id = n.id
                     where n.analysis_id = a.id and b.n > 0) as has_enrichment
       from analysis a where a.is_current and a.deleted_at is null order by a.number`);
  return rows.map((row) => ({
    ...row,
    dataSet: dataSets.get(row.input_number),
    types: row.has_enrichment ? ['FM', 'EA'] : ['FM'],
    fields: fieldsOf(row.attributes, {
      Title: row.title,
      Owner: row.owner,
      Analyst: row.analyst,
      Created: row.creation_date,
      Availability: AVAILABILITY[row.visibility],
      Omicon_ID: `OM.P.${row.number}`,
    }),
  }));
}

interface NetworkRow {
  id: number;
  number: number;
  analysis_id: number;
  name: string;
  search_feature_list_id: number;
  segment: number;
  number_of_modules: number;
  similarity: string;
  overlap: string;
  rel_signum: number | null;
  signum: number;
  min_size: number;
  merge_by: string;
  merge_param: number;
  statistics: AttributePairs;
}

/** Networks of current analyses whose input data set exists: without it, samples and features have no names. */
async function loadNetworks(
  client: Client,
  analyses: ReadonlyMap<number, AnalysisEntry>,
): Promise<NetworkEntry[]> {
  const { rows } = await client.query<NetworkRow>(
    `select n.id, n.number, n.analysis_id, n.name, s.search_feature_list_id, s.block_id as segment, s.number_of_modules, n.similarity, n.overlap,
            n.rel_signum, n.signum, n.min_size, n.merge_by, n.merge_param, n.statistics
       from search_network s join covariation_network n on n.id = s.covariation_network_id
       join analysis a on a.id = n.analysis_id
      where a.is_current and a.deleted_at is null order by n.id`,
  );
  const modules = new Map(
    (
      await copyRows(
        client,
        `select s.covariation_network_id, s.modules from search_network s join covariation_network n on n.id = s.covariation_network_id
           join analysis a on a.id = n.analysis_id where a.is_current and a.deleted_at is null`,
      )
    ).map(([id, bytes]) => [readInt(id), toU32(bytes ?? Buffer.alloc(0))]),
  );
  return rows.flatMap((row) => {
    const analysis = analyses.get(row.analysis_id);
    if (analysis?.dataSet === undefined) return [];
    return [
      {
        id: row.id,
        number: row.number,
        name: row.name,
        analysis,
        dataSet: analysis.dataSet,
        search_feature_list_id: row.search_feature_list_id,
        segment: row.segment,
        number_of_modules: row.number_of_modules,
        modules: modules.get(row.id) ?? new Uint32Array(0),
        fields: fieldsOf(row.statistics, {
          Name: row.name,
          Similarity: row.similarity,
          Overlap: row.overlap,
          RelSignum: row.rel_signum,
          Signum: row.signum,
          MinSize: row.min_size,
          MergeBy: row.merge_by,
          MergeParam: row.merge_param,
          Modules: row.number_of_modules,
          Omicon_ID: `OM.CN.${row.number}`,
        }),
      },
    ];
  });
}

interface GeneSetRow {
  number: number;
  set_id: string;
  name: string;
  category: string | null;
  species: string | null;
  size: number | null;
  pubmed_id: string | null;
  description: string | null;
  set_source: string;
  visibility: 'public' | 'private';
  owner_id: number | null;
  named_by: number[];
}

const GENE_SET_FIELDS = new Map(
  Object.entries({
    SetID: (row: GeneSetRow) => row.set_id,
    SetName: (row: GeneSetRow) => row.name,
    Category: (row: GeneSetRow) => row.category,
    Species: (row: GeneSetRow) => row.species,
    SetSize: (row: GeneSetRow) => (row.size === null ? null : String(row.size)),
    PubMed: (row: GeneSetRow) => row.pubmed_id,
    Description: (row: GeneSetRow) => row.description,
    SetSource: (row: GeneSetRow) => row.set_source,
    Omicon_ID: (row: GeneSetRow) => `OM.GS.${row.number}`,
  }).map(([name, read]) => [fieldKey(name), read]),
);

/** Looks fields up in the row: a map for each of 20,000 sets took a third of the memory of a thread. */
class GeneSetFields {
  private readonly row: GeneSetRow;

  constructor(row: GeneSetRow) {
    this.row = row;
  }

  get(key: string): string | null | undefined {
    return GENE_SET_FIELDS.get(key)?.(this.row);
  }
}

async function loadGeneSets(client: Client): Promise<GeneSetEntry[]> {
  const { rows } = await client.query<GeneSetRow>(
    `select number, set_id, name, category, species, size, pubmed_id, description, set_source, visibility, owner_id, named_by from gene_set
       where deleted_at is null order by number`,
  );
  return rows.map((row) => ({
    number: row.number,
    visibility: row.visibility,
    owner_id: row.owner_id,
    named_by: row.named_by,
    key: row.set_id.toLowerCase(),
    words: row.name.toLowerCase(),
    set_id: row.set_id,
    name: row.name,
    fields: new GeneSetFields(row),
  }));
}

/** Gives owners with the same sample columns one shared list, which then serves as a cache key. */
function shareColumns(owners: readonly { sample_columns: string[] }[]): void {
  const known = new Map<string, string[]>();
  for (const owner of owners) {
    const key = owner.sample_columns.join('\u0000');
    const shared = known.get(key);
    if (shared) owner.sample_columns = shared;
    else known.set(key, owner.sample_columns);
  }
}

/** @throws database errors */
export async function loadCatalog(client: Client, version: number): Promise<Catalog> {
  const collections = await loadCollections(client);
  const dataSets = await loadDataSets(client);
  shareColumns([...collections, ...dataSets]);
  const analyses = await loadAnalyses(client, new Map(dataSets.map((entry) => [entry.number, entry])));
  const networks = await loadNetworks(client, new Map(analyses.map((entry) => [entry.id, entry])));
  const geneSets = await loadGeneSets(client);
  let largest = 0;
  for (const { modules } of networks) for (const id of modules) if (id > largest) largest = id;
  const networkOfModule = new Uint32Array(largest + 1);
  networks.forEach(({ modules }, index) => {
    for (const id of modules) networkOfModule[id] = index + 1;
  });
  const catalog = {
    collections,
    collectionByNumber: new Map(collections.map((entry) => [entry.number, entry])),
    dataSets,
    analyses,
    networks,
    networkOfModule,
    geneSets,
    geneSetByNumber: new Map(geneSets.map((entry) => [entry.number, entry])),
  };
  return { ...catalog, version, ...(await loadFields(client, catalog)) };
}
