import { countOf, formatCount } from './format.ts';

/** Genes of a table that a button takes. */
export interface ChosenGenes {
  /** of a gene set with them */
  name: string;
  genes: readonly string[];
  /** for the buttons: `the first 100 genes up of 321 with q < 0.05`, `the 3 checked genes up` */
  which: string;
}

/** q below which a gene is taken that nobody has checked. */
export const CHOSEN_Q = 0.05;

/** Genes that a button takes of those with q below the limit, while none is checked. */
export const MAX_CHOSEN = 100;

/**
 * @param count genes that are taken
 * @param significant genes with q below the limit; undefined for checked genes
 * @param direction such as `up`; empty without one
 */
export function nameChoice(count: number, significant: number | undefined, direction = ''): string {
  const end = direction === '' ? '' : ` ${direction}`;
  if (significant === undefined) return `the ${countOf(count, 'checked gene')}${end}`;
  if (significant === 0) return `no gene${end} with q < ${CHOSEN_Q}`;
  const genes = `${countOf(count, 'gene')}${end}`;
  return count < significant
    ? `the first ${genes} of ${formatCount(significant)} with q < ${CHOSEN_Q}`
    : `the ${genes} with q < ${CHOSEN_Q}`;
}
