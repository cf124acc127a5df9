/** Constants shared by the writer of postings and their readers. */
import { SEARCHED_DEFINITIONS } from '@omicon/domain/records/module-definition.ts';

/** A module slot is a module under one definition: module id times this, plus the number of the definition. */
export const DEFINITIONS_PER_MODULE = SEARCHED_DEFINITIONS.length;

/** Searches with a limit below this read only the matching part of a network's best P values. */
export const BEST_PART = 1e-10;

/** -log10 P; P = 0 counts as 1e-400, below every P that a table can hold. */
export function negLog10(p: number): number {
  return p > 0 ? -Math.log10(p) : 400;
}

/**
 * The sets kept of each module: at most this many, with P below the limit (the Bonferroni limit of 50,000 sets at
 * 0.05).
 */
export const TOP_SETS = 10;
export const TOP_SETS_BELOW = 1e-6;
