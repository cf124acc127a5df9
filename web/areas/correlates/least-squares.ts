/** The line of y on x; null where x does not vary. */
export function leastSquares(
  x: readonly number[],
  y: readonly number[],
): { slope: number; intercept: number } | null {
  const meanOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [meanX, meanY] = [meanOf(x), meanOf(y)];
  const squares = x.reduce((sum, value) => sum + (value - meanX) ** 2, 0);
  if (!(squares > 0)) return null;
  const products = x.reduce((sum, value, at) => sum + (value - meanX) * ((y[at] ?? 0) - meanY), 0);
  const slope = products / squares;
  return { slope, intercept: meanY - slope * meanX };
}
