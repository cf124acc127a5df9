/** How the complete kME table is written as csv, by the portal and by the images that rebuild it. */
import { correlationPValue } from './correlation.ts';

/** Information columns of a kME table; what follows are pairs of the modules. */
export const KME_INFORMATION_COLUMNS = 9;

/** A cell of csv, in quotation marks where it needs them. */
export function csvCell(text: string): string {
  return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Heads of the columns that follow the information columns: kME and P of each module, in the order given. */
export function kmeColumns(modules: readonly string[]): string[] {
  return modules.flatMap((name) => [`kME${name}.cor`, `kME${name}.pval`]);
}

/** kME as the table has it: seven digits keep the error under 1e-6. NaN for a feature that does not vary. */
export function roundedKme(kme: number): number {
  return Number(kme.toPrecision(7));
}

/** P as the table has it: seven digits, of the kME before it is rounded. 1e-300 where kME is NaN. */
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
