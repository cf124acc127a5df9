import { formatSize } from '@omicon/domain/file-kinds.ts';
import type { ReactNode } from 'react';
import { formatCount, formatDate, formatDecimal, formatPValue, NA } from '../format.ts';

export type ColumnKind =
  | 'text'
  | 'identifier'
  | 'number'
  | 'decimal'
  | 'p-value'
  | 'size'
  | 'date'
  | 'version'
  | 'duration';

export type CellValue = string | number | null;

/** One column of a grid. `key` is also the sort name a server list understands. */
export interface Column<Row> {
  key: string;
  title: string;
  kind: ColumnKind;
  /** what is sorted, filtered and written to a file; null is NA */
  value(row: Row): CellValue;
  width: number;
  /** what is drawn instead of the formatted value */
  show?: (row: Row) => ReactNode;
  /** address the cell links to */
  href?: (row: Row) => string | null;
  /** false where the server cannot sort by it */
  isSortable?: boolean;
}

export interface Sorting {
  key: string;
  order: 'asc' | 'desc';
}

/** The text of a cell; sizes and counts are formatted, times shortened to dates. */
export function formatCell(kind: ColumnKind, value: CellValue): string {
  if (value === null || value === '') return NA;
  if (kind === 'size' && typeof value === 'number') return formatSize(value);
  if (kind === 'date' && typeof value === 'string') return formatDate(value);
  if (kind === 'p-value' && typeof value === 'number') return formatPValue(value);
  if (kind === 'decimal' && typeof value === 'number') return formatDecimal(value);
  if (kind === 'number' && typeof value === 'number' && Number.isInteger(value)) return formatCount(value);
  return String(value);
}

/** The text of a cell as the grid draws it: what `show` gives in place of the value where that is text. */
export function textOfCell<Row>({ kind, value, show }: Column<Row>, row: Row): string {
  const shown = show?.(row);
  return typeof shown === 'string' ? shown : formatCell(kind, value(row));
}

export function isRightAligned(kind: ColumnKind): boolean {
  return ['number', 'decimal', 'p-value', 'size', 'duration'].includes(kind);
}
