/** File types by name, and which operations they allow. */

export const FILE_TYPES = ['txt', 'xls', 'pdf', 'r-code', 'folder', 'other'] as const;
export type FileType = (typeof FILE_TYPES)[number];

const TYPE_BY_EXTENSION: ReadonlyMap<string, FileType> = new Map([
  ['txt', 'txt'],
  ['csv', 'xls'],
  ['xls', 'xls'],
  ['xlsx', 'xls'],
  ['pdf', 'pdf'],
  ['r', 'r-code'],
]);

/** Lower-case extension without the dot; empty when the name has none. */
export function fileExtension(name: string): string {
  const dot = name.lastIndexOf('.');
  return dot <= 0 ? '' : name.slice(dot + 1).toLowerCase();
}

/** The file type shown in grids; csv, xls and xlsx are one type. */
export function fileTypeOf(name: string): FileType {
  return TYPE_BY_EXTENSION.get(fileExtension(name)) ?? 'other';
}

/** Whole-file previews are offered for these types only; docx has no type of its own in the grids. */
export function isPreviewable(name: string): boolean {
  const type = fileTypeOf(name);
  return (type !== 'other' && type !== 'folder') || fileExtension(name) === 'docx';
}

/** Text shown for files of a kind without preview. */
export const PREVIEW_OTHER_KIND =
  'Preview is not supported for files of this kind. Please download to view the file.';

/** How much of a workbook its preview shows. Spreadsheet programs limit cells to this many characters. */
export const MAX_SHEETS = 500;
export const MAX_SHEET_ROWS = 1000;
export const MAX_SHEET_COLUMNS = 25;
export const MAX_CELL_LETTERS = 32_767;

const EXPLORABLE: ReadonlySet<string> = new Set(['csv', 'tsv', 'txt']);

/** Extension and compression of text tables, whose rows can be read by range; null for other files. */
export function explorableForm(name: string): { extension: string; isGzipped: boolean } | null {
  const isGzipped = fileExtension(name) === 'gz';
  const extension = fileExtension(isGzipped ? name.slice(0, -'.gz'.length) : name);
  return EXPLORABLE.has(extension) ? { extension, isGzipped } : null;
}

export const PREVIEW_LIMIT_BYTES = 1024 * 1024;

/** Text shown for files too large to preview. */
export const PREVIEW_TOO_LARGE =
  'Preview is not supported for files of more than size of 1MB. Please download to view the file.';

/** Small files and these types download directly; others go through a download notification. */
export function downloadsDirectly(file: { name: string; size_bytes: number }): boolean {
  return (
    ['csv', 'r', 'txt', 'pdf'].includes(fileExtension(file.name)) || file.size_bytes <= PREVIEW_LIMIT_BYTES
  );
}

const UNITS = ['B', 'KB', 'MB', 'GB', 'TB', 'PB'] as const;

/** A size in base 1024 with up to three decimals, e.g. `1.5 KB`; `0 B` for an empty file. */
export function formatSize(sizeBytes: number): string {
  let unit = 0;
  let value = sizeBytes;
  while (value >= 1024 && unit < UNITS.length - 1) {
    value /= 1024;
    unit += 1;
  }
  return `${Number(value.toFixed(3))} ${UNITS[unit]}`;
}
