/** Opens xlsx and xls files of strangers. Formulas are never evaluated; cells show their stored value. */
import { readFile, stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { type ParsingOptions, read, set_cptable, type WorkBook } from '@e965/xlsx';
import { countOf, formatCount } from '@omicon/domain/records/count-of.ts';
import { IntakeRefusal } from '@omicon/intake/records.ts';
import { type ArchiveLimits, openArchive } from '@omicon/intake/tree/archive-tree.ts';
import { ZipFile } from 'yazl';
import { BinaryRefusal } from '../../binary-form.ts';

const MAX_FILE_BYTES = 256 * 1024 ** 2;
/** The library takes 380 bytes for each cell, so these fit into the memory of the sandbox. */
export const MAX_CELLS = 2e6;

/** Sheets of numbers unpack to ten times their size; repeated ones to far more. */
const LIMITS: ArchiveLimits = {
  entries: 5000,
  bytes: 512 * 1024 ** 2,
  ratio: 200,
  ratioFreeBytes: 8 * 1024 ** 2,
};

const ZIP = Buffer.from([0x50, 0x4b, 0x03, 0x04]);
const COMPOUND = Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);
const UTF_16 = [Buffer.from([0xff, 0xfe]), Buffer.from([0xfe, 0xff])];

/** Parts without values, which would only take memory. */
const UNUSED = /^(?:docProps|customXml|xl\/(?:media|drawings|charts|embeddings|printerSettings))\//;
const SHEET_PART = /^xl\/worksheets\/[^/]+\.xml$/;

/**
 * The bytes of a workbook whose parts were checked, so that the library sees exactly these.
 * @throws BinaryRefusal
 */
export async function readWorkbookBytes(file: string): Promise<Buffer> {
  const { size } = await stat(file);
  if (size > MAX_FILE_BYTES) {
    throw new BinaryRefusal(
      'The workbook is larger than 256 MB; save its sheets as CSV or tab-separated text.',
    );
  }
  const bytes = await readFile(file);
  if (startsWith(bytes, ZIP)) return checkedParts(bytes);
  if (!startsWith(bytes, COMPOUND)) {
    throw new BinaryRefusal(
      'This is not an Excel workbook; save the table as xlsx, CSV or tab-separated text.',
    );
  }
  // Only workbooks before 2007 use code pages, whose tables take longer to load than most files to read.
  set_cptable(await import('@e965/xlsx/dist/cpexcel.full.mjs'));
  return bytes;
}

function startsWith(bytes: Buffer, mark: Buffer): boolean {
  return bytes.subarray(0, mark.length).equals(mark);
}

/** @param choice all sheets, the names of sheets alone, or one sheet. @throws BinaryRefusal */
export function parseWorkbook(bytes: Buffer, choice: 'all' | 'names' | { sheet: string }): WorkBook {
  const workbook = parse(
    bytes,
    choice === 'all' ? {} : choice === 'names' ? { bookSheets: true } : { sheets: choice.sheet },
  );
  if (workbook.SheetNames.length === 0) throw new BinaryRefusal('The workbook has no sheets.');
  return workbook;
}

function parse(bytes: Buffer, chosen: ParsingOptions): WorkBook {
  try {
    return read(bytes, {
      type: 'buffer',
      dense: true,
      cellFormula: false,
      cellHTML: false,
      cellText: false,
      // Formats tell dates from numbers.
      cellNF: true,
      bookVBA: false,
      ...chosen,
    });
  } catch (error) {
    if (error instanceof Error && /password/i.test(error.message)) {
      throw new BinaryRefusal('The workbook is protected by a password; save it without one.');
    }
    throw new BinaryRefusal(
      'The workbook is damaged, or is not of Excel; open it and save it again as xlsx.',
    );
  }
}

async function checkedParts(bytes: Buffer): Promise<Buffer> {
  const parts = await readNeededParts(bytes);
  if (!parts.has('[Content_Types].xml')) {
    throw new BinaryRefusal('This is a zip archive without a workbook; unpack it and give the files in it.');
  }
  let cells = 0;
  for (const [path, part] of parts) {
    checkMarkup(path, part);
    if (SHEET_PART.test(path)) cells += countCells(part);
  }
  if (cells > MAX_CELLS) {
    throw new BinaryRefusal(
      `The workbook has ${countOf(cells, 'cell')}; ${formatCount(MAX_CELLS)} are allowed. Save its sheets as text.`,
    );
  }
  const zip = new ZipFile();
  for (const [path, part] of parts) zip.addBuffer(part, path, { compressionLevel: 1 });
  zip.end();
  return buffer(zip.outputStream);
}

async function readNeededParts(bytes: Buffer): Promise<Map<string, Buffer>> {
  try {
    const source = {
      name: 'The workbook',
      sizeBytes: bytes.length,
      read: async (start: number, end: number) => Readable.from([bytes.subarray(start, end + 1)]),
    };
    const tree = await openArchive(source, LIMITS);
    const parts = new Map<string, Buffer>();
    for (const { path, sizeBytes } of tree.entries) {
      if (!UNUSED.test(path)) parts.set(path, await filled(await tree.open(path), sizeBytes));
    }
    await tree.close();
    return parts;
  } catch (error) {
    if (!(error instanceof IntakeRefusal)) throw error;
    const sentence = error.faults[0]?.sentence ?? error.message;
    throw new BinaryRefusal(`The workbook cannot be unpacked: ${sentence} Save it again in Excel.`);
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

function checkMarkup(path: string, part: Buffer): void {
  if (!/\.(?:xml|rels)$/i.test(path)) return;
  // In UTF-16, definitions of entities would not be found.
  const isUtf16 = UTF_16.some((mark) => startsWith(part, mark)) || part.subarray(0, 100).includes(0);
  if (isUtf16) throw new BinaryRefusal(`"${path}" is not UTF-8; open the workbook and save it again.`);
  if (part.includes('<!DOCTYPE') || part.includes('<!ENTITY')) {
    throw new BinaryRefusal(
      `"${path}" defines entities, which Excel never does; open the workbook and save it again.`,
    );
  }
}

/** Counted before parsing, as a parsed cell takes some hundred bytes. */
function countCells(part: Buffer): number {
  let count = 0;
  for (let at = part.indexOf('<c '); at >= 0; at = part.indexOf('<c ', at + 3)) count += 1;
  return count;
}
