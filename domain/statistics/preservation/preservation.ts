import { f64At, numberAt } from '../../arrays/number-at.ts';
import { pearson, pearsonProfile } from '../correlation.ts';
import { type FeatureMatrix, featureValues } from '../matrix.ts';
import { mean, median, variance } from '../moments.ts';
import { drawInto, randomOf } from './random.ts';
import { EXACT, ROUGH, type Structure, structureOf } from './structure.ts';

/** The seven statistics: three of concordance need the discovery data, and so do the signs of two. */
export const PRESERVATION_STATISTICS = [
  'average_edge_weight',
  'coherence',
  'average_correlation',
  'average_contribution',
  'concordance_of_correlation',
  'concordance_of_degree',
  'concordance_of_contribution',
] as const;
export type PreservationStatistic = (typeof PRESERVATION_STATISTICS)[number];

/** Statistics of how closely the module holds together, and of how its features are connected. */
const DENSITY: readonly PreservationStatistic[] = PRESERVATION_STATISTICS.slice(0, 4);
const CONNECTIVITY: readonly PreservationStatistic[] = PRESERVATION_STATISTICS.slice(4);

/** Fewer features have no structure to compare. */
export const MIN_PRESERVED_FEATURES = 4;

export type SevenStatistics = Record<PreservationStatistic, number>;

function meanOfSigned(signs: Float64Array, values: Float64Array): number {
  let sum = 0;
  for (let at = 0; at < values.length; at += 1) sum += Math.sign(numberAt(signs, at)) * numberAt(values, at);
  return sum / values.length;
}

/** Correlations of all pairs, each once. */
function pairsOf({ size, correlations }: Structure): Float64Array {
  const pairs = new Float64Array((size * (size - 1)) / 2);
  let filled = 0;
  for (let a = 0; a < size; a += 1)
    for (let b = a + 1; b < size; b += 1) {
      pairs[filled] = f64At(correlations, a * size + b);
      filled += 1;
    }
  return pairs;
}

/** The seven statistics of a set of features in the test data against the same features in the discovery data. */
function sevenStatistics(
  discovery: Structure,
  discoveryPairs: Float64Array,
  test: Structure,
): SevenStatistics {
  const pairs = pairsOf(test);
  return {
    average_edge_weight: test.meanAdjacency,
    coherence: test.coherence,
    average_correlation: meanOfSigned(discoveryPairs, pairs),
    average_contribution: meanOfSigned(discovery.contributions, test.contributions),
    concordance_of_correlation: pearson(discoveryPairs, pairs),
    concordance_of_degree: pearson(discovery.degrees, test.degrees),
    concordance_of_contribution: pearson(discovery.contributions, test.contributions),
  };
}

/** The same features measured twice, feature by feature in the same order; all vary in both and miss no value. */
export interface CommonFeatures {
  count: number;
  discovery: { profiles: Float64Array; sampleCount: number };
  test: { profiles: Float64Array; sampleCount: number };
}

/**
 * Features that two matrices share, in pairs of rows, without those that do not vary or miss values in either.
 * @param pairs row in the discovery matrix and row in the test matrix of each shared feature
 * @returns the features, and for each of `pairs` its index among them; -1 for those left out
 */
export function commonFeatures(
  discovery: FeatureMatrix,
  test: FeatureMatrix,
  pairs: readonly (readonly [number, number])[],
): { common: CommonFeatures; indexes: Int32Array } {
  const isUsable = (matrix: FeatureMatrix, feature: number) => {
    const values = featureValues(matrix, feature);
    const first = numberAt(values, 0);
    let varies = false;
    for (const value of values) {
      if (Number.isNaN(value)) return false;
      if (value !== first) varies = true;
    }
    return varies;
  };
  const indexes = new Int32Array(pairs.length).fill(-1);
  let count = 0;
  for (const [at, [a, b]] of pairs.entries()) {
    if (!isUsable(discovery, a) || !isUsable(test, b)) continue;
    indexes[at] = count;
    count += 1;
  }
  const collect = (matrix: FeatureMatrix, side: 0 | 1) => {
    const profiles = new Float64Array(count * matrix.sampleCount);
    for (const [at, pair] of pairs.entries()) {
      const index = numberAt(indexes, at);
      if (index >= 0)
        profiles.set(pearsonProfile(featureValues(matrix, pair[side])), index * matrix.sampleCount);
    }
    return { profiles, sampleCount: matrix.sampleCount };
  };
  return { common: { count, discovery: collect(discovery, 0), test: collect(test, 1) }, indexes };
}

export interface Preservation {
  observed: SevenStatistics;
  /** P of the observed value: (1 + random sets at or above it) / (1 + random sets) */
  p: SevenStatistics;
  /** (observed - mean) / standard deviation over random sets; NaN where random sets do not vary */
  z: SevenStatistics;
  /**
   * mean of the median Z of density and of connectivity: above 2 weak, above 10 strong; grows with the module's size
   */
  summaryZ: number;
  /** random sets */
  permutations: number;
}

/** Columns of values by statistic. */
type Columns = Record<PreservationStatistic, Float64Array>;

function emptyColumns(length: number): Columns {
  const column = () => new Float64Array(length);
  return {
    average_edge_weight: column(),
    coherence: column(),
    average_correlation: column(),
    average_contribution: column(),
    concordance_of_correlation: column(),
    concordance_of_degree: column(),
    concordance_of_contribution: column(),
  };
}

function judge(observed: SevenStatistics, random: Columns, permutations: number): Preservation {
  const p: SevenStatistics = { ...observed };
  const z: SevenStatistics = { ...observed };
  for (const name of PRESERVATION_STATISTICS) {
    const values = random[name];
    const atLeast = values.reduce((count, value) => count + (value >= observed[name] ? 1 : 0), 0);
    p[name] = (1 + atLeast) / (1 + permutations);
    const deviation = Math.sqrt(variance(values));
    z[name] = deviation > 0 ? (observed[name] - mean(values)) / deviation : Number.NaN;
  }
  const medianOf = (names: readonly PreservationStatistic[]) => median(names.map((name) => z[name]));
  return { observed, p, z, summaryZ: (medianOf(DENSITY) + medianOf(CONNECTIVITY)) / 2, permutations };
}

/** The seven statistics of a module, without random sets. @throws RangeError with fewer than four features */
export function observePreservation(common: CommonFeatures, members: ArrayLike<number>) {
  if (members.length < MIN_PRESERVED_FEATURES)
    throw new RangeError(`${members.length} common features have no structure to compare.`);
  const { discovery, test } = common;
  const found = structureOf(discovery.profiles, members, {
    sampleCount: discovery.sampleCount,
    precision: EXACT,
  });
  const pairs = pairsOf(found);
  const again = structureOf(test.profiles, members, { sampleCount: test.sampleCount, precision: EXACT });
  return { discovery: found, pairs, test: again, observed: sevenStatistics(found, pairs, again) };
}

/**
 * Whether a module is preserved in other data: seven statistics, and how they compare with random sets of as many
 * features of the test data. The structure in the discovery data stays as it is.
 * @param members indexes among the common features
 * @param onProgress called after each random set; return false to stop
 * @returns null if stopped
 * @throws RangeError with fewer than four features
 * @source Langfelder et al. 2011, PLoS Comput Biol 7:e1001057; Ritchie et al. 2016, Cell Syst 3:71; P by Phipson &
 *   Smyth 2010, Stat Appl Genet Mol Biol 9:39
 */
export function modulePreservation(
  common: CommonFeatures,
  members: ArrayLike<number>,
  {
    permutations,
    seed,
    onProgress = () => true,
  }: { permutations: number; seed: number; onProgress?: (done: number) => boolean },
): Preservation | null {
  const { discovery, pairs, observed } = observePreservation(common, members);
  const random = randomOf(seed);
  const features = Int32Array.from({ length: common.count }, (_, at) => at);
  const columns = emptyColumns(permutations);
  for (let set = 0; set < permutations; set += 1) {
    drawInto(features, members.length, random);
    const structure = structureOf(common.test.profiles, features.subarray(0, members.length), {
      sampleCount: common.test.sampleCount,
      precision: ROUGH,
    });
    const values = sevenStatistics(discovery, pairs, structure);
    for (const name of PRESERVATION_STATISTICS) columns[name][set] = values[name];
    if (!onProgress(set + 1)) return null;
  }
  return judge(observed, columns, permutations);
}
