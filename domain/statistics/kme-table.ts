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

/**
 * kME of one feature with each module, each followed by its P value. `NA` for a feature that does not vary; seven
 * digits keep the error under 1e-6.
 */
export function kmeCells(kmes: Iterable<number>, sampleCount: number): string[] {
  return Array.from(kmes, (kme) => [
    Number.isNaN(kme) ? 'NA' : String(Number(kme.toPrecision(7))),
    String(Number(correlationPValue(kme, sampleCount).toPrecision(7))),
  ]).flat();
}
