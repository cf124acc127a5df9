import { crc32, deflateRawSync } from 'node:zlib';

/** An entry of a test archive; fields that are not given get valid values. */
export interface ZipEntry {
  name: string;
  content?: string | Buffer;
  isStored?: boolean;
  flags?: number;
  /** compression method in the headers */
  method?: number;
  /** Unix mode, as in the upper half of the external attributes */
  mode?: number;
  checksum?: number;
  packedSize?: number;
  unpackedSize?: number;
  /** offset of the local header in the central directory */
  offset?: number;
}

const UTF8_NAME = 0x800;

/** A zip archive with these entries: local headers in order, then the central directory. */
export function zipOf(entries: ZipEntry[]): Buffer {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const entry of entries) {
    const content = Buffer.from(entry.content ?? '');
    const data = entry.isStored ? content : deflateRawSync(content);
    const common = commonFields(entry, { content, data });
    const name = Buffer.from(entry.name);
    const local = Buffer.concat([
      uint32(0x04034b50),
      uint16(20),
      common,
      uint16(name.length),
      uint16(0),
      name,
      data,
    ]);
    directory.push(
      uint32(0x02014b50),
      uint16(0x0314),
      uint16(20),
      common,
      uint16(name.length),
      Buffer.alloc(8),
      uint32(((entry.mode ?? 0o100644) << 16) >>> 0),
      uint32(entry.offset ?? offset),
      name,
    );
    locals.push(local);
    offset += local.length;
  }
  const central = Buffer.concat(directory);
  const counts = Buffer.concat([uint16(entries.length), uint16(entries.length)]);
  const end = Buffer.concat([
    uint32(0x06054b50),
    uint32(0),
    counts,
    uint32(central.length),
    uint32(offset),
    uint16(0),
  ]);
  return Buffer.concat([...locals, central, end]);
}

/** Flags, method, time, checksum and sizes, which local and central headers share. */
function commonFields(entry: ZipEntry, { content, data }: { content: Buffer; data: Buffer }): Buffer {
  return Buffer.concat([
    uint16(entry.flags ?? UTF8_NAME),
    uint16(entry.method ?? (entry.isStored ? 0 : 8)),
    uint32(0),
    uint32(entry.checksum ?? crc32(content)),
    uint32(entry.packedSize ?? data.length),
    uint32(entry.unpackedSize ?? content.length),
  ]);
}

function uint16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16LE(value);
  return bytes;
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}
