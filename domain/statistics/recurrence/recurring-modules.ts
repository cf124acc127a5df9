/** Modules of one data set that its networks find again and again. */
import { f64At, numberAt } from '../../arrays/number-at.ts';
import { clusterTree, cutTree } from '../samples/linkage.ts';

/** Every two eigengenes of a recurring module correlate at least like this: the rule by which networks merge modules. */
const LEAST_CORRELATION = 0.85;
/** Farther than any correlation, for modules that cannot be compared. */
const FARTHEST = 3;

export interface RecurringModule {
  /** indexes of its modules, ascending */
  members: number[];
  /** the module with the highest mean correlation to the others; of equal ones the first */
  representative: number;
}

function findRepresentative(correlations: Float64Array, members: readonly number[], count: number): number {
  let best = numberAt(members, 0);
  let highest = Number.NEGATIVE_INFINITY;
  for (const member of members) {
    let sum = 0;
    for (const other of members) if (other !== member) sum += f64At(correlations, member * count + other);
    if (sum > highest) {
      highest = sum;
      best = member;
    }
  }
  return best;
}

/**
 * Groups the modules of a data set by complete linkage of their eigengenes, cut where the least correlation of two
 * modules of a group is .85. Together the groups are a partition of all modules, sorted by their first module.
 * @param correlations of eigengenes, modules x modules, row-major and symmetric; NaN for modules that cannot be compared
 * @throws RangeError if the correlations are not square
 */
export function findRecurringModules(correlations: Float64Array): RecurringModule[] {
  const count = Math.round(Math.sqrt(correlations.length));
  const distances = correlations.map((r) => (Number.isNaN(r) ? FARTHEST : 1 - r));
  return cutTree(clusterTree(distances, 'complete'), 1 - LEAST_CORRELATION).map((members) => ({
    members,
    representative: findRepresentative(correlations, members, count),
  }));
}
