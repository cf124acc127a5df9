/** The three text files of 10x Genomics: matrix.mtx, barcodes.tsv, and features.tsv or genes.tsv. */
import { formatCount } from '@omicon/domain/records/count-of.ts';
import { BinaryRefusal } from '../../binary-form.ts';
import { barcodeFrame, frameOf, geneFilter } from '../../cells/tenx.ts';
import type { ExpressionFile } from '../../expression.ts';
import { type MtxFile, mtxMatrix, openMtx } from './mtx.ts';
import { readColumns } from './read-names.ts';

/** A part with its name as it was given. */
export interface TextPart {
  path: string;
  name: string;
}

export interface TenxParts {
  matrix: TextPart;
  barcodes: TextPart;
  features: TextPart;
}

/** Whether a list has as many names as a side, or a title more. */
function fits(names: number, side: number): boolean {
  return names === side || names === side + 1;
}

/** Whether rows are features. @throws BinaryRefusal if the lists are not of this matrix */
function isFeaturesByCells(
  { name, rows, columns }: MtxFile,
  { features, barcodes }: { features: number; barcodes: number },
): boolean {
  if (fits(features, rows) && fits(barcodes, columns)) return true;
  if (fits(features, columns) && fits(barcodes, rows)) return false;
  const [r, c, f, b] = [rows, columns, features, barcodes].map(formatCount);
  throw new BinaryRefusal(
    `${name} has ${r} rows and ${c} columns, but there are ${f} features and ${b} barcodes; these files are not of one matrix, or one is damaged.`,
  );
}

/** A list may have a title that its matrix does not count. */
function withoutTitle(cells: string[][], side: number, { name, notes }: { name: string; notes: string[] }) {
  if (cells[0]?.length === side) return cells;
  notes.push(`The first line of ${name} is a title and is left out.`);
  return cells.map((column) => column.slice(1));
}

export async function readTenxText({ matrix, barcodes, features }: TenxParts): Promise<ExpressionFile> {
  const mtx = openMtx(matrix.path, matrix.name);
  const ofBarcodes = await readColumns(barcodes.path, barcodes.name, 1);
  const ofFeatures = await readColumns(features.path, features.name, 3);
  const isByFeature = isFeaturesByCells(mtx, {
    features: ofFeatures[0]?.length ?? 0,
    barcodes: ofBarcodes[0]?.length ?? 0,
  });
  const notes: string[] = [];
  const values = mtxMatrix(mtx, isByFeature);
  const [names = []] = withoutTitle(ofBarcodes, values.samples, { name: barcodes.name, notes });
  const [ids = [], symbols = [], types = []] = withoutTitle(ofFeatures, values.features, {
    name: features.name,
    notes,
  });
  if (!isByFeature) notes.push(`Cells are in the rows of ${matrix.name}.`);
  const columns = new Map(
    [['name', symbols] as const, ['feature_type', types] as const].filter(([, cells]) =>
      cells.some((cell) => cell !== ''),
    ),
  );
  return {
    form: '10x text files',
    features: frameOf(ids, columns),
    samples: barcodeFrame(names),
    matrix: values,
    isCells: true,
    isLeftOut: geneFilter(columns.get('feature_type') ?? [], notes),
    notes,
  };
}
