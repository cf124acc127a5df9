/** What readers of other forms make of files, before anything is decided. */
import type { Readable } from 'node:stream';
import type { CellGrouping } from '@omicon/domain/data-map/data-map.ts';

/** A file as it was given. */
export interface SourceFile {
  /** its name, for files of a folder with the path below it */
  name: string;
  sizeBytes: number;
  /** its bytes from the start, still compressed; may be called again */
  open(): Promise<Readable>;
}

export interface SourceRow {
  /** in the unpacked file, from 1 */
  line: number;
  /** unquoted, as many as there are columns */
  cells: string[];
}

/** A table of values: a row of titles and rows of cells. */
export interface SourceMatrix {
  file: string;
  columns: string[];
  /** columns that a form of file is known to have for annotation, such as Chr of featureCounts */
  annotationColumns: string[];
  /** column of identifiers by the form of the file; null if unknown */
  idColumn: string | null;
  /** all rows in order; each call reads the file again and keeps nothing */
  rows(): AsyncIterable<SourceRow>;
}

/** A table of samples. */
export interface SampleSheet {
  file: string;
  columns: string[];
  /** column that names samples as the matrix does, by the form of the file; null if unknown */
  labelColumn: string | null;
  /** one for each sample, as many cells as columns; null where nothing is written */
  rows: (string | null)[][];
}

/** A table of features from another file than the values, such as a GEO platform: annotation by identifier. */
export interface FeatureTable {
  file: string;
  idColumn: string;
  columns: string[];
  rows: Map<string, string[]>;
}

/** What files say of a study; empty where they say nothing. */
export interface About {
  title: string;
  accession: string;
  source: string;
  pubmed_id: string;
  organism: string;
  technology: string;
  /** as written: GPL96 */
  platform: string;
  analyte: string;
  notes: string;
}

export interface Study {
  /** such as "GEO series matrix" */
  form: string;
  /** form, accession, platform and size in a sentence */
  sentence: string;
  /** 0 to 1; of two readers that take a file the surer one reads it */
  confidence: number;
  files: { name: string; taken_for: string }[];
  about: About;
  matrices: SourceMatrix[];
  sheets: SampleSheet[];
  features: FeatureTable | null;
  /** of single cells: how many, the columns by which they can be grouped, and the grouping that the matrix has */
  cells?: { cells: number; columns: { title: string; distinct: number }[]; grouping: CellGrouping };
  /** what is wrong with a file, or missing; also of files that are used */
  notes: {
    file: string | null;
    line: number | null;
    column: string | number | null;
    sentence: string;
    isFault: boolean;
  }[];
}
