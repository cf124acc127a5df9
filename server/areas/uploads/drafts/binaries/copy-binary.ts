/** Copies binary files of a draft to disk, unpacked, as they are read in any order. */
import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { SIGNATURE_BYTES, signatureOf } from '@omicon/domain/files/file-signature.ts';
import { firstBytes } from '@omicon/intake/bring/read/files/gunzip.ts';
import type { SourceFile } from '@omicon/intake/bring/study.ts';
import { IntakeRefusal, refusal } from '@omicon/intake/records.ts';
import { freeBytesOf, type WorkFolder } from './work-folder.ts';

const MAX_BYTES = 20 * 1024 ** 3;
/** Left for the database and everything else on the disk. */
const KEPT_FREE_BYTES = 1024 ** 3;
/** No file of numbers is compressed better; what is may be made to fill the disk. */
const MAX_RATIO = 200;
const RATIO_FREE_BYTES = 64 * 1024 ** 2;

/** Entries that begin a workbook, whose sheets may come later than the first bytes. */
const OFFICE_ENTRIES = ['[Content_Types].xml', '_rels/', 'docProps/', 'xl/'];

/** The form of a binary file by its first unpacked bytes; null for text and other files. */
export function binaryFormOf(start: Buffer): string | null {
  const head = start.toString('latin1');
  if (head.startsWith('\x89HDF\r\n\x1a\n')) return 'hdf5';
  if (head.startsWith('PAR1')) return 'parquet';
  const signature = signatureOf(start);
  if (signature?.kind === 'rdata') return 'rds';
  if (signature?.kind === 'xls') return 'workbook';
  const isOffice = signature?.kind === 'zip' && OFFICE_ENTRIES.some((entry) => head.startsWith(entry, 30));
  return isOffice ? 'workbook' : null;
}

function isGzip(start: Buffer): boolean {
  return start[0] === 0x1f && start[1] === 0x8b;
}

/**
 * The first bytes, of a gzip file those inside; none if it is damaged, which the reader of texts will say.
 * @param start its first bytes as they are stored
 */
export async function firstUnpacked(source: SourceFile, start: Buffer): Promise<Buffer> {
  if (!isGzip(start)) return start;
  const packed = await source.open();
  const gunzip = createGunzip();
  packed.on('error', (error) => gunzip.destroy(error));
  packed.pipe(gunzip);
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of gunzip) {
      const bytes: Buffer = chunk;
      chunks.push(bytes);
      length += bytes.length;
      if (length >= SIGNATURE_BYTES) break;
    }
  } catch (error) {
    if (!isOfZlib(error)) throw error;
  } finally {
    packed.destroy();
  }
  return Buffer.concat(chunks).subarray(0, SIGNATURE_BYTES);
}

function isOfZlib(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('Z_');
}

/** Bytes up to a limit. @throws IntakeRefusal beyond it */
async function* bounded(chunks: AsyncIterable<Buffer>, source: SourceFile, freeBytes: number) {
  const most = Math.min(MAX_BYTES, freeBytes - KEPT_FREE_BYTES);
  let length = 0;
  for await (const chunk of chunks) {
    length += chunk.length;
    if (length > most)
      throw refusal(
        source.name,
        length > MAX_BYTES
          ? 'The file is over 20 GiB unpacked; leave out features or samples.'
          : 'The server has no room to unpack the file. Try again later, or ask who runs this portal.',
      );
    if (length > RATIO_FREE_BYTES && length > MAX_RATIO * source.sizeBytes)
      throw refusal(source.name, `The file unpacks more than ${MAX_RATIO} to 1; give it unpacked.`);
    yield chunk;
  }
}

/** Copies a file to disk, unpacked if it is gzip. @throws IntakeRefusal for damaged and too large ones */
export async function copyUnpacked(
  source: SourceFile,
  { copy, folder }: { copy: string; folder: WorkFolder },
): Promise<void> {
  const isPacked = isGzip(await firstBytes(source));
  const freeBytes = await freeBytesOf(folder);
  const bytes = await source.open();
  const limit = (chunks: AsyncIterable<Buffer>) => bounded(chunks, source, freeBytes);
  try {
    if (isPacked) await pipeline(bytes, createGunzip(), limit, createWriteStream(copy));
    else await pipeline(bytes, limit, createWriteStream(copy));
  } catch (error) {
    if (error instanceof IntakeRefusal || !isOfZlib(error)) throw error;
    throw refusal(
      source.name,
      'The gzip file is damaged, or was not copied completely; download or compress it again.',
    );
  }
}

/**
 * Copies a file if it is of a binary form.
 * @returns the form; null for other files @throws IntakeRefusal for damaged and too large ones
 */
export async function copyBinary(
  source: SourceFile,
  to: { copy: string; folder: WorkFolder },
): Promise<string | null> {
  const form = binaryFormOf(await firstUnpacked(source, await firstBytes(source)));
  if (form !== null) await copyUnpacked(source, to);
  return form;
}
