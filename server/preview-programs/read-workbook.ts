/** Sheets of xls and xlsx workbooks as text. Formulas are never evaluated; cells show their stored value. */
import { type CellObject, utils, type WorkBook } from '@e965/xlsx';
import {
  MAX_CELL_LETTERS,
  MAX_SHEET_COLUMNS,
  MAX_SHEET_ROWS,
  MAX_SHEETS,
} from '@omicon/domain/files/file-kinds.ts';
import { checkedWorkbook, parseWorkbook } from './open-workbook.ts';
import { cannotPreview } from './refusal.ts';

export interface WorkbookSheet {
  /** names in order, the first 500 */
  sheets: string[];
  number_of_sheets: number;
  /** index of the sheet shown, from 0 */
  sheet: number;
  rows: string[][];
  /** up to the last row and column with a value */
  number_of_rows: number;
  number_of_columns: number;
}

/** Limits of spreadsheet programs; cells outside are ignored. */
const LAST_ROW = 1_048_576;
const LAST_COLUMN = 16_384;
const MAX_NAME_LENGTH = 255;
/** Total of all cells; a sheet is cut after the row that reaches it. */
const MAX_LETTERS = 2_000_000;

async function openWorkbook(bytes: Buffer, sheet: number): Promise<WorkBook> {
  if (bytes.length === 0) throw cannotPreview('It is empty.');
  const checked = await checkedWorkbook(bytes);
  if (checked === null) throw cannotPreview('It is not an Excel workbook, although its name says so.');
  const workbook = parseWorkbook(checked, { sheets: sheet });
  if (workbook === 'password') throw cannotPreview('It is protected by a password.');
  if (workbook === 'damaged') throw cannotPreview('It is damaged, or not an Excel workbook.');
  return workbook;
}

/** Indexes of an array that hold a value, whatever its length. */
function filledIndexes(values: readonly unknown[], end: number): number[] {
  return Object.keys(values)
    .map(Number)
    .filter((index) => Number.isInteger(index) && index >= 0 && index < end)
    .filter((index) => values[index] !== undefined)
    .toSorted((a, b) => a - b);
}

function textOf(cell: CellObject | undefined): string {
  return cell === undefined ? '' : utils.format_cell(cell).slice(0, MAX_CELL_LETTERS).toWellFormed();
}

function readCells(data: readonly (readonly CellObject[])[]) {
  const filledRows = filledIndexes(data, LAST_ROW);
  const columnsOf = (row: number) => filledIndexes(data[row] ?? [], LAST_COLUMN);
  const numberOfRows = (filledRows.at(-1) ?? -1) + 1;
  const rows: string[][] = [];
  let letters = 0;
  while (rows.length < Math.min(numberOfRows, MAX_SHEET_ROWS) && letters < MAX_LETTERS) {
    const cells = data[rows.length] ?? [];
    const width = Math.min(MAX_SHEET_COLUMNS, (columnsOf(rows.length).at(-1) ?? -1) + 1);
    const row = Array.from({ length: width }, (_, column) => textOf(cells[column]));
    letters += row.reduce((sum, text) => sum + text.length, 0);
    rows.push(row);
  }
  return {
    rows,
    number_of_rows: numberOfRows,
    number_of_columns: filledRows.reduce((most, row) => Math.max(most, (columnsOf(row).at(-1) ?? -1) + 1), 0),
  };
}

/** One sheet of a workbook and the names of all. @throws Refusal with the fault */
export async function readWorkbook(bytes: Buffer, index: number): Promise<WorkbookSheet> {
  const workbook = await openWorkbook(bytes, index);
  const names = workbook.SheetNames;
  if (names.length === 0) throw cannotPreview('It holds no sheets.');
  const name = names[index];
  if (name === undefined) throw cannotPreview(`It has no sheet ${index + 1}.`);
  // Also finds a sheet called __proto__, which the library assigns as a prototype, only in this process.
  const sheet = Reflect.get(workbook.Sheets, name);
  if (sheet === undefined) throw cannotPreview(`Its sheet ${index + 1} cannot be read.`);
  const data: unknown = Reflect.get(sheet, '!data');
  return {
    sheets: names.slice(0, MAX_SHEETS).map((each) => each.slice(0, MAX_NAME_LENGTH).toWellFormed()),
    number_of_sheets: names.length,
    sheet: index,
    ...readCells(Array.isArray(data) ? data : []),
  };
}
