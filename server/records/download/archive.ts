/** Archives streamed to the client: never stored; the checksum of each file is verified while it is sent. */
import { pipeline, Readable } from 'node:stream';
import { writeRow } from '@omicon/domain/files/table-text.ts';
import { ZipFile } from 'yazl';
import type { ImagePart } from '../../base/container-image/container-image.ts';
import { type TarEntry, tarBytes, writeTar } from '../../base/container-image/tar.ts';
import { provingHash } from '../../base/http/sending.ts';
import type { Services } from '../../base/services.ts';

export interface ArchiveEntry {
  path: string;
  size_bytes: number;
  sha256: Buffer;
  storage_key: string;
  created_at: Date;
}

/** Entries lie in folders named after records, so a top-level file cannot clash with them. */
export const MANIFEST = 'manifest.csv';

/** One line for each entry: path, size in bytes, SHA-256. */
function writeManifest(entries: readonly ArchiveEntry[]): Buffer {
  const lines = entries.map(({ path, size_bytes, sha256 }) =>
    writeRow([path, size_bytes, sha256.toString('hex')]),
  );
  return Buffer.from([writeRow(['path', 'size_bytes', 'sha256']), ...lines].join(''));
}

export interface Archive {
  content: Readable;
  /** known in advance, as entries are not compressed; clients notice a truncated archive */
  sizeBytes: number;
}

/** Number of entries opened ahead, so that many small files do not each wait for the store. */
const AHEAD = 4;

/** Opens entries in order, a few ahead of the one being read. */
function openInOrder(
  services: Pick<Services, 'db' | 'log' | 'store'>,
  entries: readonly ArchiveEntry[],
): { take(index: number): Promise<Readable>; close(): void } {
  const opening = new Map<number, Promise<Readable>>();
  let isClosed = false;

  async function open({ storage_key, sha256 }: ArchiveEntry): Promise<Readable> {
    const stored = await services.store.read(storage_key);
    // The reader of an entry handles its errors; entries that are no longer needed are closed.
    const proved = pipeline(stored, provingHash({ storage_key, sha256 }, services), () => undefined);
    if (isClosed) proved.destroy();
    return proved;
  }

  return {
    take(index) {
      for (let next = index; next <= index + AHEAD; next += 1) {
        const entry = entries[next];
        if (entry === undefined || opening.has(next)) continue;
        const opened = open(entry);
        opened.catch(() => undefined);
        opening.set(next, opened);
      }
      const taken = opening.get(index);
      opening.delete(index - 1);
      return taken ?? Promise.reject(new Error('There is no such entry.'));
    },
    close() {
      isClosed = true;
      for (const opened of opening.values())
        opened.then(
          (content) => content.destroy(),
          () => undefined,
        );
    },
  };
}

/** Upper bound of the archive's directory in bytes: a fixed part for each entry, its name, two extra fields. */
function directoryBytes(entries: readonly ArchiveEntry[]): number {
  return entries.reduce((sum, { path }) => sum + 46 + Buffer.byteLength(path) + 9 + 28, 128);
}

/**
 * The archive as a stream, read entry by entry. A missing or damaged file breaks the stream before the archive's
 * directory, so that no client takes it for complete.
 * @throws the store's error for the first entry, so that such an archive is refused, not broken off
 */
export async function writeArchive(
  services: Pick<Services, 'db' | 'log' | 'store'>,
  entries: readonly ArchiveEntry[],
): Promise<Archive> {
  const zip = new ZipFile();
  if (!(zip.outputStream instanceof Readable)) throw new Error('The archive writer gives no stream.');
  const content: Readable = zip.outputStream;
  const opened = openInOrder(services, entries);
  await opened.take(0).catch((error: unknown) => {
    opened.close();
    throw error;
  });
  const breakOff = (error: unknown) =>
    content.destroy(error instanceof Error ? error : new Error('The archive broke off.'));
  zip.on('error', breakOff);
  content.on('close', () => opened.close());

  for (const [index, entry] of entries.entries()) {
    const options = { compress: false, size: entry.size_bytes, mtime: entry.created_at, mode: 0o100644 };
    zip.addReadStreamLazy(entry.path, options, (give) => {
      opened.take(index).then((bytes) => {
        // It may have failed while it was opened ahead.
        if (bytes.errored) return breakOff(bytes.errored);
        bytes.on('error', breakOff);
        give(null, bytes);
      }, breakOff);
    });
  }
  // With the time of the newest entry, the same files make the same archive at any time.
  const mtime = new Date(
    entries.reduce((newest, { created_at }) => Math.max(newest, created_at.getTime()), 0),
  );
  zip.addBuffer(writeManifest(entries), MANIFEST, { compress: false, mtime, mode: 0o100644 });
  let sizeBytes = -1;
  // From a directory of 64 KiB on, the writer announces ZIP64 but writes it only if forced.
  const forceZip64Format = directoryBytes(entries) >= 0xffff;
  zip.end({ forceZip64Format, comment: '' }, (...[total]: number[]) => {
    sizeBytes = total ?? -1;
  });
  if (sizeBytes < 0) throw new Error('The size of the archive is not known.');
  return { content, sizeBytes };
}

export function imageArchiveBytes(parts: readonly ImagePart[]): number {
  return tarBytes(parts.map((part) => ({ sizeBytes: part.size_bytes })));
}

/** The archive of an image. A missing or damaged part breaks the stream before its end. */
export function writeImageArchive(
  services: Pick<Services, 'db' | 'log' | 'store'>,
  parts: readonly ImagePart[],
): Archive {
  const entries = parts.map(
    ({ path, size_bytes, storage_key }): TarEntry => ({
      path,
      sizeBytes: size_bytes,
      mode: 0o644,
      async content() {
        const stored = await services.store.read(storage_key);
        const sha256 = Buffer.from(storage_key, 'hex');
        return pipeline(stored, provingHash({ storage_key, sha256 }, services), () => undefined);
      },
    }),
  );
  const content = Readable.from(writeTar(entries), { objectMode: false });
  return { content, sizeBytes: imageArchiveBytes(parts) };
}
