import { describe, expect, test } from 'vitest';
import { numberAt } from '../../arrays/number-at.ts';
import { bicor, pearson } from '../correlation.ts';
import { featureMatrix, featureValues, selectSamples } from '../matrix.ts';
import {
  answersOf,
  type Column,
  expectEqual,
  expectLogP,
  hasAnswers,
  type Input,
  readAnswer,
  readEigengenes,
  readMatrix,
} from '../r-answers/read.ts';
import { combineBySymbol, combineCorrelations, strongestFeatures } from './combined.ts';
import {
  type Correlates,
  type CorrelationMeasure,
  correlatesOf,
  type NoCorrelates,
  profilesOf,
} from './correlates.ts';

function found(result: Correlates | NoCorrelates): Correlates {
  if (typeof result === 'string') throw new Error(result);
  return result;
}

type Rows = Record<'r' | 't' | 'p' | 'q', Column> & { feature: string[] };

describe.runIf(hasAnswers)('correlates equal R', () => {
  test('there are answers', () => {
    expect(answersOf('correlates_').length).toBeGreaterThan(4);
    expect(answersOf('combined_').length).toBeGreaterThan(3);
  });

  test.each(answersOf('correlates_'))('%s', (name) => {
    const answer = readAnswer<{
      input: Input;
      subject: { feature?: string; module?: string; network?: string };
      n: number;
      features_tested: number;
      measures: Record<CorrelationMeasure, { top: Rows; random: Rows }>;
    }>(name);
    const { features, matrix } = readMatrix(answer.input);
    const { feature, module = '', network = '' } = answer.subject;
    const subjectFeature = feature === undefined ? undefined : features.indexOf(feature);
    const subject =
      subjectFeature === undefined
        ? (readEigengenes(answer.input.root, network).get(module) ?? [])
        : featureValues(matrix, subjectFeature);
    for (const measure of ['pearson', 'bicor', 'spearman'] as const) {
      const result = found(
        correlatesOf(matrix, subject, {
          measure,
          ...(subjectFeature === undefined ? {} : { subjectFeature }),
        }),
      );
      expect(result.r.filter((r) => !Number.isNaN(r)).length).toBe(answer.features_tested);
      expect(result.n[0]).toBe(answer.n);
      for (const { feature: named, ...rows } of Object.values(answer.measures[measure])) {
        const at = named.map((one) => features.indexOf(one));
        const pick = (values: Float64Array) => Float64Array.from(at, (index) => numberAt(values, index));
        expectEqual(pick(result.r), rows.r, 1e-12, 1);
        expectEqual(pick(result.t), rows.t, 1e-9, 1e-2);
        expectLogP(pick(result.logP), rows);
        expectEqual(pick(result.q), rows.q, 1e-9);
      }
    }
  });

  test.each(answersOf('combined_'))('%s', (name) => {
    const answer = readAnswer<{
      input: (Input & { title_and_version: string })[];
      rows: Record<string, Column>;
    }>(name);
    const bySet = answer.input.map(({ title_and_version }) => answer.rows[`r in ${title_and_version}`] ?? []);
    const rows = (answer.rows.k ?? []).map((_, row) =>
      combineCorrelations(
        bySet.map((column) => Number(column[row] ?? Number.NaN)),
        answer.input.map(({ samples }) => samples),
      ),
    );
    expect(rows.length).toBeGreaterThan(100);
    const column = (key: keyof (typeof rows)[number]) => rows.map((row) => row[key]);
    expectEqual(column('k'), answer.rows.k ?? [], 1e-12);
    expectEqual(column('z'), answer.rows.Z ?? [], 1e-9, 1e-2);
    expectEqual(column('meanZ'), answer.rows.zbar ?? [], 1e-9, 1e-2);
    expectEqual(column('q'), answer.rows.Q ?? [], 1e-9, 1e-2);
    expectEqual(column('meanR'), answer.rows.mean_r ?? [], 1e-12, 1);
    expectEqual(column('combinedR'), answer.rows.combined_r ?? [], 1e-12, 1);
    expectEqual(column('iSquared'), answer.rows.I2 ?? [], 1e-9, 1e-2);
    expectLogP(Float64Array.from(column('logP')), answer.rows);
    expectEqual(column('logPOfQ').map(Math.exp), answer.rows.p_Q ?? [], 1e-9);
  });
});

const MATRIX = featureMatrix([
  [1, 4, 2, 8, 5, 7],
  [2, 8, 4, 16, 10, 14],
  [3, 1, Number.NaN, 2, 6, 4],
  [9, 5, 5, 1, 4, 2],
  [5, 5, 5, 5, 5, 5],
  [1, Number.NaN, Number.NaN, Number.NaN, 3, 2],
]);
const SUBJECT = featureValues(MATRIX, 0);

test('a copy has the values of the subject; a multiple correlates fully and is none', () => {
  const matrix = featureMatrix([
    [1, 4, 2, 8],
    [1, 4, 2, 8],
    [2, 8, 4, 16],
    [1, 4, 2, Number.NaN],
  ]);
  for (const measure of ['pearson', 'bicor', 'spearman'] as const) {
    const { r, isCopy } = found(
      correlatesOf(matrix, featureValues(matrix, 0), { measure, subjectFeature: 0 }),
    );
    expect(numberAt(r, 2)).toBeCloseTo(1, 12);
    expect([...isCopy]).toEqual([0, 1, 0, 0]);
  }
});

test('the subject has no result, a feature that does not vary has none', () => {
  const { r, n, q } = found(correlatesOf(MATRIX, SUBJECT, { measure: 'pearson', subjectFeature: 0 }));
  expect([...r].map(Number.isNaN)).toEqual([true, false, false, false, true, true]);
  expect([...q].map(Number.isNaN)).toEqual([true, false, false, false, true, true]);
  expect([...n]).toEqual([6, 6, 5, 6, 6, 3]);
  // R: cor.test(c(1,4,2,8,5,7), c(9,5,5,1,4,2))
  expect(numberAt(r, 3)).toBeCloseTo(pearson(SUBJECT, featureValues(MATRIX, 3)), 12);
});

test('missing values are left out pairwise, for every measure', () => {
  const kept = [0, 1, 3, 4, 5];
  const complete = selectSamples(MATRIX, kept);
  for (const measure of ['pearson', 'bicor', 'spearman'] as const) {
    const pairwise = found(correlatesOf(MATRIX, SUBJECT, { measure }));
    const expected = found(correlatesOf(complete, featureValues(complete, 0), { measure }));
    expect(numberAt(pairwise.r, 2)).toBeCloseTo(numberAt(expected.r, 2), 12);
    expect(numberAt(pairwise.logP, 2)).toBeCloseTo(numberAt(expected.logP, 2), 12);
  }
});

test('kept profiles change nothing', () => {
  for (const measure of ['pearson', 'bicor', 'spearman'] as const) {
    const profiles = profilesOf(MATRIX, measure);
    for (const subject of [SUBJECT, [1, 4, Number.NaN, 8, 5, 7]])
      expect(correlatesOf(MATRIX, subject, { measure, profiles })).toEqual(
        correlatesOf(MATRIX, subject, { measure }),
      );
  }
});

test('restricted to some samples, the result is that of a matrix of these samples', () => {
  const samples = [5, 0, 3, 1];
  const complete = selectSamples(MATRIX, samples);
  const { r } = found(correlatesOf(MATRIX, SUBJECT, { measure: 'bicor', samples }));
  expect(numberAt(r, 3)).toBeCloseTo(bicor(featureValues(complete, 0), featureValues(complete, 3)), 12);
});

test('P is that of Student with n - 2 degrees of freedom', () => {
  // r = 0.5 with 6 samples: t = 0.5 * sqrt(4 / 0.75) = 1.1547, P = 0.3125 (two-sided, 4 degrees of freedom).
  const matrix = featureMatrix([[0, 0, 1, 1, 0, 1]]);
  const subject = [0, 1, 0, 1, 0, 1];
  const { r, t, logP } = found(correlatesOf(matrix, subject, { measure: 'pearson' }));
  expect(numberAt(r, 0)).toBeCloseTo(1 / 3, 12);
  expect(numberAt(t, 0)).toBeCloseTo((1 / 3) * Math.sqrt(4 / (8 / 9)), 12);
  expect(Math.exp(numberAt(logP, 0))).toBeCloseTo(0.5185185185, 9);
});

test('Spearman uses ranks only', () => {
  const matrix = featureMatrix([[1, 16, 4, 4096, 25, 1024]]);
  const { r } = found(correlatesOf(matrix, SUBJECT, { measure: 'spearman' }));
  expect(numberAt(r, 0)).toBeCloseTo(1, 12);
});

test('a subject without variation or with too few samples has no correlates', () => {
  expect(correlatesOf(MATRIX, [1, 1, 1, 1, 1, 1], { measure: 'spearman' })).toBe('does not vary');
  const few = [1, 2, 3, Number.NaN, Number.NaN, Number.NaN];
  expect(correlatesOf(MATRIX, few, { measure: 'pearson' })).toBe('fewer than 4 samples');
  expect(() => correlatesOf(MATRIX, [1, 2], { measure: 'pearson' })).toThrow(RangeError);
});

test('progress is told after each block, and cancelling ends before the next', () => {
  const rows = featureMatrix(Array.from({ length: 1200 }, (_, row) => [row, 1, 2, 3, 5]));
  const told: [number, number][] = [];
  const options = {
    measure: 'pearson',
    onProgress: (done: number, total: number) => told.push([done, total]),
  } as const;
  const subject = [1, 2, 3, 4, 5];
  found(correlatesOf(rows, subject, options));
  expect(told).toEqual([
    [500, 1200],
    [1000, 1200],
    [1200, 1200],
  ]);
  told.length = 0;
  expect(correlatesOf(rows, subject, { ...options, isCancelled: () => told.length === 1 })).toBe('cancelled');
  expect(told.length).toBe(1);
});

test('correlations are combined with weights n - 3', () => {
  const combined = combineCorrelations([0.5, 0.2, Number.NaN, 0.9], [13, 28, 50, 3]);
  const [z1, z2] = [Math.atanh(0.5), Math.atanh(0.2)];
  expect(combined.k).toBe(2);
  expect(combined.z).toBeCloseTo((10 * z1 + 25 * z2) / Math.sqrt(35), 12);
  const mean = (10 * z1 + 25 * z2) / 35;
  expect(combined.q).toBeCloseTo(10 * (z1 - mean) ** 2 + 25 * (z2 - mean) ** 2, 12);
  expect(combined.meanR).toBeCloseTo(0.35, 12);
  expect(combined.iSquared).toBe(0);
});

test('differences between data sets beyond chance have their share', () => {
  const combined = combineCorrelations([0.9, -0.5], [103, 103]);
  expect(combined.iSquared).toBeCloseTo((combined.q - 1) / combined.q, 12);
  expect(combined.iSquared).toBeGreaterThan(0.9);
  expect(Number.isFinite(combineCorrelations([1, 1], [10, 10]).z)).toBe(true);
  expect(() => combineCorrelations([1], [])).toThrow(RangeError);
});

test('of several features of a symbol the strongest counts in each data set, and copies are last', () => {
  const set = (r: number[], isCopy = r.map(() => 0)) => ({
    r,
    n: r.map(() => 20),
    isCopy,
    features: [0, 1, 2, 3],
    symbols: [5, 5, 6, 7],
  });
  const rows = combineBySymbol(
    [set([0.2, -0.7, 0.5, 1], [0, 0, 0, 1]), set([0.1, Number.NaN, 0.6, 1], [0, 0, 0, 1])],
    new Set(),
  );
  expect(rows.map(({ symbol, isCopy, copies }) => [symbol, isCopy, copies])).toEqual([
    [6, false, [false, false]],
    [5, false, [false, false]],
    [7, true, [true, true]],
  ]);
  expect(rows[1]).toMatchObject({ features: [1, 0], counts: [2, 1], r: [-0.7, 0.1], k: 2 });
  expect(rows[0]?.z).toBeCloseTo(combineCorrelations([0.5, 0.6], [20, 20]).z, 12);
  expect(combineBySymbol([set([0.2, 0.3, 0.5, 0.1])], new Set([5, 6, 7]))).toEqual([]);
});

test('a symbol that copies the subject in one data set is combined over the others', () => {
  const set = (r: number[], isCopy: number[]) => ({
    ...{ r, isCopy, n: r.map(() => 20) },
    ...{ features: [0, 1, 2], symbols: [5, 6, 7] },
  });
  // The subject itself, feature 2 of the first data set, has no correlation; it is also a probe of symbol 7.
  const rows = combineBySymbol(
    [set([1, 0.5, Number.NaN], [1, 0, 1]), set([0.8, 0.6, 0.9], [0, 0, 0]), set([0.7, 0.4, 0.6], [0, 0, 0])],
    new Set(),
  );
  expect(rows.map(({ symbol }) => symbol)).toEqual([7, 5, 6]);
  const of = (symbol: number) => rows.find((row) => row.symbol === symbol);
  expect(of(5)).toMatchObject({ k: 2, copies: [true, false, false], isCopy: false, features: [-1, 0, 0] });
  expect(of(5)?.z).toBeCloseTo(combineCorrelations([0.8, 0.7], [20, 20]).z, 12);
  expect(of(7)).toMatchObject({ k: 2, copies: [true, false, false], isCopy: false });
});

test('of several features of a symbol the one with the largest correlation counts, whatever its sign', () => {
  const strongest = strongestFeatures(
    ['TREM2', 'TREM2', null, 'SPI1', 'CD4'],
    [0.3, -0.6, 0.9, 0.1, Number.NaN],
  );
  expect([...strongest]).toEqual([
    ['TREM2', 1],
    ['SPI1', 3],
  ]);
});
