import { pearson } from '../correlation.ts';
import { averageRanks } from '../row-statistics.ts';

/** Fewer shared types than this have no agreement. */
export const MIN_SHARED_TYPES = 3;

/**
 * Specificity of a gene, tau: 0 if its mean is the same in all types, 1 if only one type expresses it. NaN with fewer
 * than two measured types, or without expression.
 * @param means of one gene by type, at least 0; NaN where missing
 * @source Yanai et al. 2005, Bioinformatics 21:650
 */
export function tauOf(means: Float64Array): number {
  let [largest, sum, count] = [0, 0, 0];
  for (const value of means) {
    if (Number.isNaN(value)) continue;
    largest = Math.max(largest, value);
    sum += value;
    count += 1;
  }
  return count < 2 || largest === 0 ? Number.NaN : (count - sum / largest) / (count - 1);
}

/**
 * Spearman correlation of two references over the types that both have.
 * @param index relative expression by type; NaN where undefined
 * @returns null below three shared types, or if one of them does not vary
 */
export function agreementOf(
  a: ReadonlyMap<string, number>,
  b: ReadonlyMap<string, number>,
): { rho: number | null; types: number } {
  const shared = [...a.keys()].filter(
    (type) => !Number.isNaN(a.get(type)) && !Number.isNaN(b.get(type) ?? Number.NaN),
  );
  const valuesOf = (index: ReadonlyMap<string, number>) =>
    averageRanks(shared.map((type) => index.get(type) ?? Number.NaN));
  if (shared.length < MIN_SHARED_TYPES) return { rho: null, types: shared.length };
  const rho = pearson(valuesOf(a), valuesOf(b));
  return { rho: Number.isNaN(rho) ? null : rho, types: shared.length };
}
