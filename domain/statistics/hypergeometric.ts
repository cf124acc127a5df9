import { f64At, numberAt } from '../arrays/number-at.ts';

/** The four counts of one gene set and one module. Unique gene symbols of one universe, integers >= 0. */
export interface OverlapCounts {
  overlap: number;
  setSize: number;
  moduleSize: number;
  universe: number;
}

/** Cached log factorials, extended on demand; precise to 13 digits for 25,000 genes. */
let logFactorials = new Float64Array([0, 0]);

function logFactorialsTo(count: number): Float64Array {
  if (count >= logFactorials.length) {
    const grown = new Float64Array(Math.max(count + 1, 2 * logFactorials.length));
    grown.set(logFactorials);
    for (let next = logFactorials.length; next < grown.length; next += 1) {
      grown[next] = numberAt(grown, next - 1) + Math.log(next);
    }
    logFactorials = grown;
  }
  return logFactorials;
}

function checkCounts({ overlap, setSize, moduleSize, universe }: OverlapCounts): void {
  for (const count of [overlap, setSize, moduleSize, universe]) {
    if (!Number.isInteger(count) || count < 0) throw new RangeError(`${count} is not a count of genes.`);
  }
  if (Math.max(overlap, setSize, moduleSize) > universe) {
    throw new RangeError(`A count exceeds the universe of ${universe} genes.`);
  }
}

/**
 * Chance of at least `overlap` gene-set members in a module of this size.
 * Counts are unique gene symbols within one universe, integers >= 0.
 * @returns P(X >= overlap), hypergeometric, in [0, 1]; 1 when overlap is 0; 0 when the overlap is impossible
 * @throws RangeError if a count is negative, not an integer, or exceeds the universe
 * @source Rivals et al. 2007, Bioinformatics 23:401
 */
export function hypergeometricTail(counts: OverlapCounts): number {
  checkCounts(counts);
  return tailOfOverlap(counts.overlap, counts.setSize, counts.moduleSize, counts.universe);
}

/** Like `hypergeometricTail`, but without checking the counts: for hundreds of thousands of modules. */
export function tailOfOverlap(
  overlap: number,
  setSize: number,
  moduleSize: number,
  universe: number,
): number {
  const smallest = Math.max(0, setSize + moduleSize - universe);
  const largest = Math.min(setSize, moduleSize);
  if (overlap <= smallest) return 1;
  if (overlap > largest) return 0;
  const logs = logFactorialsTo(universe);
  const log = (count: number) => f64At(logs, count);
  const rest = universe - setSize;
  const logTerm =
    log(setSize) -
    log(overlap) -
    log(setSize - overlap) +
    (log(rest) - log(moduleSize - overlap) - log(rest - moduleSize + overlap)) -
    (log(universe) - log(moduleSize) - log(universe - moduleSize));
  // Each term is a ratio of the one before, so no further logarithms or subtractions are needed.
  let term = 1;
  let sum = 1;
  for (let hit = overlap; hit < largest; hit += 1) {
    const ratio = ((setSize - hit) * (moduleSize - hit)) / ((hit + 1) * (rest - moduleSize + hit + 1));
    term *= ratio;
    sum += term;
    // Once the ratio is below 1, terms only decrease; the remaining ones cannot change the sum.
    if (ratio < 1 && term < sum * 1e-17) break;
  }
  return Math.min(1, Math.exp(logTerm + Math.log(sum)));
}

/** Whether a list is tested for more genes than by chance, for fewer, or for either. */
export const OVERLAP_DIRECTIONS = ['over', 'under', 'both'] as const;
export type OverlapDirection = (typeof OVERLAP_DIRECTIONS)[number];

/**
 * P of an overlap: of at least it, of at most it, or twice the smaller of both, at most 1. Does not check the counts.
 * @source `phyper` of R; Rivals et al. 2007, Bioinformatics 23:401
 */
export function pOfOverlap(
  direction: OverlapDirection,
  overlap: number,
  setSize: number,
  moduleSize: number,
  universe: number,
): number {
  if (direction === 'over') return tailOfOverlap(overlap, setSize, moduleSize, universe);
  // At most this overlap of the set is at least the rest of the module outside of the set.
  const under = tailOfOverlap(moduleSize - overlap, universe - setSize, moduleSize, universe);
  if (direction === 'under') return under;
  return Math.min(1, 2 * Math.min(under, tailOfOverlap(overlap, setSize, moduleSize, universe)));
}
