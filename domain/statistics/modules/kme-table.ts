/** The csv format of the complete kME table, for the portal and for the images that rebuild it. */
import { correlationPValue } from '../correlation.ts';

/** Number of information columns of a kME table; two columns per module follow. */
export const KME_INFORMATION_COLUMNS = 9;

/** Column names after the information columns: kME and P of each module, in this order. */
export function kmeColumns(modules: readonly string[]): string[] {
  return modules.flatMap((name) => [`kME${name}.cor`, `kME${name}.pval`]);
}

/** kME rounded to seven digits, as in the table. NaN for a feature that does not vary. */
export function roundedKme(kme: number): number {
  return Number(kme.toPrecision(7));
}

/** P of the unrounded kME, rounded to seven digits, as in the table. 1e-300 if kME is NaN. */
export function roundedPValue(kme: number, sampleCount: number): number {
  return Number(correlationPValue(kme, sampleCount).toPrecision(7));
}

/** kME or P as a cell of the table; `NA` for NaN. */
export function kmeCell(value: number): string {
  return Number.isNaN(value) ? 'NA' : String(value);
}

/** kME of one feature with each module, each followed by its P value. */
export function kmeCells(kmes: Iterable<number>, sampleCount: number): string[] {
  return Array.from(kmes, (kme) => [roundedKme(kme), roundedPValue(kme, sampleCount)])
    .flat()
    .map(kmeCell);
}
