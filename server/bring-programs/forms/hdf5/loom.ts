/** Loom files of version 2 and 3: genes x cells. @source https://linnarssonlab.org/loompy/format */
import { BinaryRefusal } from '../../binary-form.ts';
import { hasCellTypes, MOST_SAMPLES } from '../../cells/cell-columns.ts';
import { cellsAt, type ExpressionFile, type Frame } from '../../expression.ts';
import { kindOf, shapeOf } from './blocks.ts';
import { readCells } from './columns.ts';
import { denseMatrix } from './matrix.ts';
import type { OpenFile } from './open-file.ts';

/** Attributes that name the rows and columns, by what most programs write. */
const FEATURE_NAMES = ['Accession', 'Gene', 'var_names', 'gene_ids', 'GeneName', 'id'];
const SAMPLE_NAMES = ['CellID', 'obs_names', 'cell_id', 'barcode', 'Sample', 'id'];

function readAttributes(
  file: OpenFile,
  path: string,
  { length, likely, notes }: { length: number; likely: string[]; notes: string[] },
): Frame {
  const all = file.names(path);
  const titles = all.filter((name) => {
    const dataset = file.dataset(`${path}/${name}`);
    return dataset !== null && kindOf(dataset) !== 'other' && shapeOf(dataset).join() === String(length);
  });
  if (titles.length < all.length)
    notes.push(
      `Attributes of ${path.slice(1)} that are no columns are left out: ${all.length - titles.length}.`,
    );
  const read = (title: string) => {
    const dataset = file.dataset(`${path}/${title}`);
    if (dataset === null) throw new BinaryRefusal(`${path} of the HDF5 file has no ${title}.`);
    return readCells(dataset);
  };
  const index = likely.find((name) => titles.includes(name));
  if (index === undefined)
    throw new BinaryRefusal(
      `${path} of the loom file has no names: it needs one of ${likely.slice(0, 3).join(', ')}.`,
    );
  return {
    names: read(index).map((name) => name ?? ''),
    titles: titles.filter((title) => title !== index),
    read: (title) => cellsAt(read(title)),
  };
}

export function isLoom(file: OpenFile): boolean {
  return file.dataset('/matrix') !== null && file.names('/').includes('row_attrs');
}

export function readLoom(file: OpenFile): ExpressionFile {
  const dataset = file.dataset('/matrix');
  if (dataset === null) throw new BinaryRefusal('The loom file has no matrix.');
  const [rows = 0, columns = 0] = shapeOf(dataset);
  const notes: string[] = [];
  const features = readAttributes(file, '/row_attrs', { length: rows, likely: FEATURE_NAMES, notes });
  const samples = readAttributes(file, '/col_attrs', { length: columns, likely: SAMPLE_NAMES, notes });
  const matrix = denseMatrix(dataset, { features: rows, samples: columns }, true);
  const layers = file.names('/layers').length;
  if (layers > 0) notes.push(`Values of matrix are taken, not those of its layers (${layers}).`);
  // Loom has no sparse matrices, so cell types alone tell cells.
  const isCells = columns > MOST_SAMPLES || hasCellTypes(samples.titles);
  return { form: 'Loom file', features, samples, matrix, isCells, notes };
}
