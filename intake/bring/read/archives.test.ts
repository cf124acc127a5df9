import { expect, test } from 'vitest';
import { zipOf } from '../../tree/test-zip.ts';
import { readStudies } from './read-studies.ts';
import { cellsOf, source } from './test-source.ts';

const VALUES = 'gene,S1,S2\nIDH1,1.0,2\nTP53,4,5\n';
const SHEET = 'id,group\nS1,a\nS2,b\n';

test('the files of a zip archive are read', async () => {
  const zip = zipOf([
    { name: 'study/values.csv', content: VALUES },
    { name: 'study/samples.csv', content: SHEET },
    { name: '__MACOSX/study/._values.csv', content: 'x' },
  ]);
  const [study] = await readStudies([source('upload.zip', zip, 1000)]);
  expect(study?.matrices.map(({ file }) => file)).toEqual(['upload.zip/study/values.csv']);
  expect(await cellsOf(study?.matrices[0])).toEqual([
    ['IDH1', '1.0', '2'],
    ['TP53', '4', '5'],
  ]);
  expect(study?.files.map(({ name }) => name)).toEqual([
    'upload.zip/study/values.csv',
    'upload.zip/study/samples.csv',
  ]);
});

test('a workbook and a damaged archive are sentences', async () => {
  const workbook = zipOf([
    { name: '[Content_Types].xml', content: '<x/>' },
    { name: 'xl/workbook.xml', content: '<x/>' },
  ]);
  const damaged = zipOf([{ name: 'a.csv', content: VALUES, checksum: 1 }]);
  for (const [bytes, sentence] of [
    [workbook, 'This is an Excel workbook'],
    [damaged, 'is damaged in the archive'],
    [workbook.subarray(0, 60), 'incomplete'],
  ] as const) {
    const [study] = await readStudies([source('a.zip', bytes, 1000)]);
    expect(study?.form).toBe('not recognized');
    expect(study?.notes[0]?.sentence).toContain(sentence);
  }
});
