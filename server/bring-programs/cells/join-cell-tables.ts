/** Columns of tables of cells beside those that a file has of its cells. */
import { countOf, formatCount } from '@omicon/domain/records/count-of.ts';
import type { ExpressionFile } from '../expression.ts';
import { type CellTable, readCellTable, type TextTable } from './cell-table.ts';
import { freeName } from './group-cells.ts';
import type { Library } from './join-libraries.ts';
import { type CellMatch, type CellName, matchCells } from './match-cells.ts';

function cellNames(libraries: readonly Library[]): CellName[] {
  return libraries.flatMap(({ name, file }) =>
    file.samples.names.map((barcode) => ({ library: name, barcode })),
  );
}

function noteOf({ name }: CellTable, match: CellMatch, cells: number): string {
  const parts = [
    `${name}: ${formatCount(match.matched)} of ${countOf(cells, 'cell')} matched ${match.said}`,
    ...(match.matched < cells ? [`${countOf(cells - match.matched, 'cell')} without a row`] : []),
    ...(match.unmatched > 0 ? [`${countOf(match.unmatched, 'row')} without a cell`] : []),
    ...(match.repeated > 0 ? [`${countOf(match.repeated, 'row')} with the name of another left out`] : []),
  ];
  return `${parts.join('; ')}.`;
}

/** The file with columns of these tables. @returns null for a table that is not one of its cells */
function joinTable(
  file: ExpressionFile,
  table: CellTable,
  cells: readonly CellName[],
): ExpressionFile | null {
  const match = matchCells(table, cells);
  if (match === null) return null;
  const { samples } = file;
  const taken = new Set(samples.titles);
  const added = new Map<string, (string | null)[]>();
  for (const [title, texts] of table.columns)
    if (title !== match.column) added.set(freeName(title, taken), texts);
  return {
    ...file,
    samples: {
      names: samples.names,
      // Before its own columns, as a person gave them for this.
      titles: [...added.keys(), ...samples.titles],
      read: (title) => {
        const texts = added.get(title);
        if (texts === undefined) return samples.read(title);
        return (cell) => texts[match.rows[cell] ?? -1] ?? null;
      },
    },
    notes: [...file.notes, noteOf(table, match, cells.length)],
  };
}

/** @returns the file, and the names of the tables that were used */
export async function joinCellTables(
  joined: ExpressionFile,
  libraries: readonly Library[],
  tables: readonly TextTable[],
): Promise<{ file: ExpressionFile; used: string[] }> {
  let file = joined;
  const used: string[] = [];
  if (!joined.isCells || tables.length === 0) return { file, used };
  const cells = cellNames(libraries);
  for (const one of tables) {
    const table = await readCellTable(one);
    const next = table === null ? null : joinTable(file, table, cells);
    if (next === null) continue;
    file = next;
    used.push(one.name);
  }
  return { file, used };
}
