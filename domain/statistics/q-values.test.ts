import { describe, expect, test } from 'vitest';
import { numberAt } from '../arrays/number-at.ts';
import { falseDiscoveryCut, nullShare, qValues } from './q-values.ts';
import { answersOf, expectEqual, hasAnswers, readAnswer } from './r-answers/read.ts';
import { smoothingSpline } from './smoothing-spline.ts';

describe.runIf(hasAnswers)('equal R:', () => {
  test.each(answersOf('qvalues_'))('%s', (name) => {
    const answer = readAnswer<{
      pi0: number;
      p: number[];
      q: number[];
      'largest_p_with_q_below_.05': number | null;
    }>(name);
    const p = Float64Array.from(answer.p);
    const { q, nullShare: share } = qValues(p);
    expect(Math.abs(share - answer.pi0)).toBeLessThan(1e-9);
    expectEqual(q, answer.q, 1e-9);
    const sorted = p.toSorted();
    const cut = falseDiscoveryCut(
      { count: p.length, nullShare: share },
      (rank) => numberAt(sorted, rank),
      0.05,
    );
    expect(cut).toBe(answer['largest_p_with_q_below_.05'] ?? 0);
  });
});

// R: x <- seq(.05, .95, .05); predict(smooth.spline(x, sin(3*x) + .2*cos(20*x), df = 3), x)$y
test('the spline is that of R, first, middle and last point', () => {
  const x = Array.from({ length: 19 }, (_, at) => (at + 1) / 20);
  const fit = smoothingSpline(
    x,
    x.map((value) => Math.sin(3 * value) + 0.2 * Math.cos(20 * value)),
    0.021551197660724108,
  );
  expect(Math.abs(numberAt(fit, 0) - 0.28427246916312449)).toBeLessThan(1e-12);
  expect(Math.abs(numberAt(fit, 9) - 0.89769149001553905)).toBeLessThan(1e-12);
  expect(Math.abs(numberAt(fit, 18) - 0.52158200325390947)).toBeLessThan(1e-12);
});

test('a straight line has no roughness to smooth, whatever the penalty', () => {
  const x = [0, 1, 2, 5, 7];
  const fit = smoothingSpline(
    x,
    x.map((value) => 2 * value - 3),
    1000,
  );
  expectEqual(
    fit,
    x.map((value) => 2 * value - 3),
    1e-9,
    1,
  );
});

test('P values without a large one have no share of nulls to estimate, so it is 1', () => {
  expect(nullShare(1000, () => 0)).toBe(1);
  expect(nullShare(1000, (bound) => 1000 * (1 - bound))).toBeCloseTo(1, 12);
});

test('the cut is the largest P of a q below the rate, read from the sorted values', () => {
  const sorted = [0.0001, 0.0002, 0.02, 0.2, 0.6, 0.9];
  const read: number[] = [];
  const cut = falseDiscoveryCut(
    { count: 6, nullShare: 1 },
    (rank) => {
      read.push(rank);
      return numberAt(sorted, rank);
    },
    0.05,
  );
  expect(cut).toBe(0.02);
  expect(falseDiscoveryCut({ count: 2, nullShare: 1 }, (rank) => [0.4, 0.9][rank] ?? 1, 0.05)).toBe(0);
});

test('a q equal to the rate is not below it', () => {
  // With every test a null, the second q is .125 * 4 / 2.
  const cut = (rate: number) =>
    falseDiscoveryCut({ count: 4, nullShare: 1 }, (rank) => [0.0625, 0.125, 0.75, 1][rank] ?? 1, rate);
  expect(cut(0.25)).toBe(0);
  expect(cut(0.2500001)).toBe(0.125);
});

test('no more than all tests are nulls', () => {
  expect(nullShare(1000, () => 1000)).toBe(1);
});
