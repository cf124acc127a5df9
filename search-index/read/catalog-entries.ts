/** Collections, data sets, analyses, networks and gene sets as the index keeps them in memory. */

import type { FieldKind, QuerySection } from '@omicon/domain/query/query.ts';

/** On whose behalf a search runs. */
export interface Viewer {
  person_id: number | null;
  readsLab: boolean;
}

/** Names and values of attributes, as they are stored with a record. */
export type AttributePairs = readonly (readonly [string, string | number | null])[];

/** What decides who may read a record. */
export interface Readable {
  visibility: 'public' | 'private';
  owner_id: number | null;
}

export interface Entry extends Readable {
  id: number;
  number: number;
  attributes: AttributePairs;
  /** values by `fieldKey` */
  fields: ReadonlyMap<string, string | null>;
}

export interface CollectionEntry extends Entry {
  title: string;
  sample_columns: string[];
  number_of_samples: number;
}

export interface DataSetEntry extends Entry {
  collection_number: number;
  /** title, space, version */
  title: string;
  sample_columns: string[];
  number_of_samples: number;
  analyte_file: string | null;
  feature_list_id: number;
}

export interface AnalysisEntry extends Entry {
  title: string;
  creation_date: string | null;
  dataSet: DataSetEntry | undefined;
  types: string[];
}

export interface NetworkEntry {
  id: number;
  number: number;
  name: string;
  analysis: AnalysisEntry;
  dataSet: DataSetEntry;
  search_feature_list_id: number;
  /** the segment that held its postings when the catalog was loaded; merging moves them */
  segment: number;
  number_of_modules: number;
  modules: Uint32Array;
  fields: ReadonlyMap<string, string | null>;
}

export interface GeneSetEntry extends Readable {
  number: number;
  /** owners of analyses that name it */
  named_by: readonly number[];
  set_id: string;
  name: string;
  /** `set_id` and `name` in lower case, for comparison */
  key: string;
  words: string;
  /** values by `fieldKey` */
  fields: { get(key: string): string | null | undefined };
}

/** A field of a section: its displayed name, and how its values compare. */
export interface FieldEntry {
  key: string;
  name: string;
  kind: FieldKind;
}

/** Fields that some records have; known to anyone who can read one of those records. */
export interface FieldsOfRecord {
  section: QuerySection;
  kind: FieldKind;
  names: readonly string[];
  record: Readable;
}

export interface Catalog {
  version: number;
  collections: CollectionEntry[];
  collectionByNumber: ReadonlyMap<number, CollectionEntry>;
  dataSets: DataSetEntry[];
  analyses: AnalysisEntry[];
  networks: NetworkEntry[];
  /** by module id: index of its network in `networks`, plus 1; 0 for modules that are not searched */
  networkOfModule: Uint32Array;
  geneSets: GeneSetEntry[];
  geneSetByNumber: ReadonlyMap<number, GeneSetEntry>;
  /** of all records; `fieldsFor` has those that a viewer knows */
  fields: ReadonlyMap<QuerySection, ReadonlyMap<string, FieldEntry>>;
  commonFields: ReadonlyMap<QuerySection, ReadonlyMap<string, FieldEntry>>;
  fieldsOfRecords: readonly FieldsOfRecord[];
  /** how statistics of modules are spelled, by `fieldKey` */
  statisticNames: ReadonlyMap<string, readonly string[]>;
}

/** The records found readable before a search was split into parts; a part reads nothing else. */
export interface ReadableRecords {
  records: ReadonlySet<object>;
}

export type Reader = Viewer | ReadableRecords;

/** The rule of gene_set in server/records/access/who-may-read.ts; a part finds none that its records do not name. */
export function mayKnow(set: GeneSetEntry, viewer: Reader): boolean {
  if ('records' in viewer) return true;
  return mayRead(set, viewer) || (viewer.person_id !== null && set.named_by.includes(viewer.person_id));
}

/** The read rule of server/records/access/who-may-read.ts, for entries in memory. */
export function mayRead(entry: Readable, viewer: Reader): boolean {
  if ('records' in viewer) return viewer.records.has(entry);
  return (
    entry.visibility === 'public' ||
    viewer.readsLab ||
    (entry.owner_id !== null && entry.owner_id === viewer.person_id)
  );
}
