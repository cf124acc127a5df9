/** The study of the files of a draft, binary ones included, for as long as it is used. */
import { rm } from 'node:fs/promises';
import path from 'node:path';
import type { CellGrouping } from '@omicon/domain/data-map/data-map.ts';
import { chooseMatrix } from '@omicon/intake/bring/propose/orientation.ts';
import { readStudies } from '@omicon/intake/bring/read/read-studies.ts';
import type { SourceFile, SourceMatrix, Study } from '@omicon/intake/bring/study.ts';
import { IntakeRefusal } from '@omicon/intake/records.ts';
import type { Services } from '../../../base/services.ts';
import { SAMPLES, VALUES } from '../../../bring-programs/binary-form.ts';
import { type ReadBinary, type TextOfBinaries, withBinaries } from './binaries/binary-files.ts';
import { formOf } from './binaries/describe-binaries.ts';

/** Where copies of the binary files of a draft are while a job reads them. */
export function workDirOf({ config }: Pick<Services, 'config'>, uploadId: number): string {
  return path.join(config.dataDir, 'drafts', `${uploadId}-binaries`);
}

/** Columns before the names of samples describe features, as the program writes them. */
function withKnownColumns(matrix: SourceMatrix, { sheets }: Study): SourceMatrix {
  const sheet = sheets.find(({ file }) => file === matrix.file.replace(VALUES, SAMPLES));
  if (sheet === undefined) return matrix;
  const names = new Set(sheet.rows.map(([name]) => name));
  const [idColumn = null, ...others] = matrix.columns;
  return { ...matrix, idColumn, annotationColumns: others.filter((title) => !names.has(title)) };
}

/** Matrices and sheets of a binary file with what its form says of their columns. */
function withOwnTables(study: Study, binaries: readonly ReadBinary[]): Study {
  const values = new Set(binaries.map(({ name }) => `${name}/${VALUES}`));
  const own = study.matrices.filter(({ file }) => values.has(file));
  return {
    ...study,
    matrices: study.matrices.map((matrix) =>
      own.includes(matrix) ? withKnownColumns(matrix, study) : matrix,
    ),
    sheets: study.sheets.flatMap((sheet) => {
      const isValues = own.some(({ file }) => sheet.file === file);
      const isOwn = own.some(({ file }) => sheet.file === file.replace(VALUES, SAMPLES));
      // Columns of features are no attributes of samples, which have a table of their own.
      if (isValues) return [];
      return [isOwn ? { ...sheet, labelColumn: sheet.columns[0] ?? null } : sheet];
    }),
  };
}

/**
 * The study with what is known of its binary files. Form and cells are those of the file whose values are chosen.
 * @param chosen name of the matrix; null for the one that will be proposed
 */
function withDescriptions(
  read: Study,
  { binaries, files, notes }: TextOfBinaries,
  chosen: string | null,
): Study {
  const study = withOwnTables(read, binaries);
  const { matrices, sheets } = study;
  const matrix = matrices.find(({ file }) => file === chosen) ?? chooseMatrix(matrices, sheets);
  const source = binaries.find(({ name }) => matrix?.file.startsWith(`${name}/`));
  const { cells: _, ...others } = study;
  return {
    ...others,
    ...(source === undefined ? {} : { form: formOf(source.description) }),
    ...(source?.cells == null ? {} : { cells: source.cells }),
    sentence: [...binaries.map(({ description }) => description.sentence), study.sentence].join('; '),
    files: [...files, ...study.files],
    notes: [...notes, ...study.notes],
  };
}

/** The surest study of the files. @throws IntakeRefusal if nothing in them can be read */
async function readStudy(texts: TextOfBinaries, chosen: string | null): Promise<Study> {
  const isEmpty = texts.sources.length === 0 && texts.notes.length > 0;
  const [study] = isEmpty ? [] : await readStudies(texts.sources);
  if (study !== undefined && study.matrices.length > 0) return withDescriptions(study, texts, chosen);
  const faults = [...texts.notes, ...(study?.notes ?? [])].filter(({ isFault }) => isFault);
  throw new IntakeRefusal(
    faults.map(({ file, line, column, sentence }) => ({
      kind: 'wrong',
      file: file ?? '',
      line,
      column,
      sentence,
    })),
  );
}

/**
 * Reads the files and uses their study. Copies of binary files are in `workDir` meanwhile, which nothing else uses.
 * @param matrix name of the chosen file of values; the proposed one if there is none
 * @param cells grouping of single cells that was chosen; null for the proposed one
 * @throws IntakeRefusal if nothing in the files can be read
 */
export async function withStudy<T>(
  sources: readonly SourceFile[],
  options: { matrix?: string; cells: CellGrouping | null; workDir: string },
  use: (study: Study) => Promise<T>,
): Promise<T> {
  try {
    return await use(await readStudy(await withBinaries(sources, options), options.matrix ?? null));
  } finally {
    await rm(options.workDir, { recursive: true, force: true });
  }
}
