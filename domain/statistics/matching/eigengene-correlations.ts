/** Correlations of eigengenes of two networks over the samples that both contain. */
import { correlationOfProfiles, pearsonProfile } from '../correlation.ts';

const MIN_SAMPLES = 4;

/** Columns of one sample in two networks. */
export type SampleColumns = readonly [number, number];

/**
 * Pearson correlations of all pairs of eigengenes. Shape: `a` x `b`, row-major; NaN with fewer than four samples, or
 * where either eigengene does not vary over them.
 */
export function correlateEigengenes(
  a: readonly Float64Array[],
  b: readonly Float64Array[],
  samples: readonly SampleColumns[],
): Float64Array {
  const correlations = new Float64Array(a.length * b.length).fill(Number.NaN);
  if (samples.length < MIN_SAMPLES) return correlations;
  const profilesOf = (eigengenes: readonly Float64Array[], side: 0 | 1) =>
    eigengenes.map((eigengene) =>
      pearsonProfile(samples.map((columns) => eigengene[columns[side]] ?? Number.NaN)),
    );
  const [ofA, ofB] = [profilesOf(a, 0), profilesOf(b, 1)];
  for (const [row, one] of ofA.entries())
    for (const [column, other] of ofB.entries())
      correlations[row * b.length + column] = correlationOfProfiles(one, other);
  return correlations;
}
