/** Meta-modules with a similar consensus. */
import { f64At } from '../../arrays/number-at.ts';
import { correlateProfiles, profilesOf } from '../matching/kme-profiles.ts';
import { clusterTree, cutTree } from '../samples/linkage.ts';

/** Every two meta-modules of a theme correlate at least like this. */
const LEAST_CORRELATION = 0.6;

/** Puts the mean in place of missing values, which makes correlations smaller. */
function withMeans(values: Float64Array): Float64Array {
  const known = values.filter((value) => !Number.isNaN(value));
  const mean = known.length === 0 ? 0 : known.reduce((sum, value) => sum + value, 0) / known.length;
  return values.map((value) => (Number.isNaN(value) ? mean : value));
}

/**
 * Groups meta-modules by complete linkage of the correlation of their consensus kME, cut at .6. Together the groups are
 * a partition, sorted by their first meta-module.
 * @param consensus one value per symbol; NaN where it is unknown
 */
export function groupThemes(consensus: readonly Float64Array[]): number[][] {
  const [first] = consensus;
  if (first === undefined) return [];
  const symbols = Uint32Array.from(first.keys());
  const profiles = profilesOf(consensus.map(withMeans), symbols);
  const rows = correlateProfiles(profiles, profiles);
  const distances = Float64Array.from({ length: consensus.length ** 2 }, (_, at) => {
    const [row, column] = [Math.floor(at / consensus.length), at % consensus.length];
    const r = f64At(rows[row] ?? first, column);
    return row === column ? 0 : 1 - (Number.isNaN(r) ? -1 : r);
  });
  return cutTree(clusterTree(distances, 'complete'), 1 - LEAST_CORRELATION);
}
