/** HDF5 files of single cells and samples, in every encoding that is read. */
import type { CellGrouping } from '@omicon/domain/data-map/data-map.ts';
import type { Group } from 'h5wasm/node';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  addCells,
  addSamples,
  CELLS,
  EXPECTED,
  GENES,
  Hdf5Folder,
  SAMPLES,
  sumOf,
  tableOf,
  VALUES,
} from './hdf5/test-anndata.ts';
import { addCategories, addFrame, addNumbers, addSparse, addTexts, compress } from './hdf5/write-hdf5.ts';
import { hdf5 } from './hdf5.ts';

const folder = new Hdf5Folder();
beforeAll(() => folder.open());
afterAll(() => folder.close());

const fileOf = (write: (root: Group) => void) => folder.fileOf(write);
const rowsOf = (file: string, table: string, grouping: CellGrouping | null = null) =>
  tableOf(hdf5, file, { table, grouping });

describe('samples of AnnData are written with every digit', () => {
  test.each<[string, (root: Group) => void]>([
    ['dense', (root) => void addNumbers(root, 'X', Float64Array.from(VALUES.flat()), [3, 4])],
    [
      'dense with single precision',
      (root) => void addNumbers(root, 'X', Float32Array.from(VALUES.flat()), [3, 4]),
    ],
    ['compressed by rows', (root) => void addSparse(root, 'X', VALUES, 'csr')],
    ['compressed by columns', (root) => void addSparse(root, 'X', VALUES, 'csc')],
  ])('%s', async (_, addValues) => {
    const file = await fileOf((root) => {
      addSamples(root);
      addValues(root);
    });
    expect((await hdf5.describe(file)).sentence).toBe('AnnData file, 3 samples, 4 features');
    expect(await rowsOf(file, 'values.tsv')).toEqual([['feature', ...SAMPLES], ...EXPECTED]);
  });

  test('NaN is an empty cell', async () => {
    const file = await fileOf((root) => {
      addSamples(root);
      addNumbers(root, 'X', Float64Array.from([Number.NaN, ...VALUES.flat().slice(1)]), [3, 4]);
    });
    expect((await rowsOf(file, 'values.tsv'))[1]).toEqual(['MBP', '', '0', '4']);
  });
});

test('columns of samples are read in every encoding; what is missing is empty', async () => {
  const file = await fileOf((root) => {
    addFrame(root, 'var', GENES);
    addNumbers(root, 'X', Float64Array.from(VALUES.flat()), [3, 4]);
    const obs = addFrame(root, 'obs', SAMPLES);
    addCategories(obs, 'diagnosis', [1, 0, -1], ['glioma', 'normal']);
    addNumbers(obs, 'age', BigInt64Array.from([50n, 61n, 48n]));
    addNumbers(obs, 'score', Float64Array.from([0.5, Number.NaN, 1]));
    addTexts(obs, 'site', ['cortex', 'kräftig', '']);
    for (const [name, values] of [
      ['weeks', Int32Array.from([3, 4, 5])],
      ['is_treated', Int8Array.from([1, 0, 1])],
    ] as const) {
      const column = obs.create_group(name);
      addNumbers(column, 'values', values);
      addNumbers(column, 'mask', Int8Array.from([0, 1, 0]));
    }
    const texts = obs.create_group('note');
    texts.create_attribute('encoding-type', 'nullable-string-array');
    addTexts(texts, 'values', ['a', 'b', 'c']);
    addNumbers(texts, 'mask', Int8Array.from([1, 0, 0]));
    // Before 0.8, labels of codes were kept apart.
    addNumbers(obs, 'sex', Int8Array.from([0, 1, -1]));
    addTexts(obs.create_group('__categories'), 'sex', ['F', 'M']);
  });
  const [titles = [], ...rows] = await rowsOf(file, 'samples.tsv');
  const byTitle = Object.fromEntries(titles.map((title, at) => [title, rows.map((row) => row[at])]));
  expect(byTitle).toEqual({
    sample: SAMPLES,
    diagnosis: ['normal', 'glioma', ''],
    age: ['50', '61', '48'],
    score: ['0.5', '', '1'],
    site: ['cortex', 'kräftig', ''],
    weeks: ['3', '', '5'],
    is_treated: ['1', '', '1'],
    note: ['', 'b', 'c'],
    sex: ['F', 'M', ''],
  });
});

test('frames before 0.7 are one dataset, whose labels are in uns', async () => {
  const file = await fileOf((root) => {
    const obs = new Map<string, string[] | Int8Array | Float64Array>([
      ['index', SAMPLES],
      ['phase', Int8Array.from([1, 0, -1])],
      ['score', Float64Array.from([1, 2, 3])],
    ]);
    root.create_dataset({
      name: 'obs',
      data: obs,
      dtype: [
        ['index', 'S2'],
        ['phase', '<b'],
        ['score', '<d'],
      ],
    });
    root.create_dataset({ name: 'var', data: new Map([['index', GENES]]), dtype: [['index', 'S6']] });
    addTexts(root.create_group('uns'), 'phase_categories', ['G1', 'S']);
    addNumbers(root, 'X', Float64Array.from(VALUES.flat()), [3, 4]);
  });
  expect(await rowsOf(file, 'samples.tsv')).toEqual([
    ['sample', 'phase', 'score'],
    ['S1', 'S', '1'],
    ['S2', 'G1', '2'],
    ['S3', '', '3'],
  ]);
});

describe('single cells', () => {
  const counts = CELLS.map((cell) => cell.counts);
  let file: string;
  beforeAll(async () => {
    file = await fileOf((root) => {
      addCells(root);
      addSparse(
        root,
        'X',
        counts.map((row) => row.map((value) => value / 2)),
        'csr',
      );
      addSparse(root.create_group('layers'), 'counts', counts, 'csr');
    });
  });

  test('are described by their columns, and counts are preferred', async () => {
    const description = await hdf5.describe(file);
    expect(description.sentence).toBe('AnnData file, 48 cells, 4 genes');
    expect(description.cells).toEqual({
      cells: 48,
      columns: [
        { title: 'cell_type', distinct: 3 },
        { title: 'donor_id', distinct: 2 },
        { title: 'sex', distinct: 2 },
      ],
      sample: 'donor_id',
      cell_type: 'cell_type',
    });
    expect(description.notes).toEqual([
      'Values of layers/counts are taken, not those of X.',
      'Samples are sums of the counts of single cells.',
    ]);
  });

  test('become sums of each sample and cell type; small groups are counted', async () => {
    const grouping = { sample: 'donor_id', cell_type: 'cell_type', least_cells: 10 };
    const [titles, ...rows] = await rowsOf(file, 'values.tsv', grouping);
    expect(titles).toEqual(['feature', 'D1 B cell', 'D1 T cell', 'D2 B cell', 'D2 T cell']);
    const groups = [0, 1].flatMap((donor) => [0, 1].map((type) => [donor, type] as const));
    expect(rows).toEqual(
      GENES.map((gene, at) => [gene, ...groups.map(([donor, type]) => String(sumOf(donor, type, at)))]),
    );
    expect(await rowsOf(file, 'notes.tsv', grouping)).toEqual([
      ['1 group of fewer than 10 cells left out, with 1 cell in all.'],
    ]);
    expect(await rowsOf(file, 'samples.tsv', grouping)).toEqual([
      ['Sample name', 'Sample', 'Cell type', 'Cells', 'sex'],
      ['D1 B cell', 'D1', 'B cell', '12', 'F'],
      ['D1 T cell', 'D1', 'T cell', '12', 'F'],
      ['D2 B cell', 'D2', 'B cell', '12', 'M'],
      ['D2 T cell', 'D2', 'T cell', '11', 'M'],
    ]);
  });

  test('of one sample become cell types', async () => {
    const grouping = { sample: null, cell_type: 'cell_type', least_cells: 1 };
    expect((await rowsOf(file, 'values.tsv', grouping))[0]).toEqual(['feature', 'B cell', 'NK', 'T cell']);
  });

  test('are not grouped by a column that is not there, or into groups that are too small', async () => {
    const missing = { sample: 'patient', cell_type: null, least_cells: 1 };
    await expect(rowsOf(file, 'values.tsv', missing)).rejects.toThrow('The cells have no column patient;');
    const large = { sample: null, cell_type: null, least_cells: 49 };
    await expect(rowsOf(file, 'values.tsv', large)).rejects.toThrow('has 49 cells or more;');
  });

  test('without counts become means, which is said', async () => {
    const normalised = await fileOf((root) => {
      addCells(root);
      addSparse(
        root,
        'X',
        counts.map((row) => row.map((value) => value / 2)),
        'csc',
      );
    });
    expect((await hdf5.describe(normalised)).notes).toEqual([
      'The values of the cells are no counts, so samples are means of single cells instead of sums.',
    ]);
    const rows = await rowsOf(normalised, 'values.tsv', { sample: null, cell_type: null, least_cells: 1 });
    const total = counts.reduce((sum, row) => sum + (row[0] ?? 0), 0);
    expect(rows[1]).toEqual(['MBP', String(total / 2 / 48)]);
  });
});

test('a loom file has genes in rows', async () => {
  const file = await fileOf((root) => {
    addNumbers(
      root,
      'matrix',
      Float32Array.from(GENES.flatMap((_, gene) => VALUES.map((row) => row[gene] ?? 0))),
      [4, 3],
    );
    addTexts(root.create_group('row_attrs'), 'Gene', GENES);
    const columns = root.create_group('col_attrs');
    addTexts(columns, 'CellID', SAMPLES);
    addTexts(columns, 'Tissue', ['a', 'b', 'b']);
  });
  expect((await hdf5.describe(file)).sentence).toBe('Loom file, 3 samples, 4 features');
  expect(await rowsOf(file, 'values.tsv')).toEqual([['feature', ...SAMPLES], ...EXPECTED]);
  expect(await rowsOf(file, 'samples.tsv')).toEqual([
    ['sample', 'Tissue'],
    ['S1', 'a'],
    ['S2', 'b'],
    ['S3', 'b'],
  ]);
});

test('a 10x file of an aggregation is summed by GEM group, without its antibodies', async () => {
  const counts = CELLS.map((cell) => cell.counts);
  const parts = compress(counts, 'csr');
  const file = await fileOf((root) => {
    const matrix = root.create_group('matrix');
    addTexts(
      matrix,
      'barcodes',
      CELLS.map(({ donor }, at) => `AC${at}-${donor + 1}`),
    );
    addNumbers(matrix, 'data', Int32Array.from(parts.data));
    addNumbers(matrix, 'indices', BigInt64Array.from(parts.indices.map(BigInt)));
    addNumbers(matrix, 'indptr', BigInt64Array.from(parts.indptr.map(BigInt)));
    addNumbers(matrix, 'shape', Int32Array.from([4, 48]));
    const features = matrix.create_group('features');
    addTexts(features, 'id', ['ENSG1', 'ENSG2', 'ENSG3', 'CD3']);
    addTexts(features, 'name', ['MBP', 'IDH1', 'SOX10', 'CD3']);
    addTexts(features, 'feature_type', [...Array<string>(3).fill('Gene Expression'), 'Antibody Capture']);
  });
  const description = await hdf5.describe(file);
  expect(description.cells?.sample).toBe('GEM group');
  expect(description.notes[0]).toBe('Features that are no genes are left out: 1 (Antibody Capture).');
  const [titles, ...rows] = await rowsOf(file, 'values.tsv');
  expect(titles).toEqual(['feature', 'name', 'feature_type', '1', '2']);
  const sum = (donor: number) => String(sumOf(donor, 0, 0) + sumOf(donor, 1, 0) + sumOf(donor, 2, 0));
  expect(rows[0]).toEqual(['ENSG1', 'MBP', 'Gene Expression', sum(0), sum(1)]);
  expect(rows).toHaveLength(3);
});
