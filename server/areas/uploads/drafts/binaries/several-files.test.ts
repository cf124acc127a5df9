/** Uploads with text files of 10x Genomics, and of archives with them. */
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeTar } from '../../../../base/container-image/tar.ts';
import { CELLS, GENES, Hdf5Folder } from '../../../../bring-programs/forms/hdf5/test-anndata.ts';
import { linesOf, mtxOf, type TenxContent } from '../../../../bring-programs/forms/tenx-text/test-tenx.ts';
import { type Files, read, refusalOf } from './test-files.ts';

const folder = new Hdf5Folder();
beforeAll(() => folder.open());
afterAll(() => folder.close());
const workDir = () => folder.pathOf('work');

const CONTENT: TenxContent = {
  barcodes: CELLS.map((_, at) => `AAACCTGATTGC${'ACGT'[at % 4]}${'ACGT'[(at >> 2) % 4]}${'ACGT'[at >> 4]}-1`),
  features: GENES.map((gene, at) => `ENSG${at + 1}\t${gene}\tGene Expression`),
  counts: CELLS.map(({ counts }) => counts),
};
const TRIPLE = {
  'matrix.mtx.gz': gzipSync(mtxOf(CONTENT)),
  'barcodes.tsv.gz': gzipSync(linesOf(CONTENT.barcodes)),
  'features.tsv.gz': gzipSync(linesOf(CONTENT.features)),
};
const sumOf = (gene: number) => String(CELLS.reduce((sum, { counts }) => sum + (counts[gene] ?? 0), 0));

const tripleOf = (start: string): Files =>
  Object.fromEntries(Object.entries(TRIPLE).map(([name, bytes]) => [`${start}${name}`, bytes]));

async function tarOf(files: Files): Promise<Buffer> {
  const entries = Object.entries(files).map(([path, content]) => ({
    path,
    sizeBytes: Buffer.from(content).length,
    mode: 0o644,
    content: async () => [Buffer.from(content)],
  }));
  return buffer(Readable.from(writeTar(entries)));
}

test('text files of 10x Genomics in a tar archive of GEO are a sample for each library', async () => {
  const tar = await tarOf({ ...tripleOf('GSM1_A_'), ...tripleOf('GSM2_B_') });
  const samples = 'sample,diagnosis\nGSM1_A,glioma\nGSM2_B,normal\n';
  const { study, rows } = await read({ 'GSE1_RAW.tar': tar, 'samples.csv': samples }, { workDir: workDir() });
  expect(study.form).toBe('10x text files');
  expect(study.cells).toMatchObject({ cells: 96, grouping: { sample: 'Library', cell_type: null } });
  expect(rows['10x text files/values.tsv']?.slice(0, 2)).toEqual([
    ['feature', 'name', 'feature_type', 'GSM1_A', 'GSM2_B'],
    ['ENSG1', 'MBP', 'Gene Expression', sumOf(0), sumOf(0)],
  ]);
  expect(study.files).toContainEqual({ name: 'GSE1_RAW.tar/GSM1_A_barcodes.tsv.gz', taken_for: 'cells' });
  // It describes libraries, and no cells.
  expect(study.sheets.map(({ file, columns }) => [file, columns])).toContainEqual([
    'samples.csv',
    ['sample', 'diagnosis'],
  ]);
}, 30_000);

test('a table of cells groups the cells of a lone library, without which it is refused', async () => {
  const table = linesOf(['barcode\tdonor', ...CONTENT.barcodes.map((code, at) => `${code}\tD${at % 2}`)]);
  const { study, notes } = await read({ ...TRIPLE, 'cells.tsv': table }, { workDir: workDir() });
  expect(study.cells?.grouping).toEqual({ sample: 'donor', cell_type: null, least_cells: 10 });
  expect(study.files).toContainEqual({ name: 'cells.tsv', taken_for: 'cells' });
  expect(notes).toContain('matrix.mtx.gz: cells.tsv: 48 of 48 cells matched by barcode.');
  expect(notes.filter((note) => note.includes('not used'))).toEqual([]);
  expect(await refusalOf(TRIPLE, workDir())).toContain(
    '48 single cells without a column of samples or cell types',
  );
}, 30_000);

test('a tar archive that is cut off or damaged is refused', async () => {
  const tar = await tarOf(TRIPLE);
  expect(await refusalOf({ 'a.tar': tar.subarray(0, 900) }, workDir())).toContain(
    'The tar archive is damaged',
  );
  const changed = Buffer.from(tar);
  changed.write('9', 124);
  expect(await refusalOf({ 'a.tar': changed }, workDir())).toContain('The tar archive is damaged');
});
