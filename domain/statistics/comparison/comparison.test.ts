import { describe, expect, test } from 'vitest';
import { featureMatrix, numberAt } from '../matrix.ts';
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
    const ranks = signedRankTest(pairDifferences(measured.matrix, a, b));
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
    const { statistic, logP } = signedRankTest(featureMatrix([[1.2, -0.5, 2.5, 3, -1.1, 4]]));
    expect(numberAt(statistic, 0)).toBe(18);
    expect(Math.exp(numberAt(logP, 0))).toBeCloseTo(0.1422132419363925, 12);
  });
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
