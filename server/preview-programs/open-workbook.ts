/** Opens xls and xlsx workbooks of strangers. Formulas are never evaluated; cells have their stored value. */
import { type ParsingOptions, read, set_cptable, type WorkBook } from '@e965/xlsx';
import { type OfficeParts, type OfficeReading, packParts, readParts } from './office-parts.ts';

const ZIP = Buffer.from([0x50, 0x4b, 0x03, 0x04]);
const COMPOUND = Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);

function startsWith(bytes: Buffer, mark: Buffer): boolean {
  return bytes.subarray(0, mark.length).equals(mark);
}

/**
 * Its bytes, of checked parts only; null if it is of neither container format of Excel. The library would also accept
 * web pages, text and databases.
 * @param reading how parts are read; those of previews by default
 * @param check of the parts of xlsx, which throws for what cannot be read
 */
export async function checkedWorkbook(
  bytes: Buffer,
  reading?: OfficeReading,
  check: (parts: OfficeParts) => void = () => undefined,
): Promise<Buffer | null> {
  if (startsWith(bytes, ZIP)) {
    const parts = await readParts(bytes, reading);
    check(parts);
    return packParts(parts);
  }
  if (!startsWith(bytes, COMPOUND)) return null;
  // Only workbooks before 2007 use code pages, whose tables take longer to load than most files to read.
  set_cptable(await import('@e965/xlsx/dist/cpexcel.full.mjs'));
  return bytes;
}

/** The workbook, or why the library cannot read it. @param bytes that were checked */
export function parseWorkbook(bytes: Buffer, options: ParsingOptions): WorkBook | 'password' | 'damaged' {
  try {
    return read(bytes, {
      type: 'buffer',
      dense: true,
      cellFormula: false,
      cellHTML: false,
      bookVBA: false,
      ...options,
    });
  } catch (error) {
    return error instanceof Error && /password/i.test(error.message) ? 'password' : 'damaged';
  }
}
