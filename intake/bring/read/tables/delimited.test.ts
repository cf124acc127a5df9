import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { readStudies } from '../read-studies.ts';
import { cellsOf, columnOf, source } from '../test-source.ts';

const VALUES = 'gene,S1,S2,S3\nIDH1,1.0,2.50,3\nTP53,4,NA,6\nOLIG2,7,8,9\n';
const SHEET = 'id,group,age\nS1,a,50\nS2,b,60\nS3,a,70\n';

async function studyOf(...files: [name: string, content: string | Buffer][]) {
  const [study] = await readStudies(files.map(([name, content]) => source(name, content)));
  return study;
}

test('a table and the sheet of its samples are one study, whatever their names and order', async () => {
  const study = await studyOf(['b.csv', SHEET], ['a.csv', VALUES]);
  expect(study?.matrices.map(({ file }) => file)).toEqual(['a.csv']);
  expect(study?.sheets.map(({ file }) => file)).toEqual(['b.csv']);
  expect(study?.sheets[0]?.labelColumn).toBe('id');
  expect(study?.files).toEqual([
    { name: 'a.csv', taken_for: 'values' },
    { name: 'b.csv', taken_for: 'samples' },
  ]);
  expect(await cellsOf(study?.matrices[0])).toEqual([
    ['IDH1', '1.0', '2.50', '3'],
    ['TP53', '4', 'NA', '6'],
    ['OLIG2', '7', '8', '9'],
  ]);
});

test('separators are found by evidence, not by the ending', async () => {
  const tabs = await studyOf(['a.csv', VALUES.replaceAll(',', '\t')]);
  expect(tabs?.matrices[0]?.columns).toEqual(['gene', 'S1', 'S2', 'S3']);
  const semicolons = await studyOf(['a.csv', 'gene;S1;S2\nIDH1;1,5;2,5\nTP53;3,5;4,5\n']);
  expect(semicolons?.matrices[0]?.columns).toEqual(['gene', 'S1', 'S2']);
  expect(await cellsOf(semicolons?.matrices[0])).toEqual([
    ['IDH1', '1,5', '2,5'],
    ['TP53', '3,5', '4,5'],
  ]);
  const spaces = await studyOf(['a.txt', '"S1" "S2"\n"IDH1" 1 2\n"TP53" 3 4\n']);
  expect(spaces?.matrices[0]?.columns).toEqual(['row', 'S1', 'S2']);
});

test('gzip, a byte order mark and Windows line ends change nothing', async () => {
  const study = await studyOf(['a.csv.gz', gzipSync(`\ufeff${VALUES.replaceAll('\n', '\r\n')}`)]);
  expect(study?.matrices[0]?.columns).toEqual(['gene', 'S1', 'S2', 'S3']);
  expect((await cellsOf(study?.matrices[0])).at(-1)).toEqual(['OLIG2', '7', '8', '9']);
});

test('UTF-16 and Latin-1 are read, with a note', async () => {
  const text = 'gene\tS\u00e41\tS2\nIDH1\t1\t2\nTP53\t3\t4\n';
  for (const [bytes, note] of [
    [Buffer.from(`\ufeff${text}`, 'utf16le'), 'UTF-16'],
    [Buffer.from(`\ufeff${text}`, 'utf16le').swap16(), 'UTF-16'],
    [Buffer.from(text, 'latin1'), 'Latin-1'],
  ] as const) {
    const study = await studyOf(['a.txt', bytes]);
    expect(study?.matrices[0]?.columns).toEqual(['gene', 'S\u00e41', 'S2']);
    expect(study?.notes.map(({ sentence }) => sentence).join()).toContain(note);
  }
});

test('comments before a table are left out and counted; one with the titles is read', async () => {
  const study = await studyOf(['a.csv', `# made by hand\n%version 2\n\n${VALUES}`]);
  expect(study?.matrices[0]?.columns[0]).toBe('gene');
  expect(study?.notes[0]?.sentence).toBe('2 lines before the table are left out.');
  const marked = await studyOf(['a.tsv', '# biom\n#OTU\tS1\tS2\nx\t1\t2\ny\t3\t4\n']);
  expect(marked?.matrices[0]?.columns).toEqual(['OTU', 'S1', 'S2']);
});

test('row names of R get a title', async () => {
  const short = await studyOf(['a.tsv', 'S1\tS2\tS3\nIDH1\t1\t2\t3\nTP53\t4\t5\t6\n']);
  expect(short?.matrices[0]?.columns).toEqual(['row', 'S1', 'S2', 'S3']);
  expect(short?.notes.map(({ sentence }) => sentence).join()).toContain('as R writes row names');
  const empty = await studyOf(['a.csv', '"","S1","S2"\n"IDH1",1,2\n"TP53",3,4\n']);
  expect(empty?.matrices[0]?.columns).toEqual(['row', 'S1', 'S2']);
});

test('empty cells at the end of lines, as spreadsheets write, are no columns', async () => {
  const study = await studyOf(['a.csv', 'gene,S1,S2,,\nIDH1,1,2,,\nTP53,3,4,,\n,,,,\n']);
  expect(study?.matrices[0]?.columns).toEqual(['gene', 'S1', 'S2']);
  expect(await cellsOf(study?.matrices[0])).toEqual([
    ['IDH1', '1', '2'],
    ['TP53', '3', '4'],
  ]);
});

test('a row of another length is a fault with its line', async () => {
  const study = await studyOf(['a.csv', `${VALUES}EGFR,1,2\n`]);
  expect(study?.notes).toMatchObject([{ file: 'a.csv', line: 5, isFault: true }]);
  await expect(cellsOf(study?.matrices[0])).rejects.toThrow('This row has 3 cells, but there are 4 titles');
});

test('a quotation mark that is never closed is a fault with its line', async () => {
  const study = await studyOf(['a.csv', `${VALUES}"EGFR,1,2,3\n`]);
  expect(study?.notes).toMatchObject([{ line: 5, isFault: true }]);
});

test('a quoted cell may have several lines', async () => {
  const study = await studyOf(
    ['v.csv', VALUES],
    ['s.csv', 'id,note\nS1,"first\nsecond, third"\nS2,x\nS3,y\n'],
  );
  expect(columnOf(study?.sheets[0], 'note')).toEqual(['first\nsecond, third', 'x', 'y']);
});

test('a first line of values is a fault, names of samples that are numbers are not', async () => {
  const values = await studyOf(['a.csv', 'IDH1,1.5,2.5\nTP53,3.5,4.5\nEGFR,1.5,2.5\n']);
  expect(values?.notes.find(({ isFault }) => isFault)?.sentence).toContain('values instead of titles');
  const numbers = await studyOf(['a.csv', 'gene,39,40\nTP53,3.5,4.5\nEGFR,1.5,2.5\n']);
  expect(numbers?.notes).toEqual([]);
});

test('a table with samples in rows is its own sheet', async () => {
  const rows = Array.from(
    { length: 8 },
    (_, at) => `P${at},${at % 2 ? 'case' : 'control'},${40 + at},1.5,2.${at},3\n`,
  );
  const study = await studyOf(['a.csv', `sample,group,age,IDH1,TP53,EGFR\n${rows.join('')}`]);
  expect(study?.matrices.map(({ file }) => file)).toEqual(['a.csv']);
  expect(study?.sheets[0]?.columns).toEqual(['sample', 'group']);
  expect(study?.sheets[0]?.rows).toHaveLength(8);
});

test('a sheet is known beside values with samples in rows', async () => {
  const values = 'sample,IDH1,TP53,EGFR,OLIG2\nS1,1,2,3,4\nS2,5,6,7,8\nS3,9,1,2,3\n';
  const study = await studyOf(['values.csv', values], ['info.csv', SHEET]);
  expect(study?.matrices.map(({ file }) => file)).toEqual(['values.csv']);
  expect(study?.sheets.map(({ file, labelColumn }) => [file, labelColumn])).toEqual([['info.csv', 'id']]);
  expect(study?.features).toBeNull();
});

test('two tables of the same genes are both values', async () => {
  const study = await studyOf(
    ['counts.csv', VALUES],
    ['rpm.csv', VALUES.replaceAll('4', '0.4')],
    ['s.csv', SHEET],
  );
  expect(study?.matrices.map(({ file }) => file).sort()).toEqual(['counts.csv', 'rpm.csv']);
  expect(study?.features).toBeNull();
});

test('a table of features is kept by identifier', async () => {
  const genes = 'gene,symbol,biotype\nIDH1,isocitrate,coding\nTP53,tumor,coding\nOLIG2,oligo,coding\n';
  const study = await studyOf(['a.csv', VALUES], ['gene_annotation.csv', genes], ['s.csv', SHEET]);
  expect(study?.features?.rows.get('TP53')).toEqual(['TP53', 'tumor', 'coding']);
  expect(study?.sheets.map(({ file }) => file)).toEqual(['s.csv']);
});

test('files that nothing can read are named, each with a sentence', async () => {
  const study = await studyOf(
    ['a.txt', 'one word\nanother\n'],
    ['b.h5ad', Buffer.from('\x89HDF\r\n\x1a\n', 'latin1')],
    ['c', ''],
  );
  expect(study).toMatchObject({ form: 'not recognized', confidence: 0, matrices: [] });
  expect(study?.notes.map(({ file }) => file).sort()).toEqual(['a.txt', 'b.h5ad', 'c']);
  expect(study?.notes.every(({ isFault }) => isFault)).toBe(true);
  expect(study?.files.map(({ name }) => name).sort()).toEqual(['a.txt', 'b.h5ad', 'c']);
  const [prose] = await readStudies([source('r.txt', 'Dear all here\nplease find the new files\nThanks\n')]);
  expect(prose?.form).toBe('not recognized');
  expect((await readStudies([]))[0]?.notes[0]?.sentence).toContain('No file was given');
});

test('a file that cannot be read beside others is a note and no fault', async () => {
  const study = await studyOf(
    ['a.csv', VALUES],
    ['b.xlsx', Buffer.from('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', 'latin1')],
    ['r.txt', 'Dear all\n'],
  );
  expect(study?.matrices).toHaveLength(1);
  expect(study?.notes.map(({ file, isFault }) => ({ file, isFault }))).toEqual(
    expect.arrayContaining([
      { file: 'b.xlsx', isFault: false },
      { file: 'r.txt', isFault: false },
    ]),
  );
});

test('a heading in the first cell of a spreadsheet is left out, also where its row is as long as the others', async () => {
  const text = 'Table S3;;;\n;;;\ngene;S1;S2;S3\nIDH1;1;2;3\nTP53;4;5;6\n';
  const study = await studyOf(['a.csv', text]);
  expect(study?.matrices[0]?.columns).toEqual(['gene', 'S1', 'S2', 'S3']);
  expect(await cellsOf(study?.matrices[0])).toHaveLength(2);
  expect(study?.notes.map(({ sentence }) => sentence)).toEqual(['2 lines before the table are left out.']);
});

test('a sheet with samples in its columns is turned', async () => {
  const turned = 'Attribute,S1,S2,S3\nAge,50,60,70\nGroup,a,,a\n';
  const study = await studyOf(['a.csv', VALUES], ['b.csv', turned]);
  const [sheet] = study?.sheets ?? [];
  expect(sheet).toMatchObject({ labelColumn: 'Attribute', columns: ['Attribute', 'Age', 'Group'] });
  expect(columnOf(sheet, 'Attribute')).toEqual(['S1', 'S2', 'S3']);
  expect(columnOf(sheet, 'Group')).toEqual(['a', null, 'a']);
});
