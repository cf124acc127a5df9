/** Several files as one upload: their bytes one after the other. */
import type { Draft } from '@omicon/contract/areas/drafts.ts';
import { formatSize } from '@omicon/domain/files/file-kinds.ts';
import { countOf, formatCount } from '@omicon/domain/records/count-of.ts';

export const MAX_FILES = 500;
const MAX_BYTES = 20 * 1024 ** 3;
const MAX_PATH = 500;
const MAX_NAME = 255;

/** A file with its path below the folder that was dropped. */
export interface ChosenFile {
  path: string;
  file: File;
}

/** Path of a file as the drop area gives it: `./counts.tsv` for a file, `/study/meta_study.txt` in a folder. */
function pathOf(file: File): string {
  const path = 'path' in file && typeof file.path === 'string' ? file.path : file.name;
  return path.replace(/^\.?\/+/, '');
}

const sizeOf = (files: readonly File[]) => files.reduce((sum, { size }) => sum + size, 0);

/** Why these files cannot be sent together, in a sentence; null if they can. */
export function refuseFiles(files: readonly File[]): string | null {
  if (files.length > MAX_FILES)
    return `These are ${formatCount(files.length)} files. At most ${MAX_FILES} can be read together.`;
  const size = sizeOf(files);
  if (size === 0) return 'The files are empty. Choose files with data.';
  if (size > MAX_BYTES) return `The files have ${formatSize(size)} together. At most 20 GiB can be sent.`;
  const long = files.find((file) => pathOf(file).length > MAX_PATH);
  if (long !== undefined) return `The path of ${long.name} has more than ${MAX_PATH} characters. Shorten it.`;
  return null;
}

export function choose(files: readonly File[]): ChosenFile[] {
  return files.map((file) => ({ path: pathOf(file), file }));
}

/** `GSE1_series_matrix.txt.gz and 2 more`, at most as long as the name of an upload. */
export function nameTogether(paths: readonly string[]): string {
  const more = paths.length > 1 ? ` and ${formatCount(paths.length - 1)} more` : '';
  return `${(paths[0] ?? '').slice(0, MAX_NAME - more.length)}${more}`;
}

/** The files as one, without reading them. */
export function joinFiles(chosen: readonly ChosenFile[]): File {
  return new File(
    chosen.map(({ file }) => file),
    nameTogether(chosen.map(({ path }) => path)),
  );
}

/**
 * The files of an upload, chosen again, in the order in which their bytes are sent; a sentence if one is missing or has
 * another size. Files are found by path, or by name where only files were chosen of what was a folder.
 */
export function chooseAgain(wanted: Draft['files'], files: readonly File[]): ChosenFile[] | string {
  const given = choose(files);
  const found: ChosenFile[] = [];
  for (const { name, size_bytes } of wanted) {
    const match =
      given.find(({ path }) => path === name) ?? given.find(({ file }) => name.endsWith(`/${file.name}`));
    if (match === undefined)
      return `${name} is missing. Choose ${wanted.length === 1 ? 'it' : `all ${countOf(wanted.length, 'file')}`} again.`;
    if (match.file.size !== size_bytes)
      return `${name} is another file now: it had ${formatSize(size_bytes)} and has ${formatSize(match.file.size)}.`;
    found.push({ path: name, file: match.file });
  }
  return found;
}
