/** Values of datasets, in blocks of bounded memory. */
import type { Dataset } from 'h5wasm/node';
import { BinaryRefusal } from '../../binary-form.ts';
import { damaged, tryRead } from './open-file.ts';

/** Of one read, in the library's memory; another copy is in ours. */
const BLOCK_BYTES = 8 * 1024 ** 2;
/** Characters of a column of texts. */
const MAX_CHARACTERS = 2e8;
/** Elements of a dataset of one dimension that is kept. */
const MAX_KEPT = 2e7;
const MAX_CELL_CHARACTERS = 32_767;

export type NumberBlock =
  | Int8Array
  | Uint8Array
  | Int16Array
  | Uint16Array
  | Int32Array
  | Uint32Array
  | Float32Array
  | Float64Array;

/** Types of HDF5. @source H5Tpublic.h */
const INTEGER = 0;
const FLOAT = 1;
const TEXT = 3;
const ENUM = 8;

/** Dimensions of a dataset; none of a scalar. @throws BinaryRefusal for an empty dataspace */
export function shapeOf(dataset: Dataset): number[] {
  const { shape } = tryRead(dataset.path, () => dataset.metadata);
  if (shape === null) throw new BinaryRefusal(`${dataset.path} of the HDF5 file is empty.`);
  return shape.map(Number);
}

/** Length of a dataset of one dimension. @throws BinaryRefusal for another number of dimensions */
export function lengthOf(dataset: Dataset): number {
  const [length, ...more] = shapeOf(dataset);
  if (length === undefined || more.length > 0)
    throw new BinaryRefusal(`${dataset.path} of the HDF5 file should have one dimension.`);
  return length;
}

export type Kind = 'number' | 'text' | 'boolean' | 'other';

export function kindOf(dataset: Dataset): Kind {
  const { type, enum_type } = tryRead(dataset.path, () => dataset.metadata);
  if (type === INTEGER || type === FLOAT) return 'number';
  if (type === TEXT) return 'text';
  const names = Object.keys(enum_type?.members ?? {}).sort();
  return type === ENUM && names.join() === 'FALSE,TRUE' ? 'boolean' : 'other';
}

function asNumbers(value: unknown, where: string): NumberBlock {
  if (value instanceof BigInt64Array || value instanceof BigUint64Array) return fromBigInts(value, where);
  if (
    value instanceof Float64Array ||
    value instanceof Float32Array ||
    value instanceof Int32Array ||
    value instanceof Uint32Array ||
    value instanceof Int16Array ||
    value instanceof Uint16Array ||
    value instanceof Int8Array ||
    value instanceof Uint8Array
  )
    return value;
  throw new BinaryRefusal(`${where} of the HDF5 file should hold numbers.`);
}

/** @throws BinaryRefusal for integers that a number cannot hold exactly */
function fromBigInts(values: BigInt64Array | BigUint64Array, where: string): Float64Array {
  const numbers = new Float64Array(values.length);
  for (let at = 0; at < values.length; at += 1) {
    const number = Number(values[at]);
    if (!Number.isSafeInteger(number))
      throw new BinaryRefusal(`${where} of the HDF5 file holds integers above 9,007,199,254,740,991.`);
    numbers[at] = number;
  }
  return numbers;
}

/** Numbers of a part of a dataset, row by row. @param ranges start and end of each dimension */
export function readNumbers(dataset: Dataset, ranges: [number, number][]): NumberBlock {
  const kind = kindOf(dataset);
  if (kind !== 'number' && kind !== 'boolean')
    throw new BinaryRefusal(`${dataset.path} of the HDF5 file should hold numbers.`);
  const read = asNumbers(
    tryRead(dataset.path, () => dataset.slice(ranges)),
    dataset.path,
  );
  const expected = ranges.reduce((product, [start, end]) => product * (end - start), 1);
  if (read.length !== expected) throw damaged(dataset.path);
  return read;
}

/** All numbers of a dataset of one dimension that is small enough to keep. */
export function readAllNumbers(dataset: Dataset): NumberBlock {
  const length = lengthOf(dataset);
  if (length > MAX_KEPT)
    throw new BinaryRefusal(`${dataset.path} of the HDF5 file has more than 20,000,000 values.`);
  return length === 0 ? new Float64Array(0) : readNumbers(dataset, [[0, length]]);
}

/** All texts of a dataset of one dimension. */
export function readTexts(dataset: Dataset): string[] {
  const length = lengthOf(dataset);
  if (length > MAX_KEPT)
    throw new BinaryRefusal(`${dataset.path} of the HDF5 file has more than 20,000,000 values.`);
  const { size } = tryRead(dataset.path, () => dataset.metadata);
  const step = Math.max(1, Math.floor(BLOCK_BYTES / Math.max(64, size)));
  const texts: string[] = [];
  let characters = 0;
  for (let start = 0; start < length; start += step) {
    const end = Math.min(length, start + step);
    const block = textsOf(tryRead(dataset.path, () => dataset.slice([[start, end]])));
    if (block.length !== end - start) throw damaged(dataset.path);
    for (const text of block) {
      characters += text.length;
      texts.push(text.slice(0, MAX_CELL_CHARACTERS));
    }
    if (characters > MAX_CHARACTERS)
      throw new BinaryRefusal(`${dataset.path} of the HDF5 file has more than 200 MB of text.`);
  }
  return texts;
}

function textsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.map((item) => (typeof item === 'string' ? item : '')) : [];
}
