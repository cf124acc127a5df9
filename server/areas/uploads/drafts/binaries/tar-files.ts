/** Files inside a tar archive, such as those that GEO has of each series, as ranges of a copy on disk. */
import { createReadStream } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import type { SourceFile } from '@omicon/intake/bring/study.ts';
import { refusal } from '@omicon/intake/records.ts';
import { isJunkFile } from '@omicon/intake/tree/os-junk-files.ts';

const BLOCK = 512;
const MAX_ENTRIES = 5000;
/** Of the names that do not fit into a header. */
const MAX_NAME_BYTES = 64 * 1024;
const FILE_TYPES = new Set(['0', '\0', '7']);

interface Entry {
  name: string;
  type: string;
  size: number;
}

/** Whether these first bytes are those of a tar archive. */
export function isTar(start: Buffer): boolean {
  return start.toString('latin1', 257, 262) === 'ustar';
}

function textAt(header: Buffer, from: number, length: number): string {
  const field = header.subarray(from, from + length);
  const end = field.indexOf(0);
  return field.toString('utf8', 0, end < 0 ? length : end);
}

/** Octal digits, or a binary number after a mark. Null if it is neither. */
function sizeIn(header: Buffer): number | null {
  if ((header[124] ?? 0) === 0x80) return header.readUIntBE(130, 6);
  const digits = textAt(header, 124, 12).trim();
  return /^[0-7]{1,12}$/.test(digits) ? Number.parseInt(digits, 8) : null;
}

/** The sum of all bytes, with blanks in its own place. */
function hasChecksum(header: Buffer): boolean {
  let sum = 0;
  for (const [at, byte] of header.entries()) sum += at >= 148 && at < 156 ? 32 : byte;
  return Number.parseInt(textAt(header, 148, 8).trim(), 8) === sum;
}

function entryIn(header: Buffer): Entry | null {
  const size = sizeIn(header);
  if (size === null || !hasChecksum(header)) return null;
  const prefix = header.toString('latin1', 257, 263) === 'ustar\0' ? textAt(header, 345, 155) : '';
  const name = textAt(header, 0, 100);
  return {
    name: prefix === '' ? name : `${prefix}/${name}`,
    type: header.toString('latin1', 156, 157),
    size,
  };
}

/** The name in a record of pax, such as `30 path=folder/file.tsv`. */
function paxPath(content: string): string | null {
  for (const line of content.split('\n')) {
    const at = line.indexOf(' path=');
    if (at > 0 && at < 12) return line.slice(at + 6);
  }
  return null;
}

async function readAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const bytes = Buffer.alloc(length);
  const { bytesRead } = await file.read(bytes, 0, length, position);
  return bytes.subarray(0, bytesRead);
}

/** Names and ranges of its files. @throws IntakeRefusal if it is damaged */
async function listFiles(
  file: FileHandle,
  archive: string,
): Promise<{ name: string; start: number; size: number }[]> {
  const { size: length } = await file.stat();
  const damaged = () => refusal(archive, 'The tar archive is damaged, or was not copied completely.');
  const files: { name: string; start: number; size: number }[] = [];
  let longName: string | null = null;
  let count = 0;
  for (let at = 0; at + BLOCK <= length; ) {
    const header = await readAt(file, at, BLOCK);
    if (header.every((byte) => byte === 0)) break;
    const entry = entryIn(header);
    const start = at + BLOCK;
    if (entry === null || start + entry.size > length) throw damaged();
    count += 1;
    if (count > MAX_ENTRIES)
      throw refusal(archive, 'The tar archive has over 5,000 entries; give only those with data.');
    if (entry.type === 'L' || entry.type === 'x') {
      if (entry.size > MAX_NAME_BYTES) throw damaged();
      const content = (await readAt(file, start, entry.size)).toString('utf8');
      longName = entry.type === 'L' ? (content.split('\0', 1)[0] ?? '') : (paxPath(content) ?? longName);
    } else {
      const name = longName ?? entry.name;
      longName = null;
      if (FILE_TYPES.has(entry.type)) files.push({ name, start, size: entry.size });
    }
    at = start + Math.ceil(entry.size / BLOCK) * BLOCK;
  }
  return files;
}

/** @param copy of the unpacked archive, which stays until the files are read */
export async function filesInTar(archive: string, copy: string): Promise<SourceFile[]> {
  const file = await open(copy, 'r');
  try {
    // Of a name that is there twice, the later file is meant.
    const found = new Map((await listFiles(file, archive)).map((one) => [one.name, one]));
    return [...found.values()]
      .filter(({ name, size }) => size > 0 && !name.split('/').some(isJunkFile))
      .map(({ name, start, size }) => ({
        name: `${archive}/${name.replace(/^(?:\.?\/)+/, '')}`,
        sizeBytes: size,
        open: async () => createReadStream(copy, { start, end: start + size - 1 }),
      }));
  } finally {
    await file.close();
  }
}
