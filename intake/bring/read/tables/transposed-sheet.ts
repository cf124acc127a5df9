/** A table of samples that has them in its columns: a row for each attribute. */
import type { SampleSheet } from '../../study.ts';

/** Tables with more rows are none: they have features in rows. */
export const MOST_ATTRIBUTES = 1000;

/** Whether most titles after the first are names of samples. @param names titles of the table of values */
export function isTransposed(columns: readonly string[], names: ReadonlySet<string>): boolean {
  const known = columns.slice(1).filter((title) => names.has(title.trim())).length;
  return known > 0 && 2 * known >= columns.length - 1;
}

/** The sheet with a row for each sample; attributes without a title are called by their number. */
export function transposeSheet({ file, columns, rows }: SampleSheet): SampleSheet {
  const [corner = '', ...samples] = columns;
  const label = corner.trim() === '' || rows.some(([title]) => title === corner) ? 'sample' : corner;
  return {
    file,
    columns: [label, ...rows.map(([title], at) => title ?? `attribute ${at + 1}`)],
    labelColumn: label,
    rows: samples.map((sample, at) => [sample, ...rows.map((row) => row[at + 1] ?? null)]),
  };
}
