import { type KeyboardEvent, type RefObject, useState } from 'react';

export interface CellPosition {
  row: number;
  column: number;
}

interface GridKeys {
  rowCount: number;
  columnCount: number;
  /** draws the row when the grid is virtual, before it takes the focus */
  reveal(row: number): void;
  openRow(position: CellPosition, cell: HTMLElement): void;
  openMenu(row: number, cell: HTMLElement): void;
}

/** How far a key moves in rows and columns; Home and End go to the ends of the row. */
function stepOf(key: string, columnCount: number): CellPosition | null {
  const steps: Record<string, CellPosition> = {
    ArrowDown: { row: 1, column: 0 },
    ArrowUp: { row: -1, column: 0 },
    ArrowRight: { row: 0, column: 1 },
    ArrowLeft: { row: 0, column: -1 },
    PageDown: { row: 10, column: 0 },
    PageUp: { row: -10, column: 0 },
    Home: { row: 0, column: -columnCount },
    End: { row: 0, column: columnCount },
  };
  return steps[key] ?? null;
}

function clamp(value: number, count: number): number {
  return Math.min(Math.max(value, 0), Math.max(count - 1, 0));
}

/** Arrow keys move one focused cell through the grid; Enter opens, Shift+F10 or Menu shows the row's actions. */
export function useGridKeys(body: RefObject<HTMLElement | null>, keys: GridKeys) {
  const [active, setActive] = useState<CellPosition>({ row: 0, column: 0 });

  const cellAt = ({ row, column }: CellPosition) =>
    body.current?.querySelector<HTMLElement>(`[data-row="${row}"][data-column="${column}"]`);

  /** Without waiting for the next frame if the cell is drawn: the next key may come before it. */
  function focusCell(position: CellPosition): void {
    setActive(position);
    keys.reveal(position.row);
    const cell = cellAt(position);
    if (cell) cell.focus();
    else requestAnimationFrame(() => cellAt(position)?.focus());
  }

  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    const cell = event.target instanceof HTMLElement ? event.target.closest<HTMLElement>('[data-row]') : null;
    if (cell === null) return;
    const position = { row: Number(cell.dataset.row), column: Number(cell.dataset.column) };
    const step = event.altKey || event.ctrlKey || event.metaKey ? null : stepOf(event.key, keys.columnCount);
    if (step !== null) {
      event.preventDefault();
      focusCell({
        row: clamp(position.row + step.row, keys.rowCount),
        column: clamp(position.column + step.column, keys.columnCount),
      });
    } else if (event.key === 'Enter' && event.target === cell) {
      event.preventDefault();
      keys.openRow(position, cell);
    } else if (event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey)) {
      event.preventDefault();
      keys.openMenu(position.row, cell);
    }
  }

  return { active, setActive, onKeyDown };
}
