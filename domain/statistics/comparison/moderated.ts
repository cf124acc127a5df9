import { numberAt } from '../../arrays/number-at.ts';
import { digamma, trigamma, trigammaInverse } from '../distributions/polygamma.ts';
import { logFTail, logStudentTails } from '../distributions/tails.ts';
import type { FeatureMatrix } from '../matrix.ts';
import { mean, median } from '../moments.ts';
import { fitLinearModels, type LinearFits } from './linear-model.ts';

/** Scaled inverse chi-square prior of the residual variances. */
export interface VariancePrior {
  /** Degrees of freedom; Infinity if the variances differ no more than by chance. */
  d0: number;
  s02: number;
}

/**
 * Prior of residual variances, from the moments of their logarithms. Features without residual degrees are left out.
 * @returns NaN if no feature has a variance
 * @source Smyth 2004, Stat Appl Genet Mol Biol 3:3; `limma::fitFDist`
 */
export function fitVariancePrior(variances: Float64Array, dfs: Float64Array): VariancePrior {
  const kept = Array.from(variances.keys()).filter(
    (index) => numberAt(dfs, index) > 0 && Number.isFinite(variances[index]),
  );
  if (kept.length === 0) return { d0: Number.NaN, s02: Number.NaN };
  const raw = kept.map((index) => numberAt(variances, index));
  if (kept.length === 1) return { d0: 0, s02: numberAt(raw, 0) };
  const middle = median(raw);
  // Variances of 0 have no logarithm; limma lifts them to a small share of the median.
  const lifted = raw.map((value) => Math.max(value, 1e-5 * (middle > 0 ? middle : 1)));
  const logs = lifted.map((value, index) => {
    const half = numberAt(dfs, numberAt(kept, index)) / 2;
    return Math.log(value) - digamma(half) + Math.log(half);
  });
  const centre = mean(logs);
  const spread =
    logs.reduce((sum, value) => sum + (value - centre) ** 2, 0) / (logs.length - 1) -
    mean(kept.map((index) => trigamma(numberAt(dfs, index) / 2)));
  if (!(spread > 0)) return { d0: Number.POSITIVE_INFINITY, s02: mean(lifted) };
  const d0 = 2 * trigammaInverse(spread);
  return { d0, s02: Math.exp(centre + digamma(d0 / 2) - Math.log(d0 / 2)) };
}

/** One value per feature; NaN where a feature cannot be tested. */
export interface ModeratedTest {
  prior: VariancePrior;
  difference: Float64Array;
  t: Float64Array;
  /** Moderated F of all tested columns; t squared if there is one. */
  f: Float64Array;
  df1: number;
  df2: Float64Array;
  /** Natural logarithm of P. */
  logP: Float64Array;
}

/** Moderates fitted models by the prior of their variances. `limma::eBayes`. */
export function moderate(fits: LinearFits, df1: number): ModeratedTest {
  const prior = fitVariancePrior(fits.residualVariance, fits.residualDf);
  const count = fits.effect.length;
  // limma never claims more degrees for t than all features have together; its F has no such limit.
  const pooledDf = fits.residualDf.reduce((sum, df) => sum + df, 0);
  const blank = () => new Float64Array(count).fill(Number.NaN);
  const test: ModeratedTest = {
    prior,
    difference: fits.coefficient,
    t: blank(),
    f: blank(),
    df1,
    df2: blank(),
    logP: blank(),
  };
  for (let feature = 0; feature < count; feature += 1) {
    if (Number.isNaN(fits.effect[feature])) continue;
    const df = numberAt(fits.residualDf, feature);
    const own = df > 0 ? df * numberAt(fits.residualVariance, feature) : 0;
    const posterior = Number.isFinite(prior.d0) ? (own + prior.d0 * prior.s02) / (df + prior.d0) : prior.s02;
    const t = numberAt(fits.effect, feature) / Math.sqrt(posterior);
    const f = numberAt(fits.explained, feature) / df1 / posterior;
    const df2 = df1 === 1 ? Math.min(df + prior.d0, pooledDf) : df + prior.d0;
    test.t[feature] = t;
    test.f[feature] = f;
    test.df2[feature] = df2;
    test.logP[feature] = df1 === 1 ? logStudentTails(t, df2) : logFTail(f, df1, df2);
  }
  return test;
}

function indicator(length: number, from: number, count: number): Float64Array {
  return new Float64Array(length)
    .fill(1, from, from + count)
    .fill(0, 0, from)
    .fill(0, from + count);
}

/**
 * Moderated test of two or more groups of samples, over all features (features x samples, NaN = missing).
 * Two groups: t and the difference first minus second. More: F.
 * @param groups sample columns of each group
 * @param covariates one value per sample of the matrix, finite for all samples of the groups
 * @source `limma::eBayes(lmFit(x, design))`
 */
export function moderatedComparison(
  matrix: FeatureMatrix,
  groups: readonly ArrayLike<number>[],
  covariates: readonly Float64Array[] = [],
): ModeratedTest {
  const samples = groups.flatMap((group) => Array.from(group));
  const design: Float64Array[] = [
    new Float64Array(samples.length).fill(1),
    ...covariates.map((covariate) => Float64Array.from(samples, (sample) => numberAt(covariate, sample))),
  ];
  let from = 0;
  // The last group is the reference, so that two groups give first minus second.
  for (const group of groups.slice(0, -1)) {
    design.push(indicator(samples.length, from, group.length));
    from += group.length;
  }
  const tested = groups.length - 1;
  return moderate(fitLinearModels(matrix, samples, design, tested), tested);
}

/**
 * Moderated paired test: the mean of the differences against 0. Pair i is sample `first[i]` and `second[i]`.
 * @throws RangeError if the lengths differ
 */
export function moderatedPairs(
  matrix: FeatureMatrix,
  first: ArrayLike<number>,
  second: ArrayLike<number>,
): ModeratedTest {
  const differences = pairDifferences(matrix, first, second);
  const pairs = Array.from({ length: first.length }, (_, pair) => pair);
  return moderate(fitLinearModels(differences, pairs, [new Float64Array(first.length).fill(1)]), 1);
}

/**
 * First minus second sample of each pair. Shape: features x pairs; NaN where either is missing.
 * @throws RangeError if the lengths differ
 */
export function pairDifferences(
  matrix: FeatureMatrix,
  first: ArrayLike<number>,
  second: ArrayLike<number>,
): FeatureMatrix {
  if (first.length !== second.length)
    throw new RangeError(`${first.length} samples are paired with ${second.length}.`);
  const pairs = first.length;
  const values = new Float64Array(matrix.featureCount * pairs);
  for (let feature = 0; feature < matrix.featureCount; feature += 1) {
    const start = feature * matrix.sampleCount;
    for (let pair = 0; pair < pairs; pair += 1) {
      values[feature * pairs + pair] =
        numberAt(matrix.values, start + numberAt(first, pair)) -
        numberAt(matrix.values, start + numberAt(second, pair));
    }
  }
  return { featureCount: matrix.featureCount, sampleCount: pairs, values };
}
