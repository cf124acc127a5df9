/** The files that the authors of AnnData and 10x Genomics test their own readers with. */
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { Dataset } from 'h5wasm/node';
import { expect, test } from 'vitest';
import { tableOf } from './hdf5/test-anndata.ts';
import { hdf5 } from './hdf5.ts';
import { libraries } from './libraries.ts';

const REPOSITORY = path.resolve(import.meta.dirname, '../../..');
const FOLDER = path.resolve(REPOSITORY, process.env.OMICON_TEST_DATA ?? '../shared/data', 'singlecell');
const IS_MISSING = !existsSync(FOLDER);
if (IS_MISSING && process.env.CI === 'true') throw new Error(`${FOLDER} is missing; set OMICON_TEST_DATA.`);

const fileOf = (name: string) => path.join(FOLDER, name);

async function rowsOf(name: string): Promise<string[][]> {
  const rows: string[][] = [];
  const grouping = { sample: null, cell_type: null, least_cells: 1 };
  await hdf5.write(fileOf(name), 'values.tsv', {
    grouping,
    writeRow: (cells) => void rows.push([...cells]),
  });
  return rows;
}

/** Sums of a compressed matrix by feature, from its arrays at once. */
async function sumsOf(name: string, group: string, features: number): Promise<number[]> {
  const library = await import('h5wasm/node');
  await library.ready;
  const file = new library.File(fileOf(name), 'r');
  const numbers = (part: string): number[] => {
    const dataset = file.get(`${group}/${part}`);
    if (!(dataset instanceof library.Dataset)) throw new Error(`There is no ${part}.`);
    return Array.from(Object.values(valuesOf(dataset)), Number);
  };
  const [data, indices] = [numbers('data'), numbers('indices')];
  file.close();
  const sums = Array.from({ length: features }, () => 0);
  for (const [at, value] of data.entries()) {
    const feature = indices[at] ?? -1;
    sums[feature] = (sums[feature] ?? 0) + value;
  }
  return sums;
}

function valuesOf(dataset: Dataset): object {
  const { value } = dataset;
  if (typeof value !== 'object' || value === null) throw new Error('The dataset has no values.');
  return value;
}

test.skipIf(IS_MISSING).each([
  ['anndata/anndataR_example.h5ad', 'layers/counts', 'AnnData file, 50 cells, 100 genes'],
  ['tenx/v2/filtered_gene_bc_matrices_h5.h5', 'hg19_chr21', '10x HDF5 file, 12 cells, 343 genes'],
  ['tenx/v2/multiple_genomes.h5', 'another_genome', '10x HDF5 file, 12 cells, 343 genes'],
  ['tenx/v3/filtered_feature_bc_matrix.h5', 'matrix', '10x HDF5 file, 1,107 cells, 507 genes'],
])('%s has the sums of its counts', async (name, group, sentence) => {
  expect((await hdf5.describe(fileOf(name))).sentence).toBe(sentence);
  const rows = (await rowsOf(name)).slice(1);
  expect(rows.map((row) => Number(row.at(-1)))).toEqual(await sumsOf(name, group, rows.length));
});

test.skipIf(IS_MISSING)('the text files of a matrix have the sums of its HDF5 file', async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'omicon-tenx-'));
  const unpacked = async (name: string) => {
    const file = path.join(folder, name);
    await writeFile(file, gunzipSync(await readFile(fileOf(`tenx/v3/${name}.gz`))));
    return { path: file, name };
  };
  const source = {
    matrix: await unpacked('matrix.mtx'),
    barcodes: await unpacked('barcodes.tsv'),
    features: await unpacked('features.tsv'),
  };
  const manifest = path.join(folder, 'manifest.json');
  await writeFile(manifest, JSON.stringify({ libraries: [{ name: 'A', source }], cell_tables: [] }));
  const grouping = { sample: null, cell_type: null, least_cells: 1 };
  const rows = await tableOf(libraries, manifest, { table: 'values.tsv', grouping });
  await rm(folder, { recursive: true });
  const expected = await rowsOf('tenx/v3/filtered_feature_bc_matrix.h5');
  // HDF5 also names the genome.
  expect(rows).toEqual(expected.map((row) => row.toSpliced(3, 1)));
});

test.skipIf(IS_MISSING)(
  'adata_v0.5.0.h5ad has labels of its cell types, and means of its scaled values',
  async () => {
    const name = 'anndata/adata_v0.5.0.h5ad';
    const description = await hdf5.describe(fileOf(name));
    expect(description.cells).toMatchObject({ cells: 700, cell_type: 'bulk_labels' });
    expect((await rowsOf(name))[0]?.at(-1)).toBe('All cells');
  },
);

test.skipIf(IS_MISSING).each(['adata_v0.7.0', 'adata_v0.7.8'])(
  '%s.h5ad, compressed by LZF, has its samples as they are',
  async (version) => {
    const name = `anndata/${version}.h5ad`;
    expect(await hdf5.describe(fileOf(name))).toMatchObject({
      sentence: 'AnnData file, 30 samples, 20 features',
      cells: null,
      notes: ['Values of X are taken, not those of raw/X.'],
    });
    const [titles, ...rows] = await rowsOf(name);
    expect(titles?.slice(0, 7)).toEqual([
      ...['feature', 'var_cat', 'cat_ordered', 'int64', 'float64', 'uint8', 'cell0'],
    ]);
    expect(rows.map((row) => row.length)).toEqual(rows.map(() => 36));
    for (const row of rows) for (const cell of row.slice(6)) expect(Number.isFinite(Number(cell))).toBe(true);
  },
);

test
  .skipIf(IS_MISSING)
  .each([['anndata/adata_v0.11.4.h5ad', 'The AnnData file has no X, raw or layer of counts']])(
  '%s is refused',
  async (name, sentence) => {
    await expect(hdf5.describe(fileOf(name))).rejects.toThrow(sentence);
  },
);
