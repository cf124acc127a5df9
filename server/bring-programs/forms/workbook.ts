/** Excel workbooks: each sheet with a table is a table. */
import type { WorkBook, WorkSheet } from '@e965/xlsx';
import { countOf } from '@omicon/domain/records/count-of.ts';
import { type BinaryForm, BinaryRefusal } from '../binary-form.ts';
import type { CellCounts } from './workbook/cell-text.ts';
import { parseWorkbook, readWorkbookBytes } from './workbook/open-workbook.ts';
import { findSheetTable, nameOfColumn, rowsOf, type SheetTable } from './workbook/sheet-table.ts';

const MAX_SHEETS = 500;
const MAX_NAME_LENGTH = 100;
const MAX_NAMED = 10;

interface NamedSheet {
  /** name of its table */
  file: string;
  sheet: string;
}

export const workbook: BinaryForm = {
  async describe(file) {
    const book = parseWorkbook(await readWorkbookBytes(file), 'all');
    const tables: { name: string }[] = [];
    const notes: string[] = [];
    const without: string[] = [];
    const hidden: string[] = [];
    for (const { file: name, sheet } of namedSheets(book)) {
      if (isOfProgram(book, sheet)) {
        hidden.push(sheet);
        continue;
      }
      const table = findSheetTable(sheetOf(book, sheet));
      if (table === null) without.push(sheet);
      else {
        tables.push({ name });
        notes.push(...notesOf(sheet, table, newCounts(book)));
      }
    }
    if (tables.length === 0) {
      throw new BinaryRefusal('No sheet of the workbook has a table of at least two rows and two columns.');
    }
    if (without.length > 0) {
      notes.push(`${countOf(without.length, 'sheet')} without a table left out: ${listed(without)}.`);
    }
    if (hidden.length > 0) {
      notes.push(`${countOf(hidden.length, 'sheet')} that Excel never shows left out: ${listed(hidden)}.`);
    }
    return { sentence: `Excel workbook, ${countOf(tables.length, 'table')}`, tables, cells: null, notes };
  },

  async write(file, table, { writeRow }) {
    const bytes = await readWorkbookBytes(file);
    const names = namedSheets(parseWorkbook(bytes, 'names'));
    const chosen = names.find((each) => each.file === table);
    if (chosen === undefined) throw new BinaryRefusal(`The workbook has no table "${table}".`);
    const book = parseWorkbook(bytes, { sheet: chosen.sheet });
    const found = findSheetTable(sheetOf(book, chosen.sheet));
    if (found === null) throw new BinaryRefusal(`The sheet "${chosen.sheet}" has no table.`);
    for (const row of rowsOf(found, newCounts(book))) await writeRow(row);
  },
};

/** Programs keep lists of their own in sheets that Excel never shows; sheets that a person has hidden are read. */
function isOfProgram({ Workbook }: WorkBook, sheet: string): boolean {
  return Workbook?.Sheets?.some(({ name, Hidden }) => name === sheet && Hidden === 2) ?? false;
}

function newCounts(book: WorkBook): CellCounts {
  return { isSince1904: book.Workbook?.WBProps?.date1904 === true, errors: 0, dates: new Map() };
}

/** Names of tables become names of files, so that signs of paths are replaced. */
function namedSheets({ SheetNames }: WorkBook): NamedSheet[] {
  if (SheetNames.length > MAX_SHEETS) {
    throw new BinaryRefusal(
      `The workbook has ${countOf(SheetNames.length, 'sheet')}; 500 are allowed. Give only those with data.`,
    );
  }
  const taken = new Set<string>();
  return SheetNames.map((sheet) => {
    const plain = sheet
      .toWellFormed()
      .replace(/[\p{Cc}/\\:]/gu, '_')
      .slice(0, MAX_NAME_LENGTH)
      .trim();
    let file = `${plain || 'sheet'}.tsv`;
    for (let number = 2; taken.has(file); number += 1) file = `${plain || 'sheet'} ${number}.tsv`;
    taken.add(file);
    return { file, sheet };
  });
}

/** Also finds a sheet called __proto__, which the library assigns as a prototype, only in this process. */
function sheetOf(book: WorkBook, name: string): WorkSheet {
  const sheet: WorkSheet | undefined = Reflect.get(book.Sheets, name);
  if (sheet === undefined)
    throw new BinaryRefusal(`The sheet "${name}" cannot be read; save the workbook again.`);
  return sheet;
}

function notesOf(sheet: string, table: SheetTable, counts: CellCounts): string[] {
  // All cells are read once, for what is noted of them.
  for (const _ of rowsOf(table, counts));
  const notes: string[] = [];
  const say = (sentence: string) => notes.push(`Sheet "${sheet}": ${sentence}`);
  if (table.titleRows > 0)
    say(`${countOf(table.titleRows, 'row')} with a lone cell above the table left out.`);
  if (counts.dates.size > 0) {
    const columns = [...counts.dates].map(([at, count]) => `${nameOfColumn(table, at, counts)} (${count})`);
    say(
      `dates are written as 2020-12-31, in ${listed(columns)}. Excel turns symbols such as SEPT2 into dates; check these columns.`,
    );
  }
  if (counts.errors > 0) say(`${countOf(counts.errors, 'error')} such as #N/A left empty.`);
  if (table.mergedRanges > 0) {
    say(`of ${countOf(table.mergedRanges, 'merged range')}, only the first cell has a value.`);
  }
  return notes;
}

/** The first ten, and how many more there are. */
function listed(names: readonly string[]): string {
  const more = names.length - MAX_NAMED;
  return `${names.slice(0, MAX_NAMED).join(', ')}${more > 0 ? ` and ${countOf(more, 'other')}` : ''}`;
}
