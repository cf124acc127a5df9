/**
 * The records that intake reads from the laboratory's folders, for storing.
 * Independent of database and screens. NA, empty cells and -99.99 are `null`.
 */

import type { Readable } from 'node:stream';
import type { ModuleDefinition, SearchedDefinition } from '@omicon/domain/records/module-definition.ts';
import type { NetworkName } from '@omicon/domain/records/names/network-name.ts';
import type { KmeColumn } from '@omicon/domain/statistics/modules/kme.ts';

/** One file of the laboratory's tree. `path` is relative to the root, with `/`, in Unicode NFC. */
export interface TreeEntry {
  path: string;
  sizeBytes: number;
}

/**
 * A folder on disk or an archive, read by entry. Nothing is unpacked to disk.
 * `emptyFolders` are folders without any file below them: a covariation network without modules.
 */
export interface FileTree {
  readonly entries: readonly TreeEntry[];
  readonly emptyFolders: readonly string[];
  /** @throws IntakeRefusal, also while reading, if an archive entry exceeds a limit or its checksum is wrong */
  open(path: string): Promise<Readable>;
  close(): Promise<void>;
}

/**
 * One reason why input is refused. `line` counts from 1; `column` is the name of the column if it has one, otherwise
 * its number from 1.
 */
export interface Fault {
  kind: 'missing' | 'wrong';
  file: string;
  line: number | null;
  column: string | number | null;
  sentence: string;
}

/** Something that is accepted but deserves a look; has a position like a fault. */
export type Warning = Omit<Fault, 'kind'>;

/** The result of a reader. `record` is null exactly if there is a fault. `emptied` counts -99.99 read as NA. */
export interface Read<T> {
  record: T | null;
  faults: Fault[];
  emptied: number;
}

/** Attributes in the order of the file; the first spelling of a name wins and a repeated name is a fault. */
export type Attributes = Map<string, string | null>;

/** Attributes of an attribute file; `lines` has the line of each by its name in lower case. */
export class AttributeTable extends Map<string, string | null> {
  readonly lines = new Map<string, number>();
}

export interface AttributeSample {
  /** 1-based, joins to the header of the analyte data file */
  index: number;
  label: string;
  attributes: Attributes;
}

export interface SampleTable {
  /** every column but Index and Label, in file order */
  columns: string[];
  samples: AttributeSample[];
}

/** Paths of one data set: the analyte data file and its three companions. */
export interface DataSetPaths {
  analyte: string;
  attributes: string;
  sampleAttributes: string;
  featureMetadata: string;
}

export interface DataSetRecord {
  /** e.g. `Phillips 2006 GSE4271 EXT Primary OR QN` */
  title: string;
  /** version code, e.g. `A.1.1.1` */
  versionCode: string;
  attributes: Attributes;
  sampleTable: SampleTable;
  /** unique identifier kind, e.g. `SYMBOL`, `PROBEID` */
  uniqueIdentifier: string;
  /** one per row of the analyte data, in file order */
  features: string[];
  /** of the attribute file, for faults that other files reveal */
  versionLine: number | null;
  /** number of feature-information columns before the first sample */
  informationColumns: number;
  /** two header lines with sample indices (portal form), or one with labels (plain SampleNetwork form) */
  headerForm: 'two lines' | 'one line';
  /** empty or NA cells in the matrix */
  missingValues: number;
}

export interface DataCollectionRecord {
  /** folder name, the accession or study: `GSE4271` */
  name: string;
  title: string;
  attributes: Attributes;
  sampleTable: SampleTable;
}

export interface ModuleRecord {
  /** R colour name, unique inside its network */
  name: string;
  /** 1-based page of the module PDF: the rank of the module among the columns of Module_eigengenes */
  page: number;
  /** row of Module_statistics without the Module column, by column name; cutoff suffixes kept */
  statistics: Map<string, number | null>;
  /** one value per sample, in the order of `NetworkRecord.sampleLabels` */
  eigengene: Float64Array;
  /** indexes of member features in `NetworkRecord.features`, by definition; best kME first if kME is known */
  members: Map<ModuleDefinition, Uint32Array>;
  /** kME of every feature (NA as NaN) and its P, when the table is complete; null when the portal form is partial */
  kme: KmeColumn | null;
}

/** One enrichment table (GSHyperG) of a network under one module definition. */
export interface EnrichmentRecord {
  file: string;
  /** e.g. `MY_SETS`, `BROAD_SETS` */
  source: string;
  definition: SearchedDefinition;
  sets: EnrichmentSet[];
  /** module names, in column order */
  modules: string[];
  /** sets x modules, row-major, P in [0, 1], NA as NaN */
  pValues: Float64Array;
}

/** A row head of an enrichment table or of the legend. `description` and the like are null where the file has none. */
export interface EnrichmentSet {
  set_id: string;
  name: string;
  category: string | null;
  size: number | null;
  species: string | null;
  pubmed_id: string | null;
  description: string | null;
}

export interface NetworkPaths {
  /** folder name as written, e.g. `Bicor-None_signum0.399_minSize8_merge_ME_0.85_42548` */
  name: string;
  folder: string;
  parameters: NetworkName;
  /** true for a folder without files: FindModules found no module */
  isEmpty: boolean;
  eigengenes: string | null;
  kmeTable: string | null;
  statistics: string | null;
  modulesPdf: string | null;
  enrichment: { path: string; source: string; definition: SearchedDefinition }[];
  /** everything else below the folder: stored as files, not read */
  otherFiles: string[];
}

export interface NetworkRecord {
  name: string;
  parameters: NetworkName;
  sampleLabels: string[];
  /** identifiers of the kME table's rows, in file order */
  features: string[];
  /** line of each feature in the kME table */
  featureLines: number[];
  modules: ModuleRecord[];
}

export interface AnalysisRecord {
  title: string;
  owner: string | null;
  analyst: string | null;
  /** as ISO date; from `Creation Date`, else the date of SessionInfo */
  creation_date: string | null;
  /** "Title Version" of exactly one data set */
  inputDataSet: string;
  /** line of that attribute */
  inputLine: number | null;
  attributes: Attributes;
  /** statistic values by network name, after undoing R's name mangling; also of networks without modules */
  networkStatistics: Map<string, Map<string, string | null>>;
  /** the stated number of modules by network name, with its cell */
  finalModules: Map<string, StatedModules>;
}

/** A cell `FinalModules` of the network statistics. */
export interface StatedModules {
  file: string;
  line: number;
  column: string;
  count: number;
}

export interface MappingTableRecord {
  name: string;
  /** release date of the folder, ISO */
  release: string;
  platform: string | null;
  organism: string | null;
  from: string;
  to: string;
  /** key, target pairs as written, ` | ` lists split; target null where empty or `NA` */
  rows: [string, string | null][];
}

export interface GeneSetRecord extends EnrichmentSet {
  genes: string[];
}

export interface OntologyTerm {
  term_id: string;
  name: string;
  is_a: string[];
  part_of: string[];
  is_obsolete: boolean;
}

export interface OntologyRecord {
  /** upper case: MONDO, UBERON, NCBITAXON */
  name: string;
  terms: OntologyTerm[];
}

/** One cell type of a level. */
export interface CellType {
  name: string;
  /** at least 1 */
  cells: number;
  /** of the Cell Ontology, such as `CL:0000540` */
  ontology_id: string | null;
  /** a type of the level before */
  parent: string | null;
}

/** Expression by cell type at one level of detail. Tables are genes x types, row-major, NaN where not measured. */
export interface CellTypeLevel {
  name: string;
  types: CellType[];
  /** one per row of the tables */
  genes: string[];
  /** of log-normalised expression, at least 0 */
  means: Float64Array;
  /** null where the file is missing */
  variances: Float64Array | null;
  /** percent of the cells of a type that express the gene */
  percents: Float64Array | null;
}

export interface CellTypeReferenceRecord {
  title: string;
  organism: string;
  region: string | null;
  condition: string | null;
  source: string | null;
  citation: string | null;
  pubmed_id: string | null;
  doi: string | null;
  /** kind of the genes' identifiers: `SYMBOL`, `ENSEMBL` or `ENTREZID` */
  identifier: string;
  description: string | null;
  /** who may read it, as in the attributes of collections; only for a reference that is not here yet */
  availability: string | null;
  /** the coarsest first */
  levels: CellTypeLevel[];
}

/** Files of one level of a cell type reference. */
export interface CellTypePaths {
  name: string;
  means: string;
  variances: string | null;
  percents: string | null;
  cells: string;
}

/** A part of an import that is stored completely or not at all. `files` are all files that belong to it. */
export type Unit =
  | {
      kind: 'mapping-table';
      title: string;
      files: string[];
      table: Omit<MappingTableRecord, 'rows'>;
      path: string;
    }
  | {
      kind: 'gene-sets';
      title: string;
      files: string[];
      legend: string | null;
      gmt: string | null;
      folder: string;
    }
  | { kind: 'ontology'; title: string; files: string[]; path: string }
  | {
      kind: 'cell-type-reference';
      title: string;
      files: string[];
      folder: string;
      attributes: string;
      levels: CellTypePaths[];
    }
  | {
      kind: 'data-collection';
      title: string;
      files: string[];
      name: string;
      folder: string;
      attributes: string;
      sampleAttributes: string;
      dataSets: DataSetPaths[];
    }
  | {
      kind: 'data-set';
      title: string;
      files: string[];
      folder: string;
      collection: string | null;
      paths: DataSetPaths;
    }
  | {
      kind: 'analysis';
      title: string;
      files: string[];
      folder: string;
      collection: string | null;
      projectAttributes: string;
      sessionInfo: string | null;
      networkStatistics: string[];
      networks: NetworkPaths[];
    };

export type UnitOf<K extends Unit['kind']> = Extract<Unit, { kind: K }>;

/**
 * Units in the order in which they must be stored: mapping tables, gene sets, ontologies, cell type references, then per collection
 * the collection and its derived data sets by depth of version code, then all analyses.
 * `warnings` are about files that are imported but probably not needed.
 * `notUnderstood` are files that no rule recognises; they are reported, never silently dropped.
 * `ignored` are files without data of the laboratory (README, scripts, OS junk files), each with the reason.
 */
export interface Plan {
  units: Unit[];
  notUnderstood: string[];
  ignored: { path: string; reason: string }[];
  faults: Fault[];
  warnings: Warning[];
}

/** Thrown if reading cannot continue: a broken archive, an exceeded limit, a file that is not text. */
export class IntakeRefusal extends Error {
  readonly faults: Fault[];
  constructor(faults: Fault[]) {
    super(faults[0]?.sentence ?? 'The input was refused.');
    this.name = 'IntakeRefusal';
    this.faults = faults;
  }
}

/** A refusal with one fault of a whole file, to be thrown. */
export function refusal(file: string, sentence: string): IntakeRefusal {
  return new IntakeRefusal([{ kind: 'wrong', file, line: null, column: null, sentence }]);
}
