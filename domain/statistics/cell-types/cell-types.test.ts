import { describe, expect, test } from 'vitest';
import { f64At } from '../../arrays/number-at.ts';
import { type FeatureMatrix, featureMatrix } from '../matrix.ts';
import { drawInto, randomOf } from '../preservation/random.ts';
import { relativeExpression } from './relative-expression.ts';
import { agreementOf, tauOf } from './specificity.ts';
import { testTopType } from './top-type.ts';

interface Shape {
  genes: number;
  types: number;
  seed: number;
  /** share of missing values */
  missing?: number;
}

/** Means of genes, each with a level of its own that varies a little over types. */
function reference({ genes, types, seed, missing = 0 }: Shape): FeatureMatrix {
  const random = randomOf(seed);
  return featureMatrix(
    Array.from({ length: genes }, () => {
      const level = random() ** 3 * 4;
      return Float64Array.from({ length: types }, () =>
        random() < missing ? Number.NaN : level * (0.5 + random()),
      );
    }),
  );
}

function setOf(genes: number, count: number, seed: number): number[] {
  const rows = Int32Array.from({ length: genes }, (_, row) => row);
  drawInto(rows, count, randomOf(seed));
  return [...rows.subarray(0, count)];
}

/** The definition, without typed arrays. */
function naiveRelative({ sampleCount, featureCount, values }: FeatureMatrix, members: readonly number[]) {
  const meanOf = (genes: readonly number[], type: number) => {
    const found = genes
      .map((gene) => f64At(values, gene * sampleCount + type))
      .filter((v) => !Number.isNaN(v));
    return found.reduce((sum, value) => sum + value, 0) / found.length;
  };
  const all = [...Array(featureCount).keys()];
  return [...Array(sampleCount).keys()].map((type) => meanOf(members, type) / meanOf(all, type));
}

describe('relative expression', () => {
  test.each([0, 0.2])('equals its definition, with %d of the values missing', (missing) => {
    const matrix = reference({ genes: 200, types: 7, seed: 1, missing });
    const members = setOf(200, 15, 2);
    const naive = naiveRelative(matrix, members);
    const found = relativeExpression(matrix, members);
    const most = Math.max(...naive);
    for (const [type, value] of naive.entries()) {
      expect(Math.abs(f64At(found.relative, type) - value)).toBeLessThan(1e-12);
      expect(Math.abs(f64At(found.index, type) - value / most)).toBeLessThan(1e-12);
    }
    expect(found.top).toBe(naive.indexOf(most));
    expect(found.next).toBe(naive.indexOf(Math.max(...naive.filter((value) => value !== most))));
  });

  test('of all genes is the same in all types', () => {
    const matrix = reference({ genes: 50, types: 4, seed: 3 });
    const { index, relative } = relativeExpression(matrix, [...Array(50).keys()]);
    for (const value of [...index, ...relative]) expect(value).toBeCloseTo(1, 12);
  });

  test('has no top type without a measured or an expressed member', () => {
    const matrix = featureMatrix([
      Float64Array.of(Number.NaN, Number.NaN),
      Float64Array.of(0, 0),
      Float64Array.of(1, 2),
    ]);
    expect(relativeExpression(matrix, [])).toMatchObject({ measured: 0, top: null, next: null });
    expect(relativeExpression(matrix, [0])).toMatchObject({ measured: 0, top: null });
    expect(relativeExpression(matrix, [1])).toMatchObject({ measured: 1, top: null });
  });

  test('is undefined in a type whose genes are all 0', () => {
    const matrix = featureMatrix([Float64Array.of(1, 0, 2), Float64Array.of(3, 0, 2)]);
    const { index, top, next } = relativeExpression(matrix, [1]);
    expect([...index]).toEqual([1, Number.NaN, 1 / 1.5]);
    expect([top, next]).toEqual([0, 2]);
  });
});

describe('the test of the top type', () => {
  test('has P within Monte Carlo error of that of many more sets', () => {
    const matrix = reference({ genes: 300, types: 6, seed: 5 });
    // Of some sets, one whose P is neither near 0 nor near 1.
    for (const seed of [1, 2, 3]) {
      const members = setOf(300, 12, seed);
      const found = testTopType(matrix, members, { seed: 7, sets: 4000 });
      const exact = testTopType(matrix, members, { seed: 8, sets: 60_000 });
      if (found === null || exact === null) throw new Error('no top type');
      for (const key of ['pRandom', 'pMatched'] as const) {
        const error = Math.sqrt((exact[key] * (1 - exact[key])) / 4000);
        expect(Math.abs(found[key] - exact[key])).toBeLessThan(4 * error + 1e-3);
      }
    }
  });

  test('gives random members P below 0.05 in about one of twenty, by both nulls', () => {
    const matrix = reference({ genes: 400, types: 8, seed: 11, missing: 0.02 });
    const rounds = 400;
    const below = { pRandom: 0, pMatched: 0 };
    for (let round = 0; round < rounds; round += 1) {
      const found = testTopType(matrix, setOf(400, 20, 1000 + round), { seed: round, sets: 399 });
      if ((found?.pRandom ?? 1) <= 0.05) below.pRandom += 1;
      if ((found?.pMatched ?? 1) <= 0.05) below.pMatched += 1;
    }
    // Four standard errors of 400 binomial draws.
    for (const count of Object.values(below)) expect(Math.abs(count / rounds - 0.05)).toBeLessThan(0.044);
  });

  test('names the type in which members were raised, with the smallest P there is', () => {
    const matrix = reference({ genes: 500, types: 10, seed: 13 });
    const members = setOf(500, 30, 14);
    for (const gene of members) matrix.values[gene * 10 + 4] = f64At(matrix.values, gene * 10 + 4) * 3;
    expect(relativeExpression(matrix, members).top).toBe(4);
    const found = testTopType(matrix, members, { seed: 1, sets: 1999 });
    expect(found).toEqual({ pRandom: 1 / 2000, pMatched: 1 / 2000, sets: 1999, seed: 1 });
  });

  test('gives all genes P = 1, one gene its rank, and no measured gene nothing', () => {
    const rows = [1, 2, 3, 4].map((value) => Float64Array.of(value, value / 2));
    const matrix = featureMatrix([...rows, Float64Array.of(Number.NaN, Number.NaN)]);
    expect(testTopType(matrix, [0, 1, 2, 3], { seed: 1 })).toMatchObject({ pRandom: 1, pMatched: 1 });
    expect(testTopType(matrix, [3], { seed: 1 })?.pRandom).toBeCloseTo(0.25, 1);
    expect(testTopType(matrix, [4], { seed: 1 })).toBeNull();
    expect(testTopType(matrix, [], { seed: 1 })).toBeNull();
  });

  test('is repeated by its seed', () => {
    const matrix = reference({ genes: 100, types: 5, seed: 17 });
    const ask = () => testTopType(matrix, setOf(100, 10, 3), { seed: 42, sets: 500 });
    expect(ask()).toEqual(ask());
  });
});

describe('specificity', () => {
  test('is 1 for a gene of one type, 0 for the same mean everywhere', () => {
    expect(tauOf(Float64Array.of(0, 5, 0))).toBe(1);
    expect(tauOf(Float64Array.of(2, 2, 2))).toBe(0);
    // By hand: (1 - 0.5 + 1 - 0.25) / 2.
    expect(tauOf(Float64Array.of(4, 2, 1, Number.NaN))).toBe(0.625);
  });

  test('is undefined without expression, and for one type', () => {
    expect(tauOf(Float64Array.of(0, 0))).toBeNaN();
    expect(tauOf(Float64Array.of(3, Number.NaN))).toBeNaN();
  });

  test('references agree by rank over the types that both define', () => {
    const a = new Map([
      ['CL:1', 1],
      ['CL:2', 0.5],
      ['CL:3', 0.2],
      ['CL:4', 0.9],
    ]);
    const b = new Map([
      ['CL:3', 0.1],
      ['CL:2', 0.15],
      ['CL:1', 1],
      ['CL:4', Number.NaN],
    ]);
    expect(agreementOf(a, b).rho).toBeCloseTo(1, 12);
    expect(agreementOf(a, b).types).toBe(3);
    expect(agreementOf(a, new Map([['CL:1', 1]]))).toEqual({ rho: null, types: 1 });
    expect(
      agreementOf(
        a,
        new Map([
          ['CL:1', 1],
          ['CL:2', 1],
          ['CL:3', 1],
        ]),
      ),
    ).toEqual({ rho: null, types: 3 });
  });
});
