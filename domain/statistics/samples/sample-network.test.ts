import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { numberAt } from '../../arrays/number-at.ts';
import { pearson } from '../correlation.ts';
import { featureMatrix, sampleValues } from '../matrix.ts';
import { quantileNormalise } from './quantile-normalisation.ts';
import { sampleConnectivity, sampleNetwork } from './sample-network.ts';

const measuredRows = fc.integer({ min: 1, max: 6 }).chain((samples) =>
  fc.array(fc.array(fc.integer({ min: 0, max: 9 }), { minLength: samples, maxLength: samples }), {
    minLength: 1,
    maxLength: 12,
  }),
);

describe('quantileNormalise', () => {
  test('by hand: every sample takes the mean of the sorted samples', () => {
    const found = quantileNormalise(
      featureMatrix([
        [5, 4, 3],
        [2, 1, 4],
        [3, 6, 6],
        [4, 2, 8],
      ]),
    );
    // Sorted means: (2+1+3)/3, (3+2+4)/3, (4+4+6)/3, (5+6+8)/3.
    const [low, second, third, high] = [2, 3, 14 / 3, 19 / 3];
    const expected = [high, third, low, low, low, second, second, high, third, third, second, high];
    found.values.forEach((value, index) => {
      expect(value).toBeCloseTo(expected[index] ?? Number.NaN, 12);
    });
  });

  test('two tied values share the mean of their two ranks', () => {
    const found = quantileNormalise(featureMatrix([[1], [1], [7]]));
    expect([...found.values]).toEqual([1, 1, 7]);
    const pair = quantileNormalise(
      featureMatrix([
        [1, 2],
        [1, 4],
        [7, 6],
      ]),
    );
    expect([...sampleValues(pair, 0)]).toEqual([2, 2, 6.5]);
  });

  test('keeps the order of the features within every sample', () => {
    fc.assert(
      fc.property(measuredRows, (rows) => {
        const before = featureMatrix(rows);
        const after = quantileNormalise(before);
        for (let sample = 0; sample < before.sampleCount; sample += 1) {
          const [old, fresh] = [sampleValues(before, sample), sampleValues(after, sample)];
          old.forEach((value, a) => {
            old.forEach((other, b) => {
              if (value < other) expect(fresh[a]).toBeLessThanOrEqual((fresh[b] ?? Number.NaN) + 1e-9);
              if (value === other) expect(fresh[a]).toBe(fresh[b]);
            });
          });
        }
      }),
    );
  });
});

describe('sampleNetwork', () => {
  test('the sample that disagrees with the others has far lower connectivity', () => {
    const rows = Array.from({ length: 12 }, (_, feature) =>
      Array.from({ length: 8 }, (_, sample) =>
        sample === 5 ? (feature * 7) % 12 : feature + 0.3 * Math.sin(feature * 3 + sample),
      ),
    );
    const { zConnectivity, connectivity } = sampleNetwork(featureMatrix(rows));
    expect(zConnectivity[5]).toBeLessThan(-2);
    expect(Math.max(...connectivity)).toBe(1);
  });

  test('samples alike are all fully connected', () => {
    const { connectivity, clustering } = sampleNetwork(
      featureMatrix([
        [1, 1, 1],
        [4, 4, 4],
        [9, 9, 9],
      ]),
    );
    for (const value of [...connectivity, ...clustering]) expect(value).toBeCloseTo(1, 12);
  });

  test('the correlation of a sample is the mean over all others, also where samples are more than a block', () => {
    const count = 37;
    const matrix = featureMatrix(
      Array.from({ length: 21 }, (_, feature) =>
        Array.from({ length: count }, (_, sample) => Math.sin(feature * 1.3 + sample) + feature / 9),
      ),
    );
    const { meanCorrelation, ...others } = sampleConnectivity(matrix);
    const samples = Array.from({ length: count }, (_, sample) => sampleValues(matrix, sample));
    for (const [a, values] of samples.entries()) {
      const rest = samples.filter((_, b) => b !== a).map((other) => pearson(values, other));
      const adjacency = rest.map((r) => ((1 + r) / 2) ** 2);
      const meanOf = (numbers: number[]) => numbers.reduce((sum, x) => sum + x, 0) / numbers.length;
      expect(numberAt(meanCorrelation, a)).toBeCloseTo(meanOf(rest), 12);
      expect(numberAt(others.meanAdjacency, a)).toBeCloseTo(meanOf(adjacency), 12);
    }
    const { clustering: _, zClustering: __, ...same } = sampleNetwork(matrix);
    expect({ meanCorrelation, ...others }).toEqual(same);
  });

  test('two samples are no network', () => {
    expect(() => sampleNetwork(featureMatrix([[1, 2]]))).toThrow(RangeError);
  });
});
