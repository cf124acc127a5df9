/** Streams ustar archives, one entry at a time. Reproducible: entries carry no time, owner or host name. */
import type { Readable } from 'node:stream';

export interface TarEntry {
  /** relative, with `/`; a folder ends with it */
  path: string;
  sizeBytes: number;
  mode: number;
  content(): Promise<Readable | Iterable<Uint8Array>>;
}

const BLOCK = 512;
/** Two empty blocks end an archive. */
const END = Buffer.alloc(2 * BLOCK);
/** Eleven octal digits. */
const LARGEST = 8 ** 11 - 1;

/** Name and prefix fields of a path: up to 100 bytes, or split at a `/` into up to 155 and 100. */
function splitPath(path: string): { name: string; prefix: string } {
  if (Buffer.byteLength(path) <= 100) return { name: path, prefix: '' };
  for (let at = path.indexOf('/'); at !== -1; at = path.indexOf('/', at + 1)) {
    const [prefix, name] = [path.slice(0, at), path.slice(at + 1)];
    if (name !== '' && Buffer.byteLength(prefix) <= 155 && Buffer.byteLength(name) <= 100)
      return { name, prefix };
  }
  throw new RangeError(`The path ${path} is too long for an archive.`);
}

function octal(value: number, digits: number): string {
  return `${value.toString(8).padStart(digits, '0')}\0`;
}

function headerOf({ path, sizeBytes, mode }: TarEntry): Buffer {
  if (path === '' || path.startsWith('/') || path.split('/').includes('..'))
    throw new RangeError(`The path ${path} does not lie inside the archive.`);
  if (sizeBytes > LARGEST) throw new RangeError(`${path} is larger than 8 GiB.`);
  const { name, prefix } = splitPath(path);
  const header = Buffer.alloc(BLOCK);
  header.write(name, 0);
  header.write(octal(mode, 7), 100);
  // Owner and group 0, modified at the beginning of 1970.
  header.write(octal(0, 7), 108);
  header.write(octal(0, 7), 116);
  header.write(octal(sizeBytes, 11), 124);
  header.write(octal(0, 11), 136);
  header.write(path.endsWith('/') ? '5' : '0', 156);
  header.write('ustar\x0000', 257);
  header.write(prefix, 345);
  // The checksum is computed with eight blanks in its field.
  header.fill(' ', 148, 156);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return header;
}

function paddingOf(sizeBytes: number): number {
  return (BLOCK - (sizeBytes % BLOCK)) % BLOCK;
}

/** Bytes of the whole archive. */
export function tarBytes(entries: readonly Pick<TarEntry, 'sizeBytes'>[]): number {
  return entries.reduce((sum, { sizeBytes }) => sum + BLOCK + sizeBytes + paddingOf(sizeBytes), END.length);
}

/**
 * The archive, chunk by chunk.
 * @throws RangeError for a path or size that ustar cannot represent, Error if an entry's content differs from its
 * declared size
 */
export async function* writeTar(entries: readonly TarEntry[]): AsyncGenerator<Uint8Array, void, undefined> {
  for (const entry of entries) {
    yield headerOf(entry);
    let written = 0;
    for await (const chunk of await entry.content()) {
      const bytes: Uint8Array = chunk;
      written += bytes.length;
      if (written > entry.sizeBytes) break;
      yield bytes;
    }
    if (written !== entry.sizeBytes) throw new Error(`${entry.path} has another size than it said.`);
    yield Buffer.alloc(paddingOf(entry.sizeBytes));
  }
  yield END;
}
