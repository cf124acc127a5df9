/** The study of the files of a draft, binary ones included, for as long as it is used. */
import { rm } from 'node:fs/promises';
import path from 'node:path';
import type { CellGrouping } from '@omicon/domain/data-map/data-map.ts';
import { readStudies } from '@omicon/intake/bring/read/read-studies.ts';
import type { SourceFile, SourceMatrix, Study } from '@omicon/intake/bring/study.ts';
import { IntakeRefusal } from '@omicon/intake/records.ts';
import type { Services } from '../../../base/services.ts';
import { SAMPLES, VALUES } from '../../../bring-programs/binary-form.ts';
import { type TextOfBinaries, withBinaries } from './binary-files.ts';

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

/** The study with what is known of its binary files. */
function withDescriptions(study: Study, { descriptions, cells, notes }: TextOfBinaries): Study {
  const own = study.matrices.filter(({ file }) =>
    [...descriptions.keys()].some((name) => file === `${name}/${VALUES}`),
  );
  const sentences = [...descriptions.values()].map(({ sentence }) => sentence);
  const isOfBinaries = study.matrices.some(({ file }) =>
    [...descriptions.keys()].some((name) => file.startsWith(`${name}/`)),
  );
  return {
    ...study,
    ...(isOfBinaries
      ? {
          form: sentences[0]?.split(',')[0] ?? study.form,
          sentence: [...sentences, study.sentence].join('; '),
        }
      : {}),
    ...(cells === null || !isOfBinaries ? {} : { cells }),
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
    notes: [...notes, ...study.notes],
  };
}

/** The surest study of the files. @throws IntakeRefusal if nothing in them can be read */
async function readStudy(texts: TextOfBinaries): Promise<Study> {
  const isEmpty = texts.sources.length === 0 && texts.notes.length > 0;
  const [study] = isEmpty ? [] : await readStudies(texts.sources);
  if (study !== undefined && study.matrices.length > 0) return withDescriptions(study, texts);
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
 * @param cells grouping of single cells that was chosen; null for the proposed one
 * @throws IntakeRefusal if nothing in the files can be read
 */
export async function withStudy<T>(
  sources: readonly SourceFile[],
  options: { cells: CellGrouping | null; workDir: string },
  use: (study: Study) => Promise<T>,
): Promise<T> {
  try {
    return await use(await readStudy(await withBinaries(sources, options)));
  } finally {
    await rm(options.workDir, { recursive: true, force: true });
  }
}
