import { numberAt } from '../../arrays/number-at.ts';
import { type FeatureMatrix, sampleValues } from '../matrix.ts';

/** Mean of the sorted samples at each rank, ascending; one value per feature. */
function meanOfSortedSamples(samples: readonly Float64Array[], featureCount: number): Float64Array {
  const means = new Float64Array(featureCount);
  for (const sample of samples) {
    sample
      .slice()
      .sort()
      .forEach((value, rank) => {
        means[rank] = numberAt(means, rank) + value / samples.length;
      });
  }
  return means;
}

/** Mean rank of each value, from 0; tied values share their mean rank, which may be a half. */
function meanRanks(values: Float64Array): Float64Array {
  const order = Array.from(values.keys()).sort((a, b) => numberAt(values, a) - numberAt(values, b));
  const ranks = new Float64Array(values.length);
  for (let first = 0; first < order.length; ) {
    let last = first;
    const value = numberAt(values, numberAt(order, first));
    while (last + 1 < order.length && numberAt(values, numberAt(order, last + 1)) === value) last += 1;
    for (let position = first; position <= last; position += 1) {
      ranks[numberAt(order, position)] = (first + last) / 2;
    }
    first = last + 1;
  }
  return ranks;
}

/**
 * Quantile normalisation: every sample gets the same distribution, the mean of the sorted samples.
 * Tied values share their mean rank; a half rank is the mean of its two neighbours. Shape: features x samples;
 * missing values are not supported, drop such features first.
 * @param onProgress called between samples with those done; it may throw to stop
 * @source Bolstad et al. 2003, Bioinformatics 19:185
 */
export function quantileNormalise(
  matrix: FeatureMatrix,
  onProgress?: (done: number, total: number) => void,
): FeatureMatrix {
  const { featureCount, sampleCount } = matrix;
  const samples = Array.from({ length: sampleCount }, (_, sample) => sampleValues(matrix, sample));
  const means = meanOfSortedSamples(samples, featureCount);
  const values = new Float64Array(matrix.values.length);
  samples.forEach((sample, column) => {
    onProgress?.(column, sampleCount);
    meanRanks(sample).forEach((rank, feature) => {
      const below = numberAt(means, Math.floor(rank));
      values[feature * sampleCount + column] = (below + numberAt(means, Math.ceil(rank))) / 2;
    });
  });
  return { featureCount, sampleCount, values };
}
