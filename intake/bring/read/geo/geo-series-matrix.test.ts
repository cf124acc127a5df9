import { expect, test } from 'vitest';
import { readStudies } from '../read-studies.ts';
import { cellsOf, columnOf, source } from '../test-source.ts';
import { splitCharacteristic } from './geo-samples.ts';

const HEADER = [
  ['!Series_title', '"Microglia of mice: \'young\' and old"'],
  ['!Series_geo_accession', '"GSE900001"'],
  ['!Series_pubmed_id', '"111"'],
  ['!Series_pubmed_id', '"222"'],
  ['!Series_overall_design', '"Four mice."'],
  ['!Series_type', '"Expression profiling by array"'],
];

const SAMPLES = [
  ['!Sample_title', '"young 1"', '"young 2"', '"old 1"', '"old 2"'],
  ['!Sample_geo_accession', '"GSM1"', '"GSM2"', '"GSM3"', '"GSM4"'],
  ['!Sample_submission_date', '"Jan 1"', '"Jan 1"', '"Jan 2"', '"Jan 3"'],
  ['!Sample_source_name_ch1', '"brain"', '"brain"', '"brain"', '"brain"'],
  ['!Sample_organism_ch1', '"Mus musculus"', '"Mus musculus"', '"Mus musculus"', '"Mus musculus"'],
  ['!Sample_characteristics_ch1', '"age: 3"', '"Sex: F"', '"age: 24"', '"age: "'],
  ['!Sample_characteristics_ch1', '"sex: M"', '"age: 4"', '"wild type"', '"time: 12:30"'],
  ['!Sample_treatment_protocol_ch1', '"none"', '"none"', '"LPS"', '"LPS"'],
  ['!Sample_extract_protocol_ch1', '"Qiagen"', '"Qiagen"', '"Qiagen"', '"Qiagen"'],
  ['!Sample_platform_id', '"GPL1261"', '"GPL1261"', '"GPL1261"', '"GPL1261"'],
];

const VALUES = [
  ['"ID_REF"', '"GSM1"', '"GSM2"', '"GSM3"', '"GSM4"'],
  ['"1_at"', '1.50', '', '3e-2', 'null'],
  ['"2_at"', '0', '1', '2', '3'],
];

interface Parts {
  header?: string[][];
  samples?: string[][];
  values?: string[][];
  end?: string;
}

function matrixText({
  header = HEADER,
  samples = SAMPLES,
  values = VALUES,
  end = '!series_matrix_table_end\n',
}: Parts = {}) {
  const lines = (rows: string[][]) => rows.map((row) => `${row.join('\t')}\r\n`).join('');
  return `${lines(header)}\n${lines(samples)}!series_matrix_table_begin\n${lines(values)}${end}`;
}

async function studyOf(parts: Parts = {}) {
  const [study] = await readStudies([source('GSE900001_series_matrix.txt', matrixText(parts))]);
  return study;
}

test('a series matrix says what it is', async () => {
  const study = await studyOf();
  expect(study?.sentence).toBe('GEO series matrix GSE900001, platform GPL1261, 4 samples, 2 rows');
  expect(study?.about).toEqual({
    title: "Microglia of mice: 'young' and old",
    accession: 'GSE900001',
    source: 'GEO',
    pubmed_id: '111',
    organism: 'Mus musculus',
    technology: 'Microarray',
    platform: 'GPL1261',
    analyte: 'mRNA',
    notes: 'Four mice.',
  });
  expect(study?.notes.filter(({ isFault }) => isFault)).toEqual([]);
});

test('values come as they are written', async () => {
  const study = await studyOf();
  expect(study?.matrices[0]?.columns).toEqual(['ID_REF', 'GSM1', 'GSM2', 'GSM3', 'GSM4']);
  expect(study?.matrices[0]?.idColumn).toBe('ID_REF');
  const rows = [
    ['1_at', '1.50', '', '3e-2', 'null'],
    ['2_at', '0', '1', '2', '3'],
  ];
  expect(await cellsOf(study?.matrices[0])).toEqual(rows);
  expect(await cellsOf(study?.matrices[0])).toEqual(rows);
});

test('characteristics are columns by their keys, in whatever order a sample has them', async () => {
  const sheet = (await studyOf())?.sheets[0];
  expect(sheet?.labelColumn).toBe('geo_accession');
  expect(columnOf(sheet, 'age')).toEqual(['3', '4', '24', null]);
  expect(columnOf(sheet, 'sex')).toEqual(['M', 'F', null, null]);
  expect(columnOf(sheet, 'time')).toEqual([null, null, null, '12:30']);
  expect(columnOf(sheet, 'characteristics')).toEqual([null, null, 'wild type', null]);
});

test('what does not differ and dates are left out of the sheet', async () => {
  const columns = (await studyOf())?.sheets[0]?.columns;
  expect(columns).toContain('treatment_protocol_ch1');
  expect(columns).toContain('organism');
  expect(columns).not.toContain('extract_protocol_ch1');
  expect(columns).not.toContain('submission_date');
});

test('a characteristic without a key is told from one with colons in its value', () => {
  expect(splitCharacteristic('genotype: a: b')).toEqual({ key: 'genotype', value: 'a: b' });
  expect(splitCharacteristic('age:61')).toEqual({ key: 'age', value: '61' });
  expect(splitCharacteristic('http://example.org')).toEqual({ key: null, value: 'http://example.org' });
  expect(splitCharacteristic('12:30')).toEqual({ key: null, value: '12:30' });
  expect(splitCharacteristic(': x')).toEqual({ key: null, value: ': x' });
});

test('a series without values waits for its counts, and takes them', async () => {
  const header = [
    ...HEADER.slice(0, 5),
    ['!Series_type', '"Expression profiling by high throughput sequencing"'],
  ];
  const series = source('GSE900001_series_matrix.txt', matrixText({ header, values: VALUES.slice(0, 1) }));
  const [alone] = await readStudies([series]);
  expect(alone?.matrices).toEqual([]);
  expect(alone?.about.technology).toBe('RNA-seq');
  expect(alone?.notes.find(({ isFault }) => isFault)?.sentence).toMatch(
    /no values here.*add its file of counts/,
  );

  const counts = source(
    'GSE900001_raw_counts_GRCm39_NCBI.tsv',
    'GeneID\tGSM1\tGSM2\tGSM3\tGSM4\n12\t1\t2\t3\t4\n',
  );
  const [study, ...others] = await readStudies([counts, series]);
  expect(others).toEqual([]);
  expect(study?.matrices.map(({ file }) => file)).toEqual(['GSE900001_raw_counts_GRCm39_NCBI.tsv']);
  expect(study?.sheets[0]?.labelColumn).toBe('geo_accession');
  expect(study?.about.organism).toBe('Mus musculus');
  expect(study?.notes.filter(({ isFault }) => isFault)).toEqual([]);
});

test('counts named by the titles of samples are joined by the titles', async () => {
  const series = source('GSE900001_series_matrix.txt', matrixText({ values: VALUES.slice(0, 1) }));
  const counts = source('counts.csv', 'gene,young 1,young 2,old 1,old 2\nTrem2,1,2,3,4\nApoe,1,2,3,5\n');
  const [study] = await readStudies([series, counts]);
  expect(study?.matrices).toHaveLength(1);
  expect(study?.sheets[0]?.labelColumn).toBe('title');
});

test('series matrices of several platforms are one study', async () => {
  const one = source('GSE900001-GPL1261_series_matrix.txt', matrixText());
  const other = source('GSE900001-GPL81_series_matrix.txt', matrixText().replaceAll('GPL1261', 'GPL81'));
  const [study, ...others] = await readStudies([one, other]);
  expect(others).toEqual([]);
  expect(study?.matrices).toHaveLength(2);
  expect(study?.sentence).toContain('platforms GPL1261 and GPL81, 8 samples');
});

test('a series matrix that was cut off is a fault', async () => {
  const study = await studyOf({ end: '' });
  expect(study?.notes.find(({ isFault }) => isFault)?.sentence).toContain('the file ends too early');
  const cut = await studyOf({ values: [...VALUES, ['"3_at"', '1']], end: '' });
  expect(cut?.notes.find(({ isFault }) => isFault)).toMatchObject({ line: 22 });
});

test('a line of samples with another number of values is left out with its line', async () => {
  const study = await studyOf({ samples: [...SAMPLES, ['!Sample_description', '"a"']] });
  expect(study?.notes.find(({ isFault }) => isFault)).toMatchObject({ line: 18 });
  expect(study?.sheets[0]?.columns).not.toContain('description');
});
