import { describe, expect, test } from 'vitest';
import { numberAt } from '../../arrays/number-at.ts';
import { featureMatrix } from '../matrix.ts';
import { adjustPValues } from '../modules/traits.ts';
import {
  answersOf,
  type Column,
  columnsOf,
  expectEqual,
  expectLogP,
  hasAnswers,
  type Input,
  readAnswer,
  readAttributes,
  readMatrix,
} from '../r-answers/read.ts';
import { compareGroups } from './compare-groups.ts';
import { covariateOf } from './covariates.ts';
import { moderatedComparison, moderatedPairs, pairDifferences } from './moderated.ts';
import { kruskalWallisTest, rankSumTest, signedRankTest } from './rank-tests.ts';
import { welchTest } from './welch.ts';

type Columns = Record<string, Column>;
interface Group {
  samples: string[];
}

function qOf(logP: Float64Array): Float64Array {
  return adjustPValues(logP.map(Math.exp));
}

describe.runIf(hasAnswers)('comparisons equal R', () => {
  test('there are answers of every kind', () => {
    for (const kind of ['two_groups_', 'many_groups_', 'paired_', 'adjusted_'])
      expect(answersOf(kind)).not.toEqual([]);
  });

  test.each(answersOf('two_groups_'))('%s', (name) => {
    const answer = readAnswer<{
      input: Input;
      A: Group;
      B: Group;
      prior: { d0: number | 'Inf'; s2_0: number };
      mean_A: Column;
      mean_B: Column;
      moderated: Columns;
      welch: Columns;
      rank_sum: Columns;
    }>(name);
    const measured = readMatrix(answer.input);
    const [a, b] = [columnsOf(measured, answer.A.samples), columnsOf(measured, answer.B.samples)];
    const moderated = moderatedComparison(measured.matrix, [a, b]);
    expectEqual([moderated.prior.d0, moderated.prior.s02], [answer.prior.d0, answer.prior.s2_0], 1e-9);
    expectEqual(moderated.difference, answer.moderated.difference ?? [], 1e-12, 1);
    expectEqual(moderated.t, answer.moderated.t ?? [], 1e-9, 1e-3);
    expectEqual(moderated.df2, answer.moderated.df ?? [], 1e-9);
    expectLogP(moderated.logP, answer.moderated);
    expectEqual(qOf(moderated.logP), answer.moderated.q ?? [], 1e-9, 1e-290);
    const welch = welchTest(measured.matrix, a, b);
    expectEqual(welch.meanFirst, answer.mean_A, 1e-12, 1);
    expectEqual(welch.meanSecond, answer.mean_B, 1e-12, 1);
    expectEqual(welch.t, answer.welch.t ?? [], 1e-9, 1e-3);
    expectEqual(welch.df, answer.welch.df ?? [], 1e-9);
    expectLogP(welch.logP, answer.welch);
    const ranks = rankSumTest(measured.matrix, a, b, { exact: false });
    expectEqual(ranks.statistic, answer.rank_sum.W ?? [], 1e-12);
    expectLogP(ranks.logP, answer.rank_sum);
    expectEqual(qOf(ranks.logP), answer.rank_sum.q ?? [], 1e-9);
  });

  test.each(answersOf('adjusted_'))('%s', (name) => {
    const answer = readAnswer<{
      input: Input;
      A: Group;
      B: Group;
      covariates: string | string[];
      prior: { d0: number | 'Inf'; s2_0: number };
      moderated: Columns;
    }>(name);
    const measured = readMatrix(answer.input);
    const [a, b] = [columnsOf(measured, answer.A.samples), columnsOf(measured, answer.B.samples)];
    const attributes = readAttributes(answer.input, measured);
    const covariates = [answer.covariates]
      .flat()
      .flatMap((attribute) => covariateOf(attribute, attributes.get(attribute) ?? [], [...a, ...b]).columns);
    const found = moderatedComparison(measured.matrix, [a, b], covariates);
    expectEqual([found.prior.d0, found.prior.s02], [answer.prior.d0, answer.prior.s2_0], 1e-9);
    expectEqual(found.difference, answer.moderated.difference ?? [], 1e-11, 1);
    expectEqual(found.t, answer.moderated.t ?? [], 1e-9, 1e-3);
    expectEqual(found.df2, answer.moderated.df ?? [], 1e-9);
    expectLogP(found.logP, answer.moderated);
    expectEqual(qOf(found.logP), answer.moderated.q ?? [], 1e-9, 1e-290);
  });

  test.each(answersOf('many_groups_'))('%s', (name) => {
    const answer = readAnswer<{
      input: Input;
      groups: Record<string, string[]>;
      prior: { d0: number | 'Inf'; s2_0: number };
      moderated_F: Columns;
      kruskal: Columns;
    }>(name);
    const measured = readMatrix(answer.input);
    const groups = Object.values(answer.groups).map((labels) => columnsOf(measured, labels));
    const moderated = moderatedComparison(measured.matrix, groups);
    expectEqual([moderated.prior.d0, moderated.prior.s02], [answer.prior.d0, answer.prior.s2_0], 1e-9);
    expectEqual(moderated.f, answer.moderated_F.F ?? [], 1e-9, 1e-3);
    expectLogP(moderated.logP, answer.moderated_F);
    const kruskal = kruskalWallisTest(measured.matrix, groups);
    expectEqual(kruskal.statistic, answer.kruskal.H ?? [], 1e-9, 1e-2);
    expectLogP(kruskal.logP, answer.kruskal);
  });

  test.each(answersOf('paired_'))('%s', (name) => {
    const answer = readAnswer<{
      input: Input;
      pairs: { A: string[]; B: string[] };
      prior: { d0: number | 'Inf'; s2_0: number };
      moderated: Columns;
      signed_rank: Columns;
    }>(name);
    const measured = readMatrix(answer.input);
    const [a, b] = [columnsOf(measured, answer.pairs.A), columnsOf(measured, answer.pairs.B)];
    const moderated = moderatedPairs(measured.matrix, a, b);
    expectEqual([moderated.prior.d0, moderated.prior.s02], [answer.prior.d0, answer.prior.s2_0], 1e-9);
    expectEqual(moderated.t, answer.moderated.t ?? [], 1e-9, 1e-3);
    expectLogP(moderated.logP, answer.moderated);
    const ranks = signedRankTest(pairDifferences(measured.matrix, a, b), { exact: false });
    expectEqual(ranks.statistic, answer.signed_rank.V ?? [], 1e-12);
    expectLogP(ranks.logP, answer.signed_rank);
  });
});

const FOUR = featureMatrix([
  [1, 2.5, 3, 4.2, 5.1, 9],
  [7, 1, Number.NaN, 3, 2, 8],
  [2, 2.2, 1.7, 6, 5.5, 5.9],
  [0.4, 3.1, 2.6, 0.2, 1.9, 3.3],
]);

test('swapping the groups changes only signs', () => {
  const one = moderatedComparison(FOUR, [
    [0, 1, 2],
    [3, 4, 5],
  ]);
  const other = moderatedComparison(FOUR, [
    [3, 4, 5],
    [0, 1, 2],
  ]);
  for (let feature = 0; feature < 4; feature += 1) {
    expect(numberAt(one.t, feature)).toBeCloseTo(-numberAt(other.t, feature), 12);
    expect(numberAt(one.logP, feature)).toBeCloseTo(numberAt(other.logP, feature), 12);
  }
});

test('adding a constant to all values changes no test', () => {
  const shifted = { ...FOUR, values: FOUR.values.map((value) => value + 8) };
  const groups = [
    [0, 1, 2],
    [3, 4, 5],
  ];
  const [one, other] = [moderatedComparison(FOUR, groups), moderatedComparison(shifted, groups)];
  for (let feature = 0; feature < 4; feature += 1)
    expect(numberAt(one.t, feature)).toBeCloseTo(numberAt(other.t, feature), 10);
});

test('small groups without ties have the exact P of the rank sum', () => {
  // wilcox.test(c(1, 2, 3), c(4, 5, 6)): 2 of 20 arrangements.
  const { statistic, logP } = rankSumTest(featureMatrix([[1, 2, 3, 4, 5, 6]]), [0, 1, 2], [3, 4, 5]);
  expect([...statistic]).toEqual([0]);
  expect(Math.exp(numberAt(logP, 0))).toBeCloseTo(0.1, 12);
});

describe('equal R on small groups', () => {
  test('Welch’s t', () => {
    const { t, df, logP } = welchTest(
      featureMatrix([[1, 2.5, 3, 4.2, 5.1, 9, 4.4, 7, 6.3]]),
      [0, 1, 2, 3],
      [4, 5, 6, 7, 8],
    );
    expect(numberAt(t, 0)).toBeCloseTo(-3.546618173276054, 12);
    expect(numberAt(df, 0)).toBeCloseTo(6.986240210728465, 12);
    expect(Math.exp(numberAt(logP, 0))).toBeCloseTo(0.009416667197023807, 12);
  });

  test('rank sum with ties and continuity correction', () => {
    const { statistic, logP } = rankSumTest(
      featureMatrix([[1, 2, 2, 4, 2, 5, 6, 7, 9]]),
      [0, 1, 2, 3],
      [4, 5, 6, 7, 8],
    );
    expect(numberAt(statistic, 0)).toBe(2);
    expect(Math.exp(numberAt(logP, 0))).toBeCloseTo(0.06168916598092452, 12);
  });

  test('Kruskal-Wallis with ties', () => {
    const { statistic, logP } = kruskalWallisTest(featureMatrix([[1, 2, 2, 4, 2, 5, 6, 7, 9, 9]]), [
      [0, 1, 2, 3],
      [4, 5, 6],
      [7, 8, 9],
    ]);
    expect(numberAt(statistic, 0)).toBeCloseTo(6.956249999999997, 12);
    expect(Math.exp(numberAt(logP, 0))).toBeCloseTo(0.03086522911595164, 12);
  });

  test('signed ranks', () => {
    const differences = featureMatrix([[1.2, -0.5, 2.5, 3, -1.1, 4]]);
    const { statistic, logP } = signedRankTest(differences, { exact: false });
    expect(numberAt(statistic, 0)).toBe(18);
    expect(Math.exp(numberAt(logP, 0))).toBeCloseTo(0.1422132419363925, 12);
  });
});

describe('P of ranks is exact as in wilcox.test', () => {
  const rankSum = (first: readonly number[], second: readonly number[]) => {
    const { logP } = rankSumTest(
      featureMatrix([[...first, ...second]]),
      [...first.keys()],
      second.map((_, at) => first.length + at),
    );
    return Math.exp(numberAt(logP, 0));
  };
  const signedRank = (values: readonly number[]) => {
    const { logP } = signedRankTest(featureMatrix([values]));
    return Math.exp(numberAt(logP, 0));
  };
  const sines = (count: number) => Array.from({ length: count }, (_, at) => 10 * Math.sin(at + 1));
  const cosines = (count: number, plus: number) =>
    Array.from({ length: count }, (_, at) => 9 * Math.cos((at + 1) * 1.3) + plus);

  test('where both groups are below fifty without ties', () => {
    expect(rankSum([1, 2.5, 3, 4.2], [5.1, 9, 4.4, 7, 6.3])).toBeCloseTo(0.015873015873015872, 14);
    expect(rankSum(sines(30), cosines(40, 2))).toBeCloseTo(0.19100356246649039, 12);
    expect(rankSum(sines(49), cosines(49, 7)) / 9.458743231611009e-6).toBeCloseTo(1, 10);
    const [low, high] = [sines(49), sines(49).map((value) => value + 100)];
    expect(rankSum(low, high) / 7.85002919296329e-29).toBeCloseTo(1, 10);
    expect(rankSum(high, low) / 7.85002919296329e-29).toBeCloseTo(1, 10);
  });

  test('and approximate from fifty on', () => {
    expect(rankSum(sines(50), cosines(49, 7)) / 9.889320563368239e-6).toBeCloseTo(1, 10);
  });

  test('where fewer than fifty pairs differ without ties and none is equal', () => {
    expect(signedRank([1.2, -0.5, 2.5, 3, -1.1, 4])).toBeCloseTo(0.15625, 14);
    expect(signedRank(sines(49).map((value) => value + 1.5))).toBeCloseTo(0.10533755526559931, 12);
    expect(signedRank(sines(50).map((value) => value + 1.5))).toBeCloseTo(0.11339008185388254, 12);
    expect(signedRank([0, 1.2, -0.5, 2.5, 3, -1.1, 4])).toBeCloseTo(0.14221324193639251, 12);
  });
});

test('equal values have no rank test', () => {
  const equal = featureMatrix([
    [7, 7, 7, 7, 7, 7],
    [0, 0, 0, 0, 0, 0],
  ]);
  for (const { statistic, logP } of [
    rankSumTest(equal, [0, 1, 2], [3, 4, 5]),
    kruskalWallisTest(equal, [
      [0, 1],
      [2, 3],
      [4, 5],
    ]),
    kruskalWallisTest(featureMatrix([[5, Number.NaN]]), [[0], [1]]),
  ])
    for (const figure of [...statistic, ...logP]) expect(figure).toBeNaN();
  expect(signedRankTest(equal).logP[1]).toBeNaN();
});

test('each sample of a pair is compared with its own', () => {
  const differences = pairDifferences(featureMatrix([[1, 2, 3, 10, 20, 30]]), [0, 1, 2], [3, 4, 5]);
  expect([...differences.values]).toEqual([-9, -18, -27]);
});

test('the t of a quiet feature shrinks and that of a noisy one grows, as variances are drawn together', () => {
  const matrix = featureMatrix([
    [1, 1.01, 0.99, 1.1, 1.12, 1.09],
    [1, 2, 3, 3, 4, 5.5],
    [1, 5, 9, 9, 2, 30],
    [2, 2.4, 2.1, 3, 3.3, 3.1],
  ]);
  const groups = [
    [0, 1, 2],
    [3, 4, 5],
  ];
  const { t, prior } = moderatedComparison(matrix, groups);
  expect(Number.isFinite(prior.d0)).toBe(true);
  // Of groups of equal size Welch's t is that of the pooled variance.
  const ordinary = welchTest(matrix, [0, 1, 2], [3, 4, 5]).t;
  expect(Math.abs(numberAt(t, 0))).toBeLessThan(0.99 * Math.abs(numberAt(ordinary, 0)));
  expect(Math.abs(numberAt(t, 2))).toBeGreaterThan(1.01 * Math.abs(numberAt(ordinary, 2)));
});

test('a feature with a missing value is adjusted as if the sample did not exist', () => {
  const batch = Float64Array.of(0, 1, 0, 1, 0, 1, 1);
  const complete = featureMatrix([
    [1, 2.5, 3, 4.2, 5.1, 9],
    [2, 2.2, 1.7, 6, 5.5, 5.9],
  ]);
  const holed = featureMatrix([
    [1, 2.5, 3, 4.2, 5.1, 9, Number.NaN],
    [2, 2.2, 1.7, 6, 5.5, 5.9, Number.NaN],
  ]);
  const one = moderatedComparison(
    complete,
    [
      [0, 1, 2],
      [3, 4, 5],
    ],
    [batch.subarray(0, 6)],
  );
  const other = moderatedComparison(
    holed,
    [
      [0, 1, 2],
      [3, 4, 5, 6],
    ],
    [batch],
  );
  for (const feature of [0, 1]) expect(numberAt(other.t, feature)).toBeCloseTo(numberAt(one.t, feature), 10);
});

describe('equal limma where values are missing', () => {
  // Printed by limma 3.54.1: eBayes(lmFit(x, design)), with the groups as the last columns of the design.
  const matrix = featureMatrix([
    [1, 2.5, 3, 4.2, 5.1, 9, 4.4, 7, 6.3],
    [2, 2.2, Number.NaN, 6, 5.5, 5.9, 7.1, Number.NaN, 6.6],
    [0.4, 3.1, 2.6, 0.2, 1.9, 3.3, Number.NaN, Number.NaN, Number.NaN],
    [5, 4.1, 4.6, 5.2, 4.9, 4.3, 3.8, Number.NaN, 5.6],
  ]);
  const groups = [
    [0, 1, 2],
    [3, 4, 5],
    [6, 7, 8],
  ];
  /** The third value occurs in one sample, which the last three features miss. */
  const batch = [Float64Array.of(0, 1, 0, 1, 0, 1, 0, 0, 1), Float64Array.of(0, 0, 0, 0, 0, 0, 0, 1, 0)];

  test('F takes the correlation of the coefficients from the whole design, and needs values in every group', () => {
    const { f, logP } = moderatedComparison(matrix, groups, batch);
    expectEqual(f, [3.6424699310392672, 46.892571146633756, null, 0.0346539882190448], 1e-10);
    expectEqual(
      logP.map(Math.exp),
      [0.09499977052426728, 0.000740097445041058, null, 0.9661395022463455],
      1e-10,
    );
  });

  test('a covariate without a value of its own leaves the design of that feature', () => {
    const two = [
      [0, 1, 2, 3],
      [4, 5, 6, 7, 8],
    ];
    const { t, difference } = moderatedComparison(matrix, two, batch);
    expectEqual(difference, [-3.525, -3.01, -1.025, 0.075], 1e-12);
    expectEqual(t, [-3.6120368054479517, -2.7567661004697825, -0.846271633624152, 0.0794892727858781], 1e-10);
  });

  test('a group that only a covariate tells apart is not tested', () => {
    const same = Float64Array.of(1, 1, 1, 0, 0, 0, 0, 0, 0);
    const { t } = moderatedComparison(matrix, [groups[0] ?? [], groups[1] ?? []], [same]);
    expect([...t]).toEqual([Number.NaN, Number.NaN, Number.NaN, Number.NaN]);
  });
});

test('features that differ by rounding only are not tested, as in t.test', () => {
  const matrix = featureMatrix([
    [0.1 + 0.2, 0.3, 0.3, 0.8, 0.8, 0.8],
    [0.31, 0.3, 0.3, 0.8, 0.8, 0.8],
  ]);
  const request = { test: 'welch', covariates: [] } as const;
  const groups = [Uint32Array.of(0, 1, 2), Uint32Array.of(3, 4, 5)];
  for (const isPaired of [false, true])
    expect([...compareGroups(matrix, { ...request, groups, isPaired }).features]).toEqual([1]);
});
