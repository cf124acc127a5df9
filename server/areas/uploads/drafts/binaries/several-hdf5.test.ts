/** Uploads of several HDF5 files. */
import { mkdir, readFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { zipOf } from '@omicon/intake/tree/test-zip.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addCells, CELLS, Hdf5Folder } from '../../../../bring-programs/forms/hdf5/test-anndata.ts';
import { addSparse } from '../../../../bring-programs/forms/hdf5/write-hdf5.ts';
import { describeAll } from './describe-binaries.ts';
import { read, sourcesOf } from './test-files.ts';
import type { WorkFolder } from './work-folder.ts';

const folder = new Hdf5Folder();
beforeAll(() => folder.open());
afterAll(() => folder.close());

async function anndata(values: number[][]): Promise<Buffer> {
  const file = await folder.fileOf((root) => {
    addCells(root);
    addSparse(root, 'X', values, 'csr');
  });
  return readFile(file);
}

const COUNTS = CELLS.map(({ counts }) => counts);

test('files of cells are one matrix, also inside a zip archive', async () => {
  const bytes = await anndata(COUNTS);
  const zip = zipOf([
    { name: 'study/one.h5ad', content: bytes },
    { name: 'study/about.txt', content: 'Cells of two donors.\n' },
  ]);
  const { study } = await read(
    { 'study.zip': zip, 'two.h5ad.gz': gzipSync(bytes) },
    { workDir: folder.pathOf('work'), matrix: 'AnnData files/values.tsv' },
  );
  expect(study.matrices.map(({ file }) => file)).toEqual(['AnnData files/values.tsv']);
  expect(study.cells).toMatchObject({ cells: 96, grouping: { sample: 'donor_id' } });
  expect(study.cells?.columns[0]).toEqual({ title: 'Library', distinct: 2 });
  expect(study.files).toContainEqual({ name: 'two.h5ad.gz', taken_for: 'values' });
  expect(study.files).toContainEqual({ name: 'study.zip/study/about.txt', taken_for: 'not used' });
}, 30_000);

test('files of counts and of means are matrices to choose from; a damaged one is left out', async () => {
  const counts = await anndata(COUNTS);
  const means = await anndata(COUNTS.map((row) => row.map((value) => value / 2)));
  const files = { 'counts.h5ad': counts, 'means.h5ad': means, 'cut.h5ad': counts.subarray(0, 2000) };
  const work: WorkFolder = { path: folder.pathOf('described'), notes: [] };
  await mkdir(work.path);
  const { described } = await describeAll(sourcesOf(files), work);
  expect(described.map(({ input, description }) => [input.name, description.cells?.cells])).toEqual([
    ['counts.h5ad', 48],
    ['means.h5ad', 48],
  ]);
  expect(work.notes.map(({ file, sentence }) => `${file ?? ''}: ${sentence}`)).toEqual([
    expect.stringMatching(/^cut\.h5ad: .* of the HDF5 file cannot be read/),
    ': The 2 files of cells (AnnData file) are not read together, and each is a matrix to choose. counts has counts and means has none, so they cannot become one matrix.',
  ]);
}, 30_000);
