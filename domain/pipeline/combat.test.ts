/** ComBat against sva for real cohorts, laws, and what is refused. */

import { describe, expect, test } from 'vitest';
import { numberAt } from '../arrays/number-at.ts';
import { type FeatureMatrix, featureMatrix, featureValues, sampleValues } from '../statistics/matrix.ts';
import { mean, variance } from '../statistics/moments.ts';
import {
  answersOf,
  columnsOf,
  expectEqual,
  hasAnswers,
  type Input,
  readAnswer,
  readMatrix,
} from '../statistics/r-answers/read.ts';
import { correctBatches } from './combat.ts';
import { refusalOf } from './test-refusals.ts';

/** Two batches of ten samples; the second is higher and wider. */
function inTwoBatches(featureCount = 60): FeatureMatrix {
  return featureMatrix(
    Array.from({ length: featureCount }, (_, feature) =>
      Array.from({ length: 20 }, (_, sample) => {
        const noise = Math.sin(feature * 12.9 + sample * 78.2) + Math.cos(feature * 3.7 - sample * 5.1);
        return 6 + Math.cos(feature) + (sample < 10 ? noise : 1.5 + 2 * noise);
      }),
    ),
  );
}

const labels = Array.from({ length: 20 }, (_, sample) => `S${sample + 1}`);
const batch = { attribute: 'Batch', cells: labels.map((_, sample) => (sample < 10 ? '1' : '2')) };

describe.runIf(hasAnswers)('equal R:', () => {
  test.each(answersOf('combat_'))('%s', (name) => {
    const answer = readAnswer<{
      call: string;
      input: Input;
      samples: string[];
      batch: string[];
      features: string[];
      values: number[][];
      row_mean: number[];
      row_sd: number[];
      column_sum: number[];
    }>(name);
    const measured = readMatrix(answer.input);
    expect(columnsOf(measured, answer.samples)).toEqual(measured.samples.map((_, at) => at));
    const corrected = correctBatches(measured.matrix, {
      batch: { attribute: 'Batch', cells: answer.batch },
      isMeanOnly: answer.call.includes('mean.only=TRUE'),
      labels: measured.samples,
    });
    expect(corrected.features).toHaveLength(measured.features.length);
    const rows = measured.features.map((_, feature) => featureValues(corrected.matrix, feature));
    expectEqual(rows.map(mean), answer.row_mean, 1e-9, 1);
    expectEqual(
      rows.map((row) => Math.sqrt(variance(row))),
      answer.row_sd,
      1e-9,
      1,
    );
    const sums = measured.samples.map((_, sample) =>
      sampleValues(corrected.matrix, sample).reduce((sum, value) => sum + value, 0),
    );
    expectEqual(sums, answer.column_sum, 1e-9, 1);
    answer.features.forEach((feature, at) => {
      expectEqual(rows[measured.features.indexOf(feature)] ?? [], answer.values[at] ?? [], 1e-9, 1);
    });
  });
});

test('batches have nearly the same mean and variance afterwards', () => {
  const { matrix, batches, isMeanOnly } = correctBatches(inTwoBatches(), { batch, labels });
  expect([batches, isMeanOnly]).toEqual([
    [
      { name: '1', sampleCount: 10 },
      { name: '2', sampleCount: 10 },
    ],
    false,
  ]);
  const shares = Array.from({ length: matrix.featureCount }, (_, feature) => {
    const row = featureValues(matrix, feature);
    return [
      mean(row.subarray(10)) - mean(row.subarray(0, 10)),
      variance(row.subarray(10)) / variance(row.subarray(0, 10)),
    ];
  });
  expect(Math.abs(mean(shares.map(([shift]) => shift ?? 0)))).toBeLessThan(0.02);
  expect(mean(shares.map(([, ratio]) => ratio ?? 0))).toBeLessThan(1.5);
});

test('values shifted or scaled by one number are corrected alike', () => {
  const matrix = inTwoBatches();
  const scaled = { ...matrix, values: matrix.values.map((value) => 3 * value + 11) };
  const [plain, other] = [matrix, scaled].map(
    (each) => correctBatches(each, { batch, labels }).matrix.values,
  );
  expectEqual(
    (other ?? []).map((value) => (value - 11) / 3),
    [...(plain ?? [])],
    1e-11,
    1,
  );
});

test('an effect of a covariate stays, where without it the batches would take it', () => {
  const grade = labels.map((_, sample) => (sample % 10 < (sample < 10 ? 3 : 7) ? 'high' : 'low'));
  const matrix = inTwoBatches();
  const withEffect = {
    ...matrix,
    values: matrix.values.map((value, at) => value + (grade[at % 20] === 'high' ? 8 : 0)),
  };
  const differenceOf = (corrected: FeatureMatrix) =>
    mean(
      Array.from({ length: corrected.featureCount }, (_, feature) => {
        const row = featureValues(corrected, feature);
        const of = (name: string) => mean([...row].filter((_, sample) => grade[sample] === name));
        return of('high') - of('low');
      }),
    );
  const blind = correctBatches(withEffect, { batch, labels }).matrix;
  const aware = correctBatches(withEffect, {
    batch,
    labels,
    covariates: [{ attribute: 'Grade', cells: grade }],
  }).matrix;
  expect(differenceOf(aware)).toBeGreaterThan(differenceOf(blind) + 0.5);
  expect(differenceOf(aware)).toBeGreaterThan(7.5);
});

test('a batch of one sample is corrected by its mean only', () => {
  const cells = labels.map((_, sample) => (sample === 0 ? '3' : (batch.cells[sample] ?? null)));
  const { isMeanOnly, matrix } = correctBatches(inTwoBatches(), {
    batch: { attribute: 'Batch', cells },
    labels,
  });
  expect(isMeanOnly).toBe(true);
  expect(matrix.values.every(Number.isFinite)).toBe(true);
});

test('a feature that is constant in a batch stays as it is, one that is constant everywhere is left out', () => {
  const matrix = inTwoBatches(10);
  const values = Float64Array.from(matrix.values);
  values.fill(4, 20, 30);
  values.fill(4, 60, 80);
  values[101] = Number.NaN;
  const corrected = correctBatches({ ...matrix, values }, { batch, labels });
  expect([corrected.unadjusted, corrected.constant, corrected.incomplete]).toEqual([[1], [3], [5]]);
  expect(corrected.features).toEqual([0, 1, 2, 4, 6, 7, 8, 9]);
  expect([...featureValues(corrected.matrix, 1)]).toEqual([...values.subarray(20, 40)]);
  expect(numberAt(featureValues(corrected.matrix, 0), 0)).not.toBe(numberAt(values, 0));
});

describe('refused, with its sentence:', () => {
  const correct = (cells: (string | null)[], covariates: { attribute: string; cells: string[] }[] = []) =>
    refusalOf(() =>
      correctBatches(inTwoBatches(), { batch: { attribute: 'Batch', cells }, covariates, labels }),
    );

  test('one batch only', () => {
    expect(correct(labels.map(() => '1'))).toBe(
      'one_batch: All samples have the same Batch, so there is no batch effect to remove.',
    );
  });

  test('a batch for every sample', () => {
    expect(correct(labels)).toBe(
      'single_samples: Every sample has another Batch, so batches cannot be estimated.',
    );
  });

  test('samples without a batch, with their labels', () => {
    expect(
      correct(batch.cells.map((cell, sample) => (sample === 4 ? 'NA' : sample === 7 ? null : cell))),
    ).toBe('samples_without_batch: Samples without a value of Batch: S5, S8.');
  });

  test('a covariate that is the batch, one that follows from others, and one that samples lack', () => {
    expect(correct(batch.cells, [{ attribute: 'Plate', cells: batch.cells.map((cell) => `P${cell}`) }])).toBe(
      'confounded: Batch and Plate are confounded: their effects cannot be told apart.',
    );
    const sex = { attribute: 'Sex', cells: labels.map((_, sample) => (sample % 2 === 0 ? 'M' : 'F')) };
    expect(correct(batch.cells, [sex, { ...sex, attribute: 'Gender' }])).toBe(
      'confounded: Gender is confounded with Batch and the covariates before it.',
    );
    expect(
      correct(batch.cells, [{ attribute: 'Age', cells: labels.map((_, at) => (at === 2 ? '' : `${at}`)) }]),
    ).toBe('samples_without_covariate: Samples without a value of Age: S3.');
  });
});
