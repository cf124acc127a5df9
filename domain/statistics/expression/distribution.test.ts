import { describe, expect, test } from 'vitest';
import { numberAt } from '../../arrays/number-at.ts';
import { featureValues } from '../matrix.ts';
import {
  answersOf,
  expectEqual,
  hasAnswers,
  type Input,
  readAnswer,
  readAttributes,
  readMatrix,
} from '../r-answers/read.ts';
import { boxSummary, densityBandwidth, kernelDensity } from './distribution.ts';

describe.runIf(hasAnswers)('distributions by attribute equal R', () => {
  test.each(answersOf('expression_'))('%s', (name) => {
    const { input, answers } = readAnswer<{
      input: Input;
      answers: { feature: string; attribute: string; groups?: Record<string, Record<string, number>> }[];
    }>(name);
    const measured = readMatrix(input);
    const attributes = readAttributes(input, measured);
    let compared = 0;
    for (const { feature, attribute, groups = {} } of answers) {
      const row = featureValues(measured.matrix, measured.features.indexOf(feature));
      for (const [group, answer] of Object.entries(groups)) {
        const cells = attributes.get(attribute) ?? [];
        const values = row.filter((value, sample) => cells[sample] === group && !Number.isNaN(value));
        const found = boxSummary(values);
        expectEqual(
          [
            found.n,
            found.mean,
            found.sd,
            found.median,
            found.q1,
            found.q3,
            found.whiskerLow,
            found.whiskerHigh,
          ],
          ['n', 'mean', 'sd', 'median', 'q1', 'q3', 'whisker_low', 'whisker_high'].map(
            (key) => answer[key] ?? null,
          ),
          1e-9,
          1e-3,
        );
        if (values.length > 1) expectEqual([densityBandwidth(values)], [answer.bw_nrd0 ?? null], 1e-9);
        compared += 1;
      }
    }
    expect(compared).toBeGreaterThan(1);
  });
});

test('a value beyond 1.5 interquartile ranges is outside the whiskers', () => {
  const { q1, q3, whiskerLow, whiskerHigh } = boxSummary(Float64Array.of(1, 2, 3, 4, 5, 100));
  expect([q1, q3, whiskerLow, whiskerHigh]).toEqual([2.25, 4.75, 1, 5]);
});

test('the density spans the range of the values and is symmetric for symmetric values', () => {
  const { x, y } = kernelDensity(Float64Array.of(-2, -1, 0, 1, 2));
  expect([x.length, x[0], x[63]]).toEqual([64, -2, 2]);
  expect(numberAt(y, 10)).toBeCloseTo(numberAt(y, 53), 12);
});
