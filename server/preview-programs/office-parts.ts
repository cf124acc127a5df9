/** The parts of an office file, a zip archive of XML; all parts are checked before parsing. */
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { IntakeRefusal } from '@omicon/intake/records.ts';
import { type ArchiveLimits, openArchive } from '@omicon/intake/tree/archive-tree.ts';
import { ZipFile } from 'yazl';
import { markupFault } from './check-markup.ts';
import { cannotPreview } from './refusal.ts';

const MARKUP = /\.(xml|rels|vml)$/i;

export type OfficeParts = ReadonlyMap<string, Buffer>;

/** What is wrong with an office file; `sentence` is that of the archive reader. */
export type OfficeFault =
  | { kind: 'archive'; sentence: string }
  | { kind: 'no office file' }
  | { kind: 'entities' | 'nested'; part: string };

export interface OfficeReading {
  limits: ArchiveLimits;
  /** parts that are needed; others are not unpacked */
  isNeeded(path: string): boolean;
  refusal(fault: OfficeFault): Error;
}

/** For previews. */
const PREVIEW: OfficeReading = {
  /** Ten times the unpacked size of a usual file of 1 MB. */
  limits: { entries: 2000, bytes: 64 * 1024 ** 2, ratio: 200, ratioFreeBytes: 8 * 1024 ** 2 },
  isNeeded: () => true,
  refusal(fault) {
    if (fault.kind === 'archive') return cannotPreview(fault.sentence);
    if (fault.kind === 'no office file') return cannotPreview('It is a zip archive, but no office file.');
    return cannotPreview(
      fault.kind === 'entities'
        ? `"${fault.part}" defines entities, which office files never do.`
        : `"${fault.part}" is nested too deeply.`,
    );
  },
};

/**
 * Unpacked parts by path. The archive reader checks sizes, checksums, overlaps and names.
 * @throws what `reading.refusal` gives, by default Refusal with what is wrong
 */
export async function readParts(bytes: Buffer, reading: OfficeReading = PREVIEW): Promise<OfficeParts> {
  const parts = await unpackParts(bytes, reading);
  if (!parts.has('[Content_Types].xml')) throw reading.refusal({ kind: 'no office file' });
  for (const [part, content] of parts) {
    const fault = MARKUP.test(part) ? markupFault(content) : null;
    if (fault !== null) throw reading.refusal({ kind: fault, part });
  }
  return parts;
}

async function unpackParts(bytes: Buffer, { limits, isNeeded, refusal }: OfficeReading) {
  try {
    const source = {
      name: 'This file',
      sizeBytes: bytes.length,
      read: async (start: number, end: number) => Readable.from([bytes.subarray(start, end + 1)]),
    };
    const tree = await openArchive(source, limits);
    const parts = new Map<string, Buffer>();
    for (const { path, sizeBytes } of tree.entries)
      if (isNeeded(path)) parts.set(path, await filled(await tree.open(path), sizeBytes));
    await tree.close();
    return parts;
  } catch (error) {
    if (!(error instanceof IntakeRefusal)) throw error;
    throw refusal({ kind: 'archive', sentence: error.faults[0]?.sentence ?? error.message });
  }
}

/** Filled in place, as joining the chunks of a large sheet would take its memory twice. */
async function filled(stream: Readable, sizeBytes: number): Promise<Buffer> {
  const part = Buffer.alloc(sizeBytes);
  let at = 0;
  for await (const chunk of stream) {
    const bytes: Buffer = chunk;
    at += bytes.copy(part, at);
  }
  return part;
}

/** Number of XML elements of these parts. */
export function countElements(parts: OfficeParts): number {
  let count = 0;
  for (const [path, bytes] of parts) {
    if (MARKUP.test(path)) count += bytes.toString('latin1').match(/<[^/!?]/g)?.length ?? 0;
  }
  return count;
}

/** A new archive of only these parts, so that later readers see exactly what was checked. */
export async function packParts(parts: OfficeParts): Promise<Buffer> {
  const zip = new ZipFile();
  // It is unpacked at once, so that speed counts.
  for (const [path, bytes] of parts) zip.addBuffer(bytes, path, { compressionLevel: 1 });
  zip.end();
  return buffer(zip.outputStream);
}
