import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { hypergeometricTail, OVERLAP_DIRECTIONS, pOfOverlap } from './hypergeometric.ts';
import { randomOf } from './preservation/random.ts';

/** Counts that fit each other: an overlap that is possible. */
const possibleCounts = fc.integer({ min: 1, max: 400 }).chain((universe) =>
  fc
    .record({
      setSize: fc.integer({ min: 0, max: universe }),
      moduleSize: fc.integer({ min: 0, max: universe }),
    })
    .chain(({ setSize, moduleSize }) =>
      fc
        .integer({ min: Math.max(0, setSize + moduleSize - universe), max: Math.min(setSize, moduleSize) })
        .map((overlap) => ({ overlap, setSize, moduleSize, universe })),
    ),
);

describe('hypergeometricTail', () => {
  test('both of two genes in a module of two among four: 1 in 6', () => {
    expect(hypergeometricTail({ overlap: 2, setSize: 2, moduleSize: 2, universe: 4 })).toBeCloseTo(1 / 6, 14);
  });

  test('at least one of two genes in a module of two among four: 5 in 6', () => {
    expect(hypergeometricTail({ overlap: 1, setSize: 2, moduleSize: 2, universe: 4 })).toBeCloseTo(5 / 6, 14);
  });

  test('the chance of an empty overlap is 1, of an impossible one 0', () => {
    expect(hypergeometricTail({ overlap: 0, setSize: 30, moduleSize: 50, universe: 20000 })).toBe(1);
    expect(hypergeometricTail({ overlap: 6, setSize: 5, moduleSize: 50, universe: 20000 })).toBe(0);
  });

  test('keeps its digits far below 1e-200: a set that is the module is one choice of all', () => {
    // The chance is 1 / choose(20000, 100), below 1e-270; its logarithm is added up factor by factor.
    const found = hypergeometricTail({ overlap: 100, setSize: 100, moduleSize: 100, universe: 20000 });
    let logChoices = 0;
    for (let taken = 0; taken < 100; taken += 1) logChoices += Math.log((20000 - taken) / (taken + 1));
    expect(Math.log(found)).toBeCloseTo(-logChoices, 8);
  });

  test('a count beyond the universe, a negative and a fractional one are refused', () => {
    expect(() => hypergeometricTail({ overlap: 1, setSize: 30, moduleSize: 5, universe: 20 })).toThrow(
      RangeError,
    );
    expect(() => hypergeometricTail({ overlap: -1, setSize: 3, moduleSize: 5, universe: 20 })).toThrow(
      RangeError,
    );
    expect(() => hypergeometricTail({ overlap: 0.5, setSize: 3, moduleSize: 5, universe: 20 })).toThrow(
      RangeError,
    );
  });

  test('is in [0, 1], falls with the overlap, and is symmetric in set and module', () => {
    fc.assert(
      fc.property(possibleCounts, (counts) => {
        const chance = hypergeometricTail(counts);
        expect(chance).toBeGreaterThan(0);
        expect(chance).toBeLessThanOrEqual(1);
        const swapped = { ...counts, setSize: counts.moduleSize, moduleSize: counts.setSize };
        expect(hypergeometricTail(swapped) / chance).toBeCloseTo(1, 9);
        if (counts.overlap > 0) {
          const before = hypergeometricTail({ ...counts, overlap: counts.overlap - 1 });
          expect(before).toBeGreaterThanOrEqual(chance * (1 - 1e-12));
        }
      }),
    );
  });
});

test('P of 2,000 modules of shuffled genes is uniform, its steps smoothed at random', () => {
  const [universe, setSize, modules] = [5000, 400, 2000];
  const random = randomOf(31);
  const found = Array.from({ length: modules }, (_, at) => {
    const moduleSize = 20 + (at % 180);
    const genes = new Set<number>();
    while (genes.size < moduleSize) genes.add(Math.floor(random() * universe));
    // The first genes are those of the set.
    const overlap = [...genes].filter((gene) => gene < setSize).length;
    const counts = { setSize, moduleSize, universe };
    const atLeast = hypergeometricTail({ ...counts, overlap });
    const more = hypergeometricTail({ ...counts, overlap: overlap + 1 });
    return more + random() * (atLeast - more);
  }).sort((a, b) => a - b);
  const distance = Math.max(...found.map((p, at) => Math.abs(p - (at + 0.5) / modules)));
  // Kolmogorov's limit of P = 0.001.
  expect(distance).toBeLessThan(1.95 / Math.sqrt(modules));
});

describe('P of an overlap by direction', () => {
  test('of fewer common genes is that of R', () => {
    // R: phyper(0, 98, 9901, 13); phyper(0, 67, 3480, 40); phyper(3, 20, 30, 5)
    expect(pOfOverlap('under', 0, 13, 98, 9999)).toBeCloseTo(0.8797491113772221, 9);
    expect(pOfOverlap('under', 0, 40, 67, 3547) / 0.4643758321260769).toBeCloseTo(1, 9);
    expect(pOfOverlap('under', 3, 5, 20, 50)).toBeCloseTo(0.924081066284053, 12);
  });

  test('of either is twice the smaller, at most 1', () => {
    fc.assert(
      fc.property(possibleCounts, ({ overlap, setSize, moduleSize, universe }) => {
        const [over, under, both] = OVERLAP_DIRECTIONS.map((direction) =>
          pOfOverlap(direction, overlap, setSize, moduleSize, universe),
        );
        expect(over).toBe(hypergeometricTail({ overlap, setSize, moduleSize, universe }));
        expect(both).toBe(Math.min(1, 2 * Math.min(over ?? 1, under ?? 1)));
      }),
    );
  });

  test('both directions add up to 1 and the chance of the overlap itself', () => {
    fc.assert(
      fc.property(possibleCounts, ({ overlap, setSize, moduleSize, universe }) => {
        const isLargest = overlap === Math.min(setSize, moduleSize);
        const counts = { overlap: overlap + 1, setSize, moduleSize, universe };
        const more = isLargest ? 0 : hypergeometricTail(counts);
        expect(pOfOverlap('under', overlap, setSize, moduleSize, universe) + more).toBeCloseTo(1, 9);
      }),
    );
  });
});
