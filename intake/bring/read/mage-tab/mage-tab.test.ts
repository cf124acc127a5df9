import { expect, test } from 'vitest';
import { readStudies } from '../read-studies.ts';
import { cellsOf, columnOf, source, tabbed } from '../test-source.ts';

const IDF = tabbed(
  ['Investigation Title', 'Gliomas of adults'],
  ['Comment[ArrayExpressAccession]', 'E-MTAB-1234'],
  ['Experiment Description', 'Expression of 3 gliomas.'],
  ['PubMed ID', '25481245', '1'],
  ['SDRF File', 'E-MTAB-1234.sdrf.txt'],
);
const TITLES = [
  'Source Name',
  'Characteristics[organism]',
  'Characteristics [age]',
  'Unit[time unit]',
  'Term Source REF',
  'Protocol REF',
  'Hybridization Name',
  'Array Design REF',
  'Array Data File',
  'Derived Array Data Matrix File',
  'Factor Value [organism]',
  'Factor Value[disease]',
];

function row(name: string, age: string, hybridization: string, disease: string): string[] {
  const { length } = TITLES;
  const cells = [
    name,
    'Homo sapiens',
    age,
    'year',
    'EFO',
    'P-1',
    hybridization,
    'A-AFFY-44',
    `${hybridization}.CEL`,
  ];
  return [...cells, 'values.txt', 'Homo sapiens', disease].slice(0, length);
}

const SDRF = tabbed(
  TITLES,
  row('Patient 1', '61', 'H1', 'glioblastoma'),
  row('Patient 2', '35', 'H2', 'astrocytoma'),
  row('Patient 3', '', 'H3', 'glioblastoma'),
);
const MATRIX = tabbed(
  ['Hybridization REF', 'H2', 'H1', 'H3'],
  ['Reporter REF', 'RMA', 'RMA', 'RMA'],
  ['1007_s_at', '1.10', 2, 3],
  ['1053_at', 4, 5, 6],
);

function upload(sdrf = SDRF, matrix = MATRIX) {
  return [
    source('E-MTAB-1234.idf.txt', IDF),
    source('E-MTAB-1234.sdrf.txt', sdrf),
    source('processed/values.txt', matrix),
  ];
}

test('a study of ArrayExpress has its values, samples and title', async () => {
  const [study, ...others] = await readStudies(upload());
  expect(others).toEqual([]);
  expect(study?.sentence).toBe('MAGE-TAB E-MTAB-1234, 3 samples, 2 rows');
  expect(study?.about).toMatchObject({
    title: 'Gliomas of adults',
    accession: 'E-MTAB-1234',
    source: 'ArrayExpress',
    pubmed_id: '25481245',
    organism: 'Homo sapiens',
    platform: 'A-AFFY-44',
    notes: 'Expression of 3 gliomas.',
  });
  expect(study?.matrices[0]).toMatchObject({
    columns: ['Reporter REF', 'H2', 'H1', 'H3'],
    idColumn: 'Reporter REF',
  });
  expect(await cellsOf(study?.matrices[0])).toEqual([
    ['1007_s_at', '1.10', '2', '3'],
    ['1053_at', '4', '5', '6'],
  ]);
  expect(study?.files.map(({ taken_for }) => taken_for)).toEqual(['values', 'samples', 'study']);
  expect(study?.notes.filter(({ isFault }) => isFault)).toEqual([]);
});

test('samples have characteristics and factors, with units in the titles', async () => {
  const [study] = await readStudies(upload());
  const sheet = study?.sheets[0];
  expect(sheet?.labelColumn).toBe('Hybridization Name');
  expect(sheet?.columns).toEqual([
    'Array Data File',
    'Source Name',
    'Hybridization Name',
    'organism',
    'age (year)',
    'Array Design REF',
    'disease',
  ]);
  expect(columnOf(sheet, 'age (year)')).toEqual(['61', '35', null]);
});

test('units that differ stay with their values', async () => {
  const days = row('Patient 2', '35', 'H2', 'astrocytoma').with(3, 'day');
  const sdrf = tabbed(
    TITLES,
    row('Patient 1', '61', 'H1', 'glioblastoma'),
    days,
    row('Patient 3', '', 'H3', ''),
  );
  const [study] = await readStudies(upload(sdrf));
  expect(columnOf(study?.sheets[0], 'age')).toEqual(['61 year', '35 day', null]);
});

test('several rows of one sample are one, and what differs is joined and said', async () => {
  const scans = tabbed(
    TITLES,
    row('Patient 1', '61', 'H1', 'glioblastoma'),
    row('Patient 1', '61', 'H1', 'glioma'),
    row('Patient 2', '35', 'H2', 'astrocytoma'),
    row('Patient 3', '', 'H3', 'glioblastoma'),
  );
  const [study] = await readStudies(upload(scans));
  expect(columnOf(study?.sheets[0], 'Hybridization Name')).toEqual(['H1', 'H2', 'H3']);
  expect(columnOf(study?.sheets[0], 'disease')).toEqual([
    'glioblastoma; glioma',
    'astrocytoma',
    'glioblastoma',
  ]);
  expect(study?.notes.map(({ sentence }) => sentence)).toContain(
    'Samples have several rows with different values, which are joined, in disease (1).',
  );
});

test('technical replicates are samples, and that is said', async () => {
  const sdrf = tabbed(TITLES, ...['H1', 'H2', 'H3'].map((name) => row('Patient 1', '61', name, 'glioma')));
  const [study] = await readStudies(upload(sdrf));
  expect(study?.sheets[0]?.rows).toHaveLength(3);
  expect(study?.notes.map(({ sentence }) => sentence)).toContain(
    'Of 3 samples, 2 are further measurements of a source that another sample has: technical replicates.',
  );
});

test('of several quantities of a sample, the first is taken', async () => {
  const matrix = tabbed(
    ['Hybridization REF', 'H1', 'H1', 'H2', 'H2'],
    ['Reporter REF', 'signal', 'p value', 'signal', 'p value'],
    ['1007_s_at', 1, '0.5', 2, '0.6'],
  );
  const [study] = await readStudies(upload(SDRF, matrix));
  expect(await cellsOf(study?.matrices[0])).toEqual([['1007_s_at', '1', '2']]);
  expect(study?.notes.map(({ sentence }) => sentence)).toContain(
    '2 columns of other quantities left out; those of signal are taken.',
  );
});

test('a matrix with one row of titles may name samples by any column', async () => {
  const matrix = tabbed(['gene', 'Patient 1', 'Patient 3'], ['IDH1', 1, 2], ['EGFR', 3, 4]);
  const [study] = await readStudies(upload(SDRF, matrix));
  expect(study?.sheets[0]?.labelColumn).toBe('Source Name');
  expect(study?.matrices[0]?.columns).toEqual(['gene', 'Patient 1', 'Patient 3']);
});

test('without values, the file that is missing is named', async () => {
  const [study] = await readStudies(upload().slice(0, 2));
  expect(study?.sentence).toBe('MAGE-TAB E-MTAB-1234, 3 samples, no values');
  expect(study?.notes.find(({ isFault }) => isFault)?.sentence).toBe(
    'The study has no values here: add its file values.txt.',
  );
});

test('a table of values with another name joins the samples', async () => {
  const matrix = source(
    'counts.tsv',
    tabbed(['gene', 'H1', 'H2', 'H3'], ['IDH1', 1, 2, 3], ['EGFR', 3, 4, 5]),
  );
  const [study] = await readStudies([...upload().slice(0, 2), matrix]);
  expect(study?.form).toBe('MAGE-TAB');
  expect(study?.matrices[0]?.file).toBe('counts.tsv');
  expect(study?.sheets[0]?.labelColumn).toBe('Hybridization Name');
});

test.each([
  {
    name: 'a row of samples that is too short',
    files: upload(`${SDRF}Patient 4\tHomo sapiens\n`),
    sentence:
      'This row has 2 cells, but there are 12 titles; add or remove cells, or quote a cell that holds a separator.',
  },
  {
    name: 'a row of values that is too short',
    files: upload(SDRF, `${MATRIX}1255_g_at\t7\n`),
    sentence:
      'This row has 2 cells, but there are 4 titles; add or remove cells, or quote a cell that holds a separator.',
  },
  {
    name: 'one file of values for each sample',
    files: [source('a.sdrf.txt', SDRF.replace('values.txt', 'H1.txt'))],
    sentence:
      'The SDRF names 2 files of values, such as H1.txt: add one table with a column for each sample.',
  },
])('$name is a fault with its sentence', async ({ files, sentence }) => {
  const studies = await readStudies(files);
  expect(studies.flatMap(({ notes }) => notes).map((note) => note.sentence)).toContain(sentence);
});

test.each([
  { type: 'RNA-seq of coding RNA', technology: 'RNA-seq', analyte: 'mRNA' },
  { type: 'RNA-seq of non coding RNA', technology: 'RNA-seq', analyte: '' },
  { type: 'ChIP-seq', technology: '', analyte: '' },
])('$type is taken for nothing else', async ({ type, technology, analyte }) => {
  const idf = source('E-MTAB-1234.idf.txt', `${IDF}Comment[AEExperimentType]\t${type}\n`);
  const [study] = await readStudies([idf, ...upload().slice(1)]);
  expect(study?.about).toMatchObject({ technology, analyte });
});

test('an investigation alone is no study', async () => {
  const [study] = await readStudies([source('E-MTAB-1234.idf.txt', IDF)]);
  expect(study?.form).not.toBe('MAGE-TAB');
});
