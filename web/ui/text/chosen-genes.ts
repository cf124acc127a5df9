import { countOf } from './format.ts';

/** Genes of a table that a button takes. */
export interface ChosenGenes {
  /** of a gene set with them */
  name: string;
  genes: readonly string[];
  /** for the buttons: `the first 100 genes`, `the 3 checked genes up` */
  which: string;
}

/** @param direction such as `up`; empty without one */
export function nameChoice(count: number, isChecked: boolean, direction = ''): string {
  const counted = isChecked ? countOf(count, 'checked gene') : `first ${countOf(count, 'gene')}`;
  return `the ${counted}${direction === '' ? '' : ` ${direction}`}`;
}
