import { expect, test } from 'vitest';
import { readStudies } from '../read-studies.ts';
import { cellsOf, columnOf, source, tabbed } from '../test-source.ts';

function sampleText(accession: string, age: number, rows: string[][], platform = 'GPL96'): string {
  return [
    `^SAMPLE = ${accession}`,
    `!Sample_title = liver ${age}`,
    `!Sample_characteristics_ch1 = age: ${age}`,
    '!Sample_organism_ch1 = Homo sapiens',
    `!Sample_platform_id = ${platform}`,
    '!Sample_series_id = GSE900002',
    '#ID_REF = ',
    '#VALUE = log2',
    '!sample_table_begin',
    'ID_REF\tABS_CALL\tVALUE',
    ...rows.map(([id, value]) => `${id}\tP\t${value}`),
    '!sample_table_end\n',
  ].join('\n');
}

const SERIES =
  '^DATABASE = Geo\n^SERIES = GSE900002\n!Series_title = Livers\n!Series_geo_accession = GSE900002\n';
const PLATFORM = [
  '^PLATFORM = GPL96',
  '!Platform_technology = in situ oligonucleotide',
  '!platform_table_begin',
  'ID\tGene Symbol\tGO',
  '1_at\tALB\t',
  '2_at\t"APOB" like\tx',
  '3_at\tTTR',
  '!platform_table_end\n',
].join('\n');
const FIRST = sampleText('GSM1', 40, [
  ['1_at', '2.50'],
  ['2_at', '3'],
]);
const SECOND = sampleText('GSM2', 60, [
  ['3_at', '1e-3'],
  ['2_at', ''],
  ['1_at', '5.0'],
]);

test('a SOFT family is joined by identifier, with values as they are written', async () => {
  const [study] = await readStudies([source('GSE900002_family.soft', SERIES + PLATFORM + FIRST + SECOND)]);
  expect(study?.sentence).toBe('GEO SOFT GSE900002, platform GPL96, 2 samples, 3 rows');
  expect(study?.matrices[0]?.columns).toEqual(['ID_REF', 'GSM1', 'GSM2']);
  expect(await cellsOf(study?.matrices[0])).toEqual([
    ['1_at', '2.50', '5.0'],
    ['2_at', '3', ''],
    ['3_at', '', '1e-3'],
  ]);
  expect(columnOf(study?.sheets[0], 'age')).toEqual(['40', '60']);
  expect(study?.features?.rows.get('2_at')).toEqual(['2_at', '"APOB" like', 'x']);
  expect(study?.features?.rows.get('3_at')).toEqual(['3_at', 'TTR', '']);
  expect(study?.about).toMatchObject({
    accession: 'GSE900002',
    technology: 'Microarray',
    organism: 'Homo sapiens',
  });
  expect(study?.notes).toMatchObject([
    { isFault: false, sentence: '1 value missing: not every sample has all 3 rows.' },
  ]);
});

test('samples of several platforms are a matrix and a sheet for each', async () => {
  const other = sampleText('GSM3', 50, [['9_at', '1']], 'GPL97');
  const [study] = await readStudies([source('f.soft', SERIES + FIRST + SECOND + other)]);
  expect(study?.matrices.map(({ file }) => file)).toEqual(['f.soft (GPL96)', 'f.soft (GPL97)']);
  expect(study?.sheets.map(({ file, rows }) => [file, rows.length])).toEqual([
    ['f.soft (GPL96)', 2],
    ['f.soft (GPL97)', 1],
  ]);
});

test('one sample needs its series; several files of samples are joined', async () => {
  const [one] = await readStudies([source('GSM1.txt', FIRST)]);
  expect(one?.notes.find(({ isFault }) => isFault)?.sentence).toContain('One GEO sample is no data set');
  const [both] = await readStudies([source('GSM1.txt', FIRST), source('GSM2.txt', SECOND)]);
  expect(both?.matrices[0]?.columns).toEqual(['ID_REF', 'GSM1', 'GSM2']);
  expect(both?.about.accession).toBe('GSE900002');
  expect(both?.notes.some(({ isFault }) => isFault)).toBe(false);
});

test('an identifier that a sample has twice is a fault with its line', async () => {
  const twice = sampleText('GSM2', 60, [
    ['1_at', '1'],
    ['1_at', '2'],
  ]);
  const [study] = await readStudies([source('f.soft', SERIES + FIRST + twice)]);
  expect(study?.matrices).toEqual([]);
  expect(study?.notes).toMatchObject([{ file: 'f.soft', line: 29, isFault: true }]);
});

test('a family that was cut off is a fault', async () => {
  const [study] = await readStudies([source('f.soft', SERIES + FIRST.replace('!sample_table_end\n', ''))]);
  expect(study?.notes.map(({ sentence }) => sentence).join()).toContain('ends too early');
});

test('the annotation of a platform joins a series matrix of the same upload', async () => {
  const matrix =
    '!Series_geo_accession\t"GSE9"\n!Sample_geo_accession\t"GSM1"\n!series_matrix_table_begin\n"ID_REF"\t"GSM1"\n"1_at"\t1\n!series_matrix_table_end\n';
  const annotation = PLATFORM.replace('^PLATFORM = GPL96', '^Annotation\n!Annotation_platform = GPL96');
  const downloaded = '#ID = \n#Gene Symbol = \nID\tGene Symbol\n1_at\tALB\n';
  for (const [name, text] of [
    ['GPL96.annot', annotation],
    ['GPL96-57554.txt', downloaded],
  ] as const) {
    const [study, ...others] = await readStudies([source(name, text), source('m.txt', matrix)]);
    expect(others).toEqual([]);
    expect(study?.form).toBe('GEO series matrix');
    expect(study?.features?.rows.get('1_at')?.[1]).toBe('ALB');
    expect(study?.files).toContainEqual({ name, taken_for: 'platform' });
    expect(study?.notes.some(({ isFault }) => isFault)).toBe(false);
    const [alone] = await readStudies([source(name, text)]);
    expect(alone?.notes.find(({ isFault }) => isFault)?.sentence).toContain('add a series matrix');
  }
});

const DATA_SET = [
  '^DATASET = GDS900',
  '!dataset_title = Ageing',
  '!dataset_type = Expression profiling by array',
  '!dataset_platform = GPL1355',
  '!dataset_sample_organism = Rattus norvegicus',
  '^SUBSET = GDS900_1',
  '!subset_description = young, 3 months',
  '!subset_sample_id = GSM1,GSM2',
  '!subset_type = age',
  '^SUBSET = GDS900_2',
  '!subset_description = PIO',
  '!subset_sample_id = GSM2',
  '!subset_type = agent',
  '^DATASET = GDS900',
  '#GSM1 = Value for GSM1: rat 1; src: hippocampus',
  '!dataset_table_begin\n',
].join('\n');

test('a GDS data set has its subsets as columns of the sheet', async () => {
  const table = tabbed(['ID_REF', 'IDENTIFIER', 'GSM1', 'GSM2'], ['1_at', 'Sumo2', '6.10', 'null']);
  const [study] = await readStudies([source('GDS900.soft', `${DATA_SET}${table}!dataset_table_end\n`)]);
  expect(study?.sentence).toBe('GEO DataSet GDS900, platform GPL1355, 2 samples, 1 row');
  expect(study?.matrices[0]).toMatchObject({ idColumn: 'ID_REF', annotationColumns: ['IDENTIFIER'] });
  expect(await cellsOf(study?.matrices[0])).toEqual([['1_at', 'Sumo2', '6.10', 'null']]);
  expect(study?.sheets[0]?.columns).toEqual(['geo_accession', 'title', 'source_name', 'age', 'agent']);
  expect(study?.sheets[0]?.rows).toEqual([
    ['GSM1', 'rat 1', 'hippocampus', 'young, 3 months', null],
    ['GSM2', null, null, 'young, 3 months', 'PIO'],
  ]);
  expect(study?.about.organism).toBe('Rattus norvegicus');
});
