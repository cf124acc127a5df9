import { expect, test } from 'vitest';
import { pearson } from '../correlation.ts';
import { correlateEigengenes } from './eigengene-correlations.ts';

const A = [Float64Array.of(0.1, -0.4, 0.5, 0.2, -0.3), Float64Array.of(1, 1, 1, 1, 5)];
const B = [Float64Array.of(9, 0.3, 0.2, -0.1, 0.6), Float64Array.of(9, 0.5, 0.2, -0.4, 0.1)];
/** Sample by sample: the columns of A in the order of B, of which the first column is in B alone. */
const SAMPLES = [
  [3, 1],
  [0, 2],
  [1, 3],
  [2, 4],
] as const;

test('a correlation pairs the columns of the same samples', () => {
  const own = [0.2, 0.1, -0.4, 0.5];
  const found = correlateEigengenes(A, B, SAMPLES);
  expect([found[0], found[1]]).toEqual([
    pearson(own, [0.3, 0.2, -0.1, 0.6]),
    pearson(own, [0.5, 0.2, -0.4, 0.1]),
  ]);
});

test('the same network turned round has the same correlations', () => {
  const turned = SAMPLES.map(([own, other]): [number, number] => [other, own]);
  const [there, back] = [correlateEigengenes(A, B, SAMPLES), correlateEigengenes(B, A, turned)];
  expect([back[0], back[2]]).toEqual([there[0], there[1]]);
});

test('an eigengene that does not vary over the common samples has none', () => {
  const found = correlateEigengenes(A, B, SAMPLES);
  expect([found[2], found[3]]).toEqual([Number.NaN, Number.NaN]);
});

test('fewer than four common samples have none', () => {
  expect([...correlateEigengenes(A, B, SAMPLES.slice(1))]).toEqual(Array(4).fill(Number.NaN));
});
