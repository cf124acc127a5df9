/** What 10x Genomics writes of genes and barcodes, in HDF5 and in text. */
import { BinaryRefusal } from '../binary-form.ts';
import { cellsAt, type Frame } from '../expression.ts';

export const GEM_GROUP = 'GEM group';
const GENES = 'Gene Expression';

/** @throws BinaryRefusal if a column has another length than there are names */
export function frameOf(names: string[], columns: ReadonlyMap<string, (string | null)[]>): Frame {
  for (const [title, cells] of columns)
    if (cells.length !== names.length)
      throw new BinaryRefusal(
        `The column ${title} has ${cells.length} cells for ${names.length} rows; the file is damaged.`,
      );
  return { names, titles: [...columns.keys()], read: (title) => cellsAt(columns.get(title) ?? []) };
}

/** Barcodes end in the number of their GEM group, which is a library of an aggregation. */
export function barcodeFrame(barcodes: string[]): Frame {
  const groups = barcodes.map((barcode) => {
    const at = barcode.lastIndexOf('-');
    const group = at < 0 ? '' : barcode.slice(at + 1);
    return /^\d{1,6}$/.test(group) ? group : null;
  });
  const hasGroups = new Set(groups).size > 1;
  return frameOf(barcodes, hasGroups ? new Map([[GEM_GROUP, groups]]) : new Map());
}

/** Leaves out antibodies, guides and the like, and says so. */
export function geneFilter(types: readonly (string | null)[], notes: string[]): (feature: number) => boolean {
  const others = types.filter((type) => type !== GENES);
  const isGenes = others.length < types.length;
  if (!isGenes || others.length === 0) return () => false;
  notes.push(
    `Features that are no genes are left out: ${others.length} (${[...new Set(others)].slice(0, 5).join(', ')}).`,
  );
  return (feature) => types[feature] !== GENES;
}
