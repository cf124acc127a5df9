import { countOf } from '@omicon/domain/records/count-of.ts';
import { IntakeRefusal, refusal } from '../../../records.ts';
import type { About, FeatureTable, SampleSheet, SourceRow, Study } from '../../study.ts';
import type { TextFile } from '../files/text-file.ts';
import { type TableLayout, tableRows } from './table-rows.ts';

export type Note = Study['notes'][number];

/** What a reader made of files, and which of them it used. */
export interface Reading {
  study: Study;
  used: ReadonlySet<string>;
  /** what is missing unless another file of the upload has it; null if nothing is */
  waiting: Note | null;
}

/** Takes the files that it knows. */
export type StudyReader = (files: readonly TextFile[]) => Promise<Reading[]>;

/** Cells of a sheet or a table of features, which are kept. */
const MAX_KEPT_CELLS = 1e7;
const MAX_KEPT_CHARACTERS = 2e8;
const TOO_LARGE = 'over 10,000,000 cells or 200 MB';

export function emptyAbout(about: Partial<About> = {}): About {
  return {
    title: '',
    accession: '',
    source: '',
    pubmed_id: '',
    organism: '',
    technology: '',
    platform: '',
    analyte: '',
    notes: '',
    ...about,
  };
}

/** Something worth knowing that stops nothing. */
export function remark(file: string | null, sentence: string): Note {
  return { file, line: null, column: null, sentence, isFault: false };
}

export function fault(file: string | null, sentence: string, line: number | null = null): Note {
  return { file, line, column: null, sentence, isFault: true };
}

/** The faults of a refusal as notes. Anything else is thrown again. */
export function notesOf(error: unknown): Note[] {
  if (!(error instanceof IntakeRefusal)) throw error;
  return error.faults.map(({ file, line, column, sentence }) => ({
    file,
    line,
    column,
    sentence,
    isFault: true,
  }));
}

/** Counts rows, reading to the end; a row that cannot be read ends the count with a note. */
export async function countRows(rows: AsyncIterable<SourceRow>): Promise<{ count: number; notes: Note[] }> {
  let count = 0;
  try {
    for await (const _ of rows) count += 1;
    return { count, notes: [] };
  } catch (error) {
    return { count, notes: notesOf(error) };
  }
}

/** Counts what is kept of a table in memory. */
class KeptCells {
  #cells = 0;
  #characters = 0;

  /** Whether the cells of another row can be kept. */
  hasRoomFor(cells: readonly string[]): boolean {
    this.#cells += cells.length;
    for (const cell of cells) this.#characters += cell.length;
    return this.#cells <= MAX_KEPT_CELLS && this.#characters <= MAX_KEPT_CHARACTERS;
  }
}

/**
 * A table as a sheet of samples; empty cells are null.
 * @param picked indexes of its columns; all of them if not given
 * @throws IntakeRefusal for a table that is too large to keep
 */
export async function readSheet(
  layout: TableLayout,
  picked: readonly number[] = [...layout.columns.keys()],
): Promise<SampleSheet> {
  const file = layout.text.name;
  const kept = new KeptCells();
  const rows: (string | null)[][] = [];
  for await (const { cells } of tableRows(layout)) {
    const row = picked.map((at) => (cells[at] ?? '').trim());
    if (!kept.hasRoomFor(row))
      throw refusal(file, `A table of samples with ${TOO_LARGE}; leave columns out.`);
    rows.push(row.map((cell) => cell || null));
  }
  return { file, columns: picked.map((at) => layout.columns[at] ?? ''), labelColumn: null, rows };
}

/** Collects a table of features. The first row of an identifier counts, and others are counted. */
export class FeatureRows {
  readonly #file: string;
  readonly #columns: string[];
  readonly #rows = new Map<string, string[]>();
  readonly #kept = new KeptCells();
  #repeated = 0;
  #isTooLarge = false;

  constructor(file: string, columns: string[]) {
    this.#file = file;
    this.#columns = columns;
  }

  get size(): number {
    return this.#rows.size;
  }

  add(cells: string[]): void {
    const id = (cells[0] ?? '').trim();
    if (id === '' || this.#isTooLarge) return;
    if (this.#rows.has(id)) this.#repeated += 1;
    else if (this.#kept.hasRoomFor(cells)) this.#rows.set(id, cells);
    else {
      this.#isTooLarge = true;
      this.#rows.clear();
    }
  }

  /** Null for a table without rows, or with more than can be kept, which is left out with a note. */
  table(): FeatureTable | null {
    if (this.#rows.size === 0) return null;
    return { file: this.#file, idColumn: this.#columns[0] ?? '', columns: this.#columns, rows: this.#rows };
  }

  notes(): Note[] {
    if (this.#isTooLarge) {
      return [remark(this.#file, `The table of features is left out, because it has ${TOO_LARGE}.`)];
    }
    if (this.#repeated === 0) return [];
    const sentence = `${countOf(this.#repeated, 'row')} of the table of features ${this.#repeated === 1 ? 'repeats' : 'repeat'} an identifier; the first row of each is used.`;
    return [remark(this.#file, sentence)];
  }
}

/** A table of features by its first column. */
export async function readFeatures(layout: TableLayout): Promise<FeatureRows> {
  const kept = new FeatureRows(layout.text.name, layout.columns);
  for await (const { cells } of tableRows(layout)) kept.add(cells);
  return kept;
}

/** A title that is not taken yet: with a number if it is. */
export function freeTitle(title: string, taken: { has(title: string): boolean }): string {
  if (!taken.has(title)) return title;
  let number = 2;
  while (taken.has(`${title} ${number}`)) number += 1;
  return `${title} ${number}`;
}

/** File name without folders. */
export function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** Folders of a path with the final slash; '' without folders. */
export function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/') + 1);
}

/** A note for text that is not UTF-8. */
export function encodingNotes({ name, encoding }: TextFile): Note[] {
  if (encoding === 'utf-8') return [];
  if (encoding !== 'windows-1252') return [remark(name, 'The file is UTF-16 text and was read as such.')];
  const sentence = 'The file is not UTF-8 and was read as Latin-1 (Windows-1252); check accents and signs.';
  return [remark(name, sentence)];
}
