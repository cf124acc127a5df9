/** The parts of an office file, a zip archive of XML; all parts are checked before parsing. */
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { IntakeRefusal } from '@omicon/intake/records.ts';
import { type ArchiveLimits, openArchive } from '@omicon/intake/tree/archive-tree.ts';
import { ZipFile } from 'yazl';
import { cannotPreview } from './refusal.ts';

/** Ten times the unpacked size of a usual file of 1 MB. */
const LIMITS: ArchiveLimits = {
  entries: 2000,
  bytes: 64 * 1024 ** 2,
  ratio: 200,
  ratioFreeBytes: 8 * 1024 ** 2,
};

const MARKUP = /\.(xml|rels|vml)$/i;
const TAG = /<\/?[^\s/>!?][^"'>]*(?:"[^"]*"[^"'>]*|'[^']*'[^"'>]*)*>/g;
/** Browsers parse 256 levels of XML; nested tables take four each. */
const MAX_LEVELS = 250;

export type OfficeParts = ReadonlyMap<string, Buffer>;

/**
 * Unpacked parts by path. The archive reader checks sizes, checksums, overlaps and names.
 * @throws Refusal with what is wrong
 */
export async function readParts(bytes: Buffer): Promise<OfficeParts> {
  try {
    const tree = await openArchive(
      {
        name: 'This file',
        sizeBytes: bytes.length,
        read: async (start, end) => Readable.from([bytes.subarray(start, end + 1)]),
      },
      LIMITS,
    );
    const parts = new Map<string, Buffer>();
    for (const { path } of tree.entries) parts.set(path, await buffer(await tree.open(path)));
    await tree.close();
    checkParts(parts);
    return parts;
  } catch (error) {
    if (error instanceof IntakeRefusal) throw cannotPreview(error.faults[0]?.sentence ?? error.message);
    throw error;
  }
}

function checkParts(parts: OfficeParts): void {
  if (!parts.has('[Content_Types].xml')) throw cannotPreview('It is a zip archive, but no office file.');
  for (const [path, bytes] of parts) {
    if (!MARKUP.test(path)) continue;
    // ASCII letters are the same in all encodings that XML parsers detect, except for zero bytes between them.
    const text = bytes.toString('latin1').replaceAll('\0', '');
    if (/<!(DOCTYPE|ENTITY)/.test(text))
      throw cannotPreview(`"${path}" defines entities, which office files never do.`);
    if (deepestLevel(text) > MAX_LEVELS) throw cannotPreview(`"${path}" is nested too deeply.`);
  }
}

function deepestLevel(text: string): number {
  let level = 0;
  let deepest = 0;
  for (const [tag] of text.matchAll(TAG)) {
    if (tag.startsWith('</')) level -= 1;
    else if (!tag.endsWith('/>')) level += 1;
    deepest = Math.max(deepest, level);
  }
  return deepest;
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
  for (const [path, bytes] of parts) zip.addBuffer(bytes, path);
  zip.end();
  return buffer(zip.outputStream);
}
