import { formatSize } from '@omicon/domain/files/file-kinds.ts';
import type { ReactNode } from 'react';
import { formatCount, formatDate, formatDecimal, formatPValue, formatTime, MISSING } from '../text/format.ts';

export type ColumnKind =
  | 'text'
  | 'identifier'
  | 'number'
  | 'decimal'
  | 'p-value'
  | 'size'
  | 'date'
  | 'time'
  | 'version'
  | 'duration';

export type CellValue = string | number | null;

interface ColumnLook<Row> {
  title: string;
  /** text unless given */
  kind?: ColumnKind;
  width: number;
  /** what is drawn instead of the formatted value */
  show?: (row: Row) => ReactNode;
  /** colour drawn before the text, as CSS */
  swatch?: (row: Row) => string | null;
  /** what files have in columns of their own after this one */
  also?: readonly { title: string; value(row: Row): CellValue }[];
  /** address the cell links to */
  href?: (row: Row) => string | null;
  /** page of what the column is about, such as a gene; its head links to it */
  headHref?: string | null;
  /** false where the server cannot sort by it */
  isSortable?: boolean;
}

/** Names of the properties of a row that a cell can show as they are. */
type CellKey<Row> = { [Key in keyof Row]-?: Row[Key] extends CellValue ? Key : never }[keyof Row] & string;

/**
 * One column of a grid. `key` is also the sort name a server list understands. `value` is what is sorted, filtered and
 * written to a file, null is missing; without it that is the property of the row that `key` names.
 */
export type Column<Row> = ColumnLook<Row> &
  ({ key: string; value(row: Row): CellValue } | { key: CellKey<Row>; value?: never });

export interface Sorting {
  key: string;
  order: 'asc' | 'desc';
}

/** The text of a cell; sizes and counts are formatted, times shortened to dates or minutes. */
export function formatCell(kind: ColumnKind | undefined, value: CellValue): string {
  if (value === null || value === '') return MISSING;
  if (kind === 'size' && typeof value === 'number') return formatSize(value);
  if (kind === 'date' && typeof value === 'string') return formatDate(value);
  if (kind === 'time' && typeof value === 'string') return formatTime(value);
  if (kind === 'p-value' && typeof value === 'number') return formatPValue(value);
  if (kind === 'decimal' && typeof value === 'number') return formatDecimal(value);
  if (kind === 'number' && typeof value === 'number' && Number.isInteger(value)) return formatCount(value);
  return String(value);
}

/** The value of a cell: what is sorted, filtered and written to a file; null is missing. */
export function valueOfCell<Row>(column: Column<Row>, row: Row): CellValue {
  if (column.value !== undefined) return column.value(row);
  // Every CellKey names such a value; the compiler knows this of each type of row, but cannot tell it of any Row.
  return row[column.key] as CellValue;
}

/** A table for a file: titles and values of the columns, with what only files have. */
export function tableOf<Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
): [string[], CellValue[][]] {
  const titles = columns.flatMap(({ title, also = [] }) => [title, ...also.map((more) => more.title)]);
  const valuesOf = (row: Row) =>
    columns.flatMap((column) => [
      valueOfCell(column, row),
      ...(column.also ?? []).map((more) => more.value(row)),
    ]);
  return [titles, rows.map(valuesOf)];
}

/** The text of a cell as the grid draws it: what `show` gives in place of the value where that is text. */
export function textOfCell<Row>(column: Column<Row>, row: Row): string {
  const shown = column.show?.(row);
  return typeof shown === 'string' ? shown : formatCell(column.kind, valueOfCell(column, row));
}

export function isRightAligned(kind: ColumnKind = 'text'): boolean {
  return ['number', 'decimal', 'p-value', 'size', 'duration'].includes(kind);
}
