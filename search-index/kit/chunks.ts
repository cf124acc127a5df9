/** Rows beyond a page, packed a thousand at a time, so that they can be stored and sent without one object a row. */
import { gunzipSync, gzipSync } from 'node:zlib';
import type { Cell, Row } from './sorting.ts';

export const CHUNK_ROWS = 1000;

/** The cells of rows, in column order. */
export function toCells(columns: readonly string[], rows: readonly Row[]): Cell[][] {
  return rows.map((row) => columns.map((column) => row[column] ?? null));
}

/** Gzipped JSON: an array of rows, each an array of cells in column order. */
export function packCells(cells: readonly Cell[][]): Uint8Array<ArrayBuffer> {
  const packed = gzipSync(JSON.stringify(cells), { level: 1 });
  // The copy owns its buffer, so it can be transferred to another thread.
  return new Uint8Array(packed);
}

/** Reverses `packCells`. */
export function unpackCells(chunk: Uint8Array): Cell[][] {
  return JSON.parse(gunzipSync(chunk).toString('utf8'));
}

/** A row from its cells in column order. */
export function toRow(columns: readonly string[], cells: readonly Cell[]): Row {
  return Object.fromEntries(columns.map((column, index) => [column, cells[index] ?? null]));
}
