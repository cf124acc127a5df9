/** The lists of barcodes and features beside a matrix of 10x Genomics: text with tabs and without titles. */
import { createReadStream, statSync } from 'node:fs';
import { lineBlocks } from '@omicon/intake/bring/read/files/text-lines.ts';
import { withoutQuotes } from '@omicon/intake/bring/read/tables/split-row.ts';
import { IntakeRefusal } from '@omicon/intake/records.ts';
import { BinaryRefusal } from '../../binary-form.ts';

const MAX_NAMES = 2e7;
const MAX_CELL_CHARACTERS = 1000;

/**
 * The first columns of every line that is not blank.
 * @param columns how many @returns cells by column
 */
export async function readColumns(path: string, name: string, columns: number): Promise<string[][]> {
  const cells: string[][] = Array.from({ length: columns }, () => []);
  const source = { name, sizeBytes: statSync(path).size, open: async () => createReadStream(path) };
  try {
    for await (const { lines } of lineBlocks(source, 'utf-8'))
      for (const line of lines) {
        if (line.trim() === '') continue;
        const row = line.split('\t', columns);
        for (const [at, column] of cells.entries())
          column.push(withoutQuotes((row[at] ?? '').trim()).slice(0, MAX_CELL_CHARACTERS));
      }
  } catch (error) {
    if (!(error instanceof IntakeRefusal)) throw error;
    throw new BinaryRefusal(`${name}: ${error.faults[0]?.sentence ?? error.message}`);
  }
  if ((cells[0]?.length ?? 0) > MAX_NAMES)
    throw new BinaryRefusal(`${name} has more than 20,000,000 lines; give the filtered matrix.`);
  return cells;
}
