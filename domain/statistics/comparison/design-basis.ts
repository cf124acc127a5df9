/** Orthonormal basis of a design matrix: thin QR by Gram-Schmidt, applied twice. */

import { f64At, numberAt } from '../../arrays/number-at.ts';

/**
 * Columns whose part outside the earlier columns is smaller than this share of their length count as collinear, as in
 * `lm.fit`.
 */
const COLLINEAR = 1e-7;

export interface DesignBasis {
  /** Q: those columns of the design that earlier ones do not span */
  columns: Float64Array[];
  /** R of the tested columns (tested x tested, upper triangle); null if earlier columns span one of them */
  triangle: number[][] | null;
}

/** Scalar product of two columns of the same length. */
export function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let index = 0; index < a.length; index += 1) sum += f64At(a, index) * f64At(b, index);
  return sum;
}

/** Subtracts a multiple of a column of the same length, in place. */
export function subtract(from: Float64Array, column: Float64Array, factor: number): void {
  for (let index = 0; index < from.length; index += 1)
    from[index] = f64At(from, index) - factor * f64At(column, index);
}

/**
 * Basis of a design; columns that earlier ones span are left out, as in `lm.fit`.
 * @param design columns of equal length, finite; the last `tested` of them are tested
 */
export function basisOf(design: readonly Float64Array[], tested: number): DesignBasis {
  const columns: Float64Array[] = [];
  const triangle: number[][] = [];
  design.forEach((column, at) => {
    const rest = column.slice();
    const before = Math.sqrt(dot(rest, rest));
    const shares = new Float64Array(columns.length);
    for (let pass = 0; pass < 2; pass += 1) {
      columns.forEach((done, index) => {
        const share = dot(rest, done);
        shares[index] = numberAt(shares, index) + share;
        subtract(rest, done, share);
      });
    }
    const length = Math.sqrt(dot(rest, rest));
    if (!(length > before * COLLINEAR)) return;
    if (at >= design.length - tested)
      triangle.push([...shares.subarray(columns.length - triangle.length), length]);
    columns.push(rest.map((value) => value / length));
  });
  return { columns, triangle: triangle.length === tested ? columnsToRows(triangle) : null };
}

/** Rows of an upper triangle that is given by columns; 0 below the diagonal. */
function columnsToRows(columns: readonly number[][]): number[][] {
  return columns.map((_, row) => columns.map((column) => column[row] ?? 0));
}

/** Coefficients of the tested columns, from the products of the values with their basis. */
export function coefficientsOf(triangle: readonly number[][], products: readonly number[]): number[] {
  const solved = [...products];
  for (let row = triangle.length - 1; row >= 0; row -= 1) {
    let rest = numberAt(products, row);
    for (let column = row + 1; column < triangle.length; column += 1)
      rest -= (triangle[row]?.[column] ?? 0) * numberAt(solved, column);
    solved[row] = rest / (triangle[row]?.[row] ?? Number.NaN);
  }
  return solved;
}

/** Standard errors of the tested coefficients, without sigma. */
export function unscaledErrors(triangle: readonly number[][]): number[] {
  const squares = triangle.map(() => 0);
  triangle.forEach((_, unit) => {
    const column = coefficientsOf(
      triangle,
      triangle.map((_, row) => (row === unit ? 1 : 0)),
    );
    column.forEach((value, row) => {
      squares[row] = numberAt(squares, row) + value * value;
    });
  });
  return squares.map(Math.sqrt);
}
