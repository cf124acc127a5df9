/** The first principal component of rows, by Lanczos iteration: as exact as the digits of the rows allow. */

import { f64At, numberAt } from '../../arrays/number-at.ts';
/** The component along which the rows vary most. */
export interface FirstComponent {
  /** one value per column, unit length */
  vector: Float64Array;
  /** sum of squares along it */
  eigenvalue: number;
  /** another component explains as much, up to one part in a million: the direction is arbitrary between both */
  isNearlyTied: boolean;
}

/** Row by row, `length` values each. */
export interface Rows {
  values: Float64Array;
  count: number;
  length: number;
}

/** Remaining error of the eigenvalue equation, as a share of the eigenvalue. */
const TOLERANCE = 2e-15;
const TIED = 1e-6;
/** Steps before the iteration starts again from the best vector so far. */
const MAX_STEPS = 48;
const MAX_RESTARTS = 400;
const BISECTIONS = 80;

/** Diagonal and off-diagonal of a symmetric tridiagonal matrix. */
interface Tridiagonal {
  diagonal: number[];
  beside: number[];
}

/** X'X v, without forming the square matrix. */
function multiply({ values, count, length }: Rows, vector: Float64Array): Float64Array {
  const product = new Float64Array(length);
  for (let row = 0; row < count; row += 1) {
    const start = row * length;
    let dot = 0;
    for (let at = 0; at < length; at += 1) dot += f64At(values, start + at) * f64At(vector, at);
    for (let at = 0; at < length; at += 1) product[at] = f64At(product, at) + dot * f64At(values, start + at);
  }
  return product;
}

function dotOf(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let at = 0; at < a.length; at += 1) sum += f64At(a, at) * f64At(b, at);
  return sum;
}

function addTo(into: Float64Array, vector: Float64Array, factor: number): void {
  for (let at = 0; at < into.length; at += 1) into[at] = f64At(into, at) + factor * f64At(vector, at);
}

function unit(vector: Float64Array): Float64Array {
  const length = Math.sqrt(dotOf(vector, vector));
  return vector.map((value) => value / length);
}

/** Number of eigenvalues above a shift. Golub & Van Loan 2013, Matrix Computations, 8.4.1. */
function countAbove({ diagonal, beside }: Tridiagonal, shift: number): number {
  let above = 0;
  let pivot = 1;
  diagonal.forEach((value, at) => {
    const before = at === 0 ? 0 : numberAt(beside, at - 1) ** 2 / pivot;
    pivot = value - shift - before;
    if (pivot === 0) pivot = -Number.MIN_VALUE * 2 ** 60;
    if (pivot > 0) above += 1;
  });
  return above;
}

/** Upper bound of the eigenvalue of a rank, from 0, within rounding of it. */
function eigenvalueOf(matrix: Tridiagonal, rank: number): number {
  const reach = matrix.diagonal.map(
    (value, at) => Math.abs(value) + Math.abs(matrix.beside[at] ?? 0) + Math.abs(matrix.beside[at - 1] ?? 0),
  );
  let [low, high] = [0, Math.max(...reach) * (1 + 1e-12)];
  for (let step = 0; step < BISECTIONS; step += 1) {
    const middle = (low + high) / 2;
    if (middle <= low || middle >= high) break;
    if (countAbove(matrix, middle) > rank) low = middle;
    else high = middle;
  }
  return high;
}

/** Eigenvector of the largest eigenvalue, by inverse iteration from just above it, where elimination is stable. */
function topVector({ diagonal, beside }: Tridiagonal, eigenvalue: number): Float64Array {
  const size = diagonal.length;
  const shift = eigenvalue * (1 + 4e-16);
  const pivots = new Float64Array(size);
  for (let at = 0; at < size; at += 1) {
    const before = at === 0 ? 0 : numberAt(beside, at - 1) ** 2 / numberAt(pivots, at - 1);
    pivots[at] = Math.max(shift - numberAt(diagonal, at) - before, eigenvalue * 1e-17);
  }
  let vector: Float64Array = new Float64Array(size).fill(1);
  for (let round = 0; round < 3; round += 1) {
    const solved = vector.slice();
    for (let at = 1; at < size; at += 1)
      solved[at] =
        numberAt(solved, at) +
        (numberAt(beside, at - 1) * numberAt(solved, at - 1)) / numberAt(pivots, at - 1);
    for (let at = size - 1; at >= 0; at -= 1) {
      const after = at + 1 < size ? numberAt(beside, at) * numberAt(solved, at + 1) : 0;
      solved[at] = (numberAt(solved, at) + after) / numberAt(pivots, at);
    }
    vector = unit(solved);
  }
  return vector;
}

/**
 * Orthonormal vectors and the tridiagonal matrix of X'X in them, from one start.
 * @param without an eigenvector that they are kept orthogonal to
 */
function krylov(
  rows: Rows,
  start: Float64Array,
  without: readonly Float64Array[] = [],
): { basis: Float64Array[]; matrix: Tridiagonal; rest: number } {
  const basis = [unit(start)];
  const matrix: Tridiagonal = { diagonal: [], beside: [] };
  for (;;) {
    const last = basis.at(-1) ?? start;
    const next = multiply(rows, last);
    matrix.diagonal.push(dotOf(next, last));
    // Twice: once leaves rounding errors of the size of what is removed.
    for (let pass = 0; pass < 2; pass += 1)
      for (const vector of [...without, ...basis]) addTo(next, vector, -dotOf(next, vector));
    const rest = Math.sqrt(dotOf(next, next));
    const largest = Math.max(...matrix.diagonal);
    if (basis.length >= MAX_STEPS || !(rest > largest * 1e-15)) return { basis, matrix, rest };
    if (basis.length % 6 === 0) {
      const shares = topVector(matrix, eigenvalueOf(matrix, 0));
      if (rest * Math.abs(numberAt(shares, shares.length - 1)) < TOLERANCE * largest)
        return { basis, matrix, rest };
    }
    matrix.beside.push(rest);
    basis.push(next.map((value) => value / rest));
  }
}

/** Whether another component explains nearly as much. One iteration sees only one of two that tie. */
function hasRival(rows: Rows, vector: Float64Array, eigenvalue: number): boolean {
  const least = (1 - TIED) * eigenvalue;
  if (dotOf(rows.values, rows.values) - eigenvalue < least) return false;
  const start = vector.map((_, at) => Math.cos(1 + at * 1.1715729));
  addTo(start, vector, -dotOf(start, vector));
  return eigenvalueOf(krylov(rows, start, [vector]).matrix, 0) > least;
}

/**
 * First principal component of rows that are centred already.
 * @param start not orthogonal to it; the mean row and some noise will do
 * @source Golub & Van Loan 2013, Matrix Computations, 10.1
 */
export function firstComponent(rows: Rows, start: Float64Array): FirstComponent {
  let vector = start;
  for (let restart = 0; ; restart += 1) {
    const { basis, matrix, rest } = krylov(rows, vector);
    const eigenvalue = eigenvalueOf(matrix, 0);
    const shares = topVector(matrix, eigenvalue);
    const next = new Float64Array(rows.length);
    basis.forEach((each, at) => {
      addTo(next, each, numberAt(shares, at));
    });
    vector = unit(next);
    const error = rest * Math.abs(numberAt(shares, shares.length - 1));
    if (error < TOLERANCE * eigenvalue || basis.length < MAX_STEPS || restart === MAX_RESTARTS) {
      return { vector, eigenvalue, isNearlyTied: hasRival(rows, vector, eigenvalue) };
    }
  }
}
