/** Binary files of a draft, such as h5ad, as the text tables that a program of the sandbox makes of them. */
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import type { CellGrouping } from '@omicon/domain/data-map/data-map.ts';
import { type Note, remark } from '@omicon/intake/bring/read/tables/study-parts.ts';
import type { SourceFile, Study } from '@omicon/intake/bring/study.ts';
import { refusal } from '@omicon/intake/records.ts';
import type { BinaryDescription, CellColumns } from '../../../../bring-programs/binary-form.ts';
import { LEAST_CELLS } from '../../../../bring-programs/cells/group-cells.ts';
import { NOTES } from '../../../../bring-programs/expression-tables.ts';
import { type Described, describeAll } from './describe-binaries.ts';
import { expandArchives } from './expand-archives.ts';
import { openTable } from './run-program.ts';
import { noteOr, type WorkFolder } from './work-folder.ts';

/** What was made of one binary file, or of several that are read together. */
export interface ReadBinary {
  /** its tables are files below this name */
  name: string;
  description: BinaryDescription;
  /** null unless its columns are single cells */
  cells: NonNullable<Study['cells']> | null;
}

export interface TextOfBinaries {
  /** the files, with the tables of binary ones in place of these */
  sources: SourceFile[];
  binaries: ReadBinary[];
  /** what the files of libraries are taken for, and tables of cells */
  files: Study['files'];
  notes: Note[];
}

/**
 * Opens a table that is written to disk first: readers open a file a dozen times, and each run of the program would
 * sum all cells again.
 */
function writtenOnce(open: () => Readable, target: string): () => Promise<Readable> {
  let writing: Promise<void> | null = null;
  return async () => {
    writing ??= pipeline(open(), createWriteStream(target));
    await writing;
    return createReadStream(target);
  };
}

const COLUMNS_NEEDED =
  'Add a table of cells (CSV or tab-separated text) with a column of barcodes and one of samples or cell types, or give an h5ad file whose obs has such a column.';

/** What a person chose; the file of values is that with these cells. */
export interface ChosenCells {
  matrix?: string;
  cells: CellGrouping | null;
}

/**
 * The grouping that a person chose, unless it names columns that these cells lack, as those of another file do.
 * @throws IntakeRefusal if cells cannot be grouped at all
 */
function groupingOf(
  file: string,
  { cells, columns, sample, cell_type }: CellColumns,
  chosen: ChosenCells,
): { grouping: CellGrouping; notes: string[] } {
  if (columns.length === 0)
    throw refusal(
      file,
      `The file has ${cells.toLocaleString('en-US')} single cells without a column of samples or cell types, so they cannot become samples. ${COLUMNS_NEEDED}`,
    );
  const titles = new Set<string | null>([null, ...columns.map(({ title }) => title)]);
  const before = chosen.cells;
  const missing = [before?.sample, before?.cell_type].filter(
    (title) => title !== undefined && !titles.has(title),
  );
  if (before !== null && missing.length === 0) return { grouping: before, notes: [] };
  const isMeant = chosen.matrix === undefined || chosen.matrix.startsWith(`${file}/`);
  return {
    grouping: { sample, cell_type, least_cells: before?.least_cells ?? LEAST_CELLS },
    notes:
      isMeant && missing.length > 0
        ? [`The cells have no column ${missing.join(' or ')}; they are grouped as proposed.`]
        : [],
  };
}

/** Where each table of a file is written. */
async function readTables(
  { input, description }: Described,
  chosen: ChosenCells,
): Promise<Pick<TextOfBinaries, 'sources' | 'binaries' | 'notes'>> {
  const { name } = input;
  const { cells, tables, notes } = description;
  const grouped = cells === null ? null : groupingOf(name, cells, chosen);
  const grouping = grouped?.grouping ?? null;
  const ofStudy = tables.filter((table) => table.name !== NOTES);
  const said = [...notes, ...(grouped?.notes ?? [])];
  if (ofStudy.length < tables.length)
    said.push(...(await text(openTable(input, NOTES, grouping))).split('\n').filter((line) => line !== ''));
  return {
    sources: ofStudy.map((table, at) => ({
      name: `${name}/${table.name}`,
      sizeBytes: input.sizeBytes,
      open: writtenOnce(() => openTable(input, table.name, grouping), `${input.file}-${at}.tsv`),
    })),
    binaries: [
      {
        name,
        description,
        cells:
          cells === null || grouping === null
            ? null
            : { cells: cells.cells, columns: cells.columns, grouping },
      },
    ],
    notes: said.map((sentence) => remark(name, sentence)),
  };
}

/**
 * Binary files as text. Their bytes are copied below `workDir`, which is emptied before; the caller removes it when
 * nothing is read any more. A file that cannot be read becomes a fault beside the others.
 * @param cells the grouping that a person chose for the cells of `matrix`; null for the proposed one
 */
export async function withBinaries(
  given: readonly SourceFile[],
  { workDir, ...chosen }: ChosenCells & { workDir: string },
): Promise<TextOfBinaries> {
  await rm(workDir, { recursive: true, force: true });
  await mkdir(workDir, { recursive: true });
  const folder: WorkFolder = { path: workDir, notes: [] };
  const expanded = await expandArchives(given, folder);
  const { described, texts, files } = await describeAll(expanded, folder);
  const all: TextOfBinaries = { sources: [...texts], binaries: [], files, notes: folder.notes };
  for (const each of described) {
    const read = await noteOr(folder, () => readTables(each, chosen));
    all.sources.push(...(read?.sources ?? []));
    all.binaries.push(...(read?.binaries ?? []));
    all.notes.push(...(read?.notes ?? []));
  }
  return all;
}
