/** The table of a sheet: where it begins, and its cells as text. */
import { type CellObject, utils, type WorkSheet } from '@e965/xlsx';
import { formatCount } from '@omicon/domain/records/count-of.ts';
import { BinaryRefusal } from '../../binary-form.ts';
import { type CellCounts, isFilled, textOfCell } from './cell-text.ts';
import { MAX_CELLS } from './open-workbook.ts';

const MAX_ROWS = 1_048_576;
const MAX_COLUMNS = 16_384;
const MAX_CHARACTERS = 2e8;

type Cells = readonly (CellObject | undefined)[];

export interface SheetTable {
  /** filled rows, titles first */
  rows: Cells[];
  /** index of the first column with a value, and of that after the last */
  from: number;
  to: number;
  /** rows with a lone cell above the table */
  titleRows: number;
  mergedRanges: number;
}

/** Null for a sheet without two rows and two columns. @throws BinaryRefusal for a sheet beyond the limits of Excel */
export function findSheetTable(sheet: WorkSheet): SheetTable | null {
  const filled = filledRows(sheet);
  const widths = filled.map((row) => spanOf([row]));
  const width = widths.reduce((most, { from, to }) => Math.max(most, to - from), 0);
  let titleRows = 0;
  while (titleRows < filled.length && isTitle(filled[titleRows] ?? [], width)) titleRows += 1;
  const rows = filled.slice(titleRows);
  const { from, to } = spanOf(rows);
  if (rows.length < 2 || to - from < 2) return null;
  if (rows.length * (to - from) > MAX_CELLS) throw tooLarge();
  const mergedRanges = (sheet['!merges'] ?? []).filter(({ s, e }) => s.r !== e.r || s.c !== e.c).length;
  return { rows, from, to, titleRows, mergedRanges };
}

function filledRows(sheet: WorkSheet): Cells[] {
  const data: unknown = Reflect.get(sheet, '!data');
  if (!Array.isArray(data)) return [];
  const rows: Cells[] = [];
  let cells = 0;
  // A hostile file may have single cells in far rows and columns: only rows that exist are visited, and their lengths
  // are summed before their cells are.
  for (const key of Object.keys(data)) {
    const row: unknown = Reflect.get(data, key);
    if (!isRow(row)) continue;
    cells += row.length;
    if (row.length > MAX_COLUMNS || cells > MAX_CELLS || Number(key) >= MAX_ROWS) throw tooLarge();
    if (row.some(isFilled)) rows.push(row);
  }
  return rows;
}

function tooLarge(): BinaryRefusal {
  return new BinaryRefusal(
    `A sheet has cells beyond row 1,048,576 or column 16,384, or more than ${formatCount(MAX_CELLS)} of them; save it as text.`,
  );
}

/** The library makes arrays of cells; anything else would be of a hostile file. */
function isRow(row: unknown): row is CellObject[] {
  return Array.isArray(row);
}

function spanOf(rows: readonly Cells[]): { from: number; to: number } {
  let from = Number.POSITIVE_INFINITY;
  let to = 0;
  for (const row of rows) {
    const first = row.findIndex(isFilled);
    if (first < 0) continue;
    from = Math.min(from, first);
    to = Math.max(to, row.findLastIndex(isFilled) + 1);
  }
  return { from: Math.min(from, to), to };
}

/** Over two columns, a lone cell on the right is the title of the values; R leaves out that of row names. */
function isTitle(row: Cells, width: number): boolean {
  const filled = row.filter(isFilled).length;
  return filled === 1 && (width > 2 || isFilled(row[0]));
}

/** Rows as text, titles first, all of one length. @throws BinaryRefusal for more than 200 MB */
export function* rowsOf(table: SheetTable, counts: CellCounts): Generator<string[]> {
  let characters = 0;
  for (const row of table.rows) {
    const cells: string[] = [];
    for (let at = table.from; at < table.to; at += 1) {
      const text = textOfCell(row[at], at, counts);
      characters += text.length;
      cells.push(text);
    }
    if (characters > MAX_CHARACTERS) {
      throw new BinaryRefusal('A sheet has more than 200 MB of text; save it as tab-separated text.');
    }
    yield cells;
  }
}

/** Its title, or its letters without one. */
export function nameOfColumn(table: SheetTable, at: number, counts: CellCounts): string {
  return (
    textOfCell(table.rows[0]?.[at], at, { ...counts, errors: 0, dates: new Map() }) || utils.encode_col(at)
  );
}
