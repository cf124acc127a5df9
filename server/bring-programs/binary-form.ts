/** What programs that read binary files of strangers have in common; they run in a sandbox, see run-program.ts. */

import type { CellGrouping } from '@omicon/domain/data-map/data-map.ts';

/** Tables of a file of values, as all forms name them. */
export const VALUES = 'values.tsv';
export const SAMPLES = 'samples.tsv';
/** Values of one table that can be stored. */
export const MOST_VALUES = 1e9;

/** One table that a file holds; it is written as tab-separated text. */
export interface BinaryTable {
  /** becomes a file below that of the binary, such as values.tsv */
  name: string;
}

/** Columns by which cells can be grouped, and what is proposed. */
export interface CellColumns {
  /** cells of the file */
  cells: number;
  columns: { title: string; distinct: number }[];
  /** column of the sample of each cell, and of its type; null where none is likely */
  sample: string | null;
  cell_type: string | null;
}

/** What a file holds, before anything is decided. */
export interface BinaryDescription {
  /** such as "AnnData file, 2,700 cells, 13,714 genes" */
  sentence: string;
  tables: BinaryTable[];
  /** null unless its columns are cells, which are stored as sums of groups of them */
  cells: CellColumns | null;
  /** what is left out or was repaired, with counts; a sentence each */
  notes: string[];
  /** names of tables of cells that are used; none of other forms */
  cell_tables?: string[];
}

/** Writes one row; waits while the reader is slow. */
export type WriteRow = (cells: readonly string[]) => Promise<void> | void;

/** One form of binary files. */
export interface BinaryForm {
  /** @throws BinaryRefusal with one sentence that says what is wrong and what to do */
  describe(file: string): Promise<BinaryDescription>;
  /** Writes the titles and rows of a table. @throws BinaryRefusal */
  write(
    file: string,
    table: string,
    options: { grouping: CellGrouping | null; writeRow: WriteRow },
  ): Promise<void>;
}

/** A file that cannot be read: the sentence is for people. */
export class BinaryRefusal extends Error {}
