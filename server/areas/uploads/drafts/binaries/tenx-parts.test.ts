import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { libraryName } from './library-name.ts';
import { sortTenxParts } from './tenx-parts.ts';

const sortOf = (...names: string[]) => {
  const sources = names.map((name) => ({ name, sizeBytes: 1, open: async () => Readable.from([]) }));
  const { libraries, others, notes } = sortTenxParts(sources);
  return {
    libraries: libraries.map(({ matrix, barcodes, features }) => [matrix.name, barcodes.name, features.name]),
    others: others.map(({ name }) => name),
    notes: notes.map(({ file, sentence }) => `${file}: ${sentence}`),
  };
};

test('files of one library have the beginning of their names in common', () => {
  const { libraries, others, notes } = sortOf(
    ...['GSM2_B_matrix.mtx.gz', 'GSM1_A_barcodes.tsv.gz', 'GSM1_A_features.tsv.gz', 'cells.csv'],
    ...['GSM1_A_matrix.mtx.gz', 'GSM2_B_genes.tsv', 'GSM2_B_barcodes.tsv'],
  );
  expect(libraries).toEqual([
    ['GSM2_B_matrix.mtx.gz', 'GSM2_B_barcodes.tsv', 'GSM2_B_genes.tsv'],
    ['GSM1_A_matrix.mtx.gz', 'GSM1_A_barcodes.tsv.gz', 'GSM1_A_features.tsv.gz'],
  ]);
  expect([others, notes]).toEqual([['cells.csv'], []]);
});

test('or their folder, also inside an archive', () => {
  const names = ['A', 'B'].flatMap((library) =>
    ['matrix.mtx', 'barcodes.tsv', 'features.tsv'].map((name) => `raw.tar/${library}/outs/${name}`),
  );
  expect(sortOf(...names).libraries.map(([matrix = '']) => libraryName(matrix))).toEqual(['A', 'B']);
});

test('one list of features is for all matrices of an upload, which is said', () => {
  const { libraries, notes } = sortOf(
    ...['A_matrix.mtx', 'A_barcodes.tsv', 'B_matrix.mtx', 'B_barcodes.tsv', 'GSE1_features.tsv'],
  );
  expect(libraries).toHaveLength(2);
  expect(notes[0]).toBe(
    'A_matrix.mtx: Its rows and columns are named by GSE1_features.tsv, the only such file.',
  );
});

test('a matrix without its lists says what is missing', () => {
  expect(sortOf('A_matrix.mtx', 'B_matrix.mtx', 'B_barcodes.tsv', 'B_genes.tsv').libraries).toHaveLength(1);
  expect(sortOf('matrix.mtx', 'features.tsv')).toEqual({
    libraries: [],
    others: ['features.tsv'],
    notes: [
      'matrix.mtx: The matrix needs barcodes.tsv with the same beginning of the name; give these files, too.',
    ],
  });
  expect(sortOf('counts.mtx').notes[0]).toContain('rename these files');
});

test.each([
  ['GSM1_sampleA_matrix.mtx.gz', 'GSM1_sampleA'],
  ['GSM1_filtered_feature_bc_matrix.h5', 'GSM1'],
  ['upload.zip/donor1/outs/filtered_feature_bc_matrix/matrix.mtx.gz', 'donor1'],
  ['filtered_feature_bc_matrix.h5', ''],
  ['donor 2.h5ad.gz', 'donor 2'],
])('%s is called "%s"', (file, name) => {
  expect(libraryName(file)).toBe(name);
});
