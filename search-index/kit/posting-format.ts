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
