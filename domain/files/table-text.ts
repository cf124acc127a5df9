/** Cells of tables that people open in spreadsheets. */

const FORMULA_START = /^[\s]*[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/;
const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

/** Text that a spreadsheet would run as a formula gets a leading apostrophe; numbers stay as they are. */
export function neutraliseFormula(text: string): string {
  return FORMULA_START.test(text) && !NUMBER.test(text) ? `'${text}` : text;
}

function quoted(text: string, separator: string): string {
  return text.includes(separator) || /["\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** One row by RFC 4180 with its ending; a missing value is empty. */
export function writeRow(cells: readonly (string | number | null)[], separator: ',' | '\t' = ','): string {
  const texts = cells.map((cell) => quoted(neutraliseFormula(cell === null ? '' : String(cell)), separator));
  return `${texts.join(separator)}\r\n`;
}
