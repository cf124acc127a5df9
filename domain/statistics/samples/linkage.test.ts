import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { clusterTree, cutTree, leafOrder } from './linkage.ts';

/** Distances between points on a line. */
function lineDistances(points: readonly number[]): Float64Array {
  return Float64Array.from(points.flatMap((a) => points.map((b) => Math.abs(a - b))));
}

const points = fc.array(fc.integer({ min: 0, max: 1000 }), { minLength: 1, maxLength: 25 });

/** Complete linkage as its definition says, in cubic time. */
function slowHeights(positions: readonly number[]): number[] {
  let branches = positions.map((position) => [position]);
  const heights: number[] = [];
  const distance = (a: readonly number[], b: readonly number[]): number =>
    Math.max(...a.flatMap((x) => b.map((y) => Math.abs(x - y))));
  while (branches.length > 1) {
    let best = { a: 0, b: 1, height: Number.POSITIVE_INFINITY };
    branches.forEach((left, a) => {
      branches.forEach((right, b) => {
        const height = distance(left, right);
        if (a < b && height < best.height) best = { a, b, height };
      });
    });
    const joined = [...(branches[best.a] ?? []), ...(branches[best.b] ?? [])];
    branches = [...branches.filter((_, index) => index !== best.a && index !== best.b), joined];
    heights.push(best.height);
  }
  return heights;
}

describe('clusterTree', () => {
  test('by hand: 0, 1, 5, 7 join at 1, 2 and 7 by complete and at 1, 2 and 5.5 by average linkage', () => {
    const distances = lineDistances([0, 1, 5, 7]);
    expect(clusterTree(distances, 'complete').joins.map(({ height }) => height)).toEqual([1, 2, 7]);
    expect(clusterTree(distances, 'average').joins.map(({ height }) => height)).toEqual([1, 2, 5.5]);
  });

  test('average linkage is the mean over all pairs of leaves, whatever the sizes of the branches', () => {
    // 0 and 1 join at 1, then 3 at (3 + 2) / 2, then 10 at (10 + 9 + 7) / 3.
    const heights = clusterTree(lineDistances([0, 1, 3, 10]), 'average').joins.map(({ height }) => height);
    expect(heights).toEqual([1, 2.5, expect.closeTo(26 / 3, 12)]);
  });

  test('one leaf is a tree without joins, none is an empty tree', () => {
    expect(clusterTree(new Float64Array(1), 'complete')).toEqual({ leafCount: 1, joins: [] });
    expect(leafOrder(clusterTree(new Float64Array(0), 'complete'))).toEqual([]);
  });

  test('distances that are not square are refused, and the caller keeps them', () => {
    expect(() => clusterTree(new Float64Array(5), 'complete')).toThrow(RangeError);
    const distances = lineDistances([3, 1, 8]);
    clusterTree(distances, 'complete');
    expect(distances).toEqual(lineDistances([3, 1, 8]));
  });

  test('joins at the heights of the definition where no two distances tie', () => {
    const untied = fc
      .uniqueArray(fc.integer({ min: 0, max: 12 }), { minLength: 2, maxLength: 10 })
      .map((exponents) => exponents.map((exponent) => 2 ** exponent + exponent / 64));
    fc.assert(
      fc.property(untied, (positions) => {
        const heights = clusterTree(lineDistances(positions), 'complete').joins.map(({ height }) => height);
        heights.forEach((height, index) => {
          expect(height).toBeCloseTo(slowHeights(positions)[index] ?? Number.NaN, 9);
        });
      }),
    );
  });
});

describe('cutTree', () => {
  test('keeps the joins at the height of the cut', () => {
    const tree = clusterTree(lineDistances([0, 1, 5, 7]), 'complete');
    expect(cutTree(tree, 2)).toEqual([
      [0, 1],
      [2, 3],
    ]);
    expect(cutTree(tree, 1.9)).toEqual([[0, 1], [2], [3]]);
    expect(cutTree(tree, 7)).toEqual([[0, 1, 2, 3]]);
  });

  test('every pair inside a branch is within the height, and branches are a partition', () => {
    fc.assert(
      fc.property(points, fc.integer({ min: 0, max: 1000 }), (positions, height) => {
        const branches = cutTree(clusterTree(lineDistances(positions), 'complete'), height);
        expect(branches.flat().sort((a, b) => a - b)).toEqual(positions.map((_, index) => index));
        for (const branch of branches) {
          const inside = branch.map((leaf) => positions[leaf] ?? 0);
          expect(Math.max(...inside) - Math.min(...inside)).toBeLessThanOrEqual(height);
        }
      }),
    );
  });
});

describe('leafOrder', () => {
  test('holds every leaf once, the leaves of each branch side by side', () => {
    fc.assert(
      fc.property(points, (positions) => {
        const tree = clusterTree(lineDistances(positions), 'average');
        const order = leafOrder(tree);
        expect([...order].sort((a, b) => a - b)).toEqual(positions.map((_, index) => index));
        for (const branch of cutTree(tree, 100)) {
          const indexes = branch.map((leaf) => order.indexOf(leaf));
          expect(Math.max(...indexes) - Math.min(...indexes)).toBe(branch.length - 1);
        }
      }),
    );
  });
});
