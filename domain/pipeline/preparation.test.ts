/** OR and QN of the pipeline: against R for a real cohort, laws, and what is refused. */

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { numberAt } from '../arrays/number-at.ts';
import { type FeatureMatrix, featureMatrix, featureValues, sampleValues } from '../statistics/matrix.ts';
import {
  answersOf,
  columnsOf,
  expectEqual,
  hasAnswers,
  type Input,
  readAnswer,
  readMatrix,
} from '../statistics/r-answers/read.ts';
import { checkMatrix, completeFeatures, uniqueNames, varyingFeatures } from './input.ts';
import { normaliseSamples } from './normalisation.ts';
import { proposeOutliers } from './outliers.ts';
import { refusalOf } from './test-refusals.ts';
import { PipelineStopped } from './watch.ts';

const listOf = <V>(values: V | V[]): V[] => [values].flat() as V[];

/** Samples that follow one profile, but for the last, which is noise. */
function withOutlier(featureCount: number, sampleCount: number): FeatureMatrix {
  return featureMatrix(
    Array.from({ length: featureCount }, (_, feature) =>
      Array.from({ length: sampleCount }, (_, sample) =>
        sample === sampleCount - 1
          ? 5 * Math.cos(feature * 7.3)
          : 5 * Math.sin(feature) + 0.4 * Math.cos(feature * 3.1 + sample * 5.7),
      ),
    ),
  );
}

describe.runIf(hasAnswers)('equal R:', () => {
  test.each(answersOf('samplenetwork_'))('%s: rounds and removed samples', (name) => {
    const { input, rounds } = readAnswer<{
      input: Input;
      rounds: { cut: number; removed: string | string[]; samples: { Label: string[]; 'Z.K': number[] } }[];
    }>(name);
    const measured = readMatrix(input);
    const proposal = proposeOutliers(measured.matrix);
    expect(proposal.rounds.map(({ cut }) => cut)).toEqual(rounds.map(({ cut }) => cut));
    proposal.rounds.forEach(({ samples, network, proposed }, at) => {
      const round = rounds[at];
      expect(samples).toEqual(columnsOf(measured, round?.samples.Label ?? []));
      expectEqual(network.zConnectivity, round?.samples['Z.K'] ?? [], 1e-8, 1);
      const removed = listOf(round?.removed ?? []).filter((label) => label !== '');
      expect(proposed.map((sample) => measured.samples[sample])).toEqual(removed);
    });
  });
});

describe('outliers', () => {
  test('a sample unlike the others is proposed in the first round, and the next round is clean', () => {
    const { rounds, kept } = proposeOutliers(withOutlier(200, 12));
    expect(rounds.map(({ proposed }) => proposed)).toEqual([[11], []]);
    expect(rounds.map(({ cut }) => cut)).toEqual([-2, -3]);
    expect(kept).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  });

  test('cuts and rounds are those of the person', () => {
    expect(proposeOutliers(withOutlier(200, 12), { cuts: [-9] }).kept).toHaveLength(12);
    expect(proposeOutliers(withOutlier(200, 12), { maxRounds: 1 }).rounds).toHaveLength(1);
    expect(refusalOf(() => proposeOutliers(withOutlier(200, 12), { cuts: [] }))).toMatch(/^parameters:/);
  });

  test('features with missing values do not count, and are listed', () => {
    const matrix = withOutlier(200, 12);
    const values = Float64Array.from(matrix.values);
    values[3 * 12 + 4] = Number.NaN;
    const { incomplete, rounds } = proposeOutliers({ ...matrix, values });
    expect(incomplete).toEqual([3]);
    expect(rounds[0]?.proposed).toEqual([11]);
  });

  test('a run that is stopped ends between blocks, and reports no progress after it', () => {
    const reported: number[] = [];
    const watch = {
      onProgress: (_: string, share: number) => reported.push(share),
      isStopped: () => reported.length > 0,
    };
    expect(() => proposeOutliers(withOutlier(50, 40), {}, watch)).toThrow(PipelineStopped);
    expect(reported).toHaveLength(1);
  });
});

describe('quantile normalisation', () => {
  test('gives all samples the same distribution, and keeps the order of the features in each', () => {
    const rows = fc.integer({ min: 4, max: 8 }).chain((sampleCount) =>
      fc.array(
        fc.uniqueArray(fc.double({ min: 0.1, max: 12, noNaN: true }), {
          minLength: sampleCount,
          maxLength: sampleCount,
        }),
        {
          minLength: 3,
          maxLength: 30,
        },
      ),
    );
    fc.assert(
      fc.property(rows, (values) => {
        const matrix = featureMatrix(values);
        const untied = Array.from({ length: matrix.sampleCount }, (_, sample) =>
          sampleValues(matrix, sample),
        ).every((column) => new Set(column).size === column.length);
        fc.pre(untied);
        const { matrix: normal } = normaliseSamples(matrix);
        const first = sampleValues(normal, 0).sort();
        for (let sample = 0; sample < matrix.sampleCount; sample += 1) {
          expect([...sampleValues(normal, sample).sort()]).toEqual([...first]);
          const [before, after] = [sampleValues(matrix, sample), sampleValues(normal, sample)];
          const order = [...before.keys()].sort((a, b) => numberAt(before, a) - numberAt(before, b));
          order.slice(1).forEach((feature, rank) => {
            expect(numberAt(after, feature)).toBeGreaterThanOrEqual(numberAt(after, order[rank] ?? 0));
          });
        }
      }),
      { numRuns: 50 },
    );
  });

  test('leaves out features with missing values', () => {
    const { features, left, matrix } = normaliseSamples(
      featureMatrix([
        [1.5, 2, 3, 4],
        [2, Number.NaN, 1, 1],
        [4, 3, 2, 1],
      ]),
    );
    expect([features, left, matrix.featureCount]).toEqual([[0, 2], [1], 2]);
    // Sorted columns 1.5 4, 2 3, 2 3 and 1 4: their means are 1.625 and 3.5.
    expect([...featureValues(matrix, 0)]).toEqual([1.625, 1.625, 3.5, 3.5]);
  });
});

describe('bad input', () => {
  test.each([
    [[[1.5, 2, 3]], 'few_samples: The data set has 3 samples; at least 4 are needed.'],
    [
      [[0, 12, 1500, 3]],
      'raw_counts: All values are whole numbers up to 1,500, like raw counts; log-transform first.',
    ],
  ])('%j is refused with its sentence', (rows, sentence) => {
    expect(refusalOf(() => checkMatrix(featureMatrix(rows)))).toBe(sentence);
  });

  test('whole numbers up to 1,000 may be logarithms, and counts are taken where the person wants them', () => {
    expect(refusalOf(() => checkMatrix(featureMatrix([[0, 12, 1000, 3]])))).toBe('not refused');
    expect(refusalOf(() => checkMatrix(featureMatrix([[0, 12, 1500, 3]]), { areCountsAllowed: true }))).toBe(
      'not refused',
    );
  });

  test('a matrix without a complete or without a varying feature is refused', () => {
    expect(refusalOf(() => completeFeatures(featureMatrix([[1, Number.NaN, 2, 3]])))).toBe(
      'no_features: Every feature has missing values.',
    );
    expect(refusalOf(() => varyingFeatures(featureMatrix([[1, 1, 1, 1]])))).toBe(
      'no_features: No feature varies over the samples.',
    );
    expect(
      varyingFeatures(
        featureMatrix([
          [1, 1],
          [1, 2],
        ]),
      ).left,
    ).toEqual([0]);
  });

  test('a repeated name gets a number that no other name has', () => {
    expect(uniqueNames(['IDH1', 'TP53', 'IDH1', 'IDH1.1', 'IDH1'])).toEqual({
      names: ['IDH1', 'TP53', 'IDH1.2', 'IDH1.1', 'IDH1.3'],
      repeated: ['IDH1'],
    });
  });
});
