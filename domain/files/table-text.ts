/** Writes csv and tsv tables that are safe to open in spreadsheets. */

const FORMULA_START = /^[\s]*[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/;
const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

/** Adds an apostrophe to text that a spreadsheet would run as a formula; numbers are unchanged. */
export function neutraliseFormula(text: string): string {
  return FORMULA_START.test(text) && !NUMBER.test(text) ? `'${text}` : text;
}

function quoted(text: string, separator: string): string {
  return text.includes(separator) || /["\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** One row in RFC 4180 format with line end; null becomes an empty cell. */
export function writeRow(cells: readonly (string | number | null)[], separator: ',' | '\t' = ','): string {
  const texts = cells.map((cell) => quoted(neutraliseFormula(cell === null ? '' : String(cell)), separator));
  return `${texts.join(separator)}\r\n`;
}
