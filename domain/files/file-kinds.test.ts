import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  downloadsDirectly,
  FILE_TYPES,
  fileExtension,
  fileTypeOf,
  formatSize,
  isPreviewable,
  PREVIEW_LIMIT_BYTES,
} from './file-kinds.ts';

describe('the type of a file', () => {
  test.each([
    ['GSE4271_DS1.csv', 'xls', true],
    ['answers.XLSX', 'xls', true],
    ['old.xls', 'xls', true],
    ['Modules_22-56-13.pdf', 'pdf', true],
    ['notes.txt', 'txt', true],
    ['plot.R', 'r-code', true],
    ['GSE4271_clustering', 'other', false],
    ['archive.tar.gz', 'other', false],
    ['.csv', 'other', false],
    ['table.csv.html', 'other', false],
    ['', 'other', false],
    ['dot.', 'other', false],
    ['.htaccess.pdf', 'pdf', true],
  ])('of %j is %s', (name, type, canPreview) => {
    expect([fileTypeOf(name), isPreviewable(name)]).toEqual([type, canPreview]);
  });

  test('is one of the known ones for any name', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (name) => FILE_TYPES.includes(fileTypeOf(name))));
  });

  test('does not depend on letter case', () => {
    for (const extension of ['csv', 'pdf', 'txt', 'r', 'xlsx', 'doc']) {
      expect(fileTypeOf(`a.${extension.toUpperCase()}`)).toBe(fileTypeOf(`a.${extension}`));
    }
  });
});

test('the extension comes after the last dot and is in lower case', () => {
  expect(['a.b.CSV', 'a', '.r', 'a.', ''].map(fileExtension)).toEqual(['csv', '', '', '', '']);
});

describe('a size', () => {
  test.each([
    [0, '0 B'],
    [1, '1 B'],
    [1023, '1023 B'],
    [1024, '1 KB'],
    [1536, '1.5 KB'],
    [1_361_164, '1.298 MB'],
    [20 * 1024 ** 3, '20 GB'],
    [1024 ** 6, '1024 PB'],
  ])('of %i bytes is shown as %s', (bytes, text) => {
    expect(formatSize(bytes)).toBe(text);
  });

  test('is shown with at most three decimals and a unit, and is accurate to three decimals', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER }), (bytes) => {
        const [, number = '', unit = ''] =
          /^([0-9]+(?:\.[0-9]{1,3})?) (B|KB|MB|GB|TB|PB)$/.exec(formatSize(bytes)) ?? [];
        const shown = Number(number) * 1024 ** ['B', 'KB', 'MB', 'GB', 'TB', 'PB'].indexOf(unit);
        expect(Math.abs(shown - bytes)).toBeLessThanOrEqual(bytes * 0.0006);
      }),
    );
  });
});

describe('a download', () => {
  test.each([
    ['a.csv', 10 * PREVIEW_LIMIT_BYTES, true],
    ['a.pdf', 10 * PREVIEW_LIMIT_BYTES, true],
    ['a.R', 10 * PREVIEW_LIMIT_BYTES, true],
    ['a.xlsx', PREVIEW_LIMIT_BYTES, true],
    ['a.xlsx', PREVIEW_LIMIT_BYTES + 1, false],
    ['clustering', 0, true],
  ])('of %s with %i bytes begins at once: %s', (name, size_bytes, isDirect) => {
    expect(downloadsDirectly({ name, size_bytes })).toBe(isDirect);
  });
});
