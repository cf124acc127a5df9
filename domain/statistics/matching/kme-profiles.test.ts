import { describe, expect, test } from 'vitest';
import { pearson } from '../correlation.ts';
import {
  commonSymbols,
  correlateModules,
  correlateProfiles,
  correlationOver,
  indexOfLargest,
  kmeOfSymbols,
  ModulePair,
  profilesOf,
  symbolsOfMembers,
  unionOfMembers,
} from './kme-profiles.ts';

const NONE = Number.NaN;
const NO_MODULE = new Float64Array(0);

test('of several features of a symbol the one with the largest |kME| counts, whatever its sign', () => {
  const pairs = { features: Uint32Array.of(0, 1, 2, 3), symbols: Uint32Array.of(1, 1, 0, 2) };
  expect([...kmeOfSymbols([0.3, -0.6, 0.9, NONE], pairs, 4)]).toEqual([0.9, -0.6, NONE, NONE]);
});

test('a feature of two symbols counts for both', () => {
  const pairs = { features: Uint32Array.of(0, 0), symbols: Uint32Array.of(0, 1) };
  expect([...kmeOfSymbols([0.5], pairs, 2)]).toEqual([0.5, 0.5]);
});

describe('modules of two networks', () => {
  const a = [Float64Array.of(0.9, 0.1, -0.5, NONE, 0.3), Float64Array.of(-0.2, 0.4, 0.6, NONE, 0.1)];
  const b = [Float64Array.of(0.7, 0.2, -0.1, 0.4, NONE), Float64Array.of(0.1, -0.3, 0.8, 0.2, NONE)];
  const common = commonSymbols(a[0] ?? new Float64Array(0), b[0] ?? new Float64Array(0));

  test('are correlated over the symbols that both have', () => {
    expect([...common]).toEqual([0, 1, 2]);
    const rho = correlateModules(a, b, common);
    a.forEach((one, row) => {
      b.forEach((other, column) => {
        expect(rho[row]?.[column]).toBeCloseTo(pearson(one.slice(0, 3), other.slice(0, 3)), 12);
      });
    });
  });

  test('in the other order have the same correlations', () => {
    const [there, back] = [correlateModules(a, b, common), correlateModules(b, a, common)];
    there.forEach((row, one) => {
      row.forEach((rho, other) => {
        expect(back[other]?.[one]).toBeCloseTo(rho, 12);
      });
    });
  });

  test('are correlated one by one with the same digits as all at once, one pair after the other', () => {
    const pair = new ModulePair(5);
    for (const one of a)
      for (const other of b) {
        const symbols = commonSymbols(one, other);
        expect(pair.choose(one, other)).toBe(symbols.length);
        expect(pair.correlation()).toBe(correlateModules([other], [one], symbols)[0]?.[0]);
      }
    pair.choose(a[0] ?? NO_MODULE, Float64Array.of(0.1, 0.2, NONE, NONE, NONE));
    expect(pair.correlation()).toBeNaN();
  });

  test('are compared with a third as by their correlations, and equal ones are equal', () => {
    const pair = new ModulePair(5);
    const [one = NO_MODULE, other = NO_MODULE] = a;
    pair.choose(one, b[0] ?? NO_MODULE);
    const r = pair.correlation();
    const [, rOfOther = Number.NaN] = correlateModules([b[0] ?? NO_MODULE], a, common)[0] ?? [];
    expect(pair.compare(other, r)).toBeCloseTo(rOfOther - r, 12);
    expect(pair.compare(one, r)).toBe(0);
    // The same up to rounding, which no pass over unscaled values can tell.
    const scaled = one.map((value) => value * 3);
    const [rOfScaled = Number.NaN] = correlateModules([b[0] ?? NO_MODULE], [scaled], common)[0] ?? [];
    expect(Math.sign(pair.compare(scaled, r))).toBe(Math.sign(rOfScaled - r));
    expect(pair.compare(new Float64Array(5).fill(0.5), r)).toBeNaN();
    expect(pair.compare(new Float64Array(5).fill(NONE), r)).toBeNaN();
  });

  test('that hardly vary around a large mean are compared exactly', () => {
    const pair = new ModulePair(40);
    const kme = (seed: number, spread: number, mean: number) =>
      Float64Array.from({ length: 40 }, (_, at) => mean + spread * Math.sin(seed * (at + 1) ** 2));
    const [subject, candidate] = [kme(1, 0.5, 0), kme(2, 0.5, 0)];
    const symbols = commonSymbols(subject, candidate);
    for (const flat of [kme(3, 1e-7, 0.9), kme(4, 1e-9, 0.9)]) {
      pair.choose(subject, candidate);
      const [r = Number.NaN] = correlateModules([candidate], [flat], symbols)[0] ?? [];
      expect(pair.compare(flat, r)).toBe(0);
    }
  });

  test('as profiles have the correlations of the modules', () => {
    const [ofA, ofB] = [profilesOf(a, common), profilesOf(b, common)];
    expect(correlateProfiles(ofA, ofB)).toEqual(correlateModules(a, b, common));
    const few = profilesOf(a, common.subarray(0, 2));
    expect(correlateProfiles(few, few)[0]?.[0]).toBeNaN();
  });

  test('with fewer than three common symbols, or without variation, have none', () => {
    const [one = new Float64Array(0), other = new Float64Array(0)] = a;
    expect(correlationOver(one, other, Uint32Array.of(0, 1))).toBeNaN();
    expect(correlationOver(one, new Float64Array(5).fill(0.5), common)).toBeNaN();
  });
});

test('symbols of members are each listed once, and none for members without a symbol', () => {
  const pairs = { features: Uint32Array.of(0, 1, 1, 2, 4), symbols: Uint32Array.of(7, 3, 7, 5, 9) };
  expect([...symbolsOfMembers(Uint32Array.of(1, 0, 3), pairs)]).toEqual([7, 3]);
  expect([...symbolsOfMembers(new Uint32Array(0), pairs)]).toEqual([]);
});

test('members of either module are joined, each once, where both networks measure them', () => {
  const union = unionOfMembers([Uint32Array.of(5, 2), Uint32Array.of(2, 9, 1)], (symbol) => symbol !== 9);
  expect([...union]).toEqual([1, 2, 5]);
});

test('the best match is the first of the largest values; missing ones do not count', () => {
  expect(indexOfLargest([NONE, 0.2, 0.7, 0.7])).toBe(2);
  expect(indexOfLargest([NONE])).toBe(-1);
});
