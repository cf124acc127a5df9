import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { rankedEnrichment, ranksOf } from './ranked.ts';
import { twoByTwo } from './two-by-two.ts';

describe('a list against a set', () => {
  test('has the P and odds ratio of fisher.test', () => {
    // R: fisher.test(matrix(c(8, 2, 12, 78), 2)); phyper(7, 20, 80, 10, lower.tail=FALSE); phyper(8, 20, 80, 10)
    const found = twoByTwo({ overlap: 8, setSize: 20, moduleSize: 10, universe: 100 });
    expect(found.pFisher / 2.37827496403792e-5).toBeCloseTo(1, 10);
    expect(found.pOver / 2.37827496403792e-5).toBeCloseTo(1, 10);
    expect(found.pUnder).toBeCloseTo(0.999999213095755, 12);
    // fisher.test searches its estimate and limits to about three digits only.
    expect(Math.abs(found.oddsRatio / 24.60707 - 1)).toBeLessThan(1e-3);
    expect(Math.abs(found.low / 4.2545427 - 1)).toBeLessThan(1e-3);
    expect(Math.abs(found.high / 263.4783835 - 1)).toBeLessThan(1e-2);
  });

  test('without overlap has odds 0 and P of more than it 1', () => {
    const found = twoByTwo({ overlap: 0, setSize: 20, moduleSize: 10, universe: 100 });
    expect([found.pOver, found.oddsRatio, found.low]).toEqual([1, 0, 0]);
    expect(found.pUnder).toBeLessThan(1);
  });

  test('both directions add up to 1 and the chance of the overlap itself', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 40 }),
        fc.integer({ min: 0, max: 40 }),
        fc.integer({ min: 40, max: 200 }),
        fc.integer({ min: 0, max: 40 }),
        (setSize, moduleSize, universe, wanted) => {
          const least = Math.max(0, setSize + moduleSize - universe);
          const overlap = Math.max(least, Math.min(wanted, setSize, moduleSize));
          const { pOver, pUnder } = twoByTwo({ overlap, setSize, moduleSize, universe });
          const more = twoByTwo({
            overlap: Math.min(overlap + 1, Math.min(setSize, moduleSize)),
            setSize,
            moduleSize,
            universe,
          });
          const next = overlap === Math.min(setSize, moduleSize) ? 0 : more.pOver;
          expect(pUnder + next).toBeCloseTo(1, 9);
          expect(pOver).toBeGreaterThanOrEqual(next);
        },
      ),
    );
  });

  test('refuses impossible counts', () => {
    expect(() => twoByTwo({ overlap: 11, setSize: 20, moduleSize: 10, universe: 100 })).toThrow(RangeError);
    expect(() => twoByTwo({ overlap: 1, setSize: 20, moduleSize: 10, universe: 15 })).toThrow(RangeError);
  });
});

describe('a set in a ranking', () => {
  test('at the very top has the largest AUC and the smallest P', () => {
    const top = rankedEnrichment([1, 2, 3], 100);
    const bottom = rankedEnrichment([98, 99, 100], 100);
    expect(top.auc).toBe(1);
    expect(bottom.auc).toBe(0);
    expect(top.logPCerno).toBeLessThan(bottom.logPCerno);
    expect(top.logPRankSum).toBeCloseTo(bottom.logPRankSum, 12);
    expect(top.cerno).toBeCloseTo(-2 * (Math.log(0.01) + Math.log(0.02) + Math.log(0.03)), 12);
  });

  test('without genes has no AUC', () => {
    expect(rankedEnrichment([], 100)).toMatchObject({ size: 0, auc: Number.NaN });
  });

  test('ties share the mean of their ranks, and missing values have none', () => {
    const { ranks, total, ties } = ranksOf([3, 5, Number.NaN, 5, 1]);
    expect([...ranks]).toEqual([3, 1.5, Number.NaN, 1.5, 4]);
    expect([total, ties]).toEqual([4, 6]);
  });
});
