import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import * as r from './rds/test-rds.ts';
import { rds } from './rds.ts';
import { bring } from './test-form.ts';

const SAMPLES = ['S1', 'S2'];
const GENES = ['IDH1', 'EGFR', 'TP53'];
const VALUES = r.matrix([1.5, null, 3, 0.1, Number.NaN, Number.POSITIVE_INFINITY], [GENES, SAMPLES], [3, 2]);
const VALUE_ROWS = [
  ['feature', 'S1', 'S2'],
  ['IDH1', '1.5', '0.1'],
  ['EGFR', '', 'NaN'],
  ['TP53', '3', 'Inf'],
];
const SEX = { Sex: r.factor([2, null], ['female', 'male']) };
const ANNOTATED = [
  ['feature', 'Length', 'S1', 'S2'],
  ['IDH1', '10', '1.5', '0.1'],
  ['EGFR', '20', '', 'NaN'],
  ['TP53', '', '3', 'Inf'],
];
const SAMPLE_ROWS = [
  ['sample', 'Sex'],
  ['S1', 'male'],
  ['S2', ''],
];
const LENGTHS = { Length: r.integers([10, 20, null]) };

const ANNOTATED_DATA = (frame: r.TestValue) => r.object('AnnotatedDataFrame', { data: frame });
const EXPRESSION_SET = (assayData: r.TestValue) =>
  r.object('ExpressionSet', {
    assayData,
    phenoData: ANNOTATED_DATA(r.dataFrame(SEX, 2, SAMPLES)),
    featureData: ANNOTATED_DATA(r.dataFrame(LENGTHS, 3, GENES)),
    annotation: r.strings(['hgu133a']),
  });
const UNNAMED = r.matrix([1.5, null, 3, 0.1, Number.NaN, Number.POSITIVE_INFINITY], [null, null], [3, 2]);
const COL_DATA = r.bioFrame(SEX, 2, SAMPLES);

const GOOD: { name: string; value: r.TestValue; rows: Record<string, string[][]> }[] = [
  {
    name: 'a matrix has its values to the last digit, and NA is empty',
    value: VALUES,
    rows: { 'values.tsv': VALUE_ROWS },
  },
  {
    name: 'a data.frame has the labels of factors, dates and named rows',
    value: r.dataFrame(
      {
        Sex: r.factor([2, null], ['female', 'male']),
        Age: r.integers([61, null]),
        IsDead: r.logicals([true, null]),
        Born: r.doubles([18263, null], { class: r.strings(['Date']) }),
        Note: r.strings(['ü', null]),
      },
      2,
      SAMPLES,
    ),
    rows: {
      'values.tsv': [
        ['row', 'Sex', 'Age', 'IsDead', 'Born', 'Note'],
        ['S1', 'male', '61', 'TRUE', '2020-01-02', 'ü'],
        ['S2', '', '', '', '', ''],
      ],
    },
  },
  {
    name: 'numbered rows of a data.frame are no column',
    value: r.dataFrame({ gene: r.strings(['IDH1']), S1: r.doubles([0.1]) }, 1),
    rows: {
      'values.tsv': [
        ['gene', 'S1'],
        ['IDH1', '0.1'],
      ],
    },
  },
  {
    name: 'an ExpressionSet keeps its values in an environment',
    value: EXPRESSION_SET(r.environment({ exprs: VALUES })),
    rows: { 'values.tsv': ANNOTATED, 'samples.tsv': SAMPLE_ROWS },
  },
  {
    name: 'an ExpressionSet keeps its values in a list',
    value: EXPRESSION_SET(r.list({ exprs: VALUES })),
    rows: { 'values.tsv': ANNOTATED, 'samples.tsv': SAMPLE_ROWS },
  },
  {
    name: 'a SummarizedExperiment has the names of its rows and samples',
    value: r.summarized(
      'SummarizedExperiment',
      { counts: UNNAMED },
      { colData: COL_DATA, NAMES: r.strings(GENES), elementMetadata: r.bioFrame(LENGTHS, 3, null) },
    ),
    rows: { 'values.tsv': ANNOTATED, 'samples.tsv': SAMPLE_ROWS },
  },
  {
    name: 'a RangedSummarizedExperiment has the places of its genes',
    value: r.summarized(
      'RangedSummarizedExperiment',
      { counts: UNNAMED },
      {
        colData: COL_DATA,
        NAMES: null,
        elementMetadata: r.bioFrame({}, 3, null),
        rowRanges: r.object('GRanges', {
          seqnames: r.object('Rle', {
            values: r.factor([1, 2], ['chr2', 'chr7']),
            lengths: r.integers([1, 2]),
          }),
          strand: r.object('Rle', { values: r.factor([1], ['+', '-', '*']), lengths: r.integers([3]) }),
          ranges: r.object('IRanges', {
            start: r.integers([5, 6, 7]),
            width: r.integers([10, 10, 10]),
            NAMES: r.strings(GENES),
          }),
          elementMetadata: r.bioFrame(LENGTHS, 3, null),
        }),
      },
    ),
    rows: {
      'values.tsv': [
        ['feature', 'seqnames', 'start', 'end', 'strand', 'Length', 'S1', 'S2'],
        ['IDH1', 'chr2', '5', '14', '+', '10', '1.5', '0.1'],
        ['EGFR', 'chr7', '6', '15', '+', '20', '', 'NaN'],
        ['TP53', 'chr7', '7', '16', '+', '', '3', 'Inf'],
      ],
      'samples.tsv': SAMPLE_ROWS,
    },
  },
  {
    name: 'a dgCMatrix has zeros where nothing is stored',
    value: r.sparseMatrix([3, 2], { i: [1, 0, 2], p: [0, 1, 3], x: [1.5, 2, 4] }, [GENES, SAMPLES]),
    rows: {
      'values.tsv': [
        ['feature', 'S1', 'S2'],
        ['IDH1', '0', '2'],
        ['EGFR', '1.5', '0'],
        ['TP53', '0', '4'],
      ],
    },
  },
  {
    name: 'a DGEList of edgeR has counts and samples',
    value: r.list(
      { counts: VALUES, samples: r.dataFrame(SEX, 2, SAMPLES) },
      { class: r.strings(['DGEList']) },
    ),
    rows: { 'values.tsv': VALUE_ROWS, 'samples.tsv': SAMPLE_ROWS },
  },
];

test.each(GOOD)('$name', async ({ value, rows }) => {
  expect((await bring(rds, gzipSync(r.rdsFile(value)))).rows).toEqual(rows);
  expect((await bring(rds, r.rdsFile(value, 2))).rows).toEqual(rows);
});

test('an ExpressionSet is described with its platform', async () => {
  const { sentence, cells, notes } = await bring(rds, r.rdsFile(EXPRESSION_SET(r.list({ exprs: VALUES }))));
  expect({ sentence, cells, notes }).toEqual({
    sentence: 'R ExpressionSet, platform hgu133a, 2 samples, 3 features',
    cells: null,
    notes: [],
  });
});

test('of several assays, counts are taken and the others named', async () => {
  const value = r.summarized(
    'SummarizedExperiment',
    { tpm: VALUES, counts: VALUES },
    {
      colData: r.bioFrame({ L: r.list([r.integers([1]), r.integers([2])]), ...SEX }, 2, SAMPLES),
      elementMetadata: null,
    },
  );
  expect((await bring(rds, r.rdsFile(value))).notes).toEqual([
    'Of the assays tpm, counts, counts is taken.',
    '1 column of the table of samples with lists, tables or 64-bit integers left out: L.',
  ]);
});

test('without names, features and samples are numbered and that is said', async () => {
  const { rows, notes } = await bring(rds, r.rdsFile(UNNAMED));
  expect(rows['values.tsv']?.slice(0, 2)).toEqual([
    ['feature', 'Sample 1', 'Sample 2'],
    ['1', '1.5', '0.1'],
  ]);
  expect(notes).toHaveLength(2);
});

test('single cells become sums for each sample and cell type', async () => {
  const cells = ['c1', 'c2', 'c3', 'c4'];
  const value = r.summarized(
    'SingleCellExperiment',
    {
      counts: r.sparseMatrix([2, 4], { i: [0, 0, 1, 0, 1], p: [0, 1, 2, 3, 5], x: [1, 2, 3, 4, 5] }, [
        ['g1', 'g2'],
        cells,
      ]),
    },
    {
      colData: r.bioFrame(
        { sample: r.strings(['A', 'A', 'B', 'B']), cell_type: r.strings(['T', 'T', 'T', 'T']) },
        4,
        cells,
      ),
      int_colData: r.bioFrame({}, 4, null),
      elementMetadata: null,
    },
  );
  const grouping = { sample: 'sample', cell_type: 'cell_type', least_cells: 2 };
  const brought = await bring(rds, r.rdsFile(value), grouping);
  expect(brought.cells).toMatchObject({ cells: 4, sample: 'sample', cell_type: 'cell_type' });
  expect(brought.rows['values.tsv']?.slice(1)).toEqual([
    ['g1', '3', '4'],
    ['g2', '0', '8'],
  ]);
});

const WHOLE = r.rdsFile(VALUES);
const DELAYED = r.object('DelayedMatrix', {
  seed: r.object('DelayedAperm', { seed: r.object('HDF5ArraySeed', { filepath: r.strings(['assays.h5']) }) }),
});
let nested: r.TestValue = r.integers([1]);
for (let level = 0; level < 400; level += 1) nested = r.list([nested]);

const CUT_OFF = 'The file is damaged or cut off; save it again with saveRDS, and copy it again.';
const DAMAGED: { name: string; bytes: Buffer; sentence: string }[] = [
  { name: 'a file that is cut off', bytes: WHOLE.subarray(0, 60), sentence: CUT_OFF },
  { name: 'a packed file that is cut off', bytes: gzipSync(WHOLE).subarray(0, 40), sentence: CUT_OFF },
  {
    name: 'a length beyond the end',
    bytes: r.rdsFile(Buffer.concat([r.int(14), r.int(2 ** 31 - 1), r.int(0)])),
    sentence: CUT_OFF,
  },
  {
    name: 'a long length beyond the end',
    bytes: r.rdsFile(Buffer.concat([r.int(16), r.int(-1), r.int(1), r.int(0)])),
    sentence: CUT_OFF,
  },
  { name: 'a negative length', bytes: r.rdsFile(Buffer.concat([r.int(13), r.int(-5)])), sentence: CUT_OFF },
  {
    name: 'another size than there are values',
    bytes: r.rdsFile(r.matrix([1, 2, 3], [null, null], [2, 2])),
    sentence: CUT_OFF,
  },
  {
    name: 'a sparse matrix with rows that it has not',
    bytes: r.rdsFile(r.sparseMatrix([3, 2], { i: [1, 7], p: [0, 1, 2], x: [1, 2] }, [GENES, SAMPLES])),
    sentence: CUT_OFF,
  },
  {
    name: 'a sparse matrix whose columns overlap',
    bytes: r.rdsFile(r.sparseMatrix([3, 2], { i: [1, 2], p: [0, 2, 1], x: [1, 2] }, [GENES, SAMPLES])),
    sentence: CUT_OFF,
  },
  {
    name: 'a factor without the level of a code',
    bytes: r.rdsFile(r.dataFrame({ Sex: r.factor([3, 1], ['f']) }, 2)),
    sentence: CUT_OFF,
  },
  {
    name: 'a reference to nothing',
    bytes: r.rdsFile(r.int((9 << 8) | 255)),
    sentence: CUT_OFF,
  },
  {
    name: 'an environment that holds itself',
    bytes: r.rdsFile(
      Buffer.concat([
        r.int(4),
        r.int(0),
        r.int((1 << 8) | 255),
        r.int((1 << 8) | 255),
        r.int(254),
        r.int(254),
      ]),
    ),
    sentence:
      'An object of class "environment" cannot be read; save a matrix, data.frame, ExpressionSet or SummarizedExperiment.',
  },
  {
    name: 'a list in lists without end',
    bytes: r.rdsFile(nested),
    sentence: 'The object is nested more than 300 levels deep; save its table alone.',
  },
  {
    name: 'calls of compiled code without end',
    bytes: r.rdsFile(
      Buffer.concat([
        r.int(21),
        r.int(1),
        ...Array.from({ length: 20_000 }, () => Buffer.concat([r.int(254), r.int(1), r.int(21)])),
      ]),
    ),
    sentence: 'The object is nested more than 300 levels deep; save its table alone.',
  },
  {
    name: 'values in another file',
    bytes: r.rdsFile(r.summarized('SummarizedExperiment', { counts: DELAYED }, { colData: COL_DATA })),
    sentence:
      'The values are not in this file but in "assays.h5" (DelayedMatrix); give that file, or save as.matrix() of them.',
  },
  {
    name: 'another class',
    bytes: r.rdsFile(r.object('Seurat', { assays: r.list([]) })),
    sentence:
      'An object of class "Seurat" cannot be read; save a matrix, data.frame, ExpressionSet or SummarizedExperiment.',
  },
  {
    name: 'a workspace',
    bytes: gzipSync(Buffer.concat([Buffer.from('RDX3\n'), WHOLE])),
    sentence: 'This is a workspace of save(); save the one object with saveRDS(x, file) instead.',
  },
  {
    name: 'a file packed by xz',
    bytes: Buffer.from([0xfd, 0x37, 0x7a, 0x58, 0x5a, 0x00, 0x00]),
    sentence: 'The file is packed by xz; save it again with saveRDS(x, file).',
  },
  {
    name: 'text',
    bytes: Buffer.from('gene\tS1\n'),
    sentence: 'This is not an RDS file; save the object with saveRDS(x, file).',
  },
  {
    name: 'an array of three dimensions',
    bytes: r.rdsFile(r.doubles([1], { dim: r.integers([1, 1, 1]) })),
    sentence: 'The array has 3 dimensions; save a matrix with two.',
  },
];

test.each(DAMAGED)('$name is refused', async ({ bytes, sentence }) => {
  await expect(bring(rds, bytes)).rejects.toThrow(sentence);
});

test('a file that is cut anywhere is refused with a sentence', async () => {
  const whole = r.rdsFile(EXPRESSION_SET(r.environment({ exprs: VALUES })));
  for (let end = 0; end < whole.length; end += 37) {
    await expect(bring(rds, whole.subarray(0, end))).rejects.toMatchObject({
      message: expect.stringMatching(/save/),
    });
  }
});
