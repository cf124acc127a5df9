/** Branches by sparse linkage against the whole tree, laws, memory and stopping. */

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { numberAt } from '../../arrays/number-at.ts';
import { bicorProfile, correlationMatrix } from '../../statistics/correlation.ts';
import { packProfiles } from '../../statistics/kernel/pair-products.ts';
import { type FeatureMatrix, featureMatrix, featureValues, selectFeatures } from '../../statistics/matrix.ts';
import { quantile } from '../../statistics/moments.ts';
import { clusterTree, cutTree } from '../../statistics/samples/linkage.ts';
import { refusalOf } from '../test-refusals.ts';
import { PipelineStopped } from '../watch.ts';
import { branchMemory, checkGrid, findBranches, fittingFeatures, previewGrid } from './find-branches.ts';

/** Features in blocks that share a signal, more or less. */
function blocksOf(featureCount: number, sampleCount: number, seed: number): FeatureMatrix {
  const noise = (a: number, b: number) => {
    const value = Math.sin(a * 127.1 + b * 311.7 + seed * 74.7) * 43_758.5453;
    return 2 * (value - Math.floor(value)) - 1;
  };
  return featureMatrix(
    Array.from({ length: featureCount }, (_, feature) =>
      Array.from({ length: sampleCount }, (_, sample) => {
        const block = feature % 7;
        return 8 + (1 - block / 10) * noise(block + 1000, sample) + 0.7 * noise(feature, sample + 0.5);
      }),
    ),
  );
}

function panelsOf(matrix: FeatureMatrix) {
  return packProfiles(matrix, (feature) => bicorProfile(featureValues(matrix, feature)));
}

/** Branches by the definition: the whole matrix, the whole tree, all pairs sorted. */
function wholeBranches(matrix: FeatureMatrix, relative: number): { threshold: number; branches: number[][] } {
  const count = matrix.featureCount;
  const similarity = correlationMatrix(matrix, bicorProfile);
  const pairs: number[] = [];
  for (let a = 0; a < count; a += 1)
    for (let b = a + 1; b < count; b += 1) pairs.push(numberAt(similarity, a * count + b));
  const threshold = quantile(pairs, relative);
  const tree = clusterTree(
    similarity.map((value) => 1 - value),
    'complete',
  );
  return { threshold, branches: cutTree(tree, 1 - threshold).filter(({ length }) => length > 1) };
}

const RELATIVES = [0.999, 0.98, 0.9, 0.5];

describe('branches', () => {
  test('thresholds and branches are those of the whole matrix and the whole tree', async () => {
    const cases = fc.tuple(
      fc.integer({ min: 8, max: 300 }),
      fc.integer({ min: 6, max: 30 }),
      fc.integer({ min: 0, max: 1000 }),
    );
    await fc.assert(
      fc.asyncProperty(cases, async ([featureCount, sampleCount, seed]) => {
        const matrix = blocksOf(featureCount, sampleCount, seed);
        const { thresholds, joins } = await findBranches(panelsOf(matrix), { relatives: RELATIVES });
        fc.pre(joins.tiedCount === 0);
        for (const { relative, threshold, branches } of thresholds) {
          const whole = wholeBranches(matrix, relative);
          expect(threshold).toBe(whole.threshold);
          expect(branches).toEqual(whole.branches);
        }
      }),
      { numRuns: 25 },
    );
  });

  test('shuffled features are in the same branches, and so are values shifted or scaled by one number', async () => {
    const matrix = blocksOf(260, 24, 5);
    const order = Array.from({ length: 260 }, (_, feature) => (feature * 97 + 31) % 260);
    const plain = await findBranches(panelsOf(matrix), { relatives: [0.97] });
    const shuffled = await findBranches(panelsOf(selectFeatures(matrix, order)), { relatives: [0.97] });
    const named = shuffled.thresholds[0]?.branches.map((members) =>
      members.map((feature) => numberAt(order, feature)).sort((a, b) => a - b),
    );
    expect(named?.sort((a, b) => numberAt(a, 0) - numberAt(b, 0))).toEqual(plain.thresholds[0]?.branches);
    const moved = { ...matrix, values: matrix.values.map((value) => 4 * value + 16) };
    const scaled = await findBranches(panelsOf(moved), { relatives: [0.97] });
    expect(scaled.thresholds[0]?.branches).toEqual(plain.thresholds[0]?.branches);
  });

  test('features that are the same twice tie, are counted, and share a branch', async () => {
    const matrix = blocksOf(60, 20, 2);
    const twice = selectFeatures(matrix, [...Array.from({ length: 60 }, (_, at) => at), 3, 3]);
    const { thresholds, joins } = await findBranches(panelsOf(twice), { relatives: [0.95] });
    expect(joins.tiedCount).toBeGreaterThan(0);
    const own = thresholds[0]?.branches.find((members) => members.includes(3));
    expect(own).toEqual(expect.arrayContaining([3, 60, 61]));
  });

  test('the preview counts branches and members of every cell', async () => {
    const grid = await findBranches(panelsOf(blocksOf(120, 20, 1)), { relatives: [0.95, 0.9] });
    const preview = previewGrid(grid, [2, 5]);
    expect(preview.map(({ relative, minSize }) => [relative, minSize])).toEqual([
      [0.95, 2],
      [0.95, 5],
      [0.9, 2],
      [0.9, 5],
    ]);
    for (const { relative, minSize, moduleCount, memberCount } of preview) {
      const branches = grid.thresholds.find((each) => each.relative === relative)?.branches ?? [];
      const large = branches.filter(({ length }) => length >= minSize);
      expect([moduleCount, memberCount]).toEqual([large.length, large.flat().length]);
    }
  });

  test('progress is told step by step, and a stop ends the run', async () => {
    const panels = panelsOf(blocksOf(400, 12, 3));
    const steps = new Set<string>();
    await findBranches(panels, { relatives: [0.9] }, { onProgress: (step) => steps.add(step) });
    expect([...steps]).toEqual(['correlations', 'neighbours', 'clustering']);
    for (const last of steps) {
      let step = '';
      const watch = { onProgress: (now: string) => (step = now), isStopped: () => step === last };
      await expect(findBranches(panels, { relatives: [0.9] }, watch)).rejects.toThrow(PipelineStopped);
      expect(step).toBe(last);
    }
  });
});

describe('refused, with its sentence:', () => {
  test('a grid above the limit of memory names the number of features that fits', () => {
    const limit = 100 * 1024 ** 2;
    const sentence = refusalOf(() =>
      checkGrid({ featureCount: 20_000, sampleCount: 200 }, [0.99, 0.96], limit),
    );
    const fitting = fittingFeatures(limit, 200, 0.96);
    expect(sentence).toBe(
      `memory: 20,000 features at a relative threshold of 0.96 need 345 MiB; 100 MiB are allowed, which is enough for ${fitting.toLocaleString('en')} features.`,
    );
    expect(branchMemory(fitting, 200, 0.96)).toBeLessThanOrEqual(limit);
    expect(branchMemory(fitting + 1, 200, 0.96)).toBeGreaterThan(limit);
    expect(refusalOf(() => checkGrid({ featureCount: fitting, sampleCount: 200 }, [0.96], limit))).toBe(
      'not refused',
    );
  });

  test('thresholds that are no share, and a single feature', () => {
    const limit = Number.POSITIVE_INFINITY;
    for (const relatives of [[], [0], [1], [Number.NaN]])
      expect(refusalOf(() => checkGrid({ featureCount: 9, sampleCount: 9 }, relatives, limit))).toBe(
        'parameters: Relative thresholds are between 0 and 1, such as 0.99.',
      );
    expect(refusalOf(() => checkGrid({ featureCount: 1, sampleCount: 9 }, [0.9], limit))).toBe(
      'no_features: Modules need at least two features that vary.',
    );
  });

  test('more equal pairs than the memory holds', async () => {
    const matrix = featureMatrix(Array.from({ length: 300 }, () => [1, 2, 3, 5, 8]));
    const memoryLimit = branchMemory(300, 5, 0.99);
    await expect(findBranches(panelsOf(matrix), { relatives: [0.99], memoryLimit })).rejects.toThrow(
      '44,850 pairs are at or above the lowest threshold, more than the memory allows; take a higher one.',
    );
  });
});
