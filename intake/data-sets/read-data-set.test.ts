import { describe, expect, test } from 'vitest';
import type { Fault } from '../records.ts';
import { derivedPaths, smallDataSet, table, treeOf } from '../test-tree.ts';
import { ReadLog } from '../text/read-log.ts';
import { readAnalyteData } from './read-analyte-data.ts';
import { readAttributes } from './read-attributes.ts';
import { readDataSet } from './read-data-set.ts';
import { readFeatureIdentifiers } from './read-feature-metadata.ts';
import { readSampleTable } from './read-sample-table.ts';

const BASE = 'All_3_Qnorm';
const paths = derivedPaths(BASE);

async function faultsWith(changes: Parameters<typeof smallDataSet>[1]): Promise<Omit<Fault, 'kind'>[]> {
  const { faults, record } = await readDataSet(treeOf(smallDataSet(BASE, changes)), paths);
  expect(record).toBeNull();
  return faults.map(({ file, line, column, sentence }) => ({ file, line, column, sentence }));
}

describe('a data set', () => {
  test('with two header lines is read with its companions', async () => {
    const { record, emptied } = await readDataSet(treeOf(smallDataSet(BASE)), paths);
    expect(record).toMatchObject({
      title: 'Phillips 2006 EXT OR',
      versionCode: 'A.1.1',
      uniqueIdentifier: 'SYMBOL',
      features: ['IDH1', 'OLIG2'],
      informationColumns: 2,
      headerForm: 'two lines',
      missingValues: 1,
    });
    expect(record?.sampleTable.samples[1]?.attributes.get('Disease')).toBeNull();
    expect(emptied).toBe(1);
  });

  test('with one header line may have several columns of feature information', async () => {
    const analyte = table(
      ['PROBE_ID', 'Gene', 'GBM_1', 'GBM_2', 'GBM_3'],
      ['p1', 'IDH1', 1, 2, 3],
      ['p2', 'OLIG2', 4, '-99.99', ''],
    );
    const featureMetadata = table(['Index', 'PROBEID'], [1, 'p1'], [2, 'p2']);
    const attributes = table(
      ['Attribute', 'Value'],
      ['Title', 'T EXT'],
      ['Version', 'A.1'],
      ['Unique Identifier', 'PROBEID'],
    );
    const files = smallDataSet(BASE, { analyte, featureMetadata, attributes });
    const { record, emptied, faults } = await readDataSet(treeOf(files), paths);
    expect(faults).toEqual([]);
    expect(record).toMatchObject({
      headerForm: 'one line',
      informationColumns: 2,
      features: ['p1', 'p2'],
      missingValues: 2,
    });
    expect(emptied).toBe(2);
  });

  test('with infinite values counts them as missing, and warns with their number and the first', async () => {
    const analyte = table(
      ['INDEX', 'x', 1, 2, 3],
      ['', 'SYMBOL', 'GBM_1', 'GBM_2', 'GBM_3'],
      [1, 'IDH1', 1, '-Inf', 'Infinity'],
      [2, 'OLIG2', ' inf', '1e999', 'NA'],
    );
    const log = new ReadLog();
    const rows: number[][] = [];
    const matrix = {
      addRow: (row: Float64Array) => void rows.push([...row]),
      keepPace: async () => undefined,
    };
    const { record } = await readDataSet(treeOf(smallDataSet(BASE, { analyte })), paths, { log, matrix });
    expect(record?.missingValues).toBe(5);
    const { NaN: missing } = Number;
    expect(rows).toEqual([
      [1, missing, missing],
      [missing, missing, missing],
    ]);
    expect(log.warnings()).toEqual([
      {
        file: paths.analyte,
        line: 3,
        column: 'GBM_2',
        sentence: '4 values are infinite and count as missing; the first is "-Inf".',
      },
    ]);
  });

  test('an infinite number in another table is refused', async () => {
    const sampleAttributes = table(['Index', 'Label'], ['Inf', 'GBM_1'], [2, 'GBM_2'], [3, 'GBM_3']);
    expect((await faultsWith({ sampleAttributes })).map(({ line }) => line)).toContain(2);
  });

  test('a word among the numbers is named with line and sample', async () => {
    const analyte = table(
      ['INDEX', 'x', 1, 2, 3],
      ['', 'SYMBOL', 'GBM_1', 'GBM_2', 'GBM_3'],
      [1, 'IDH1', 1, 'abc', 3],
      [2, 'OLIG2', 4, 5, 6],
    );
    expect(await faultsWith({ analyte })).toEqual([
      { file: paths.analyte, line: 3, column: 'GBM_2', sentence: '"abc" is not a number.' },
    ]);
  });

  test('labels, indices and identifiers must agree between the files', async () => {
    const analyte = table(
      ['INDEX', 'x', 1, 2, 4],
      ['', 'SYMBOL', 'GBM_1', 'GBM_9', 'GBM_3'],
      [1, 'IDH1', 1, 2, 3],
      [2, 'OLIG1', 4, 5, 6],
    );
    expect(await faultsWith({ analyte })).toEqual([
      {
        file: paths.analyte,
        line: 2,
        column: 4,
        sentence: 'The sample with index 2 is "GBM_2" in the sample table, "GBM_9" here.',
      },
      { file: paths.analyte, line: 1, column: 5, sentence: 'The sample table has no sample with index 4.' },
      {
        file: paths.analyte,
        line: 4,
        column: 'SYMBOL',
        sentence: 'The feature is "OLIG1" here, "OLIG2" in the feature metadata.',
      },
    ]);
  });

  test('one header line must have exactly the samples of the sample table', async () => {
    const analyte = table(['SYMBOL', 'GBM_1', 'GBM_9', 'GBM_1'], ['IDH1', 1, 2, 3], ['OLIG2', 4, 5, 6]);
    expect(
      (await faultsWith({ analyte })).map(({ line, column, sentence }) => [line, column, sentence]),
    ).toEqual([
      [1, 3, 'The sample table has no sample "GBM_9".'],
      [1, 4, 'The label "GBM_1" appears twice.'],
      [1, null, 'The sample "GBM_2" of the sample table is missing.'],
      [1, null, 'The sample "GBM_3" of the sample table is missing.'],
    ]);
  });

  test('rows of another length and a missing feature are named', async () => {
    const analyte = table(
      ['INDEX', 'x', 1, 2, 3],
      ['', 'SYMBOL', 'GBM_1', 'GBM_2', 'GBM_3'],
      [1, 'IDH1', 1, 2, 3],
    );
    expect(await faultsWith({ analyte })).toMatchObject([
      { sentence: 'The matrix has 1 feature; its metadata has 2.' },
    ]);
    expect(await faultsWith({ analyte: `${analyte}2,OLIG2,4\n` })).toEqual([
      { file: paths.analyte, line: 4, column: null, sentence: 'This row has 3 cells, the header has 5.' },
    ]);
  });

  test('counts given as attributes must be those of the files', async () => {
    const attributes = table(
      ['Attribute', 'Value'],
      ['Title', 'T'],
      ['Version', '1.1'],
      ['Unique Identifier', 'SYMBOL'],
      ['Number of Samples', 4],
    );
    expect((await faultsWith({ attributes })).map((fault) => fault.sentence)).toEqual([
      'The Version "1.1" is not a version code such as A.1.1.',
      'Number of Samples is "4", but the files have 3.',
    ]);
  });
});

describe('the values of a data set', () => {
  async function valuesOf(analyte: string): Promise<{ rows: number[][]; sentences: string[] }> {
    const rows: number[][] = [];
    const samples = [
      { index: 2, label: 'GBM_1', attributes: new Map() },
      { index: 1, label: 'GBM_2', attributes: new Map() },
      { index: 3, label: 'GBM_3', attributes: new Map() },
    ];
    const { faults } = await readAnalyteData(treeOf({ 'a.csv': analyte }), 'a.csv', {
      uniqueIdentifier: 'SYMBOL',
      matrix: { addRow: (values) => rows.push([...values]), keepPace: async () => {} },
      samples,
      identifiers: ['IDH1', 'OLIG2'],
    });
    return { rows, sentences: faults.map(({ sentence }) => sentence) };
  }

  test('are passed on in the order of the sample index, whatever the order of the columns', async () => {
    const oneLine = table(['SYMBOL', 'GBM_3', 'GBM_1', 'GBM_2'], ['IDH1', 3, 2, 1], ['OLIG2', 6, 'NA', 4]);
    const expected = [
      [1, 2, 3],
      [4, Number.NaN, 6],
    ];
    expect(await valuesOf(oneLine)).toEqual({ rows: expected, sentences: [] });
    const twoLines = table(
      ['INDEX', 'x', 3, 2, 1],
      ['', 'SYMBOL', 'GBM_3', 'GBM_1', 'GBM_2'],
      [1, 'IDH1', 3, 2, 1],
      [2, 'OLIG2', 6, 'NA', 4],
    );
    expect(await valuesOf(twoLines)).toEqual({ rows: expected, sentences: [] });
  });

  test('beyond the header are a fault, empty cells there are not', async () => {
    const header = 'SYMBOL,GBM_1,GBM_2,GBM_3\n';
    expect((await valuesOf(`${header}IDH1,1,2,3,,\nOLIG2,1,2,3\n`)).sentences).toEqual([]);
    expect((await valuesOf(`${header}IDH1,1,2,3,7\nOLIG2,1,2,3\n`)).sentences).toEqual([
      'This row has 5 cells, the header has 4.',
    ]);
  });
});

describe('feature metadata', () => {
  test('name features by the column of the unique identifier', async () => {
    const content = table(['Index', 'Gene', 'PROBE ID'], [1, 'IDH1', '201193_at']);
    const { record } = await readFeatureIdentifiers(treeOf({ 'f.csv': content }), 'f.csv', {
      uniqueIdentifier: 'PROBE_ID',
    });
    expect(record).toEqual(['201193_at']);
  });

  test('with a symbol that a spreadsheet made a date are refused', async () => {
    const content = table(['Index', 'SYMBOL'], [1, 'IDH1'], [2, '8-Mar']);
    const { faults } = await readFeatureIdentifiers(treeOf({ 'f.csv': content }), 'f.csv', {
      uniqueIdentifier: 'SYMBOL',
    });
    expect(faults).toMatchObject([
      { line: 3, column: 'SYMBOL', sentence: expect.stringContaining('MARCH8 (now MARCHF8)') },
    ]);
  });
});

describe('attributes', () => {
  test('an attribute given twice is a fault, whatever its case', async () => {
    const content = 'Attribute,Value\n"Title","two\nlines"\ntitle,x\n';
    expect((await readAttributes(treeOf({ 'a.csv': content }), 'a.csv')).faults).toEqual([
      {
        kind: 'wrong',
        file: 'a.csv',
        line: 4,
        column: 'Attribute',
        sentence: 'The attribute "title" is given twice.',
      },
    ]);
  });

  test('names such as __proto__ and constructor are ordinary', async () => {
    const content = table(['Attribute', 'Value'], ['__proto__', 'x'], ['constructor', 'NA']);
    const { record } = await readAttributes(treeOf({ 'a.csv': content }), 'a.csv');
    expect([...(record ?? [])]).toEqual([
      ['__proto__', 'x'],
      ['constructor', null],
    ]);
    expect(Object.hasOwn(Object.prototype, 'x')).toBe(false);
  });

  test('another header is refused', async () => {
    const { faults } = await readAttributes(treeOf({ 'a.csv': 'Name,Value\nTitle,x\n' }), 'a.csv');
    expect(faults).toMatchObject([
      { line: 1, column: 'Attribute', sentence: 'The column "Attribute" is missing.' },
    ]);
  });
});

describe('sample attributes', () => {
  test('columns keep their order and spelling', async () => {
    const content = table(['Label', 'Index', '__proto__', 'IDH1_Mut'], ['GBM_1', 1, 'x', 'WT']);
    const { record } = await readSampleTable(treeOf({ 's.csv': content }), 's.csv');
    expect(record?.columns).toEqual(['__proto__', 'IDH1_Mut']);
    expect(record?.samples[0]).toMatchObject({ index: 1, label: 'GBM_1' });
    expect(record?.samples[0]?.attributes.get('__proto__')).toBe('x');
  });

  test('labels and indices come once each, indices from 1 to n', async () => {
    const content = table(['Index', 'Label'], [1, 'a'], [1, 'a'], [9, ''], ['x', 'd']);
    const { faults } = await readSampleTable(treeOf({ 's.csv': content }), 's.csv');
    expect(faults.map(({ line, column, sentence }) => [line, column, sentence])).toEqual([
      [3, 'Label', 'The label "a" appears twice.'],
      [4, 'Label', 'The sample has no label.'],
      [5, 'Index', '"x" is not a sample index.'],
      [3, 'Index', 'The index 1 appears twice.'],
      [4, 'Index', 'The index 9 is above the number of samples, 4.'],
    ]);
  });

  test('a column name that comes twice is refused', async () => {
    const { faults } = await readSampleTable(treeOf({ 's.csv': 'Index,Label,Sex,sex\n' }), 's.csv');
    expect(faults).toMatchObject([{ line: 1, column: 'sex', sentence: 'The column "sex" appears twice.' }]);
  });
});

describe('the kinds of the columns of a sample table', () => {
  const DAYS = ['10', '20', '30', '41', '52', '63', '74'];
  /** @param columns cells by name */
  const read = async (columns: Record<string, string[]>, missingWords: string[] = []) => {
    const names = Object.keys(columns);
    const count = Object.values(columns)[0]?.length ?? 0;
    const rows = Array.from({ length: count }, (_, at) => [
      at + 1,
      `S${at + 1}`,
      ...names.map((name) => columns[name]?.[at] ?? ''),
    ]);
    const log = new ReadLog();
    const content = table(['Index', 'Label', ...names], ...rows);
    const { record } = await readSampleTable(treeOf({ 's.csv': content }), 's.csv', { log, missingWords });
    const cells = (name: string) => record?.samples.map(({ attributes }) => attributes.get(name));
    return {
      cells,
      warnings: log.warnings().map(({ line, column, sentence }) => [line, column, sentence]),
    };
  };

  test('a value that is no number among numbers is kept, with a warning', async () => {
    const { cells, warnings } = await read({ Survival_Days: [...DAYS, '> 3000', '12 months'] });
    expect(cells('Survival_Days')?.slice(-2)).toEqual(['> 3000', '12 months']);
    expect(warnings).toEqual([
      [
        9,
        'Survival_Days',
        'Survival Days is a column of numbers (77.8 % of its values fit); 2 values are not: "> 3000", "12 months".',
      ],
    ]);
  });

  test('words for missing values are read as missing, and counted', async () => {
    const { cells, warnings } = await read({
      Survival_Days: [...DAYS, '[Not Available]', "'--", 'unknown'],
      Group: ['case', 'case', 'case', 'control', 'control', 'control', 'N/A', 'null', '?', 'NA'],
    });
    expect(cells('Survival_Days')?.slice(-3)).toEqual([null, null, null]);
    expect(cells('Group')?.slice(-4)).toEqual([null, null, null, null]);
    expect(warnings).toEqual([
      [9, 'Survival_Days', '2 values of Survival Days are read as missing: "[Not Available]", "\'--".'],
      [11, 'Survival_Days', '1 value of Survival Days is read as missing: "unknown".'],
      [8, 'Group', '3 values of Group are read as missing: "N/A", "null", "?".'],
    ]);
  });

  test('a word that may be a category stays one, with a warning', async () => {
    const { cells, warnings } = await read({ Treatment: ['TMZ', 'TMZ', 'None', 'None', 'Na'] });
    expect(cells('Treatment')).toEqual(['TMZ', 'TMZ', 'None', 'None', 'Na']);
    expect(warnings).toEqual([
      [
        4,
        'Treatment',
        '2 values of Treatment may mean that a value is missing, but count as a category: "None" (2). Write NA if it is missing.',
      ],
    ]);
  });

  test('the laboratory can add words', async () => {
    const { cells, warnings } = await read({ Sex: ['F', 'M', 'keine Angabe'] }, ['Keine Angabe']);
    expect(cells('Sex')).toEqual(['F', 'M', null]);
    expect(warnings).toHaveLength(1);
  });
});
