/** The bytes of an RDS file, unpacked. */
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { BinaryRefusal } from '../../binary-form.ts';

/** Values stay in these bytes; what is read of them takes little more. */
const MAX_BYTES = 1024 ** 3;
const HEAD_BYTES = 6;

const OTHER_FORMS: readonly { mark: Buffer; sentence: string }[] = [
  { mark: Buffer.from('BZh'), sentence: 'The file is packed by bzip2; save it again with saveRDS(x, file).' },
  {
    mark: Buffer.from([0xfd, 0x37, 0x7a, 0x58]),
    sentence: 'The file is packed by xz; save it again with saveRDS(x, file).',
  },
  {
    mark: Buffer.from([0x28, 0xb5, 0x2f, 0xfd]),
    sentence: 'The file is packed by zstd; save it again with saveRDS(x, file).',
  },
];
const WORKSPACE = /^RD[XAB]\d\n/;

/** @throws BinaryRefusal */
export async function unpackRds(file: string): Promise<Buffer> {
  const head = await headOf(file);
  const other = OTHER_FORMS.find(({ mark }) => head.subarray(0, mark.length).equals(mark));
  if (other !== undefined) throw new BinaryRefusal(other.sentence);
  const isPacked = head[0] === 0x1f && head[1] === 0x8b;
  try {
    // Read twice, as joining chunks would take the memory twice.
    const size = await fill(file, isPacked, null);
    const bytes = Buffer.allocUnsafe(size);
    await fill(file, isPacked, bytes);
    checkStart(bytes);
    return bytes;
  } catch (error) {
    if (error instanceof BinaryRefusal) throw error;
    throw new BinaryRefusal('The file is damaged or cut off; save it again with saveRDS, and copy it again.');
  }
}

async function headOf(file: string): Promise<Buffer> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

/** Copies the unpacked bytes if there is a target. @returns how many there are */
async function fill(file: string, isPacked: boolean, target: Buffer | null): Promise<number> {
  let size = 0;
  for await (const chunk of streamOf(file, isPacked)) {
    const bytes: Buffer = chunk;
    if (target !== null && bytes.copy(target, size) < bytes.length) {
      throw new BinaryRefusal('The file has changed while it was read; try again.');
    }
    size += bytes.length;
    if (size > MAX_BYTES) {
      throw new BinaryRefusal('The object takes more than 1 GB; save it as an HDF5 file or a table of text.');
    }
  }
  return size;
}

function streamOf(file: string, isPacked: boolean): Readable {
  const stream = createReadStream(file, { highWaterMark: 256 * 1024 });
  // Errors reach the reader of the last stream.
  return isPacked ? pipeline(stream, createGunzip({ chunkSize: 256 * 1024 }), () => undefined) : stream;
}

function checkStart(bytes: Buffer): void {
  const start = bytes.toString('latin1', 0, 5);
  if (WORKSPACE.test(start)) {
    throw new BinaryRefusal(
      'This is a workspace of save(); save the one object with saveRDS(x, file) instead.',
    );
  }
  if (start.startsWith('A\n') || start.startsWith('B\n')) {
    throw new BinaryRefusal(
      'The file has R\u2019s ASCII or native form; save it again with saveRDS(x, file).',
    );
  }
  if (!start.startsWith('X\n'))
    throw new BinaryRefusal('This is not an RDS file; save the object with saveRDS(x, file).');
}
