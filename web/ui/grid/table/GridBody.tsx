import { useVirtualizer } from '@tanstack/react-virtual';
import type { RefObject } from 'react';
import type { GridChecks } from '../checks.ts';
import type { Column } from '../columns.ts';
import { GridRow } from './GridRow.tsx';
import type { CellPosition } from './use-grid-keys.ts';

const ROW_HEIGHT = 32;
const NARROW_ROW_HEIGHT = 52;
/** Up to this many rows are drawn whole. */
const VIRTUAL_ABOVE = 200;

/** Rows in sight of a long list, with the empty space above and below them in px. */
export function useRowsInSight(scroller: RefObject<HTMLElement | null>, count: number, isNarrow: boolean) {
  const isVirtual = count > VIRTUAL_ABOVE;
  const virtualizer = useVirtualizer({
    count,
    enabled: isVirtual,
    getScrollElement: () => scroller.current,
    estimateSize: () => (isNarrow ? NARROW_ROW_HEIGHT : ROW_HEIGHT),
    overscan: 16,
  });
  const items = virtualizer.getVirtualItems();
  const first = items[0];
  const last = items.at(-1);
  return {
    from: isVirtual ? (first?.index ?? 0) : 0,
    to: isVirtual ? (last?.index ?? -1) + 1 : count,
    spaceAbove: isVirtual ? (first?.start ?? 0) : 0,
    spaceBelow: isVirtual ? virtualizer.getTotalSize() - (last?.end ?? 0) : 0,
    reveal: (row: number) => {
      if (isVirtual) virtualizer.scrollToIndex(row);
    },
  };
}

interface GridBodyProps<Row> {
  rows: readonly Row[];
  sight: ReturnType<typeof useRowsInSight>;
  columns: readonly Column<Row>[];
  /** number of rows on the pages before */
  offset: number;
  active: CellPosition;
  checks: GridChecks | undefined;
  isDimmed: ((row: Row) => boolean) | undefined;
  /** undefined for grids without row actions */
  hasActions: ((row: Row) => boolean) | undefined;
  rowKey(row: Row): string;
  rowName(row: Row): string;
  onCheck(rowIndex: number): void;
  onMenu(rowIndex: number, at: { x: number; y: number }, origin: HTMLElement): void;
  onFocusCell(row: number, column: number): void;
}

export function GridBody<Row>(props: GridBodyProps<Row>) {
  const { rows, sight, columns, active, checks, rowKey, rowName } = props;
  const activeRow = Math.min(active.row, rows.length - 1);
  return (
    <tbody>
      {sight.spaceAbove > 0 && <tr style={{ height: sight.spaceAbove }} />}
      {rows.slice(sight.from, sight.to).map((row, index) => {
        const rowIndex = sight.from + index;
        const isLocked = checks?.locked?.has(rowKey(row)) === true;
        return (
          <GridRow
            key={rowKey(row)}
            row={row}
            rowIndex={rowIndex}
            number={props.offset + rowIndex + 1}
            name={rowName(row)}
            columns={columns}
            activeColumn={rowIndex === activeRow ? active.column : null}
            isChecked={checks === undefined ? null : isLocked || checks.keys.has(rowKey(row))}
            isLocked={isLocked}
            isDimmed={props.isDimmed?.(row) === true}
            hasActions={props.hasActions?.(row) ?? null}
            onCheck={props.onCheck}
            onMenu={props.onMenu}
            onFocusCell={props.onFocusCell}
          />
        );
      })}
      {sight.spaceBelow > 0 && <tr style={{ height: sight.spaceBelow }} />}
    </tbody>
  );
}
