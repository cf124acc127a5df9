/** For tests: writes HDF5 files as other programs write them. */
import type { Dataset, Group } from 'h5wasm/node';

type Numbers = Int8Array | Int32Array | BigInt64Array | Float32Array | Float64Array;

/** Calls `write` with the root of a new file. */
export async function writeHdf5(file: string, write: (root: Group) => void): Promise<void> {
  const library = await import('h5wasm/node');
  await library.ready;
  const opened = new library.File(file, 'w');
  write(opened);
  opened.close();
}

export function addNumbers(group: Group, name: string, data: Numbers, shape?: number[]): Dataset {
  return group.create_dataset({ name, data, ...(shape === undefined ? {} : { shape }) });
}

export function addTexts(group: Group, name: string, data: string[]): Dataset {
  return group.create_dataset({ name, data, dtype: 'S' });
}

/** As anndata 0.8 and later: codes, and categories beside them. */
export function addCategories(group: Group, name: string, codes: number[], categories: string[]): void {
  const column = group.create_group(name);
  column.create_attribute('encoding-type', 'categorical');
  addNumbers(column, 'codes', Int8Array.from(codes));
  addTexts(column, 'categories', categories);
}

/** A frame whose index has another name than the default. */
export function addFrame(group: Group, name: string, names: string[]): Group {
  const frame = group.create_group(name);
  frame.create_attribute('encoding-type', 'dataframe');
  frame.create_attribute('_index', 'index');
  addTexts(frame, 'index', names);
  return frame;
}

export interface Sparse {
  data: number[];
  indices: number[];
  indptr: number[];
  shape: [number, number];
}

/** Compressed by rows, or by columns. @param rows samples x features */
export function compress(rows: number[][], by: 'csr' | 'csc'): Sparse {
  const width = rows[0]?.length ?? 0;
  const lines =
    by === 'csr' ? rows : Array.from({ length: width }, (_, at) => rows.map((row) => row[at] ?? 0));
  const found: Sparse = { data: [], indices: [], indptr: [0], shape: [rows.length, width] };
  for (const line of lines) {
    for (const [at, value] of line.entries())
      if (value !== 0) {
        found.data.push(value);
        found.indices.push(at);
      }
    found.indptr.push(found.data.length);
  }
  return found;
}

export function addSparse(group: Group, name: string, rows: number[][], by: 'csr' | 'csc'): Group {
  return addSparseParts(group, name, compress(rows, by), `${by}_matrix`);
}

export function addSparseParts(group: Group, name: string, parts: Sparse, encoding: string): Group {
  const matrix = group.create_group(name);
  matrix.create_attribute('encoding-type', encoding);
  matrix.create_attribute('shape', Int32Array.from(parts.shape));
  addNumbers(matrix, 'data', Float32Array.from(parts.data));
  addNumbers(matrix, 'indices', Int32Array.from(parts.indices));
  addNumbers(matrix, 'indptr', Int32Array.from(parts.indptr));
  return matrix;
}
