import { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import { formatCount } from '@omicon/domain/records/count-of.ts';
import { type Entry, fromRandomAccessReaderPromise, type ZipFile } from 'yauzl';
import { type FileTree, IntakeRefusal, refusal } from '../records.ts';
import { quote } from '../text/read-log.ts';
import { type ArchiveLimits, checkDirectory, DEFAULT_LIMITS, decodeName } from './archive-directory.ts';
import { type ArchiveSource, SourceFailure, SourceReader } from './archive-source.ts';
import { isJunkFile } from './os-junk-files.ts';

// Names and sizes are checked here, so that a refusal can name the entry.
const OPEN_OPTIONS = { autoClose: false, decodeStrings: false, validateEntrySizes: false };

export type { ArchiveLimits } from './archive-directory.ts';

/**
 * Opens a zip archive. Nothing is unpacked to disk, and nested archives are plain files. The central directory is
 * checked before any entry is read; while an entry is read, its size and checksum are verified.
 * @throws IntakeRefusal naming the entry; SourceFailure if the storage of the archive cannot be read
 */
export async function openArchive(
  source: ArchiveSource,
  limits: ArchiveLimits = DEFAULT_LIMITS,
): Promise<FileTree> {
  const archive = source.name;
  const opening = fromRandomAccessReaderPromise(new SourceReader(source), source.sizeBytes, OPEN_OPTIONS);
  const zip = await opening.catch((error: unknown) => {
    if (error instanceof SourceFailure) throw error;
    throw refusal(archive, `The archive is incomplete or not a zip file (${messageOf(error)}).`);
  });
  try {
    const entries = await listEntries(zip, archive, limits);
    checkDirectory({ archive, entries, sizeBytes: zip.fileSize }, limits);
    return treeOf(zip, entries);
  } catch (error) {
    zip.close();
    throw error;
  }
}

async function listEntries(
  zip: ZipFile,
  archive: string,
  limits: ArchiveLimits,
): Promise<Map<string, Entry>> {
  if (zip.entryCount > limits.entries) {
    throw refusal(
      archive,
      `The archive has ${formatCount(zip.entryCount)} entries; ${formatCount(limits.entries)} are allowed.`,
    );
  }
  const entries = new Map<string, Entry>();
  try {
    for await (const entry of zip.eachEntry()) {
      const name = decodeName(entry);
      if (entries.has(name)) throw refusal(name, `The archive holds ${quote(name)} twice.`);
      entries.set(name, entry);
    }
  } catch (error) {
    if (error instanceof IntakeRefusal || error instanceof SourceFailure) throw error;
    throw refusal(archive, `The archive's list of files cannot be read (${messageOf(error)}).`);
  }
  return entries;
}

function treeOf(zip: ZipFile, all: Map<string, Entry>): FileTree {
  const files = new Map<string, Entry>();
  const folders = new Set<string>();
  for (const [name, entry] of all) {
    const parts = name.split('/');
    if (parts.some(isJunkFile)) continue;
    if (name.endsWith('/')) folders.add(name.slice(0, -1).normalize('NFC'));
    else files.set(name.normalize('NFC'), entry);
  }
  const entries = [...files].map(([path, entry]) => ({ path, sizeBytes: entry.uncompressedSize }));
  return {
    entries,
    emptyFolders: emptyFoldersOf(folders, files),
    open: async (path) => {
      const entry = files.get(path);
      if (entry === undefined) throw refusal(path, `There is no file ${quote(path)}.`);
      return Readable.from(checkedBytes(zip, { path, entry }), { objectMode: false });
    },
    close: async () => zip.close(),
  };
}

function emptyFoldersOf(folders: Set<string>, files: Map<string, Entry>): string[] {
  const filled = new Set<string>();
  for (const path of files.keys()) {
    for (let at = path.lastIndexOf('/'); at > 0; at = path.lastIndexOf('/', at - 1))
      filled.add(path.slice(0, at));
  }
  return [...folders].filter((folder) => !filled.has(folder)).sort();
}

interface NamedEntry {
  path: string;
  entry: Entry;
}

/** Bytes of an entry, at most its stated size, which the check of the directory has limited. */
async function* checkedBytes(zip: ZipFile, { path, entry }: NamedEntry): AsyncGenerator<Buffer> {
  let produced = 0;
  let checksum = 0;
  try {
    const source = await zip.openReadStreamPromise(entry);
    for await (const chunk of source) {
      const bytes: Buffer = Buffer.isBuffer(chunk) ? chunk : Buffer.from(chunk);
      produced += bytes.length;
      checksum = crc32(bytes, checksum);
      if (produced > entry.uncompressedSize)
        throw refusal(path, `${quote(path)} unpacks to more than it states.`);
      yield bytes;
    }
  } catch (error) {
    if (error instanceof IntakeRefusal || error instanceof SourceFailure) throw error;
    throw refusal(path, `${quote(path)} is damaged in the archive (${messageOf(error)}).`);
  }
  if (produced !== entry.uncompressedSize || checksum !== entry.crc32) {
    throw refusal(path, `${quote(path)} is damaged in the archive: its checksum is wrong.`);
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
