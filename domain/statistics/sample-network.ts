import { correlationMatrix, pearsonProfile } from './correlation.ts';
import { type FeatureMatrix, featureMatrix, numberAt, sampleValues } from './matrix.ts';
import { standardise } from './moments.ts';

/** Network measures of samples, one value per sample in each array. */
export interface SampleNetwork {
  /** scaled connectivity K, in (0, 1] */
  connectivity: Float64Array;
  /** Z.K: standardised connectivity; strongly negative for outliers */
  zConnectivity: Float64Array;
  /** weighted clustering coefficient C, in [0, 1] */
  clustering: Float64Array;
  /** Z.C: standardised clustering coefficient */
  zClustering: Float64Array;
}

/** Adjacency ((1 + cor) / 2)^2 of all pairs of samples, samples x samples, diagonal 0. */
function sampleAdjacency(matrix: FeatureMatrix): Float64Array {
  const { sampleCount } = matrix;
  const samples = Array.from({ length: sampleCount }, (_, sample) => sampleValues(matrix, sample));
  const adjacency = correlationMatrix(featureMatrix(samples), pearsonProfile).map(
    (correlation) => ((1 + correlation) / 2) ** 2,
  );
  for (let sample = 0; sample < sampleCount; sample += 1) adjacency[sample * (sampleCount + 1)] = 0;
  return adjacency;
}

/** Weighted triangles of a node over the triangles its connections allow. */
function clusteringCoefficient(adjacency: Float64Array, count: number, node: number): number {
  const row = adjacency.subarray(node * count, (node + 1) * count);
  let triangles = 0;
  for (let a = 0; a < count; a += 1) {
    const first = numberAt(row, a);
    if (first === 0) continue;
    let reached = 0;
    for (let b = 0; b < count; b += 1) reached += (row[b] ?? 0) * (adjacency[a * count + b] ?? 0);
    triangles += first * reached;
  }
  const sum = row.reduce((total, value) => total + value, 0);
  const squares = row.reduce((total, value) => total + value * value, 0);
  return triangles / (sum * sum - squares);
}

/**
 * Connectivity and clustering of every sample in the network of all samples, used to find outliers.
 * Shape: features x samples in, one value per sample out. Features with missing values must be dropped first.
 * @throws RangeError below three samples, where no clustering exists
 * @source Oldham, Langfelder & Horvath 2012, BMC Syst Biol 6:63
 */
export function sampleNetwork(matrix: FeatureMatrix): SampleNetwork {
  const count = matrix.sampleCount;
  if (count < 3) throw new RangeError('A sample network needs three samples.');
  const adjacency = sampleAdjacency(matrix);
  const sums = Float64Array.from({ length: count }, (_, sample) =>
    adjacency.subarray(sample * count, (sample + 1) * count).reduce((sum, value) => sum + value, 0),
  );
  const largest = Math.max(...sums);
  const connectivity = sums.map((sum) => sum / largest);
  const clustering = Float64Array.from({ length: count }, (_, sample) =>
    clusteringCoefficient(adjacency, count, sample),
  );
  return {
    connectivity,
    zConnectivity: standardise(connectivity),
    clustering,
    zClustering: standardise(clustering),
  };
}
