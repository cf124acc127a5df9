import { foldPath } from '@omicon/domain/files/archive-paths.ts';
import { type Entry, getFileNameLowLevel } from 'yauzl';
import { refusal } from '../records.ts';
import { quote } from '../text/read-log.ts';

/** Limits of an archive. Bytes are uncompressed bytes. */
export interface ArchiveLimits {
  entries: number;
  bytes: number;
  /** compression ratio of an entry */
  ratio: number;
  /** the ratio of smaller entries is not limited */
  ratioFreeBytes: number;
}

export const DEFAULT_LIMITS: ArchiveLimits = {
  entries: 10_000,
  bytes: 20 * 1024 ** 3,
  ratio: 200,
  ratioFreeBytes: 10 * 1024 ** 2,
};

export interface ArchiveDirectory {
  archive: string;
  /** by name as written, folders with a final slash */
  entries: Map<string, Entry>;
  sizeBytes: number;
}

const LOCAL_HEADER_BYTES = 30;
const CENTRAL_HEADER_BYTES = 46;
const END_RECORD_BYTES = 22;
const FILE_TYPE_MASK = 0o170000;
const REGULAR_FILE = 0o100000;
const FOLDER = 0o040000;
const MAX_NAME_BYTES = 255;

/**
 * Name of an entry with slashes. Older Windows programs write backslashes, contrary to the format; the resulting name
 * is checked later.
 */
export function decodeName(entry: Entry): string {
  const name = getFileNameLowLevel(entry.generalPurposeBitFlag, entry.fileNameRaw, entry.extraFields, true);
  return name.replaceAll('\\', '/');
}

/**
 * Checks the central directory before any entry is read.
 * @throws IntakeRefusal for the first violation, naming the entry
 */
export function checkDirectory(directory: ArchiveDirectory, limits: ArchiveLimits): void {
  let bytes = 0;
  for (const [name, entry] of directory.entries) {
    const fault = nameFault(name) ?? typeFault(name, entry) ?? packingFault(entry, limits);
    if (fault !== null) throw refusal(name, `${quote(name)} ${fault}`);
    bytes += entry.uncompressedSize;
  }
  if (bytes > limits.bytes) {
    const allowed = Math.floor(limits.bytes / 1024 ** 2);
    throw refusal(directory.archive, `The archive unpacks to ${bytes} bytes; ${allowed} MiB are allowed.`);
  }
  checkSameNames([...directory.entries.keys()]);
  checkOverlap(directory);
}

function nameFault(name: string): string | null {
  const path = name.endsWith('/') ? name.slice(0, -1) : name;
  const parts = path.split('/');
  if (name.startsWith('/') || /^[A-Za-z]:/.test(name)) return 'has an absolute path.';
  if (parts.some((part) => part === '..' || part === '.')) return 'has a path that leads out of its folder.';
  if (parts.includes('')) return 'has an empty name in its path.';
  // biome-ignore lint/suspicious/noControlCharactersInRegex: it searches for control characters
  if (/[\u0000-\u001f\u007f]/.test(name)) return 'has a control character in its name.';
  if (parts.some((part) => Buffer.byteLength(part) > MAX_NAME_BYTES)) return 'has a name over 255 bytes.';
  return null;
}

function typeFault(name: string, entry: Entry): string | null {
  const type = (entry.externalFileAttributes >>> 16) & FILE_TYPE_MASK;
  if (type !== 0 && type !== REGULAR_FILE && type !== FOLDER) return 'is a link or a special file.';
  if (type === FOLDER && !name.endsWith('/')) return 'is marked as a folder but named as a file.';
  if (name.endsWith('/') && entry.uncompressedSize > 0) return 'is a folder with content.';
  return null;
}

function packingFault(entry: Entry, limits: ArchiveLimits): string | null {
  if (entry.isEncrypted()) return 'is encrypted.';
  if (!entry.canDecodeFileData())
    return `is packed by method ${entry.compressionMethod}; only deflate can be read.`;
  if (entry.compressionMethod === 0 && entry.compressedSize !== entry.uncompressedSize) {
    return 'is stored unpacked with a wrong size.';
  }
  const isLarge = entry.uncompressedSize > limits.ratioFreeBytes;
  if (isLarge && entry.uncompressedSize > limits.ratio * entry.compressedSize) {
    return `is packed more than ${limits.ratio} to 1.`;
  }
  return null;
}

/** Refuses names that collide on some file system: equal after normalizing Unicode and case, or a file and a folder. */
function checkSameNames(names: string[]): void {
  const files = new Map<string, string>();
  const folders = new Map<string, string>();
  for (const name of names) {
    const isFolder = name.endsWith('/');
    const key = foldPath(isFolder ? name.slice(0, -1) : name);
    const other = isFolder ? folders.get(key) : files.get(key);
    if (other !== undefined)
      throw refusal(name, `The archive holds ${quote(name)} and ${quote(other)}, the same name.`);
    (isFolder ? folders : files).set(key, name);
  }
  for (const name of names) {
    const key = foldPath(name);
    for (let at = key.lastIndexOf('/'); at > 0; at = key.lastIndexOf('/', at - 1)) {
      const file = files.get(key.slice(0, at));
      if (file !== undefined)
        throw refusal(name, `${quote(file)} is both a file and a folder of the archive.`);
    }
  }
}

/**
 * Refuses overlapping entries, a trick to unpack one stream many times. A local header repeats the name, so the minimum
 * size of an entry is known from the directory.
 */
function checkOverlap({ archive, entries, sizeBytes }: ArchiveDirectory): void {
  const byOffset = [...entries].sort(
    ([, a], [, b]) => a.relativeOffsetOfLocalHeader - b.relativeOffsetOfLocalHeader,
  );
  let end = 0;
  let previous = '';
  let directoryBytes = END_RECORD_BYTES;
  for (const [name, entry] of byOffset) {
    if (entry.relativeOffsetOfLocalHeader < end) {
      throw refusal(name, `${quote(name)} overlaps ${quote(previous)} in the archive.`);
    }
    end =
      entry.relativeOffsetOfLocalHeader + LOCAL_HEADER_BYTES + entry.fileNameLength + entry.compressedSize;
    previous = name;
    directoryBytes +=
      CENTRAL_HEADER_BYTES + entry.fileNameLength + entry.extraFieldLength + entry.fileCommentLength;
  }
  if (end > sizeBytes - directoryBytes) {
    throw refusal(previous || archive, `${quote(previous)} reaches past the data of the archive.`);
  }
}
