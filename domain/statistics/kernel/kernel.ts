/**
 * Dot products of many rows with some vectors, in WebAssembly with SIMD. `plainDot` is the same computation, sum by
 * sum, in plain code: the reference that tests compare with, bit for bit.
 */
import { f64At } from '../../arrays/number-at.ts';
import { KERNEL } from './kernel-bytes.ts';

/** Values that one step of the inner loop takes; rows are padded with zeros to a multiple of it. */
const LANES = 8;
const F64 = 8;
const PAGE_BYTES = 64 * 1024;
/** Rows are copied into the memory of the kernel in blocks of about this size. */
const BLOCK_BYTES = 1024 * 1024;

interface Kernel {
  memory: { buffer: ArrayBuffer; grow(pages: number): number };
  dots(row: number, count: number, bytes: number, vector: number, out: number): void;
  pairs(a: number, aPanels: number, b: number, bPanels: number, bytes: number, out: number): void;
}

/** Part of every browser and of Node; the types of neither are part of this room. */
interface WithWebAssembly {
  WebAssembly: {
    Module: new (bytes: Uint8Array) => object;
    Instance: new (module: object) => { exports: unknown };
  };
}

/** A kernel with a memory of its own. */
export function openKernel(): Kernel {
  const { WebAssembly } = globalThis as unknown as WithWebAssembly;
  const bytes = Uint8Array.from(atob(KERNEL), (letter) => letter.charCodeAt(0));
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(bytes));
  // The exports of kernel.wat; a test rebuilds it and compares the bytes.
  return exports as Kernel;
}

let kernel: Kernel | null = null;

/** Values of the kernel's memory, which grows to at least `count` of them. */
function memoryOf({ memory }: Kernel, count: number): Float64Array {
  const missing = count * F64 - memory.buffer.byteLength;
  if (missing > 0) memory.grow(Math.ceil(missing / PAGE_BYTES));
  return new Float64Array(memory.buffer);
}

/** Zeros between the end of each row and the beginning of the next. */
function fillPadding(
  memory: Float64Array,
  { count, length, padded }: { count: number; length: number; padded: number },
): void {
  if (padded === length) return;
  for (let row = 0; row < count; row += 1) memory.fill(0, row * padded + length, (row + 1) * padded);
}

/**
 * Products of one square matrix with many vectors. The matrix stays in the kernel until its next use for anything else.
 * @param matrix size x size, row by row
 * @returns a function that writes the product with a vector of `size` values into an array
 */
export function multiplierOf(
  matrix: Float64Array,
  size: number,
): (vector: Float64Array, into: Float64Array) => void {
  kernel ??= openKernel();
  const { dots } = kernel;
  const padded = Math.ceil(size / LANES) * LANES;
  // The vector, then the rows, then their products.
  const productsFrom = (1 + size) * padded;
  const memory = memoryOf(kernel, productsFrom + size);
  for (let row = 0; row < size; row += 1)
    memory.set(matrix.subarray(row * size, (row + 1) * size), (1 + row) * padded);
  fillPadding(memory, { count: 1 + size, length: size, padded });
  const products = memory.subarray(productsFrom, productsFrom + size);
  return (vector, into) => {
    memory.set(vector);
    dots(padded * F64, size, padded * F64, 0, productsFrom * F64);
    into.set(products);
  };
}

/**
 * Dot product of two arrays in the order of the kernel: eight running sums, added in pairs at the end.
 * @throws RangeError if the lengths differ
 */
export function plainDot(a: Float64Array, b: Float64Array): number {
  if (a.length !== b.length) throw new RangeError(`${a.length} values are paired with ${b.length}.`);
  const sums = new Float64Array(LANES);
  for (let index = 0; index < a.length; index += 1) {
    const lane = index % LANES;
    sums[lane] = f64At(sums, lane) + f64At(a, index) * f64At(b, index);
  }
  const [s0 = 0, s1 = 0, s2 = 0, s3 = 0, s4 = 0, s5 = 0, s6 = 0, s7 = 0] = sums;
  return s0 + s2 + (s4 + s6) + (s1 + s3 + (s5 + s7));
}

/**
 * Dot products of every row with every vector.
 * @param rowAt writes row `index` into the array it is given, of `length` values; called once for each row, in order
 * @param vectors of `length` values each
 * @returns one array for each vector, with a value for each row; NaN where a row or the vector has one
 * @throws RangeError if a vector has another length
 */
export function dotProducts(
  { count, length }: { count: number; length: number },
  vectors: readonly Float64Array[],
  rowAt: (index: number, into: Float64Array) => void,
): Float64Array[] {
  const products = vectors.map(() => new Float64Array(count));
  for (const vector of vectors)
    if (vector.length !== length) throw new RangeError(`${length} values are paired with ${vector.length}.`);
  if (length === 0) return products;
  kernel ??= openKernel();
  const padded = Math.ceil(length / LANES) * LANES;
  const blockRows = Math.max(1, Math.min(count, Math.floor(BLOCK_BYTES / (padded * F64))));
  // Vectors, then a block of rows, then its products.
  const rowsFrom = vectors.length * padded;
  const productsFrom = rowsFrom + blockRows * padded;
  const memory = memoryOf(kernel, productsFrom + blockRows);
  for (const [at, vector] of vectors.entries()) memory.set(vector, at * padded);
  fillPadding(memory, { count: vectors.length + blockRows, length, padded });
  for (let first = 0; first < count; first += blockRows) {
    const rows = Math.min(blockRows, count - first);
    for (let row = 0; row < rows; row += 1) {
      const from = rowsFrom + row * padded;
      rowAt(first + row, memory.subarray(from, from + length));
    }
    for (const [at, product] of products.entries()) {
      kernel.dots(rowsFrom * F64, rows, padded * F64, at * padded * F64, productsFrom * F64);
      product.set(memory.subarray(productsFrom, productsFrom + rows), first);
    }
  }
  return products;
}
