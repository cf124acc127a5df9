/** The metadata of a Parquet file, checked before any page is read. */
import { open } from 'node:fs/promises';
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { countOf, formatCount } from '@omicon/domain/records/count-of.ts';
import {
  type AsyncBuffer,
  asyncBufferFromFile,
  type Compressors,
  type FileMetaData,
  parquetMetadataAsync,
  parquetSchema,
  type RowGroup,
} from 'hyparquet';
import { BinaryRefusal, MOST_VALUES } from '../../binary-form.ts';
import { columnsOf, PARSERS, type ParquetColumns } from './columns.ts';

const MAX_FOOTER_BYTES = 64 * 1024 ** 2;
const MAX_COLUMNS = 100_000;
/** Of one column in one group of rows, unpacked. */
const MAX_CHUNK_BYTES = 512 * 1024 ** 2;
const ENCRYPTED = 'PARE';
const MARK = 'PAR1';
/** The mark at the start, and at the end the length of the metadata with the mark. */
const LEAST_BYTES = 12;

/** snappy is in the library; those of Node are bounded by the length that a page states. */
export const COMPRESSORS: Compressors = {
  GZIP: (bytes, length) => gunzipSync(bytes, { maxOutputLength: Math.max(1, length) }),
  BROTLI: (bytes, length) => brotliDecompressSync(bytes, { maxOutputLength: Math.max(1, length) }),
  ZSTD: (bytes, length) => zstdDecompressSync(bytes, { maxOutputLength: Math.max(1, length) }),
};
const CODECS = new Set(['UNCOMPRESSED', 'SNAPPY', ...Object.keys(COMPRESSORS)]);

export interface ParquetFile extends ParquetColumns {
  file: AsyncBuffer;
  metadata: FileMetaData;
  rows: number;
}

/** @throws BinaryRefusal */
export async function openParquet(path: string): Promise<ParquetFile> {
  await checkEnds(path);
  const file = await asyncBufferFromFile(path);
  const metadata = await orDamaged(() => parquetMetadataAsync(file, { parsers: PARSERS, geoparquet: false }));
  const found = await orDamaged(async () => columnsOf(metadata, parquetSchema(metadata)));
  const rows = metadata.row_groups.reduce((sum, group) => sum + Number(group.num_rows), 0);
  if (rows !== Number(metadata.num_rows)) throw damaged();
  if (rows === 0) throw new BinaryRefusal('The Parquet file has no rows.');
  if (found.columns.length === 0) {
    throw new BinaryRefusal(
      'The Parquet file has only nested or binary columns; write a table of plain columns.',
    );
  }
  if (found.columns.length > MAX_COLUMNS) {
    throw new BinaryRefusal(
      `The Parquet file has ${countOf(found.columns.length, 'column')}; ${formatCount(MAX_COLUMNS)} are allowed.`,
    );
  }
  if (rows * found.columns.length > MOST_VALUES) {
    throw new BinaryRefusal(
      `The Parquet file has ${formatCount(rows)} rows and ${formatCount(found.columns.length)} columns; 1,000,000,000 values are allowed.`,
    );
  }
  const names = new Set(found.columns.map(({ name }) => name));
  if (names.size < found.columns.length) {
    throw new BinaryRefusal('The Parquet file has two columns of one name; rename one of them.');
  }
  for (const group of metadata.row_groups) checkGroup(group, names, file.byteLength);
  return { ...found, file, metadata, rows };
}

/** What `read` gives. The library throws errors of many kinds for damaged files. */
export async function orDamaged<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof BinaryRefusal) throw error;
    throw damaged();
  }
}

export function damaged(): BinaryRefusal {
  return new BinaryRefusal('The Parquet file is damaged or cut off; write and copy it again.');
}

async function checkEnds(path: string): Promise<void> {
  const handle = await open(path);
  try {
    const { size } = await handle.stat();
    if (size < LEAST_BYTES) throw damaged();
    const head = (await handle.read(Buffer.alloc(4), 0, 4, 0)).buffer.toString('latin1');
    const tail = (await handle.read(Buffer.alloc(8), 0, 8, size - 8)).buffer;
    if (head === ENCRYPTED || tail.toString('latin1', 4) === ENCRYPTED) {
      throw new BinaryRefusal('The Parquet file is encrypted; write it without encryption.');
    }
    if (head !== MARK)
      throw new BinaryRefusal('This is not a Parquet file; give a table of text or an xlsx file.');
    if (tail.toString('latin1', 4) !== MARK || tail.readUInt32LE(0) > size - LEAST_BYTES) throw damaged();
    if (tail.readUInt32LE(0) > MAX_FOOTER_BYTES) {
      throw new BinaryRefusal(
        'The metadata of the Parquet file takes more than 64 MB; write it with fewer columns.',
      );
    }
  } finally {
    await handle.close();
  }
}

function checkGroup(
  { columns, num_rows: rows }: RowGroup,
  names: ReadonlySet<string>,
  fileBytes: number,
): void {
  const found = new Set<string>();
  for (const { meta_data: chunk, file_path: path, crypto_metadata: crypto } of columns) {
    const [name] = chunk?.path_in_schema ?? [];
    if (name !== undefined && !names.has(name)) continue;
    if (crypto !== undefined) {
      throw new BinaryRefusal('The Parquet file has encrypted columns; write it without encryption.');
    }
    if (path) throw new BinaryRefusal('The Parquet file refers to other files; write the table as one file.');
    if (chunk === undefined || name === undefined || chunk.num_values !== rows) throw damaged();
    found.add(name);
    // A codec without a name is one that the library does not know.
    if (!CODECS.has(chunk.codec)) {
      throw new BinaryRefusal(
        `The Parquet file is packed by ${chunk.codec ?? 'an unknown codec'}, which cannot be read; write it with snappy, gzip or zstd.`,
      );
    }
    const { total_compressed_size: packed, total_uncompressed_size: unpacked } = chunk;
    if (packed < 0n || packed > BigInt(fileBytes) || unpacked < 0n) throw damaged();
    if (unpacked > MAX_CHUNK_BYTES) {
      throw new BinaryRefusal(
        'A group of rows has a column of more than 512 MB; write the file with smaller row groups.',
      );
    }
  }
  if (rows < 0n || (rows > 0n && found.size !== names.size)) throw damaged();
}
