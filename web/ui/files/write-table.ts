import { writeRow } from '@omicon/domain/files/table-text.ts';
import { saveFile } from './save-file.ts';

/** A table as CSV or TSV text by RFC 4180; missing values are empty, line ends are CR LF. */
export function writeTable(
  titles: readonly string[],
  rows: readonly (readonly (string | number | null)[])[],
  format: 'csv' | 'tsv',
): string {
  const separator = format === 'csv' ? ',' : '\t';
  return [titles, ...rows].map((cells) => writeRow(cells, separator)).join('');
}

/** Spreadsheets need the mark to read other letters in CSV; R takes it for a part of the first column's name. */
function byteOrderMark(text: string, mediaType: string): string {
  const isAscii = [...text].every((letter) => letter <= '\u007F');
  return mediaType === 'text/csv' && !isAscii ? '\uFEFF' : '';
}

/** Hands a text to the browser as a file to keep. */
export function saveText(text: string, fileName: string, mediaType: string): void {
  const content = new Blob([byteOrderMark(text, mediaType), text], { type: `${mediaType};charset=utf-8` });
  saveFile(content, fileName);
}
