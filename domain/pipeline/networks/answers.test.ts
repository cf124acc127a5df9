/**
 * Modules of real cohorts against R: thresholds, branches, merging, colours, order, eigengenes, kME and definitions.
 */

import { describe, expect, test } from 'vitest';
import { numberAt } from '../../arrays/number-at.ts';
import { bicorProfile, correlationPValue } from '../../statistics/correlation.ts';
import { packProfiles } from '../../statistics/kernel/pair-products.ts';
import { featureValues } from '../../statistics/matrix.ts';
import {
  answersOf,
  expectEqual,
  hasAnswers,
  type Input,
  readAnswer,
  readMatrix,
} from '../../statistics/r-answers/read.ts';
import { findBranches, type GridCell, ownPasses, previewGrid } from '../branches/find-branches.ts';
import { pairCount } from '../branches/pairs.ts';
import { lowestBin, thresholdsOf } from '../branches/thresholds.ts';
import { varyingFeatures } from '../input.ts';
import { membersOf } from './definitions.ts';
import { countModules, findNetwork } from './find-network.ts';
import { openEigengenes } from './merge.ts';

function openInput(input: Input) {
  const measured = readMatrix(input);
  const { matrix } = varyingFeatures(measured.matrix);
  const panels = packProfiles(matrix, (feature) => bicorProfile(featureValues(matrix, feature)));
  return { measured, matrix, panels };
}

interface Cell {
  relative: number;
  min_size: number;
  threshold: number;
  branches: number;
  members_of_branches: number;
  order: string[];
  PC1VE: number[];
  bonferroni_cut: number;
  fdr_cut: number;
  pi0: number;
  Seed: Record<string, number[]>;
  TopModPosBC: Record<string, number[]>;
  TopModPosFDR_sizes: Record<string, number>;
  TopModNegBC_sizes: Record<string, number>;
  eigengenes: Record<string, number[]>;
  kME: { feature: string[]; module: string[]; r: number[]; p: number[] };
}

describe.runIf(hasAnswers)('equal R:', () => {
  test.each(answersOf('thresholds_'))('%s', async (name) => {
    const answer = readAnswer<{
      input: Input;
      pairs: number;
      thresholds: { relative: number[]; threshold: number[] };
      pairs_at_or_above: number[];
    }>(name);
    const { panels } = openInput(answer.input);
    const { relative, threshold } = answer.thresholds;
    // Without clustering: half of all pairs would be linked for the median.
    const count = pairCount(panels.featureCount);
    expect(count).toBe(answer.pairs);
    const passes = ownPasses(panels);
    const histogram = await passes.count();
    const pairs = await passes.keep(lowestBin(histogram, count, relative));
    expectEqual(thresholdsOf(histogram, count, relative, pairs), threshold, 1e-12, 1);
    const atOrAbove = threshold.map((least) =>
      pairs.reduce((sum, { similarities }) => sum + similarities.filter((r) => r >= least).length, 0),
    );
    expect(atOrAbove).toEqual(answer.pairs_at_or_above);
  });

  test.each(answersOf('grid_'))('%s', async (name) => {
    const answer = readAnswer<{ input: Input; cells: Cell[] }>(name);
    const { measured, matrix, panels } = openInput(answer.input);
    const relatives = [...new Set(answer.cells.map(({ relative }) => relative))];
    const minSizes = [...new Set(answer.cells.map(({ min_size }) => min_size))];
    const grid = await findBranches(panels, { relatives });
    expect(grid.joins.tiedCount).toBe(0);
    const preview = previewGrid(grid, minSizes);
    const eigengeneOf = openEigengenes(matrix);
    const counted = countModules(grid, minSizes, { eigengeneOf });
    for (const cell of answer.cells) {
      const branches = grid.thresholds.find(({ relative }) => relative === cell.relative);
      if (branches === undefined) throw new Error(`There is no threshold ${cell.relative}.`);
      const isOfCell = (each: GridCell) => each.relative === cell.relative && each.minSize === cell.min_size;
      const seen = preview.find(isOfCell);
      expect([seen?.moduleCount, seen?.memberCount]).toEqual([cell.branches, cell.members_of_branches]);
      const network = findNetwork(matrix, branches, { minSize: cell.min_size, eigengeneOf });
      const { modules, definitions } = network;
      expect(counted.find(isOfCell)?.moduleCount).toBe(cell.order.length);
      expectEqual([network.threshold], [cell.threshold], 1e-12, 1);
      expect(modules.map(({ colour }) => colour)).toEqual(cell.order);
      expectEqual(
        modules.map(({ varianceExplained }) => varianceExplained),
        cell.PC1VE,
        1e-9,
      );
      expectEqual([definitions.cuts.bonferroniCut], [cell.bonferroni_cut], 1e-12);
      expectEqual([definitions.cuts.nullShare, definitions.cuts.fdrCut], [cell.pi0, cell.fdr_cut], 1e-9);
      modules.forEach(({ colour, seeds, values, kmes }, index) => {
        // R counts from 1.
        expect(seeds.map((feature) => feature + 1)).toEqual(cell.Seed[colour]);
        expect(membersOf(definitions.positiveBonferroni, index).map((feature) => feature + 1)).toEqual(
          cell.TopModPosBC[colour] ?? [],
        );
        expect(membersOf(definitions.positiveFdr, index)).toHaveLength(cell.TopModPosFDR_sizes[colour] ?? 0);
        expect(membersOf(definitions.negativeBonferroni, index)).toHaveLength(
          cell.TopModNegBC_sizes[colour] ?? 0,
        );
        expectEqual(values, cell.eigengenes[colour] ?? [], 1e-12, 1);
        const asked = cell.kME.module.flatMap((module, at) => (module === colour ? [at] : []));
        const found = Float64Array.from(asked, (at) =>
          numberAt(kmes, measured.features.indexOf(cell.kME.feature[at] ?? '')),
        );
        expectEqual(
          found,
          asked.map((at) => numberAt(cell.kME.r, at)),
          1e-12,
          1,
        );
        expectEqual(
          found.map((value) => correlationPValue(value, matrix.sampleCount)),
          asked.map((at) => numberAt(cell.kME.p, at)),
          1e-9,
        );
      });
    }
  });
});
