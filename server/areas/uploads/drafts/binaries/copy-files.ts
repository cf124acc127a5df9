/** Copies of the binary files of an upload, and of texts that may be tables of their cells. */
import type { SourceFile, Study } from '@omicon/intake/bring/study.ts';
import {
  type LibrariesManifest,
  type LibrarySource,
  MAX_CELL_TABLES,
} from '../../../../bring-programs/libraries-manifest.ts';
import { copyBinary, copyUnpacked } from './copy-binary.ts';
import { sortTenxParts, type TenxSources } from './tenx-parts.ts';
import { noteOr, pathIn, type WorkFolder } from './work-folder.ts';

/** Larger texts are values. */
const MAX_CELL_TABLE_BYTES = 512 * 1024 ** 2;
const CELL_TABLE = /\.(?:csv|tsv|txt|tab)(?:\.gz)?$/i;

/** A file that can be read together with others, or is of a form of its own. */
export interface Copied {
  name: string;
  sizeBytes: number;
  form: string;
  file: string;
  library: LibrarySource | null;
  /** what its parts are taken for, if it has several */
  files: Study['files'];
}

async function copyParts(
  { matrix, barcodes, features }: TenxSources,
  { at, folder }: { at: number; folder: WorkFolder },
): Promise<Copied> {
  const copy = async (source: SourceFile, part: string) => {
    const path = pathIn(folder, `${at}-${part}`);
    await copyUnpacked(source, { copy: path, folder });
    return { path, name: source.name };
  };
  const library = {
    matrix: await copy(matrix, 'matrix'),
    barcodes: await copy(barcodes, 'barcodes'),
    features: await copy(features, 'features'),
  };
  const files = [
    { name: matrix.name, taken_for: 'values' },
    { name: barcodes.name, taken_for: 'cells' },
    { name: features.name, taken_for: 'features' },
  ];
  return { name: matrix.name, sizeBytes: matrix.sizeBytes, form: 'libraries', file: '', library, files };
}

export async function copyAll(
  sources: readonly SourceFile[],
  folder: WorkFolder,
): Promise<{ copied: Copied[]; texts: SourceFile[] }> {
  const { libraries, others, notes } = sortTenxParts(sources);
  folder.notes.push(...notes);
  const copied: Copied[] = [];
  const texts: SourceFile[] = [];
  for (const [at, library] of libraries.entries()) {
    const parts = await noteOr(folder, () => copyParts(library, { at, folder }));
    if (parts !== null) copied.push(parts);
  }
  for (const [at, source] of others.entries()) {
    const file = pathIn(folder, `${at}-file`);
    await noteOr(folder, async () => {
      const form = await copyBinary(source, { copy: file, folder });
      if (form === null) texts.push(source);
      else {
        const { name, sizeBytes } = source;
        const library = form === 'hdf5' ? { hdf5: file } : null;
        copied.push({ name, sizeBytes, form, file, library, files: [] });
      }
    });
  }
  return { copied, texts };
}

/** Copies of texts that may be tables of cells. */
export async function copyCellTables(
  texts: readonly SourceFile[],
  folder: WorkFolder,
): Promise<LibrariesManifest['cell_tables']> {
  const likely = texts.filter(
    ({ name, sizeBytes }) => CELL_TABLE.test(name) && sizeBytes > 0 && sizeBytes <= MAX_CELL_TABLE_BYTES,
  );
  const copies: LibrariesManifest['cell_tables'] = [];
  for (const [at, source] of likely.slice(0, MAX_CELL_TABLES).entries()) {
    const copy = pathIn(folder, `table-${at}`);
    const isCopied = await noteOr(folder, () => copyUnpacked(source, { copy, folder }).then(() => true));
    if (isCopied) copies.push({ path: copy, name: source.name });
  }
  return copies;
}
