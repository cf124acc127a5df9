/** Paths of files in a downloaded archive: readable, safe on every system, and unique. */

export interface ArchivedFile {
  /** title of the record that owns the file */
  record: string;
  /** path inside the record, '' at its top */
  folder: string;
  name: string;
}

const MAX_NAME_BYTES = 200;
const RESERVED = /^(con|prn|aux|nul|com[0-9]|lpt[0-9])(\.|$)/i;

/** Cuts to a maximum of UTF-8 bytes, between characters. */
function cutBytes(text: string, maxBytes: number): string {
  const encoder = new TextEncoder();
  if (encoder.encode(text).length <= maxBytes) return text;
  let bytes = 0;
  let cut = '';
  for (const letter of text) {
    bytes += encoder.encode(letter).length;
    if (bytes > maxBytes) break;
    cut += letter;
  }
  return cut;
}

function splitExtension(name: string): [stem: string, extension: string] {
  const dot = name.lastIndexOf('.');
  return dot <= 0 || name.length - dot > 12 ? [name, ''] : [name.slice(0, dot), name.slice(dot)];
}

/**
 * A safe file name: control, direction and path characters become `_`. It does not end in a dot or space, is no device
 * name of Windows, and does not begin with a character that spreadsheets or shells interpret. At most 200 bytes.
 */
export function cleanFileName(name: string): string {
  const plain = name
    .normalize('NFC')
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}/\\:*?"<>|]/gu, '_')
    .replace(/[. ]+$/, '')
    .trimStart();
  const [stem, extension] = splitExtension(plain);
  const short = cutBytes(stem, MAX_NAME_BYTES - extension.length) + extension;
  if (short === '') return '_';
  return RESERVED.test(short) || /^[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]/.test(short) ? `_${short}` : short;
}

/** A key for comparing paths: names that are the same on some file system have the same key. */
export function foldPath(path: string): string {
  return path.normalize('NFC').toUpperCase().toLowerCase().normalize('NFC');
}

/** Adds a number before the extension, as file managers do. */
function numbered(name: string, number: number): string {
  const [stem, extension] = splitExtension(name);
  return `${stem} (${number})${extension}`;
}

/** Cleaned path of a folder in the archive; marks it and its parents as taken. */
function folderPath({ record, folder }: ArchivedFile, taken: Set<string>): string {
  const path = [record, ...folder.split('/').filter((part) => part !== '')].map(cleanFileName).join('/');
  const folded = foldPath(path);
  taken.add(folded);
  for (let at = folded.lastIndexOf('/'); at > 0; at = folded.lastIndexOf('/', at - 1))
    taken.add(folded.slice(0, at));
  return path;
}

/**
 * A unique path for each file, in the same order: `record/folder/name`. Paths that would collide on some file system
 * get a number.
 */
export function nameArchivePaths(files: readonly ArchivedFile[]): string[] {
  const taken = new Set<string>();
  // Thousands of files share a few folders.
  const folders = new Map<string, string>();
  const folderOf = (file: ArchivedFile): string => `${file.record}\u0000${file.folder}`;
  for (const file of files)
    if (!folders.has(folderOf(file))) folders.set(folderOf(file), folderPath(file, taken));
  return files.map((file) => {
    const folder = folders.get(folderOf(file)) ?? '';
    const name = cleanFileName(file.name);
    let path = `${folder}/${name}`;
    for (let number = 2; taken.has(foldPath(path)); number += 1) path = `${folder}/${numbered(name, number)}`;
    taken.add(foldPath(path));
    return path;
  });
}
