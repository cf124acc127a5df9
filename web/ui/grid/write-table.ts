import type { CellValue } from './columns.ts';

const FORMULA_START = /^[\s]*[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/;
const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

/** Text that a spreadsheet would run as a formula gets a leading apostrophe; numbers stay as they are. */
export function neutraliseFormula(text: string): string {
  return FORMULA_START.test(text) && !NUMBER.test(text) ? `'${text}` : text;
}

function quoted(text: string, separator: string): string {
  return text.includes(separator) || /["\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A table as CSV or TSV text by RFC 4180; missing values are empty, line ends are CR LF. */
export function writeTable(
  titles: readonly string[],
  rows: readonly (readonly CellValue[])[],
  format: 'csv' | 'tsv',
): string {
  const separator = format === 'csv' ? ',' : '\t';
  const lines = [titles, ...rows].map((cells) =>
    cells
      .map((cell) => quoted(neutraliseFormula(cell === null ? '' : String(cell)), separator))
      .join(separator),
  );
  return `${lines.join('\r\n')}\r\n`;
}

/** Spreadsheets need the mark to read other letters in CSV; R takes it for a part of the first column's name. */
function byteOrderMark(text: string, mediaType: string): string {
  const isAscii = [...text].every((letter) => letter <= '\u007F');
  return mediaType === 'text/csv' && !isAscii ? '\uFEFF' : '';
}

/** Hands a text to the browser as a file to keep. */
export function saveText(text: string, fileName: string, mediaType: string): void {
  const url = URL.createObjectURL(
    new Blob([byteOrderMark(text, mediaType), text], { type: `${mediaType};charset=utf-8` }),
  );
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  URL.revokeObjectURL(url);
}
