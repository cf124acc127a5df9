import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { refusal } from '../../records.ts';
import { openArchive } from '../../tree/archive-tree.ts';
import type { SourceFile } from '../study.ts';
import { firstBytes } from './files/gunzip.ts';
import { isZip } from './files/refused-formats.ts';
import { type Note, notesOf } from './tables/study-parts.ts';

/** An archive is read in any order, which a stream cannot; so it is kept. */
const MAX_ARCHIVE_BYTES = 128 * 1024 * 1024;

/** The files, with those inside zip archives instead of the archives. */
export async function unpackArchives(files: readonly SourceFile[], notes: Note[]): Promise<SourceFile[]> {
  const all: SourceFile[] = [];
  let kept = 0;
  for (const file of files) {
    try {
      if (!isZip(await firstBytes(file))) {
        all.push(file);
        continue;
      }
      kept += file.sizeBytes;
      if (kept > MAX_ARCHIVE_BYTES) {
        throw refusal(
          file.name,
          'Archives over 128 MiB are not opened; unpack it and give the files inside.',
        );
      }
      all.push(...(await filesInside(file)));
    } catch (error) {
      notes.push(...notesOf(error));
    }
  }
  return all;
}

async function filesInside(file: SourceFile): Promise<SourceFile[]> {
  const bytes = await buffer(await limitedTo(file));
  const tree = await openArchive({
    name: file.name,
    sizeBytes: bytes.length,
    read: async (start, end) => Readable.from([bytes.subarray(start, end + 1)], { objectMode: false }),
  });
  const has = (start: string) => tree.entries.some(({ path }) => path.startsWith(start));
  if (has('[Content_Types].xml')) {
    const label = has('xl/') ? 'an Excel workbook' : 'an Office document';
    throw refusal(
      file.name,
      `This is ${label}. Save its table as CSV or tab-separated text and give that file.`,
    );
  }
  return tree.entries.map(({ path, sizeBytes }) => ({
    name: `${file.name}/${path}`,
    sizeBytes,
    open: () => tree.open(path),
  }));
}

async function limitedTo(file: SourceFile): Promise<Readable> {
  const source = await file.open();
  async function* limited() {
    let length = 0;
    for await (const chunk of source) {
      const bytes: Buffer = chunk;
      length += bytes.length;
      if (length > MAX_ARCHIVE_BYTES) throw refusal(file.name, 'The archive is longer than it states.');
      yield bytes;
    }
  }
  return Readable.from(limited(), { objectMode: false });
}
