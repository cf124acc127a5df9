/** Row statistics, heat maps, quantile normalisation and sample networks of real data sets, against R. */

import { describe, expect, test } from 'vitest';
import { numberAt } from '../../arrays/number-at.ts';
import { featureMatrix, featureValues, selectFeatures, selectSamples } from '../matrix.ts';
import { kmeOfModules } from '../modules/kme.ts';
import { mean } from '../moments.ts';
import { percentiles, rowStatistics } from '../row-statistics.ts';
import { quantileNormalise } from '../samples/quantile-normalisation.ts';
import { OUTLIER_CUT, sampleNetwork } from '../samples/sample-network.ts';
import { zScores } from '../z-scores.ts';
import {
  answersOf,
  type Column,
  columnsOf,
  expectEqual,
  hasAnswers,
  type Input,
  readAnswer,
  readEigengenes,
  readMatrix,
} from './read.ts';

/** R writes a result of one value without brackets. */
const listOf = <V>(values: V | V[]): V[] => [values].flat() as V[];

describe.runIf(hasAnswers)('equal R:', () => {
  test.each(answersOf('rows_'))('%s', (name) => {
    const { input, rows } = readAnswer<{
      input: Input;
      rows: Record<'mean' | 'sd' | 'min' | 'max' | 'missing' | 'percentile', Column> & { feature: string[] };
    }>(name);
    const { features, matrix } = readMatrix(input);
    expect(features).toEqual(rows.feature);
    const found = features.map((_, feature) => rowStatistics(featureValues(matrix, feature)));
    for (const figure of ['mean', 'sd', 'min', 'max', 'missing'] as const)
      expectEqual(
        found.map((row) => row[figure]),
        rows[figure],
        1e-12,
        1,
      );
    expectEqual(percentiles(found.map(({ mean }) => mean)), rows.percentile, 1e-12, 1);
  });

  test.each(answersOf('heatmap_'))('%s', (name) => {
    const { input, samples, modules } = readAnswer<{
      input: { root: string; network: string; data_set: string };
      samples: string[];
      modules: Record<string, { feature: string[]; kME: number[]; z: Column[] }>;
    }>(name);
    const whole = readMatrix({ root: input.root, file: input.data_set });
    const matrix = selectSamples(whole.matrix, columnsOf(whole, samples));
    const eigengenes = readEigengenes(input.root, input.network);
    for (const [module, answer] of Object.entries(modules)) {
      const shown = answer.feature.map((feature) => whole.features.indexOf(feature));
      const rows = selectFeatures(matrix, shown);
      answer.z.forEach((expected, row) => {
        expectEqual(
          zScores([...featureValues(rows, row)]).map((z) => z ?? Number.NaN),
          expected,
          1e-12,
          1,
        );
      });
      const [kme = new Float64Array(0)] = kmeOfModules(rows, [eigengenes.get(module) ?? new Float64Array(0)]);
      expectEqual(kme, answer.kME, 1e-12, 1);
      expect([...kme]).toEqual([...kme].toSorted((a, b) => b - a));
    }
  });

  test.each(answersOf('quantile_'))('%s', (name) => {
    const answer = readAnswer<{
      input: Input;
      samples: string[];
      rows: { feature: string[] };
      values: Column[];
      column_sum: number[];
      sorted_first_column_head: number[];
      sorted_first_column_tail: number[];
    }>(name);
    const { features, samples, matrix } = readMatrix(answer.input);
    expect(samples).toEqual(answer.samples);
    const found = quantileNormalise(matrix);
    answer.rows.feature.forEach((feature, row) => {
      expectEqual(featureValues(found, features.indexOf(feature)), answer.values[row] ?? [], 1e-12, 1);
    });
    const sums = samples.map((_, sample) =>
      features.reduce((sum, _name, feature) => sum + numberAt(featureValues(found, feature), sample), 0),
    );
    expectEqual(sums, answer.column_sum, 1e-12);
    const first = features
      .map((_, feature) => numberAt(featureValues(found, feature), 0))
      .sort((a, b) => a - b);
    expectEqual(first.slice(0, 50), answer.sorted_first_column_head, 1e-12, 1);
    expectEqual(first.slice(-50), answer.sorted_first_column_tail, 1e-12, 1);
  });

  test.each(answersOf('samplenetwork_'))('%s', (name) => {
    const { input, rounds } = readAnswer<{
      input: Input;
      rounds: {
        cut: number;
        mean_ISA: number;
        density: number;
        removed: string | string[];
        samples: { Label: string[] } & Record<'K' | 'Z.K' | 'C' | 'Z.C', Column>;
      }[];
    }>(name);
    const measured = readMatrix(input);
    const complete = measured.features.flatMap((_, feature) => {
      const values = featureValues(measured.matrix, feature);
      return values.some(Number.isNaN) ? [] : [values];
    });
    expect(rounds[0]?.cut).toBe(OUTLIER_CUT);
    for (const { cut, removed, samples, density, mean_ISA } of rounds) {
      const network = sampleNetwork(
        selectSamples(featureMatrix(complete), columnsOf(measured, samples.Label)),
      );
      expectEqual(network.connectivity, samples.K, 1e-9);
      expect(mean(network.meanAdjacency)).toBeCloseTo(density, 9);
      expect(mean(network.meanCorrelation)).toBeCloseTo(mean_ISA, 9);
      expectEqual(network.zConnectivity, samples['Z.K'], 1e-8, 1);
      expectEqual(network.clustering, samples.C, 1e-9);
      expectEqual(network.zClustering, samples['Z.C'], 1e-7, 1);
      const outliers = samples.Label.filter((_, at) => numberAt(network.zConnectivity, at) < cut);
      expect(outliers).toEqual(listOf(removed).filter((label) => label !== ''));
    }
  });
});
