import { describe, expect, test } from 'vitest';
import { pearson } from '../correlation.ts';
import {
  commonSymbols,
  correlateModules,
  correlationOver,
  indexOfLargest,
  kmeOfSymbols,
  ProfiledModules,
  symbolsOfMembers,
  unionOfMembers,
} from './kme-profiles.ts';

const NONE = Number.NaN;

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

  test('are correlated one by one with the same digits as all at once', () => {
    const profiled = new ProfiledModules(a, common);
    const atOnce = correlateModules(a, b, common);
    b.forEach((other, column) => {
      const r = profiled.correlate(profiled.profileOf(other), [1, 0]);
      expect([...r]).toEqual([atOnce[1]?.[column], atOnce[0]?.[column]]);
    });
    const few = new ProfiledModules(a, common.slice(0, 2));
    expect(few.correlate(few.profileOf(a[0] ?? new Float64Array(5)), [0])[0]).toBeNaN();
  });

  test('are correlated over other symbols with the same digits as at first', () => {
    const profiled = new ProfiledModules(a, Uint32Array.of(0, 1, 2, 4));
    const [one = new Float64Array(0), other = new Float64Array(0)] = [a[0], b[0]];
    expect(profiled.correlate(profiled.profileOf(one), [1, 0])[1]).toBeCloseTo(1, 12);
    profiled.chooseSymbols(common);
    const atOnce = correlateModules([other], a, common)[0];
    expect(profiled.correlate(profiled.profileOf(other), [0, 1])).toEqual(atOnce);
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
