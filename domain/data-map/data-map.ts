/** How files of another form become a data set: what each column is, and what the records are called. */

export const ID_KINDS = ['SYMBOL', 'ENSEMBL', 'ENTREZID', 'PROBEID', 'other'] as const;
export type IdKind = (typeof ID_KINDS)[number];

export const SCALES = ['log2', 'counts', 'intensities', 'TPM', 'beta', 'other'] as const;
export type Scale = (typeof SCALES)[number];

/** What is done with every value: nothing, log2 CPM of counts, or log2(x + 1) of intensities. */
export const TRANSFORMATIONS = ['none', 'log2 CPM', 'log2(x + 1)'] as const;
export type Transformation = (typeof TRANSFORMATIONS)[number];

export const ATTRIBUTE_ROLES = ['batch', 'individual', 'time', 'event'] as const;
export type AttributeRole = (typeof ATTRIBUTE_ROLES)[number];

/** One column of the sample sheet. */
export interface AttributeMap {
  /** title in the sheet; of GEO, the key of a characteristic */
  column: string;
  /** name of the attribute in the laboratory's vocabulary, such as Sex */
  name: string;
  is_kept: boolean;
  role: AttributeRole | null;
  /** values that mean that there is none, beside empty cells */
  missing: string[];
  /** value to write, by value in the sheet; values that are not listed stay */
  values: Record<string, string>;
}

/** How single cells become samples: sums over the cells of a sample and type. */
export interface CellGrouping {
  /** titles of the columns of cells; null: all are of one */
  sample: string | null;
  cell_type: string | null;
  /** groups of fewer cells are left out */
  least_cells: number;
}

/** Every choice of a draft. Stored with the data set, and used again for files of the same form. */
export interface DataMap {
  version: 1;
  /** name of the file with the values */
  matrix: string;
  /** name of the file with the samples; null without one. GEO has both in one file. */
  sheet: string | null;
  /** null unless the columns of the file are single cells */
  cells: CellGrouping | null;
  samples_in: 'columns' | 'rows';
  /** title of the column of identifiers; with samples in rows, of the column of sample names */
  id_column: string;
  id_kind: IdKind;
  /** titles of columns that describe features */
  annotation_columns: string[];
  /** titles of columns, or of rows with samples in rows, that are left out */
  left_out: string[];
  /** title of the column of the sheet with the names of samples; null without a sheet */
  label_column: string | null;
  attributes: AttributeMap[];
  has_decimal_commas: boolean;
  scale: Scale;
  transformation: Transformation;
  title: string;
  /** folder name and accession of the collection, such as GSE55235 */
  accession: string;
  source: string;
  pubmed_id: string;
  organism: string;
  technology: string;
  /** as mapping tables name it, such as Affymetrix U133A; empty if there is none */
  platform: string;
  analyte: string;
  notes: string;
  visibility: 'public' | 'private';
  /** keys of findings that a person has confirmed */
  confirmed: string[];
}

/** Something that was noticed in the files. */
export interface Finding {
  /** the same for the same finding of another reading */
  key: string;
  /**
   * refused: cannot be stored. confirm: cannot be stored until confirmed. warning: stored as it is.
   * repair: stored otherwise than it was written.
   */
  level: 'refused' | 'confirm' | 'warning' | 'repair';
  sentence: string;
  file: string | null;
  line: number | null;
  column: string | number | null;
  /** how many rows, columns or values it concerns */
  count: number;
}

/** Of the identifiers, how many are of a kind by the mapping tables, or by their form. */
export interface IdEvidence {
  kind: IdKind;
  /** of an array, for PROBEID */
  platform: string | null;
  recognized: number;
  of: number;
}

/** A column of the sheet and what is in it. */
export interface SheetColumn {
  column: string;
  /** of the values that are there: number if all are numbers */
  kind: 'number' | 'text' | 'constant' | 'unique';
  distinct: number;
  missing: number;
  /** the most frequent values, twelve at most */
  values: { value: string; count: number }[];
}

/** What was found in the files of a draft, beside the map that is proposed for them. */
export interface DataProposal {
  /** such as "GEO series matrix GSE55235, platform GPL96, 30 samples, 22,283 rows" */
  sentence: string;
  form: string;
  /** each file and what it is taken for, such as "values", "samples", "platform", "not used" */
  files: { name: string; taken_for: string }[];
  /** files of values, of which one is chosen */
  matrices: string[];
  /** files of samples, of which one is chosen */
  sheets: string[];
  number_of_features: number;
  number_of_samples: number;
  /** why samples are in columns or in rows */
  orientation: string;
  /** columns by which cells can be grouped; null unless the file has cells */
  cells: { cells: number; columns: { title: string; distinct: number }[] } | null;
  ids: IdEvidence[];
  /** columns of the file of values, a thousand at most, with the first three cells */
  columns: { title: string; part: 'id' | 'annotation' | 'sample' | 'left out'; cells: string[] }[];
  /** names of samples that the values and the sheet have both, or only one of them; fifty at most each */
  join: { matched: number; only_values: string[]; only_sheet: string[] };
  sheet_columns: SheetColumn[];
  /** of all values: range, and numbers of values in thirty bins of equal width between them */
  values: { least: number | null; greatest: number | null; missing: number; histogram: number[] };
  /** the first rows of the file of values, 50 at most, 20 columns at most */
  preview: { columns: string[]; rows: string[][] };
  findings: Finding[];
}
