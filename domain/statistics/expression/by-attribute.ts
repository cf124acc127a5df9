import { kruskalWallisTest, rankSumTest } from '../comparison/rank-tests.ts';
import { welchTest } from '../comparison/welch.ts';
import { correlationPValue, pearson } from '../correlation.ts';
import type { FeatureMatrix } from '../matrix.ts';
import { type Trait, traitCell } from '../modules/traits.ts';
import { mean } from '../moments.ts';

export type ExpressionTestKind = 'welch' | 'rank-sum' | 'anova' | 'kruskal-wallis' | 'pearson';

export interface ExpressionTest {
  kind: ExpressionTestKind;
  /** samples with a value of feature and attribute */
  n: number;
  /** t, W, R², H or r */
  statistic: number;
  p: number;
}

export interface ExpressionLine {
  slope: number;
  intercept: number;
  r: number;
  p: number;
  n: number;
}

/** Samples of a trait with a value of the feature, and their codes or numbers. */
function present(
  values: Float64Array,
  trait: Trait,
  within: ReadonlySet<number> | null,
): { samples: number[]; codes: number[] } {
  const [samples, codes]: [number[], number[]] = [[], []];
  // Indexed loops here and below: a gene is tested in every data set at once.
  for (let at = 0; at < trait.samples.length; at += 1) {
    const sample = trait.samples[at] ?? 0;
    if (within !== null && !within.has(sample)) continue;
    if (Number.isNaN(values[sample] ?? Number.NaN)) continue;
    samples.push(sample);
    codes.push(trait.values[at] ?? 0);
  }
  return { samples, codes };
}

/**
 * Least squares of a feature on a numeric attribute, with Pearson's r.
 * @param within samples to use; null for all
 * @returns null if either does not vary, or with fewer than three samples
 * @source `lm`, `cor.test`
 */
export function expressionLine(
  values: Float64Array,
  trait: Trait,
  within: ReadonlySet<number> | null,
): ExpressionLine | null {
  const { samples, codes } = present(values, trait, within);
  if (samples.length < 3) return null;
  const y = Float64Array.from(samples, (sample) => values[sample] ?? 0);
  const r = pearson(codes, y);
  if (Number.isNaN(r)) return null;
  const [meanX, meanY] = [mean(codes), mean(y)];
  let [products, squares] = [0, 0];
  codes.forEach((x, at) => {
    products += (x - meanX) * ((y[at] ?? 0) - meanY);
    squares += (x - meanX) ** 2;
  });
  const slope = products / squares;
  return {
    slope,
    intercept: meanY - slope * meanX,
    r,
    p: correlationPValue(r, samples.length),
    n: samples.length,
  };
}

function rowOf(values: Float64Array): FeatureMatrix {
  return { featureCount: 1, sampleCount: values.length, values };
}

/** A test with a result; none where its statistic or P is not defined. */
function* defined(
  kind: ExpressionTestKind,
  n: number,
  statistic: number | undefined,
  p: number,
): Generator<ExpressionTest> {
  if (statistic !== undefined && !Number.isNaN(statistic) && !Number.isNaN(p))
    yield { kind, n, statistic, p };
}

/** Samples by code, without empty groups, and the index of its group for each sample. */
function filledGroups(samples: readonly number[], codes: readonly number[], count: number) {
  const groups: number[][] = Array.from({ length: count }, () => []);
  for (let at = 0; at < samples.length; at += 1) groups[codes[at] ?? 0]?.push(samples[at] ?? 0);
  const filled = groups.filter((group) => group.length > 0);
  const indexOfCode = groups.map((group) => filled.indexOf(group));
  const indexes = new Float64Array(codes.length);
  for (let at = 0; at < codes.length; at += 1) indexes[at] = indexOfCode[codes[at] ?? 0] ?? 0;
  return { filled, indexes };
}

/**
 * Tests of a feature by an attribute: of two groups Welch's t and the rank sum (normal approximation), of more the
 * analysis of variance and Kruskal-Wallis, of numbers Pearson's r. Undefined tests are left out. Tests are
 * computed lazily.
 * @param within samples to use; null for all
 */
export function* expressionTests(
  values: Float64Array,
  trait: Trait,
  within: ReadonlySet<number> | null,
): Generator<ExpressionTest> {
  if (trait.kind === 'numeric') {
    const line = expressionLine(values, trait, within);
    if (line !== null) yield* defined('pearson', line.n, line.r, line.p);
    return;
  }
  const { samples, codes } = present(values, trait, within);
  const n = samples.length;
  const { filled, indexes } = filledGroups(samples, codes, trait.groups.length);
  const [first, second] = filled;
  if (first === undefined || second === undefined) return;
  if (filled.length === 2) {
    const welch = welchTest(rowOf(values), first, second);
    yield* defined('welch', n, welch.t[0], Math.exp(welch.logP[0] ?? Number.NaN));
    const ranks = rankSumTest(rowOf(values), first, second, { exact: false });
    yield* defined('rank-sum', n, ranks.statistic[0], Math.exp(ranks.logP[0] ?? Number.NaN));
    return;
  }
  const used: Trait = {
    ...trait,
    kind: 'groups',
    samples,
    values: indexes,
    groups: filled.map((group) => ({ name: '', n: group.length })),
  };
  const anova = traitCell(values, used);
  if (anova !== null) yield* defined('anova', n, anova.r2, anova.p);
  const ranks = kruskalWallisTest(rowOf(values), filled);
  yield* defined('kruskal-wallis', n, ranks.statistic[0], Math.exp(ranks.logP[0] ?? Number.NaN));
}
