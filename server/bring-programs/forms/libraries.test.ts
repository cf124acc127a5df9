/** Single cells of one or several libraries, as text of 10x Genomics and in HDF5, with tables of cells. */
import { writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addCells, CELLS, Hdf5Folder, tableOf } from './hdf5/test-anndata.ts';
import { addSparse } from './hdf5/write-hdf5.ts';
import { libraries } from './libraries.ts';
import { linesOf, mtxOf, type TenxContent, writeManifest, writeTenx } from './tenx-text/test-tenx.ts';

const folder = new Hdf5Folder();
beforeAll(() => folder.open());
afterAll(() => folder.close());

const BASES = ['AAACCTGA', 'AAACGGGT', 'AAAGATGC', 'AACTCAGA'];
const barcodesOf = (number: number) => BASES.map((bases) => `${bases}TTGCATCG-${number}`);
const CONTENT: TenxContent = {
  barcodes: barcodesOf(1),
  features: ['ENSG1\tMBP\tGene Expression', 'ENSG2\tIDH1\tGene Expression', 'CD3\tCD3\tAntibody Capture'],
  counts: [
    [1, 0, 9],
    [2, 5, 0],
    [0, 7, 9],
    [4, 0, 0],
  ],
};

let made = 0;
function newPath(): string {
  made += 1;
  return folder.pathOf(`made-${made}`);
}

interface Given {
  content?: TenxContent;
  matrix?: string;
  barcodes?: string;
  features?: string;
}

/** A manifest of libraries A, B, ... and a table of cells. */
async function manifestOf(given: readonly Given[], table?: string): Promise<string> {
  const all = [];
  for (const [at, { content = CONTENT, ...texts }] of given.entries())
    all.push({ name: `GSM${at + 1}_${'AB'[at]}`, source: await writeTenx(newPath(), content, texts) });
  const cell_tables = [];
  if (table !== undefined) {
    const path = newPath();
    await writeFile(path, table);
    cell_tables.push({ path, name: 'cells.csv' });
  }
  return writeManifest(newPath(), { libraries: all, cell_tables });
}

const valuesOf = (file: string, sample: string | null, least_cells = 1) =>
  tableOf(libraries, file, {
    table: 'values.tsv',
    grouping: { sample, cell_type: null, least_cells },
  });

describe('text files of 10x Genomics', () => {
  test('become sums, without what is no gene', async () => {
    const file = await manifestOf([{}]);
    expect(await libraries.describe(file)).toMatchObject({
      sentence: '10x text files, 4 cells, 3 genes',
      cells: { cells: 4, columns: [], sample: null },
      notes: [
        'Features that are no genes are left out: 1 (Antibody Capture).',
        'Samples are sums of the counts of single cells.',
      ],
    });
    expect(await valuesOf(file, null)).toEqual([
      ['feature', 'name', 'feature_type', 'All cells'],
      ['ENSG1', 'MBP', 'Gene Expression', '7'],
      ['ENSG2', 'IDH1', 'Gene Expression', '12'],
    ]);
  });

  test('of version 2 have genes without a type', async () => {
    const file = await manifestOf([{ features: 'ENSG1\tMBP\nENSG2\tIDH1\nENSG3\tSOX10\n' }]);
    expect((await valuesOf(file, null)).map((row) => row.join(' '))).toEqual([
      'feature name All cells',
      'ENSG1 MBP 7',
      'ENSG2 IDH1 12',
      'ENSG3 SOX10 18',
    ]);
  });

  test('of an aggregation are summed by GEM group', async () => {
    const barcodes = [...barcodesOf(1).slice(0, 2), ...barcodesOf(2).slice(2)];
    const file = await manifestOf([{ content: { ...CONTENT, barcodes } }]);
    expect((await libraries.describe(file)).cells?.sample).toBe('GEM group');
    expect((await valuesOf(file, 'GEM group'))[1]?.slice(-2)).toEqual(['3', '4']);
  });

  test('may have cells in rows, titles, Windows line ends, decimals and no last line end', async () => {
    const entries = ['1 1 1.5', '2 1 2e0', '2 2 5', '3 2 7', '4 1 +4.0'];
    const matrix = `%%MatrixMarket matrix coordinate real general\r\n4 3 5\r\n${entries.join('\r\n')}`;
    const file = await manifestOf([{ matrix, barcodes: linesOf(['barcode', ...CONTENT.barcodes]) }]);
    const { notes } = await libraries.describe(file);
    expect(notes.slice(0, 2)).toEqual([
      'The first line of barcodes.tsv is a title and is left out.',
      'Cells are in the rows of matrix.mtx.',
    ]);
    expect(notes.at(-1)).toContain('are no counts, so samples are means');
    expect((await valuesOf(file, null)).map((row) => row.at(-1))).toEqual(['All cells', '1.875', '3']);
  });
});

describe('several libraries', () => {
  test('are samples; features are found by identifier, and those that not all have are left out', async () => {
    const other: TenxContent = {
      barcodes: barcodesOf(1).slice(0, 2),
      features: [
        'ENSG2\tIDH1\tGene Expression',
        'ENSG9\tP2RY12\tGene Expression',
        'ENSG1\tMBP\tGene Expression',
      ],
      counts: [
        [10, 1, 100],
        [20, 1, 200],
      ],
    };
    const file = await manifestOf([{}, { content: other }]);
    const description = await libraries.describe(file);
    expect(description.sentence).toBe('10x text files, 2 libraries, 6 cells, 2 genes');
    expect(description.cells?.sample).toBe('Library');
    expect(description.notes).toContain('Features that not all libraries have are left out: 2.');
    expect((await valuesOf(file, 'Library')).map((row) => [row[0], ...row.slice(-2)])).toEqual([
      ['feature', 'GSM1_A', 'GSM2_B'],
      ['ENSG1', '7', '300'],
      ['ENSG2', '12', '30'],
    ]);
  });

  test('of other features, or of counts and no counts, are not joined', async () => {
    const other = ['ENSG7\tA', 'ENSG8\tB', 'ENSG9\tC'];
    await expect(
      libraries.describe(await manifestOf([{}, { content: { ...CONTENT, features: other } }])),
    ).rejects.toThrow('The libraries share 0 of 3 features');
    const matrix = mtxOf(CONTENT).replace(' 5\n', ' 5.5\n');
    await expect(libraries.describe(await manifestOf([{}, { matrix }]))).rejects.toThrow(
      'GSM1_A has counts and GSM2_B has none',
    );
  });

  test('in HDF5 keep the columns of their cells', async () => {
    const source = await folder.fileOf((root) => {
      addCells(root);
      addSparse(
        root,
        'X',
        CELLS.map(({ counts }) => counts),
        'csr',
      );
    });
    const file = await writeManifest(newPath(), {
      libraries: ['A', 'B'].map((name) => ({ name, source: { hdf5: source } })),
      cell_tables: [],
    });
    const { sentence, cells } = await libraries.describe(file);
    expect(sentence).toBe('AnnData file, 2 libraries, 96 cells, 4 genes');
    expect(cells).toMatchObject({ sample: 'donor_id', cell_type: 'cell_type' });
    expect(cells?.columns.slice(0, 2)).toEqual([
      { title: 'Library', distinct: 2 },
      { title: 'cell_type', distinct: 3 },
    ]);
  });
});

describe('a table of cells', () => {
  test('gives the columns of one library, whatever the number after its barcodes', async () => {
    const rows = CONTENT.barcodes.map(
      (code, at) => `${code.replace(/-1$/, '')},${at % 2 ? 'case' : 'control'}`,
    );
    const table = linesOf(['cell,sample', ...rows.slice(1), rows[3] ?? '', 'GGGGGGGGGGGGGGGG,case']);
    const file = await manifestOf([{}], table);
    const { cells, cell_tables, notes } = await libraries.describe(file);
    expect(cells).toMatchObject({ sample: 'sample', columns: [{ title: 'sample', distinct: 2 }] });
    expect(cell_tables).toEqual(['cells.csv']);
    expect(notes).toContain(
      'cells.csv: 2 of 4 cells matched by barcode, without the number at its end; 2 cells without a row; 1 row without a cell; 2 rows with the name of another left out.',
    );
    expect(
      await tableOf(libraries, file, {
        table: 'notes.tsv',
        grouping: { sample: 'sample', cell_type: null, least_cells: 1 },
      }),
    ).toEqual([['2 cells without a sample or cell type left out.']]);
    expect((await valuesOf(file, 'sample')).map((row) => row.slice(-2))).toEqual([
      ['case', 'control'],
      ['2', '0'],
      ['5', '7'],
    ]);
  });

  test('that has other names is not used', async () => {
    const file = await manifestOf([{}], linesOf(['sample,sex', 'GSM1_A,F', 'GSM2_B,M', 'GSM3_C,M']));
    expect(await libraries.describe(file)).toMatchObject({ cell_tables: [], cells: { columns: [] } });
  });
});

describe('a damaged text file is refused by a sentence with its line', () => {
  const good = mtxOf(CONTENT);
  test.each<[string, Given, string]>([
    [
      'an index of no feature',
      { matrix: good.replace('\n2 2 5\n', '\n4 2 5\n') },
      'matrix.mtx, line 7 names row 4 of 3',
    ],
    [
      'an index of no cell',
      { matrix: good.replace('\n2 2 5\n', '\n2 5 5\n') },
      'matrix.mtx, line 7 names column 5 of 4',
    ],
    [
      'an index of zero',
      { matrix: good.replace('\n2 2 5\n', '\n0 2 5\n') },
      'matrix.mtx, line 7 names row 0 of 3',
    ],
    [
      'a word for a number',
      { matrix: good.replace('\n2 2 5\n', '\n2 2 five\n') },
      'matrix.mtx, line 7: a row, a column and a number are needed, not "2 2 five"',
    ],
    ['no number', { matrix: good.replace('\n2 2 5\n', '\n2 2\n') }, 'matrix.mtx, line 7: a row, a column'],
    [
      'fewer entries than it says',
      { matrix: good.split('\n').slice(0, 6).join('\n') },
      'matrix.mtx has 3 entries, but its sizes say 7',
    ],
    ['a pattern', { matrix: mtxOf(CONTENT, 'coordinate pattern general') }, 'line 1: the field is pattern'],
    [
      'complex numbers',
      { matrix: mtxOf(CONTENT, 'coordinate complex general') },
      'line 1: the field is complex',
    ],
    [
      'a dense array',
      { matrix: mtxOf(CONTENT, 'array real general') },
      'line 1: the matrix is written as array',
    ],
    [
      'half a matrix',
      { matrix: mtxOf(CONTENT, 'coordinate real symmetric') },
      'line 1: the matrix is symmetric',
    ],
    ['another text', { matrix: 'gene,S1\nMBP,1\n' }, 'line 1: a Matrix Market file begins with'],
    ['sizes that are none', { matrix: good.replace('3 4 7', '3 4') }, 'line 3: three sizes are needed'],
    ['no sizes', { matrix: '%%MatrixMarket matrix coordinate real general\n%\n' }, 'has no line of sizes'],
    [
      'barcodes of another matrix',
      { barcodes: linesOf(CONTENT.barcodes.slice(0, 2)) },
      'matrix.mtx has 3 rows and 4 columns, but there are 3 features and 2 barcodes',
    ],
    ['a line without end', { matrix: `${good}${'1'.repeat(2_500_000)}` }, 'the line is too long'],
  ])('%s', async (_, given, sentence) => {
    const file = await manifestOf([given]);
    const read = async () => {
      await libraries.describe(file);
      await valuesOf(file, null);
    };
    await expect(read()).rejects.toThrow(sentence);
  });

  test('damage in the middle of a large file, too', async () => {
    const entries = Array.from({ length: 300_000 }, (_, at) => `${(at % 3) + 1} ${(at % 4) + 1} 1`);
    entries[150_000] = '1 9 1';
    const head = ['%%MatrixMarket matrix coordinate integer general', `3 4 ${entries.length}`];
    const file = await manifestOf([{ matrix: linesOf([...head, ...entries]) }]);
    await expect(libraries.describe(file)).rejects.toThrow('matrix.mtx, line 150,003 names column 9 of 4');
  });
});
