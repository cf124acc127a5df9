/** Writes csv and tsv tables that are safe to open in spreadsheets. */

const FORMULA_START = /^[\s]*[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/;
const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

/** Adds an apostrophe to text that a spreadsheet would run as a formula; numbers are unchanged. */
export function neutraliseFormula(text: string): string {
  return FORMULA_START.test(text) && !NUMBER.test(text) ? `'${text}` : text;
}

/** Text in quotes, with inner quotes doubled. */
export function quoted(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}

/** Text of a cell, in quotes if RFC 4180 requires them. */
export function csvCell(text: string, separator: ',' | '\t' = ','): string {
  return text.includes(separator) || /["\r\n]/.test(text) ? quoted(text) : text;
}

/** One row in RFC 4180 format with line end; null becomes an empty cell. */
export function writeRow(cells: readonly (string | number | null)[], separator: ',' | '\t' = ','): string {
  const texts = cells.map((cell) => csvCell(neutraliseFormula(cell === null ? '' : String(cell)), separator));
  return `${texts.join(separator)}\r\n`;
}
