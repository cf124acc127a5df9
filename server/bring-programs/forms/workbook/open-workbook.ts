/** Opens xlsx and xls files of strangers. Formulas are never evaluated; cells show their stored value. */
import { readFile, stat } from 'node:fs/promises';
import type { WorkBook } from '@e965/xlsx';
import { countOf, formatCount } from '@omicon/domain/records/count-of.ts';
import type { OfficeFault, OfficeParts, OfficeReading } from '../../../preview-programs/office-parts.ts';
import * as workbooks from '../../../preview-programs/open-workbook.ts';
import { BinaryRefusal } from '../../binary-form.ts';

const MAX_FILE_BYTES = 256 * 1024 ** 2;
/** The library takes 380 bytes for each cell, so these fit into the memory of the sandbox. */
export const MAX_CELLS = 2e6;

const UTF_16 = [Buffer.from([0xff, 0xfe]), Buffer.from([0xfe, 0xff])];

/** Parts without values, which would only take memory. */
const UNUSED = /^(?:docProps|customXml|xl\/(?:media|drawings|charts|embeddings|printerSettings))\//;
const SHEET_PART = /^xl\/worksheets\/[^/]+\.xml$/;

function sentenceOf(fault: OfficeFault): string {
  switch (fault.kind) {
    case 'archive':
      return `The workbook cannot be unpacked: ${fault.sentence} Save it again in Excel.`;
    case 'no office file':
      return 'This is a zip archive without a workbook; unpack it and give the files in it.';
    case 'entities':
      return `"${fault.part}" defines entities, which Excel never does; open the workbook and save it again.`;
    case 'nested':
      return `"${fault.part}" is nested too deeply; open the workbook and save it again.`;
  }
}

const READING: OfficeReading = {
  /** Sheets of numbers unpack to ten times their size; repeated ones to far more. */
  limits: { entries: 5000, bytes: 512 * 1024 ** 2, ratio: 200, ratioFreeBytes: 8 * 1024 ** 2 },
  isNeeded: (path) => !UNUSED.test(path),
  refusal: (fault) => new BinaryRefusal(sentenceOf(fault)),
};

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
  const checked = await workbooks.checkedWorkbook(await readFile(file), READING, checkCells);
  if (checked !== null) return checked;
  throw new BinaryRefusal(
    'This is not an Excel workbook; save the table as xlsx, CSV or tab-separated text.',
  );
}

/** @param choice all sheets, the names of sheets alone, or one sheet. @throws BinaryRefusal */
export function parseWorkbook(bytes: Buffer, choice: 'all' | 'names' | { sheet: string }): WorkBook {
  const chosen = choice === 'all' ? {} : choice === 'names' ? { bookSheets: true } : { sheets: choice.sheet };
  // Formats tell dates from numbers.
  const workbook = workbooks.parseWorkbook(bytes, { cellText: false, cellNF: true, ...chosen });
  if (workbook === 'password')
    throw new BinaryRefusal('The workbook is protected by a password; save it without one.');
  if (workbook === 'damaged')
    throw new BinaryRefusal(
      'The workbook is damaged, or is not of Excel; open it and save it again as xlsx.',
    );
  if (workbook.SheetNames.length === 0) throw new BinaryRefusal('The workbook has no sheets.');
  return workbook;
}

function checkCells(parts: OfficeParts): void {
  let cells = 0;
  for (const [path, part] of parts) {
    if (/\.(?:xml|rels)$/i.test(path)) checkEncoding(path, part);
    if (SHEET_PART.test(path)) cells += countCells(part);
  }
  if (cells > MAX_CELLS) {
    throw new BinaryRefusal(
      `The workbook has ${countOf(cells, 'cell')}; ${formatCount(MAX_CELLS)} are allowed. Save its sheets as text.`,
    );
  }
}

/** In UTF-16, cells would not be counted. */
function checkEncoding(path: string, part: Buffer): void {
  const isUtf16 = UTF_16.some((mark) => part.subarray(0, mark.length).equals(mark));
  if (isUtf16 || part.subarray(0, 100).includes(0))
    throw new BinaryRefusal(`"${path}" is not UTF-8; open the workbook and save it again.`);
}

/** Counted before parsing, as a parsed cell takes some hundred bytes. */
function countCells(part: Buffer): number {
  let count = 0;
  for (let at = part.indexOf('<c '); at >= 0; at = part.indexOf('<c ', at + 3)) count += 1;
  return count;
}
