/** What the writer of postings and their readers agree on. */

/** Definitions that are searched: Seed, PosBC, PosFDR. */
export const SEARCHED_DEFINITIONS = 3;

/** Searches for very small P read only the part of a network's best that lies below. */
export const BEST_PART = 1e-10;

/** P = 0 counts as 1e-400, below every P that a table can hold. */
export function negLog10(p: number): number {
  return p > 0 ? -Math.log10(p) : 400;
}
