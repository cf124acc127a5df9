/** What a file is, judged by its name, and what may be done with it. */

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

/** Whole-file previews are offered for these types only. */
export function isPreviewable(name: string): boolean {
  const type = fileTypeOf(name);
  return type !== 'other' && type !== 'folder';
}

const EXPLORABLE: ReadonlySet<string> = new Set(['csv', 'tsv', 'txt']);

/** Text tables, also gzipped, whose rows can be read by range whatever their size; null for other files. */
export function explorableForm(name: string): { extension: string; isGzipped: boolean } | null {
  const isGzipped = fileExtension(name) === 'gz';
  const extension = fileExtension(isGzipped ? name.slice(0, -'.gz'.length) : name);
  return EXPLORABLE.has(extension) ? { extension, isGzipped } : null;
}

export const PREVIEW_LIMIT_BYTES = 1024 * 1024;

/** Text shown where a preview is refused for its size. */
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
