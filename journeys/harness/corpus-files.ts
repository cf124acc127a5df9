/** Reads the original files of the corpus, without any code of the product. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'csv-parse/sync';
import { TEST_DATA } from './portal.ts';

export const CORPUS = path.join(TEST_DATA, 'corpus');
/** A collection whose samples have time and event, in the same form. */
export const FOLLOW_UP = path.join(TEST_DATA, 'followup');

/** @throws Error if a folder of real input is missing */
export function requireInput(folder = CORPUS): void {
  if (!existsSync(folder)) throw new Error(`${folder} is missing; set OMICON_TEST_DATA.`);
}

/** The only file of the corpus that matches a pattern. */
export function corpusFile(pattern: string): string {
  const [file, ...more] = globSync(pattern, { cwd: CORPUS });
  if (file === undefined || more.length > 0) throw new Error(`${pattern} names ${more.length + 1} files.`);
  return path.join(CORPUS, file);
}

/** Rows of a csv file, by column name. */
export function readRows(file: string): Record<string, string>[] {
  return parse<Record<string, string>>(readFileSync(file), { columns: true, bom: true });
}

/** Number of rows per value of a column; empty cells are NA. */
export function countValues(rows: readonly Record<string, string>[], column: string): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const row of rows) {
    const value = row[column] || 'NA';
    counts[value] = (counts[value] ?? 0) + 1;
  }
  return counts;
}

/** Number of pages of a PDF, from its page tree. */
export function countPages(file: string): number {
  const [, count] = /\/Type \/Pages[^>]*\/Count (\d+)/.exec(readFileSync(file, 'latin1')) ?? [];
  if (count === undefined) throw new Error(`${file} does not state its number of pages.`);
  return Number(count);
}
