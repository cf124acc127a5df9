import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cleanFileName, nameArchivePaths } from './archive-paths.ts';

describe('a name in an archive', () => {
  test.each([
    ['keeps its letters', 'TGFβ über (1).csv', 'TGFβ über (1).csv'],
    ['loses path characters', '../etc\\passwd', '.._etc_passwd'],
    ['loses a line break and NUL', 'a\r\nb\u0000.csv', 'a__b_.csv'],
    ['loses a turned direction', 'gene\u202evsc.exe', 'gene_vsc.exe'],
    ['loses what Windows refuses', 'a:b*c?"<>|.csv', 'a_b_c_____.csv'],
    ['loses a dot and spaces at its end', 'notes. . ', 'notes'],
    ['is not a device of Windows', 'AUX.csv', '_AUX.csv'],
    ['is no formula', '=HYPERLINK(1)', '_=HYPERLINK(1)'],
    ['is no option of a shell', '-rf', '_-rf'],
    ['is never empty', '...', '_'],
    ['is composed', 'Cafe\u0301.csv', 'Café.csv'],
  ])('%s', (_, name, cleaned) => {
    expect(cleanFileName(name)).toBe(cleaned);
  });

  test('over 200 bytes is cut before its extension, between letters', () => {
    const cleaned = cleanFileName(`${'β'.repeat(200)}.csv`);
    expect(cleaned).toMatch(/^β+\.csv$/);
    expect(new TextEncoder().encode(cleaned).length).toBe(200);
  });
});

describe('paths of an archive', () => {
  test('are record, folder and name', () => {
    expect(
      nameArchivePaths([
        { record: 'Phillips 2006 GSE4271', folder: '', name: 'attributes.csv' },
        { record: 'FindModules', folder: 'Bicor-None/EA', name: 'GSEA.csv' },
      ]),
    ).toEqual(['Phillips 2006 GSE4271/attributes.csv', 'FindModules/Bicor-None/EA/GSEA.csv']);
  });

  test('that would collide on some file system are numbered before the extension', () => {
    const at = (record: string, name: string) => ({ record, folder: '', name });
    expect(
      nameArchivePaths([at('A', 'kME.csv'), at('a', 'KME.CSV'), at('A', 'kME.csv'), at('A', 'kME (2).csv')]),
    ).toEqual(['A/kME.csv', 'a/KME (2).CSV', 'A/kME (3).csv', 'A/kME (2) (2).csv']);
  });

  test('never use one name for a file and a folder', () => {
    expect(
      nameArchivePaths([
        { record: 'A', folder: '', name: 'run' },
        { record: 'A', folder: 'run', name: 'x' },
      ]),
    ).toEqual(['A/run (2)', 'A/run/x']);
  });

  test('are all different whatever the names are, and stay inside the archive', () => {
    const part = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('a', 'A', '..', '', 'a.csv', '/a', 'nul'),
    );
    const file = fc.record({ record: part, folder: part, name: part });
    fc.assert(
      fc.property(fc.array(file, { maxLength: 20 }), (files) => {
        const paths = nameArchivePaths(files);
        expect(paths).toHaveLength(files.length);
        expect(new Set(paths.map((path) => path.normalize('NFC').toLowerCase())).size).toBe(files.length);
        for (const path of paths) {
          expect(path.split('/').every((name) => name !== '' && name !== '.' && name !== '..')).toBe(true);
          expect(path).not.toMatch(/[\p{Cc}\\]/u);
        }
      }),
    );
  });
});
