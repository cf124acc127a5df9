/** Places of files in an archive that people download: readable, harmless on every system, no two alike. */

export interface ArchivedFile {
  /** title of the record that owns the file */
  record: string;
  /** path inside the record, '' at its top */
  folder: string;
  name: string;
}

const LONGEST_BYTES = 200;
const RESERVED = /^(con|prn|aux|nul|com[0-9]|lpt[0-9])(\.|$)/i;

/** At most so many bytes in UTF-8, cut between letters. */
function cutBytes(text: string, mostBytes: number): string {
  const encoder = new TextEncoder();
  if (encoder.encode(text).length <= mostBytes) return text;
  let bytes = 0;
  let cut = '';
  for (const letter of text) {
    bytes += encoder.encode(letter).length;
    if (bytes > mostBytes) break;
    cut += letter;
  }
  return cut;
}

function splitExtension(name: string): [stem: string, extension: string] {
  const dot = name.lastIndexOf('.');
  return dot <= 0 || name.length - dot > 12 ? [name, ''] : [name.slice(0, dot), name.slice(dot)];
}

/**
 * A name as one part of a path: letters stay, control, direction and path characters become `_`. No end in a dot or
 * space, none of the names that Windows keeps for devices, and no beginning that a spreadsheet or a shell would act on.
 */
export function cleanFileName(name: string): string {
  const plain = name
    .normalize('NFC')
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}/\\:*?"<>|]/gu, '_')
    .replace(/[. ]+$/, '')
    .trimStart();
  const [stem, extension] = splitExtension(plain);
  const short = cutBytes(stem, LONGEST_BYTES - extension.length) + extension;
  if (short === '') return '_';
  return RESERVED.test(short) || /^[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]/.test(short) ? `_${short}` : short;
}

/** Names that one disk or another takes for the same are equal after this. */
export function foldPath(path: string): string {
  return path.normalize('NFC').toUpperCase().toLowerCase().normalize('NFC');
}

/** The name with a number before its extension, as file managers do it. */
function numbered(name: string, number: number): string {
  const [stem, extension] = splitExtension(name);
  return `${stem} (${number})${extension}`;
}

/** Cleaned path of a folder in the archive; folders above it are taken names. */
function placeFolder({ record, folder }: ArchivedFile, taken: Set<string>): string {
  const path = [record, ...folder.split('/').filter((part) => part !== '')].map(cleanFileName).join('/');
  const folded = foldPath(path);
  taken.add(folded);
  for (let at = folded.lastIndexOf('/'); at > 0; at = folded.lastIndexOf('/', at - 1))
    taken.add(folded.slice(0, at));
  return path;
}

/**
 * One path for each file, in the same order: `record/folder/name`. Paths that would be one file on some disk, or a
 * file and a folder of the same name, are told apart by a number.
 */
export function nameArchivePaths(files: readonly ArchivedFile[]): string[] {
  const taken = new Set<string>();
  // Thousands of files lie in a few folders.
  const folders = new Map<string, string>();
  const folderOf = (file: ArchivedFile): string => `${file.record}\u0000${file.folder}`;
  for (const file of files)
    if (!folders.has(folderOf(file))) folders.set(folderOf(file), placeFolder(file, taken));
  return files.map((file) => {
    const folder = folders.get(folderOf(file)) ?? '';
    const name = cleanFileName(file.name);
    let path = `${folder}/${name}`;
    for (let number = 2; taken.has(foldPath(path)); number += 1) path = `${folder}/${numbered(name, number)}`;
    taken.add(foldPath(path));
    return path;
  });
}
