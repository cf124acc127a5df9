import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeText } from './decode-text.ts';
import { readHandover, readReport } from './documents/docx-handover.ts';
import { clampPage, pageOfAddress, readPageNumber } from './page-number.ts';
import { previewKindOf } from './preview-kind.ts';
import { columnLetters, columnWidth, toSheet } from './tables/sheet.ts';

const MEBIBYTE = 1024 * 1024;

test.each([
  ['GSE4271_DS1.csv', MEBIBYTE, 'csv'],
  ['GSE4271_DS1.csv', MEBIBYTE + 1, 'explore'],
  ['kME_table_complete.csv.gz', 10, 'explore'],
  ['features.tsv', 10, 'explore'],
  ['Modules_08-39-24.pdf', MEBIBYTE + 1, 'too large'],
  ['README.TXT', 10, 'text'],
  ['FindModules.R', 10, 'text'],
  ['Modules_08-39-24.pdf', 578_563, 'pdf'],
  ['attributes.xlsx', 10, 'workbook'],
  ['attributes.XLS', MEBIBYTE, 'workbook'],
  ['attributes.xlsx', MEBIBYTE + 1, 'too large'],
  ['report.docx', 10, 'document'],
  ['report.docx', MEBIBYTE + 1, 'too large'],
  ['report.doc', 10, 'other'],
  ['clustering', MEBIBYTE + 1, 'other'],
  ['page.html', 10, 'other'],
])('%s of %i bytes is shown as %s', (name, sizeByteVal, kind) => {
  expect(previewKindOf({ name, sizeByteVal })).toBe(kind);
});

test('text is decoded as UTF-8, UTF-16 or Windows-1252', () => {
  const bytes = (...values: number[]) => new Uint8Array(values).buffer;
  expect(decodeText(new TextEncoder().encode('β-actin ≥ 1').buffer)).toBe('β-actin ≥ 1');
  expect(decodeText(bytes(0x4d, 0xfc, 0x6c, 0x6c, 0x65, 0x72))).toBe('Müller');
  expect(decodeText(bytes(0xff, 0xfe, 0x52, 0x00))).toBe('R');
  expect(decodeText(bytes())).toBe('');
  fc.assert(fc.property(fc.uint8Array(), (any) => typeof decodeText(any.slice().buffer) === 'string'));
});

test('a page is a whole number from 1 to the last', () => {
  expect(readPageNumber(' 7 ', 7)).toBe(7);
  for (const typed of ['', '0', '8', '-1', '1.5', '1e0', 'seven', '٣'])
    expect(readPageNumber(typed, 7)).toBeNull();
  fc.assert(
    fc.property(fc.string(), fc.integer({ min: 1, max: 5000 }), (typed, pages) => {
      const page = readPageNumber(typed, pages);
      expect(page === null || (page >= 1 && page <= pages && Number.isInteger(page))).toBe(true);
    }),
  );
});

test('an address with a page that does not exist opens the nearest one', () => {
  expect(clampPage(99, 7)).toBe(7);
  expect(clampPage(0, 7)).toBe(1);
  expect(clampPage(3, 0)).toBe(1);
  const nearest = (text: string) => clampPage(pageOfAddress.parse(text) ?? 1, 7);
  expect(['12', '7', '3', '0', '-4', '999999999999999'].map(nearest)).toEqual([7, 7, 3, 1, 1, 7]);
});

test('an invalid page number in an address is ignored', () => {
  for (const text of ['', ' ', '1.5', '1e3', '0x10', 'twelve', '٣', '9'.repeat(16), null, undefined])
    expect(pageOfAddress.parse(text)).toBeNull();
});

test('a small file is shown with 20 rows and 25 columns', () => {
  const sheet = toSheet(['PROBEID', 'GSM97793'], [['1007_s_at', '9.1']]);
  expect(sheet.titles).toHaveLength(25);
  expect(sheet.numberOfRows).toBe(20);
  expect(sheet.titles.slice(0, 3)).toEqual(['PROBEID', 'GSM97793', '']);
});

test('a column is 150 wide, or as wide as its content up to a limit', () => {
  expect(columnWidth(['Sex', 'M'])).toBe(150);
  expect(columnWidth(['x'.repeat(40)])).toBe(320);
  expect(columnWidth(['x'.repeat(4000)])).toBe(480);
});

test('columns have letters as in a spreadsheet', () => {
  expect([0, 25, 26, 51, 52].map(columnLetters)).toEqual(['A', 'Z', 'AA', 'AZ', 'BA']);
});

test('page and frame accept only their own messages', () => {
  const bytes = new ArrayBuffer(4);
  expect(readHandover({ document: bytes })).toBe(bytes);
  expect(['drawn', 'ready', 'failed'].map((state) => readReport({ state }))).toEqual([
    'drawn',
    'ready',
    'failed',
  ]);
  for (const other of [
    null,
    undefined,
    'drawn',
    1,
    {},
    { document: '<script>' },
    { state: 'other' },
    [bytes],
  ])
    expect([readHandover(other), readReport(other)]).toEqual([null, null]);
});
