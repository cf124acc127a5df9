/** Rows beyond a page, packed a thousand at a time: they are stored, sent and sorted without being held as objects. */
import { gunzipSync, gzipSync } from 'node:zlib';
import type { Cell, Row } from './sorting.ts';

export const CHUNK_ROWS = 1000;

export function toCells(columns: readonly string[], rows: readonly Row[]): Cell[][] {
  return rows.map((row) => columns.map((column) => row[column] ?? null));
}

/** Gzipped JSON: an array of rows, each its cells in the order of the columns. */
export function packCells(cells: readonly Cell[][]): Uint8Array<ArrayBuffer> {
  const packed = gzipSync(JSON.stringify(cells), { level: 1 });
  // A copy with a buffer of its own, so that it can be handed over to another thread.
  return new Uint8Array(packed);
}

export function unpackCells(chunk: Uint8Array): Cell[][] {
  return JSON.parse(gunzipSync(chunk).toString('utf8'));
}

export function toRow(columns: readonly string[], cells: readonly Cell[]): Row {
  return Object.fromEntries(columns.map((column, place) => [column, cells[place] ?? null]));
}
