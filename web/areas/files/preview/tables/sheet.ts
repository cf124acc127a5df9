/** Lays out part of a csv file as a spreadsheet: at least 20 rows and 25 columns, wide enough for the content. */

export const MIN_ROWS = 20;
export const MIN_COLUMNS = 25;
const MIN_WIDTH = 150;
const MAX_WIDTH = 480;
const LETTER_WIDTH = 7.5;
const PADDING = 20;
/** Number of rows that determine the width of a column. */
const MEASURED_ROWS = 200;

export interface Sheet {
  titles: string[];
  widths: number[];
  rows: readonly (readonly string[])[];
  numberOfRows: number;
}

/** Width of a column in pixels: 150, or more when its content is longer, up to 480. */
export function columnWidth(texts: readonly string[]): number {
  const longest = texts.reduce((most, text) => Math.max(most, text.length), 0);
  return Math.min(MAX_WIDTH, Math.max(MIN_WIDTH, Math.ceil(longest * LETTER_WIDTH) + PADDING));
}

/** `A` to `Z`, then `AA`: spreadsheet names for columns without a title. */
export function columnLetters(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26));
  return index < 26 ? letter : columnLetters(Math.floor(index / 26) - 1) + letter;
}

export function toSheet(columns: readonly string[], rows: readonly (readonly string[])[]): Sheet {
  const width = Math.max(MIN_COLUMNS, columns.length);
  const titles = Array.from({ length: width }, (_, index) => columns[index] ?? '');
  const measured = rows.slice(0, MEASURED_ROWS);
  return {
    titles,
    widths: titles.map((title, index) => columnWidth([title, ...measured.map((row) => row[index] ?? '')])),
    rows,
    numberOfRows: Math.max(MIN_ROWS, rows.length),
  };
}
