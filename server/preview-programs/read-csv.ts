/** Rows of a CSV file as text, up to the limit of its preview. */
import { MAX_SHEET_COLUMNS } from '@omicon/domain/files/file-kinds.ts';
import { parse } from 'csv-parse/sync';
import { Refusal } from './refusal.ts';

function parseRows(text: string): string[][] {
  try {
    return parse(text, { bom: true, relax_column_count: true, relax_quotes: true, skip_empty_lines: true });
  } catch {
    throw new Refusal('Error while previewing the file');
  }
}

/** @throws Refusal for an unclosed quotation mark, with the specified message */
export function readCsv(bytes: Buffer) {
  const all = parseRows(bytes.toString('utf8'));
  const columns = all[0] ?? [];
  const rows = all.slice(1);
  return {
    results: JSON.stringify(rows.map((row) => row.slice(0, MAX_SHEET_COLUMNS))),
    columns: columns.slice(0, MAX_SHEET_COLUMNS),
    number_of_columns: columns.length,
    number_of_rows: rows.length,
  };
}
