/** What the writer of postings and their readers agree on. */
import { SEARCHED_DEFINITIONS } from '@omicon/domain/records/module-definition.ts';

/** A module and a definition have one number: module id times this, plus the number of the definition. */
export const DEFINITIONS_PER_MODULE = SEARCHED_DEFINITIONS.length;

/** Searches for very small P read only the part of a network's best that lies below. */
export const BEST_PART = 1e-10;

/** P = 0 counts as 1e-400, below every P that a table can hold. */
export function negLog10(p: number): number {
  return p > 0 ? -Math.log10(p) : 400;
}
