/** HDF5 files that are damaged, or made to harm. */
import { readFile, writeFile } from 'node:fs/promises';
import type { Group } from 'h5wasm/node';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addSamples, GENES, Hdf5Folder, SAMPLES, tableOf, VALUES } from './hdf5/test-anndata.ts';
import {
  addCategories,
  addFrame,
  addNumbers,
  addSparse,
  addSparseParts,
  addTexts,
  compress,
} from './hdf5/write-hdf5.ts';
import { hdf5 } from './hdf5.ts';

const folder = new Hdf5Folder();
beforeAll(() => folder.open());
afterAll(() => folder.close());

const fileOf = (write: (root: Group) => void) => folder.fileOf(write);
const rowsOf = (file: string, table: string) => tableOf(hdf5, file, { table });
const refusalOf = (file: string) =>
  hdf5.describe(file).then(
    () => 'none',
    (error: unknown) => (error instanceof Error ? error.message : ''),
  );

describe('a hostile or damaged file is refused by a sentence', () => {
  const good = compress(VALUES, 'csr');
  test.each<[string, string, (root: Group) => void]>([
    [
      'an external link',
      '/X of the HDF5 file is a link to another file',
      (root) => {
        root.create_external_link('/etc/passwd', '/X', 'X');
      },
    ],
    [
      'a soft link',
      '/X of the HDF5 file is a soft link',
      (root) => {
        root.create_soft_link('/elsewhere', 'X');
      },
    ],
    [
      'a loop of links',
      '/X of the HDF5 file is a soft link',
      (root) => {
        root.create_soft_link('/raw', 'X');
        root.create_soft_link('/X', 'raw');
      },
    ],
    ['no values', 'The AnnData file has no X', () => undefined],
    [
      'a huge shape',
      '/X of the HDF5 file has the shape 2000000000 x 2000000000',
      (root) => {
        addSparseParts(root, 'X', { ...good, shape: [2e9, 2e9] }, 'csr_matrix');
      },
    ],
    [
      'fewer pointers than samples',
      '/X/indptr of the HDF5 file has 2 entries, 4 are needed',
      (root) => {
        addSparseParts(root, 'X', { ...good, indptr: [0, 1] }, 'csr_matrix');
      },
    ],
    [
      'pointers beyond the values',
      '/X/indptr of the HDF5 file is not in order',
      (root) => {
        addSparseParts(root, 'X', { ...good, indptr: [0, 1, 2, 2e9] }, 'csr_matrix');
      },
    ],
    [
      'fewer indices than values',
      '/X of the HDF5 file has 7 values but 1 indices',
      (root) => {
        addSparseParts(root, 'X', { ...good, indices: [0] }, 'csr_matrix');
      },
    ],
    [
      'another encoding',
      '/X of the HDF5 file is encoded as coo_matrix',
      (root) => {
        addSparseParts(root, 'X', good, 'coo_matrix');
      },
    ],
    [
      'a dense matrix of another shape',
      '/X of the HDF5 file has the shape 4 x 3, but its names say 3 x 4',
      (root) => {
        addNumbers(root, 'X', Float64Array.from(VALUES.flat()), [4, 3]);
      },
    ],
    [
      'texts for values',
      '/X of the HDF5 file',
      (root) => {
        addTexts(root, 'X', ['a']);
      },
    ],
  ])('%s', async (_, sentence, addValues) => {
    const file = await fileOf((root) => {
      addSamples(root);
      addValues(root);
    });
    expect(await refusalOf(file)).toContain(sentence);
  });

  test('an index beyond the features, when it is read', async () => {
    const file = await fileOf((root) => {
      addSamples(root);
      addSparseParts(root, 'X', { ...good, indices: good.indices.map(() => 9) }, 'csr_matrix');
    });
    await expect(rowsOf(file, 'values.tsv')).rejects.toThrow('names place 9 of 4');
  });

  test('a code without a category, when it is read', async () => {
    const file = await fileOf((root) => {
      addFrame(root, 'var', GENES);
      addCategories(addFrame(root, 'obs', SAMPLES), 'sex', [0, 1, 9], ['F', 'M']);
      addNumbers(root, 'X', Float64Array.from(VALUES.flat()), [3, 4]);
    });
    await expect(rowsOf(file, 'samples.tsv')).rejects.toThrow('a code without a category: 9');
  });

  test('HDF5 of something else', async () => {
    const file = await fileOf((root) => void root.create_group('images'));
    expect(await refusalOf(file)).toContain('This HDF5 file is no AnnData, loom or 10x file.');
  });

  test('every part of a file that is cut off', async () => {
    const whole = await fileOf((root) => {
      addSamples(root);
      addSparse(root, 'X', VALUES, 'csr');
    });
    const bytes = await readFile(whole);
    for (const share of [0.001, 0.2, 0.5, 0.9]) {
      const file = folder.pathOf('cut.h5');
      await writeFile(file, bytes.subarray(0, Math.floor(bytes.length * share)));
      expect(await refusalOf(file)).toContain('of the HDF5 file cannot be read');
    }
  });
});
