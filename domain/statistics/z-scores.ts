/**
 * Values less their mean over their standard deviation (n - 1), both of the values that are there.
 * @param values null or NaN where missing
 * @returns null where missing, and everywhere for a row that does not vary or has fewer than two values
 * @source R, scale()
 */
export function zScores(values: readonly (number | null)[]): (number | null)[] {
  const known = values.filter((value): value is number => value !== null && !Number.isNaN(value));
  const mean = known.reduce((sum, value) => sum + value, 0) / known.length;
  const squares = known.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  const sd = Math.sqrt(squares / (known.length - 1));
  // Judged on the values: the mean of equal values may miss them by a rounding error.
  const isVarying = known.some((value) => value !== known[0]);
  return values.map((value) =>
    !isVarying || value === null || Number.isNaN(value) ? null : (value - mean) / sd,
  );
}
