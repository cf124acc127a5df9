import { describe, expect, test } from 'vitest';
import { bicorProfile } from '../../statistics/correlation.ts';
import { packProfiles } from '../../statistics/kernel/pair-products.ts';
import { type FeatureMatrix, featureMatrix, featureValues, selectFeatures } from '../../statistics/matrix.ts';
import { findBranches, type ThresholdBranches } from '../branches/find-branches.ts';
import { PipelineStopped } from '../watch.ts';
import { membersOf } from './definitions.ts';
import { findNetwork } from './find-network.ts';
import { openEigengenes } from './merge.ts';
import { moduleStatistics } from './module-statistics.ts';
import { networkStatistics } from './network-statistics.ts';

const SAMPLES = 24;

/** Feature `f` of signal `signals[f]`, with some noise of its own. */
function featuresOf(signals: readonly number[]): FeatureMatrix {
  return featureMatrix(
    signals.map((signal, feature) =>
      Array.from(
        { length: SAMPLES },
        (_, sample) =>
          8 + Math.sin((signal + 1) * (sample + 1) * 1.37) + 0.2 * Math.cos(feature * 7.1 + sample * 2.9),
      ),
    ),
  );
}

const threshold = (branches: number[][]): ThresholdBranches => ({ relative: 0.99, threshold: 0.8, branches });

function networkOf(matrix: FeatureMatrix, branches: number[][], minSize = 2) {
  return findNetwork(matrix, threshold(branches), { minSize, eigengeneOf: openEigengenes(matrix) });
}

describe('findNetwork', () => {
  test('branches of one signal are merged, colours go by size and then by the first feature', () => {
    const matrix = featuresOf([0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 3]);
    const branches = [
      [0, 1],
      [2, 3],
      [4, 5],
      [6, 7],
      [8, 9, 10],
    ];
    const { modules, initialModules, definitions } = networkOf(matrix, branches);
    expect(initialModules).toBe(5);
    const seeds = new Map(modules.map((each) => [each.colour, each.seeds]));
    expect(seeds.get('turquoise')).toEqual([0, 1, 2, 3]);
    expect(seeds.get('blue')).toEqual([8, 9, 10]);
    expect(seeds.get('brown')).toEqual([4, 5]);
    expect(seeds.get('yellow')).toEqual([6, 7]);
    modules.forEach(({ seeds: own }, index) => {
      for (const feature of own) expect(definitions.seed[feature]).toBe(index);
    });
  });

  test('one module has seeds only, and no separation', () => {
    const matrix = featuresOf([0, 0, 0, 1, 2, 3]);
    const network = networkOf(matrix, [[0, 1, 2]]);
    expect([...network.definitions.seed]).toEqual([0, 0, 0, -1, -1, -1]);
    expect(network.definitions.positiveFdr.every((module) => module === -1)).toBe(true);
    const [row] = moduleStatistics(network, matrix);
    expect([row?.InitialSize, row?.Separation, row?.['Z.Kmod']]).toEqual([3, Number.NaN, Number.NaN]);
  });

  test('a cell without a branch of the size has no modules, and statistics that are not defined', () => {
    const matrix = featuresOf([0, 0, 1, 2]);
    const network = networkOf(matrix, [[0, 1]], 3);
    expect([network.modules, network.isSkipped]).toEqual([[], false]);
    const { finalModules, members, reach, meanPc1ve } = networkStatistics(network, [], matrix);
    expect([finalModules, members, reach, meanPc1ve]).toEqual([0, 0, 0, Number.NaN]);
  });

  test('more modules than R has colours are skipped, and it says so', () => {
    const values = Array.from({ length: 2 * 660 }, (_, feature) =>
      // Each pair of features has a peak of its own.
      Array.from({ length: 660 }, (_, sample) => (sample === feature >> 1 ? 9 : 5 + 0.001 * (feature & 1))),
    );
    const matrix = featureMatrix(values);
    const branches = Array.from({ length: 660 }, (_, at) => [2 * at, 2 * at + 1]);
    const network = networkOf(matrix, branches);
    expect([network.initialModules, network.modules, network.isSkipped]).toEqual([660, [], true]);
  });

  test('a stop ends the merging', () => {
    const matrix = featuresOf([0, 0, 1, 1]);
    const watch = { isStopped: () => true };
    const run = () =>
      findNetwork(
        matrix,
        threshold([
          [0, 1],
          [2, 3],
        ]),
        { minSize: 2, eigengeneOf: openEigengenes(matrix) },
        watch,
      );
    expect(run).toThrow(PipelineStopped);
  });
});

test('eigengenes that explain the same are said to be nearly tied', () => {
  const rows = [
    [1, -1, 0, 0, 2],
    [1, -1, 0, 0, 2],
    [0, 0, 1, -1, 0],
    [0, 0, 1, -1, 0],
  ];
  const eigengeneOf = openEigengenes(featureMatrix(rows));
  expect(eigengeneOf([0, 1]).isNearlyTied).toBe(false);
  expect(eigengeneOf([0, 1]).varianceExplained).toBeCloseTo(1, 12);
  const both = eigengeneOf([0, 1, 2, 3]);
  expect([both.isNearlyTied, both.varianceExplained]).toEqual([true, expect.closeTo(0.5, 12)]);
});

/** Members of every module, by the numbers that the features had before they were shuffled. */
async function membershipsOf(matrix: FeatureMatrix, order: readonly number[]): Promise<string[]> {
  const shuffled = selectFeatures(matrix, order);
  const panels = packProfiles(shuffled, (feature) => bicorProfile(featureValues(shuffled, feature)));
  const { thresholds } = await findBranches(panels, { relatives: [0.9] });
  const [branches = threshold([])] = thresholds;
  const { modules, definitions } = findNetwork(shuffled, branches, {
    minSize: 3,
    eigengeneOf: openEigengenes(shuffled),
  });
  return modules
    .flatMap((_, module) =>
      [definitions.seed, definitions.positiveBonferroni, definitions.positiveFdr].map((assignment, at) => {
        const members = membersOf(assignment, module).map((feature) => order[feature] ?? -1);
        return `${at}: ${members.sort((a, b) => a - b).join(' ')}`;
      }),
    )
    .sort();
}

test('memberships do not depend on the order of features, nor on the unit of the values', async () => {
  const matrix = featuresOf(Array.from({ length: 40 }, (_, feature) => feature % 5));
  const own = Array.from({ length: 40 }, (_, feature) => feature);
  const shuffled = own.toSorted((a, b) => ((a * 17) % 40) - ((b * 17) % 40));
  const expected = await membershipsOf(matrix, own);
  expect(expected.length).toBeGreaterThan(5);
  expect(await membershipsOf(matrix, shuffled)).toEqual(expected);
  const scaled = { ...matrix, values: matrix.values.map((value) => 4 * value + 16) };
  expect(await membershipsOf(scaled, own)).toEqual(expected);
});
