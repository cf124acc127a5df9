/** Counts of 10x Genomics (Cell Ranger 2 and later): genes x barcodes, compressed by barcodes. */
import { BinaryRefusal } from '../../binary-form.ts';
import { barcodeFrame, frameOf, geneFilter } from '../../cells/tenx.ts';
import type { ExpressionFile } from '../../expression.ts';
import { lengthOf, readAllNumbers, readTexts } from './blocks.ts';
import { compressedMatrix } from './matrix.ts';
import type { OpenFile } from './open-file.ts';

function textsOf(file: OpenFile, path: string): string[] {
  const dataset = file.dataset(path);
  if (dataset === null) throw new BinaryRefusal(`The 10x file has no ${path}.`);
  return readTexts(dataset);
}

/** Groups of version 2 are named for their genome. */
function genomesOf(file: OpenFile): string[] {
  return file
    .names('/')
    .filter((name) => file.dataset(`/${name}/barcodes`) !== null && file.dataset(`/${name}/genes`) !== null);
}

export function isTenx(file: OpenFile): boolean {
  return file.dataset('/matrix/barcodes') !== null || genomesOf(file).length > 0;
}

function readMatrix(file: OpenFile, path: string, features: number, samples: number) {
  const shape = file.dataset(`${path}/shape`);
  const found = shape === null ? [] : Array.from(readAllNumbers(shape));
  if (found.join() !== `${features},${samples}`)
    throw new BinaryRefusal(
      `${path} of the HDF5 file has the shape ${found.join(' x ')}, but its names say ${features} x ${samples}; the file is damaged.`,
    );
  return compressedMatrix(file, path, { features, samples }, false);
}

function readVersion3(file: OpenFile): ExpressionFile {
  const ids = textsOf(file, '/matrix/features/id');
  const barcodes = textsOf(file, '/matrix/barcodes');
  const notes: string[] = [];
  const columns = new Map<string, string[]>();
  for (const title of ['name', 'feature_type', 'genome']) {
    const dataset = file.dataset(`/matrix/features/${title}`);
    if (dataset !== null) columns.set(title, readTexts(dataset));
  }
  return {
    form: '10x HDF5 file',
    features: frameOf(ids, columns),
    samples: barcodeFrame(barcodes),
    matrix: readMatrix(file, '/matrix', ids.length, barcodes.length),
    isCells: true,
    isLeftOut: geneFilter(columns.get('feature_type') ?? [], notes),
    notes,
  };
}

function readVersion2(file: OpenFile): ExpressionFile {
  const genomes = genomesOf(file)
    .map((name) => {
      const data = file.dataset(`/${name}/data`);
      return { name, size: data === null ? 0 : lengthOf(data) };
    })
    .sort((a, b) => b.size - a.size);
  const [largest, ...others] = genomes;
  if (largest === undefined) throw new BinaryRefusal('The 10x file has no genome.');
  const path = `/${largest.name}`;
  const genes = textsOf(file, `${path}/genes`);
  const barcodes = textsOf(file, `${path}/barcodes`);
  const notes =
    others.length === 0
      ? []
      : [`Counts of ${largest.name} are taken, not those of ${others.map(({ name }) => name).join(', ')}.`];
  return {
    form: '10x HDF5 file',
    features: frameOf(genes, new Map([['name', textsOf(file, `${path}/gene_names`)]])),
    samples: barcodeFrame(barcodes),
    matrix: readMatrix(file, path, genes.length, barcodes.length),
    isCells: true,
    notes,
  };
}

export function readTenx(file: OpenFile): ExpressionFile {
  return file.dataset('/matrix/barcodes') === null ? readVersion2(file) : readVersion3(file);
}
