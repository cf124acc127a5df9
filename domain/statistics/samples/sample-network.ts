import { f64At, numberAt } from '../../arrays/number-at.ts';
import { pearsonProfile } from '../correlation.ts';
import { dotProducts } from '../kernel/kernel.ts';
import { type FeatureMatrix, sampleValues } from '../matrix.ts';
import { standardise } from '../moments.ts';

/**
 * Z.K below which a sample is an outlier. The laboratory removes such samples and repeats with -3, because one outlier
 * hides the next.
 */
export const OUTLIER_CUT = -2;

/** How well each sample fits the others, one value per sample in each array. */
export interface SampleConnectivity {
  /** mean Pearson correlation with the other samples */
  meanCorrelation: Float64Array;
  /** mean adjacency to the other samples, in [0, 1]; its mean is the density of the network */
  meanAdjacency: Float64Array;
  /** scaled connectivity K, in (0, 1] */
  connectivity: Float64Array;
  /** Z.K: standardised connectivity; strongly negative for outliers; NaN where K does not vary */
  zConnectivity: Float64Array;
}

/** Network measures of samples, one value per sample in each array. */
export interface SampleNetwork extends SampleConnectivity {
  /** weighted clustering coefficient C, in [0, 1] */
  clustering: Float64Array;
  /** Z.C: standardised clustering coefficient */
  zClustering: Float64Array;
}

/** Samples whose correlations are computed in one call of the kernel. */
const BLOCK_SAMPLES = 16;

/**
 * Pearson correlation of all pairs of samples, samples x samples; the diagonal is 0.
 * @param onProgress called between blocks with the samples done; it may throw to stop
 */
function sampleCorrelations(
  matrix: FeatureMatrix,
  onProgress?: (done: number, total: number) => void,
): Float64Array {
  const { sampleCount: count, featureCount: length } = matrix;
  const profiles = Array.from({ length: count }, (_, sample) => pearsonProfile(sampleValues(matrix, sample)));
  const correlations = new Float64Array(count * count);
  for (let first = 0; first < count; first += BLOCK_SAMPLES) {
    onProgress?.(first, count);
    const vectors = profiles.slice(first, first + BLOCK_SAMPLES);
    const others = profiles.slice(first);
    const products = dotProducts({ count: others.length, length }, vectors, (at, into) =>
      into.set(others[at] ?? []),
    );
    for (const [at, product] of products.entries())
      for (const [offset, dot] of product.entries()) {
        if (offset <= at) continue;
        const [a, b] = [first + at, first + offset];
        const correlation = Math.max(-1, Math.min(1, dot));
        correlations[a * count + b] = correlation;
        correlations[b * count + a] = correlation;
      }
  }
  return correlations;
}

/** Adjacency ((1 + cor) / 2)^2 of all pairs of samples, samples x samples, diagonal 0. */
function adjacencyOf(correlations: Float64Array, count: number): Float64Array {
  const adjacency = correlations.map((correlation) => ((1 + correlation) / 2) ** 2);
  for (let sample = 0; sample < count; sample += 1) adjacency[sample * (count + 1)] = 0;
  return adjacency;
}

function rowSums(square: Float64Array, count: number): Float64Array {
  return Float64Array.from({ length: count }, (_, row) =>
    square.subarray(row * count, (row + 1) * count).reduce((sum, value) => sum + value, 0),
  );
}

function connect(
  matrix: FeatureMatrix,
  onProgress?: (done: number, total: number) => void,
): SampleConnectivity & { adjacency: Float64Array } {
  const count = matrix.sampleCount;
  if (count < 3) throw new RangeError('A sample network needs three samples.');
  const correlations = sampleCorrelations(matrix, onProgress);
  const adjacency = adjacencyOf(correlations, count);
  const sums = rowSums(adjacency, count);
  const largest = Math.max(...sums);
  const connectivity = sums.map((sum) => sum / largest);
  return {
    adjacency,
    meanCorrelation: rowSums(correlations, count).map((sum) => sum / (count - 1)),
    meanAdjacency: sums.map((sum) => sum / (count - 1)),
    connectivity,
    zConnectivity: standardise(connectivity),
  };
}

/**
 * Connectivity of every sample in the network of all samples, without clustering, whose time grows with the cube of the
 * samples. Shape: features x samples in, one value per sample out. Features with missing values must be dropped first.
 * @throws RangeError below three samples
 * @source Oldham, Langfelder & Horvath 2012, BMC Syst Biol 6:63
 */
export function sampleConnectivity(
  matrix: FeatureMatrix,
  onProgress?: (done: number, total: number) => void,
): SampleConnectivity {
  const { adjacency: _, ...connectivity } = connect(matrix, onProgress);
  return connectivity;
}

/** Weighted triangles of a node over the triangles its connections allow. */
function clusteringCoefficient(adjacency: Float64Array, count: number, node: number): number {
  const row = adjacency.subarray(node * count, (node + 1) * count);
  let triangles = 0;
  for (let a = 0; a < count; a += 1) {
    const first = numberAt(row, a);
    if (first === 0) continue;
    let reached = 0;
    for (let b = 0; b < count; b += 1) reached += f64At(row, b) * f64At(adjacency, a * count + b);
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
export function sampleNetwork(
  matrix: FeatureMatrix,
  onProgress?: (done: number, total: number) => void,
): SampleNetwork {
  const { adjacency, ...connectivity } = connect(matrix, onProgress);
  const count = matrix.sampleCount;
  const clustering = Float64Array.from({ length: count }, (_, sample) =>
    clusteringCoefficient(adjacency, count, sample),
  );
  return { ...connectivity, clustering, zClustering: standardise(clustering) };
}
