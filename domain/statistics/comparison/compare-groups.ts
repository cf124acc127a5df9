/** One test over all features, as a table sorted by P. */
import { numberAt } from '../../arrays/number-at.ts';
import { logStudentTails } from '../distributions/tails.ts';
import { type FeatureMatrix, featureValues } from '../matrix.ts';
import { adjustPValues } from '../modules/traits.ts';
import { fitLinearModels } from './linear-model.ts';
import { moderatedComparison, moderatedPairs, pairDifferences, type VariancePrior } from './moderated.ts';
import { kruskalWallisTest, rankSumTest, signedRankTest } from './rank-tests.ts';
import type { ComparisonTest } from './tests.ts';
import { isVarying, welchTest } from './welch.ts';

export interface GroupComparison {
  test: ComparisonTest;
  /** sample columns of each group; of pairs, sample i of the first belongs to sample i of the second */
  groups: readonly Uint32Array[];
  isPaired: boolean;
  /** one value per sample of the matrix, finite for all samples of the groups; moderated tests only */
  covariates: readonly Float64Array[];
}

/** One value per feature; NaN where it cannot be tested. */
interface Tested {
  statistic: Float64Array;
  logP: Float64Array;
  /** where it is not the statistic */
  ranking?: Float64Array;
  /** where it is not the difference of the means of the groups */
  difference?: Float64Array;
  prior?: VariancePrior;
}

/** Tested features, the smallest P first. All columns have the same length. */
export interface ComparisonTable {
  /** row of the matrix */
  features: Uint32Array;
  /** first minus second group; of more groups the largest mean minus the smallest */
  difference: Float64Array;
  /** one array per group; NaN where a group has no value */
  means: Float64Array[];
  statistic: Float64Array;
  /**
   * what orders genes, comparable between features with missing values: z of rank sums, -log10 P of H, else the
   * statistic
   */
  ranking: Float64Array;
  /** decimal logarithm, which keeps its digits where P is 0 */
  log10P: Float64Array;
  p: Float64Array;
  /** Benjamini-Hochberg over all tested features */
  q: Float64Array;
  prior: VariancePrior | null;
  leftOut: number;
}

/** Mean of the present values of some samples, for every feature; NaN without one. */
function meansOf(matrix: FeatureMatrix, samples: Uint32Array): Float64Array {
  const means = new Float64Array(matrix.featureCount);
  for (let feature = 0; feature < matrix.featureCount; feature += 1) {
    const row = featureValues(matrix, feature);
    let [sum, n] = [0, 0];
    for (let at = 0; at < samples.length; at += 1) {
      const value = numberAt(row, numberAt(samples, at));
      if (Number.isNaN(value)) continue;
      sum += value;
      n += 1;
    }
    means[feature] = sum / n;
  }
  return means;
}

/** Paired t test of differences (features x pairs). `t.test(paired = TRUE)`. */
function pairedTest(differences: FeatureMatrix): Tested {
  const pairs = Array.from({ length: differences.sampleCount }, (_, pair) => pair);
  const fits = fitLinearModels(differences, pairs, [new Float64Array(pairs.length).fill(1)]);
  const statistic = fits.effect.map((effect, at) => {
    const sigma = Math.sqrt(numberAt(fits.residualVariance, at));
    const n = numberAt(fits.residualDf, at) + 1;
    return isVarying(sigma / Math.sqrt(n), Math.abs(numberAt(fits.coefficient, at)))
      ? effect / sigma
      : Number.NaN;
  });
  const logP = statistic.map((t, at) => logStudentTails(t, numberAt(fits.residualDf, at)));
  return { statistic, logP, difference: fits.coefficient };
}

function testPairs(
  matrix: FeatureMatrix,
  test: ComparisonTest,
  [first, second]: [Uint32Array, Uint32Array],
): Tested {
  if (test === 'moderated-t') {
    const { t, ...moderated } = moderatedPairs(matrix, first, second);
    return { ...moderated, statistic: t };
  }
  const differences = pairDifferences(matrix, first, second);
  const { difference, ...paired } = pairedTest(differences);
  return test === 'rank-sum'
    ? { ...signedRankTest(differences), ...(difference ? { difference } : {}) }
    : { ...paired, ...(difference ? { difference } : {}) };
}

function testGroups(matrix: FeatureMatrix, { test, groups, covariates, isPaired }: GroupComparison): Tested {
  const [first = new Uint32Array(), second = new Uint32Array()] = groups;
  if (isPaired) return testPairs(matrix, test, [first, second]);
  switch (test) {
    case 'moderated-t': {
      const { t, ...moderated } = moderatedComparison(matrix, groups, covariates);
      return { ...moderated, statistic: t };
    }
    case 'moderated-f': {
      const { f, logP, prior, difference } = moderatedComparison(matrix, groups, covariates);
      return { statistic: f, logP, prior, ...(groups.length === 2 ? { difference } : {}) };
    }
    case 'welch': {
      const { t, logP } = welchTest(matrix, first, second);
      return { statistic: t, logP };
    }
    case 'rank-sum':
      return rankSumTest(matrix, first, second);
    case 'kruskal-wallis':
      return kruskalWallisTest(matrix, groups);
  }
}

/** Largest minus smallest mean, or of two groups the first minus the second. */
function spreadOf(means: readonly Float64Array[], feature: number): number {
  const values = means.map((column) => numberAt(column, feature));
  const [first = Number.NaN, second = Number.NaN] = values;
  if (values.length === 2) return first - second;
  const present = values.filter((value) => !Number.isNaN(value));
  return Math.max(...present) - Math.min(...present);
}

/**
 * Compares groups of samples over all features (features x samples, NaN = missing).
 * Features with too few values or without variation are left out.
 */
export function compareGroups(matrix: FeatureMatrix, request: GroupComparison): ComparisonTable {
  const { statistic, logP, difference, prior, ranking } = testGroups(matrix, request);
  const means = request.groups.map((group) => meansOf(matrix, group));
  const features = Uint32Array.from(logP.keys())
    .filter((at) => Number.isFinite(logP[at]) && Number.isFinite(statistic[at]))
    .sort((a, b) => numberAt(logP, a) - numberAt(logP, b) || a - b);
  const pick = (column: ArrayLike<number>) => Float64Array.from(features, (at) => numberAt(column, at));
  const logs = pick(logP);
  const p = logs.map(Math.exp);
  return {
    features,
    difference: difference ? pick(difference) : Float64Array.from(features, (at) => spreadOf(means, at)),
    means: means.map(pick),
    statistic: pick(statistic),
    ranking: pick(ranking ?? statistic),
    log10P: logs.map((log) => log / Math.LN10),
    p,
    q: adjustPValues(p),
    prior: prior ?? null,
    leftOut: matrix.featureCount - features.length,
  };
}
