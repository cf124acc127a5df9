/** Archives written while they are sent: nothing of it is ever stored, and every file in it is proven on its way. */
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

/** Entries lie below folders named after records, so a file at the top has a name of its own. */
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
  /** known before the first byte: entries are stored, not packed, so that a short archive is seen to be short */
  sizeBytes: number;
}

/** Entries opened before their turn, so that many small ones do not each wait for the store. */
const AHEAD = 4;

/** Opens entries in their order, a few ahead of the one that is taken. */
function openInOrder(
  services: Pick<Services, 'db' | 'log' | 'store'>,
  entries: readonly ArchiveEntry[],
): { take(place: number): Promise<Readable>; close(): void } {
  const opening = new Map<number, Promise<Readable>>();
  let isClosed = false;

  async function open({ storage_key, sha256 }: ArchiveEntry): Promise<Readable> {
    const stored = await services.store.read(storage_key);
    // Whoever takes the entry sees its errors; one that nobody takes any more is closed.
    const proved = pipeline(stored, provingHash({ storage_key, sha256 }, services), () => undefined);
    if (isClosed) proved.destroy();
    return proved;
  }

  return {
    take(place) {
      for (let next = place; next <= place + AHEAD; next += 1) {
        const entry = entries[next];
        if (entry === undefined || opening.has(next)) continue;
        const opened = open(entry);
        opened.catch(() => undefined);
        opening.set(next, opened);
      }
      const taken = opening.get(place);
      opening.delete(place - 1);
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

/** Bytes that the archive's directory has at most: a fixed part for each entry, its name, two extra fields. */
function directoryBytes(entries: readonly ArchiveEntry[]): number {
  return entries.reduce((sum, { path }) => sum + 46 + Buffer.byteLength(path) + 9 + 28, 128);
}

/**
 * The archive as a stream, entry by entry as the reader takes them. A file that is gone or damaged breaks the stream
 * before the archive's directory, so that no reader takes it for whole.
 * @throws what the store throws for the first entry: an archive that cannot begin is refused, not broken off
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

  for (const [place, entry] of entries.entries()) {
    const options = { compress: false, size: entry.size_bytes, mtime: entry.created_at, mode: 0o100644 };
    zip.addReadStreamLazy(entry.path, options, (give) => {
      opened.take(place).then((bytes) => {
        // It may have been found damaged before its turn.
        if (bytes.errored) return breakOff(bytes.errored);
        bytes.on('error', breakOff);
        give(null, bytes);
      }, breakOff);
    });
  }
  zip.addBuffer(writeManifest(entries), MANIFEST, { compress: false, mode: 0o100644 });
  let sizeBytes = -1;
  // With a directory of 64 KiB the writer announces the large form of its end without writing it, unless told to.
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

/** The archive of an image. A part that is gone or damaged breaks the stream before its end. */
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
