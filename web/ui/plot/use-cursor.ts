/** One cursor over the cells of a grid or the points of a list, moved by keys or pointer. */
import { type KeyboardEvent, useState } from 'react';

export interface Cursor {
  /** null beside the rows: in a list, or on a column as a whole */
  row: number | null;
  column: number;
}

/** A list has no rows, or one. */
export interface CursorSize {
  rows: number;
  columns: number;
}

const PAGE = 10;

const GRID_STEPS: Readonly<Record<string, readonly [rows: number, columns: number]>> = {
  ArrowDown: [1, 0],
  ArrowUp: [-1, 0],
  ArrowRight: [0, 1],
  ArrowLeft: [0, -1],
  PageDown: [PAGE, 0],
  PageUp: [-PAGE, 0],
};

const LIST_STEPS: Readonly<Record<string, readonly [rows: number, columns: number]>> = {
  ArrowDown: [0, 1],
  ArrowUp: [0, -1],
  ArrowRight: [0, 1],
  ArrowLeft: [0, -1],
  PageDown: [0, PAGE],
  PageUp: [0, -PAGE],
};

/**
 * Where a key moves the cursor; undefined for other keys. The first arrow enters at the first cell; Home and End go
 * along the row, with Ctrl to the corners.
 */
export function moveCursor(
  at: Cursor | null,
  { key, ctrlKey }: { key: string; ctrlKey: boolean },
  { rows, columns }: CursorSize,
): Cursor | undefined {
  if (columns === 0) return undefined;
  const cell = (row: number, column: number): Cursor => ({
    row: rows === 0 ? null : Math.min(Math.max(row, 0), rows - 1),
    column: Math.min(Math.max(column, 0), columns - 1),
  });
  const row = at?.row ?? 0;
  if (key === 'Home') return cell(ctrlKey ? 0 : row, 0);
  if (key === 'End') return cell(ctrlKey ? rows : row, columns);
  const step = (rows > 1 ? GRID_STEPS : LIST_STEPS)[key];
  if (step === undefined) return undefined;
  if (at === null) return cell(0, 0);
  return cell((at.row ?? -1) + step[0], at.column + step[1]);
}

/**
 * @param onMove where the focus is the cursor: moves it, in place of the cursor
 */
export function useCursor(size: CursorSize, onMove?: (to: Cursor) => void) {
  const [moved, set] = useState<Cursor | null>(null);
  // Another picture in the same place may be smaller.
  const isInside = moved !== null && moved.column < size.columns && (moved.row ?? 0) < Math.max(size.rows, 1);
  const at = isInside ? moved : null;

  function press(event: KeyboardEvent): void {
    if (event.key === 'Escape' && onMove === undefined) set(null);
    const to = moveCursor(at, event, size);
    if (to === undefined) return;
    event.preventDefault();
    (onMove ?? set)(to);
  }

  return { at, set, press };
}
