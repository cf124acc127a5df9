/** Matrices in HDF5 files: dense, and compressed by rows or columns. Only blocks of them are in memory. */
import type { Dataset, Group } from 'h5wasm/node';
import { BinaryRefusal } from '../../binary-form.ts';
import type { TakeValue, ValueMatrix } from '../../expression.ts';
import { numbersAttribute, textAttribute } from './attributes.ts';
import { kindOf, lengthOf, type NumberBlock, readAllNumbers, readNumbers, shapeOf } from './blocks.ts';
import type { OpenFile } from './open-file.ts';

/** Values of one read. */
const BLOCK = 1_000_000;
const PEEK = 100_000;
/** Larger shapes are of a damaged file. */
const MAX_SIDE = 2e7;

interface Sides {
  features: number;
  samples: number;
}

function checkShape(
  path: string,
  found: readonly number[],
  { features, samples }: Sides,
  isByFeature: boolean,
) {
  const expected = isByFeature ? [features, samples] : [samples, features];
  if (found.length === 2 && found[0] === expected[0] && found[1] === expected[1]) return;
  throw new BinaryRefusal(
    `${path} of the HDF5 file has the shape ${found.join(' x ')}, but its names say ${expected.join(' x ')}; the file is damaged.`,
  );
}

/** Starts of three parts of so many values: first, in the middle, last. */
function placesIn(length: number): [number, number][] {
  const size = Math.min(length, PEEK);
  return [...new Set([0, Math.floor((length - size) / 2), length - size])].map((start) => [
    start,
    start + size,
  ]);
}

/** @param isByFeature whether its rows are features, not samples */
export function denseMatrix(dataset: Dataset, sides: Sides, isByFeature: boolean): ValueMatrix {
  checkShape(dataset.path, shapeOf(dataset), sides, isByFeature);
  if (kindOf(dataset) !== 'number')
    throw new BinaryRefusal(`${dataset.path} of the HDF5 file should hold numbers.`);
  const { features, samples } = sides;
  const rows = isByFeature ? features : samples;
  const width = isByFeature ? samples : features;

  function scan(first: number, end: number, take: TakeValue): void {
    const [left, right] = isByFeature ? [0, samples] : [first, end];
    const [top, bottom] = isByFeature ? [first, end] : [0, samples];
    const columns = right - left;
    const step = Math.max(1, Math.floor(BLOCK / Math.max(1, columns)));
    for (let start = top; start < bottom && columns > 0; start += step) {
      const stop = Math.min(bottom, start + step);
      const block = readNumbers(dataset, [
        [start, stop],
        [left, right],
      ]);
      for (let row = start, at = 0; row < stop; row += 1)
        for (let column = left; column < right; column += 1, at += 1)
          if (isByFeature) take(row, column, block[at] ?? Number.NaN);
          else take(column, row, block[at] ?? Number.NaN);
    }
  }
  function* peek() {
    const step = Math.max(1, Math.min(rows, Math.floor(PEEK / Math.max(1, width))));
    if (rows === 0) return;
    for (const start of new Set([0, Math.floor((rows - step) / 2), rows - step]))
      if (width > 0 && start >= 0)
        yield* readNumbers(dataset, [
          [start, start + step],
          [0, Math.min(width, BLOCK)],
        ]);
  }
  return { features, samples, scan, peek };
}

/** Where the values of each row or column begin. @throws BinaryRefusal unless they follow each other */
function readPointers(dataset: Dataset, lines: number, values: number): NumberBlock {
  if (lengthOf(dataset) !== lines + 1)
    throw new BinaryRefusal(
      `${dataset.path} of the HDF5 file has ${lengthOf(dataset)} entries, ${lines + 1} are needed; the file is damaged.`,
    );
  const pointers = readAllNumbers(dataset);
  let before = 0;
  for (const pointer of pointers) {
    if (pointer < before || pointer > values)
      throw new BinaryRefusal(`${dataset.path} of the HDF5 file is not in order; the file is damaged.`);
    before = pointer;
  }
  return pointers;
}

/** The datasets of a compressed matrix; they are named alike in every form. */
interface Parts {
  data: Dataset;
  indices: Dataset;
  pointers: NumberBlock;
}

function readParts(file: OpenFile, path: string, lines: number): Parts {
  const data = file.dataset(`${path}/data`);
  const indices = file.dataset(`${path}/indices`);
  const indptr = file.dataset(`${path}/indptr`);
  if (data === null || indices === null || indptr === null)
    throw new BinaryRefusal(`${path} of the HDF5 file is no matrix: it needs data, indices and indptr.`);
  const length = lengthOf(data);
  if (lengthOf(indices) !== length)
    throw new BinaryRefusal(
      `${path} of the HDF5 file has ${length} values but ${lengthOf(indices)} indices; the file is damaged.`,
    );
  return { data, indices, pointers: readPointers(indptr, lines, length) };
}

/** @param isByFeature whether the compressed lines are features (CSC of cells x genes), not samples */
export function compressedMatrix(
  file: OpenFile,
  path: string,
  sides: Sides,
  isByFeature: boolean,
): ValueMatrix {
  const { features, samples } = sides;
  if (Math.max(features, samples) > MAX_SIDE)
    throw new BinaryRefusal(`${path} of the HDF5 file is larger than 20,000,000 rows or columns.`);
  const lines = isByFeature ? features : samples;
  const width = isByFeature ? samples : features;
  const { data, indices, pointers } = readParts(file, path, lines);

  function scan(first: number, end: number, take: TakeValue): void {
    let line = isByFeature ? first : 0;
    const from = pointers[line] ?? 0;
    const to = pointers[isByFeature ? end : lines] ?? 0;
    for (let start = from; start < to; start += BLOCK) {
      const stop = Math.min(to, start + BLOCK);
      const places = readNumbers(indices, [[start, stop]]);
      const values = readNumbers(data, [[start, stop]]);
      for (let at = 0; at < places.length; at += 1) {
        while ((pointers[line + 1] ?? to) <= start + at) line += 1;
        const place = places[at] ?? -1;
        if (place < 0 || place >= width)
          throw new BinaryRefusal(
            `${path}/indices of the HDF5 file names place ${place} of ${width}; the file is damaged.`,
          );
        if (isByFeature) take(line, place, values[at] ?? Number.NaN);
        else if (place >= first && place < end) take(place, line, values[at] ?? Number.NaN);
      }
    }
  }
  function* peek() {
    for (const range of placesIn(lengthOf(data))) if (range[1] > range[0]) yield* readNumbers(data, [range]);
  }
  return { features, samples, scan, peek };
}

/** A sparse matrix of AnnData, whose attributes say how it is compressed. */
export function sparseOfAnnData(file: OpenFile, group: Group, sides: Sides): ValueMatrix {
  const { path } = group;
  const format = textAttribute(group, 'encoding-type') ?? textAttribute(group, 'h5sparse_format') ?? '';
  const isByFeature = format.startsWith('csc');
  if (!isByFeature && !format.startsWith('csr'))
    throw new BinaryRefusal(
      `${path} of the HDF5 file is ${format === '' ? 'a group without encoding-type' : `encoded as ${format}`}; it should be an array, csr_matrix or csc_matrix.`,
    );
  const [shape, old] = [numbersAttribute(group, 'shape'), numbersAttribute(group, 'h5sparse_shape')];
  checkShape(path, shape.length > 0 ? shape : old, sides, false);
  return compressedMatrix(file, path, sides, isByFeature);
}
