import { numberAt } from '../../arrays/number-at.ts';

/** Pivots below this share of the diagonal count as 0. */
const SINGULAR = 1e-12;

/**
 * Lower Cholesky factor of a symmetric non-negative matrix given by rows, leaving out rows that depend on earlier ones.
 * @returns the factor of the kept rows, and their indexes
 */
function choleskyFactor(matrix: readonly Float64Array[]): { lower: Float64Array[]; kept: number[] } {
  const lower: Float64Array[] = [];
  const kept: number[] = [];
  matrix.forEach((source, index) => {
    const row = new Float64Array(kept.length + 1);
    kept.forEach((other, at) => {
      const earlier = lower[at] ?? row;
      let sum = numberAt(source, other);
      for (let inner = 0; inner < at; inner += 1) sum -= numberAt(row, inner) * numberAt(earlier, inner);
      row[at] = sum / numberAt(earlier, at);
    });
    const pivot = row.reduce((rest, value) => rest - value * value, numberAt(source, index));
    if (!(pivot > SINGULAR * Math.abs(numberAt(source, index)))) return;
    row[kept.length] = Math.sqrt(pivot);
    lower.push(row);
    kept.push(index);
  });
  return { lower, kept };
}

/** Indexes of the rows of a symmetric non-negative matrix that do not depend on earlier ones. */
export function independentRows(matrix: readonly Float64Array[]): number[] {
  return choleskyFactor(matrix).kept;
}

interface SymmetricSolver {
  /** x with A x = b */
  solve(right: Float64Array): Float64Array;
}

/** Factorises a symmetric positive matrix given by rows once, by Cholesky; undefined if it is singular. */
export function factorSymmetric(matrix: readonly Float64Array[]): SymmetricSolver | undefined {
  const { lower, kept } = choleskyFactor(matrix);
  if (kept.length < matrix.length) return undefined;
  return { solve: (right) => solveFactored(lower, right) };
}

function solveFactored(lower: readonly Float64Array[], right: Float64Array): Float64Array {
  const x = right.slice();
  lower.forEach((row, index) => {
    for (let inner = 0; inner < index; inner += 1)
      x[index] = numberAt(x, index) - numberAt(row, inner) * numberAt(x, inner);
    x[index] = numberAt(x, index) / numberAt(row, index);
  });
  for (let index = lower.length - 1; index >= 0; index -= 1) {
    for (let below = index + 1; below < lower.length; below += 1)
      x[index] = numberAt(x, index) - numberAt(lower[below] ?? x, index) * numberAt(x, below);
    x[index] = numberAt(x, index) / numberAt(lower[index] ?? x, index);
  }
  return x;
}

/** x with A x = b for a symmetric positive matrix given by rows; undefined if A is singular. */
export function solveSymmetric(
  matrix: readonly Float64Array[],
  right: Float64Array,
): Float64Array | undefined {
  return factorSymmetric(matrix)?.solve(right);
}

/** Columns of the inverse of a matrix of this size. */
export function inverseOf({ solve }: SymmetricSolver, size: number): Float64Array[] {
  return Array.from({ length: size }, (_, index) => {
    const unit = new Float64Array(size);
    unit[index] = 1;
    return solve(unit);
  });
}
