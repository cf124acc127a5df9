/** For tests: reads files in memory as an upload is read. */
import { Readable } from 'node:stream';
import type { SourceFile, Study } from '@omicon/intake/bring/study.ts';
import { IntakeRefusal } from '@omicon/intake/records.ts';
import { withStudy } from '../with-study.ts';

export type Files = Record<string, Buffer | string>;

export function sourcesOf(files: Files): SourceFile[] {
  return Object.entries(files).map(([name, content]) => {
    const bytes = Buffer.from(content);
    return {
      name,
      sizeBytes: bytes.length,
      open: async () => Readable.from([bytes], { objectMode: false }),
    };
  });
}

export interface Read {
  study: Study;
  /** rows of each matrix by its file, titles first */
  rows: Record<string, string[][]>;
  notes: string[];
}

/** @param workDir for copies @param matrix that is chosen */
export async function read(
  files: Files,
  { workDir, matrix }: { workDir: string; matrix?: string },
): Promise<Read> {
  const options = {
    cells: null,
    workDir,
    ...(matrix === undefined ? {} : { matrix }),
  };
  return withStudy(sourcesOf(files), options, async (study) => {
    const rows: Read['rows'] = {};
    for (const each of study.matrices) {
      rows[each.file] = [each.columns];
      for await (const { cells } of each.rows()) rows[each.file]?.push(cells);
    }
    return { study, rows, notes: study.notes.map(({ file, sentence }) => `${file}: ${sentence}`) };
  });
}

/** Sentences of the refusal; none if there is none. */
export async function refusalOf(files: Files, workDir: string): Promise<string> {
  try {
    await read(files, { workDir });
  } catch (error) {
    if (error instanceof IntakeRefusal) return error.faults.map(({ sentence }) => sentence).join('\n');
    throw error;
  }
  return 'none';
}
