import { numberAt } from '../../arrays/number-at.ts';
import { correlationPValue, pearson } from '../correlation.ts';
import { mean } from '../moments.ts';

export interface FittedLine {
  slope: number;
  intercept: number;
  /** Pearson's */
  r: number;
  p: number;
  n: number;
}

/**
 * Least squares of y on x, with Pearson's r.
 * @param x finite, paired with y
 * @returns null if either does not vary, or with fewer than three pairs
 * @source `lm`, `cor.test`
 */
export function fitLine(x: readonly number[], y: readonly number[]): FittedLine | null {
  if (x.length < 3) return null;
  const r = pearson(x, y);
  if (Number.isNaN(r)) return null;
  const [meanX, meanY] = [mean(x), mean(y)];
  let [products, squares] = [0, 0];
  for (let at = 0; at < x.length; at += 1) {
    products += (numberAt(x, at) - meanX) * (numberAt(y, at) - meanY);
    squares += (numberAt(x, at) - meanX) ** 2;
  }
  const slope = products / squares;
  return { slope, intercept: meanY - slope * meanX, r, p: correlationPValue(r, x.length), n: x.length };
}
