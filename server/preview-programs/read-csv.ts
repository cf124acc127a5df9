/** Rows of a csv file as text, as far as its preview shows them. */
import { MOST_SHEET_COLUMNS } from '@omicon/domain/files/file-kinds.ts';
import { parse } from 'csv-parse/sync';
import { Refusal } from './refusal.ts';

function parseRows(text: string): string[][] {
  try {
    return parse(text, { bom: true, relax_column_count: true, relax_quotes: true, skip_empty_lines: true });
  } catch {
    throw new Refusal('Error while previewing the file');
  }
}

/** @throws Refusal where a quotation is never closed, in the words of the specification */
export function readCsv(bytes: Buffer) {
  const all = parseRows(bytes.toString('utf8'));
  const columns = all[0] ?? [];
  const rows = all.slice(1);
  return {
    results: JSON.stringify(rows.map((row) => row.slice(0, MOST_SHEET_COLUMNS))),
    columns: columns.slice(0, MOST_SHEET_COLUMNS),
    number_of_columns: columns.length,
    number_of_rows: rows.length,
  };
}
