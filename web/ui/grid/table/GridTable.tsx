import { useMediaQuery } from '@mantine/hooks';
import { useRouter } from '@tanstack/react-router';
import type { RowData } from '@tanstack/react-table';
import { type ReactNode, useRef, useState } from 'react';
import { copySelected } from '../../text/copy-selected.ts';
import type { GridChecks } from '../checks.ts';
import type { Column } from '../columns.ts';
import classes from '../data-grid.module.css';
import { type OpenRowMenu, type RowAction, RowMenu } from '../RowMenu.tsx';
import type { GridTableState, GridView } from '../use-grid-table.ts';
import { GridBody, useRowsInSight } from './GridBody.tsx';
import { GridHead } from './GridHead.tsx';
import { fullText } from './GridRow.tsx';
import { type CellPosition, useGridKeys } from './use-grid-keys.ts';

interface GridTableProps<Row extends RowData> {
  table: GridTableState<Row>;
  caption: string;
  columns: readonly Column<Row>[];
  /** the rows of this page */
  rows: readonly Row[];
  total: number;
  view: GridView;
  checks: GridChecks | undefined;
  isDimmed: ((row: Row) => boolean) | undefined;
  actions: ((row: Row) => readonly RowAction[]) | undefined;
  rowKey(row: Row): string;
  rowName(row: Row): string;
  rowHref: ((row: Row) => string | null) | undefined;
  /** whole value of the cell that has the focus, null when none has */
  onDetail(detail: string | null): void;
  /** shown below the head while there are no rows */
  children: ReactNode;
}

const NARROW_FIRST_COLUMN = 200;

/** Keys switched on or off, as a new set. */
function withKeys(keys: ReadonlySet<string>, changed: readonly string[], isOn: boolean): ReadonlySet<string> {
  return isOn ? keys.union(new Set(changed)) : keys.difference(new Set(changed));
}

function headChecks(all: readonly string[], checks: GridChecks) {
  const keys = all.filter((key) => checks.locked?.has(key) !== true);
  const checkedCount = keys.filter((key) => checks.keys.has(key)).length;
  const isAll = keys.length > 0 && checkedCount === keys.length;
  return {
    isAll,
    isSome: checkedCount > 0,
    toggleAll: () => checks.onChange(withKeys(checks.keys, keys, !isAll)),
  };
}

export function GridTable<Row extends RowData>(props: GridTableProps<Row>) {
  const { columns, rows, view, checks, actions, rowKey } = props;
  const router = useRouter();
  const scroller = useRef<HTMLDivElement>(null);
  const [menu, setMenu] = useState<OpenRowMenu | null>(null);
  const isNarrow = useMediaQuery('(max-width: 600px)', undefined, { getInitialValueInEffect: false });
  const sight = useRowsInSight(scroller, rows.length, isNarrow);

  function openMenu(rowIndex: number, at: { x: number; y: number }, origin: HTMLElement): void {
    const row = rows[rowIndex];
    const offered = row === undefined ? [] : (actions?.(row) ?? []);
    if (offered.length > 0) setMenu({ actions: offered, ...at, origin });
  }

  function openRow(position: CellPosition, cell: HTMLElement): void {
    const row = rows[position.row];
    if (row === undefined) return;
    const own = columns[position.column]?.href?.(row) ?? null;
    const button = own === null ? cell.querySelector<HTMLElement>('button') : null;
    const href = own ?? props.rowHref?.(row) ?? null;
    if (button !== null) button.click();
    else if (href !== null) router.history.push(href);
    else cell.closest('tr')?.querySelector<HTMLElement>('td[data-row] button')?.click();
  }

  const { active, setActive, onKeyDown } = useGridKeys(scroller, {
    rowCount: rows.length,
    columnCount: columns.length,
    reveal: sight.reveal,
    openRow,
    openMenu: (rowIndex, cell) => {
      const box = cell.getBoundingClientRect();
      openMenu(rowIndex, { x: box.left, y: box.bottom }, cell);
    },
  });

  function focusCell(row: number, column: number): void {
    setActive({ row, column });
    const focusedRow = rows[row];
    const focusedColumn = columns[column];
    if (focusedRow !== undefined && focusedColumn !== undefined)
      props.onDetail(fullText(focusedColumn, focusedRow));
  }

  function toggleRow(rowIndex: number): void {
    const row = rows[rowIndex];
    if (row === undefined || checks === undefined) return;
    checks.onChange(withKeys(checks.keys, [rowKey(row)], !checks.keys.has(rowKey(row))));
  }

  return (
    // Cells take the focus and so scroll the grid; an empty one would be out of reach of the keyboard.
    <div
      ref={scroller}
      className={classes.scroller}
      {...(rows.length === 0 ? { tabIndex: 0, role: 'group', 'aria-label': props.caption } : {})}
    >
      <table
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table whose cells take the focus is a grid
        role="grid"
        aria-label={props.caption}
        aria-rowcount={props.total + 1}
        aria-colcount={columns.length}
        className={classes.table}
        onKeyDown={onKeyDown}
        onCopy={copySelected}
        onBlur={() => props.onDetail(null)}
      >
        <colgroup>
          {checks !== undefined && <col style={{ width: 36 }} />}
          {props.table.getFlatHeaders().map((header, index) => {
            const width = header.getSize();
            return (
              <col
                key={header.id}
                style={{ width: isNarrow && index === 0 ? Math.min(width, NARROW_FIRST_COLUMN) : width }}
              />
            );
          })}
          {actions !== undefined && <col style={{ width: 44 }} />}
        </colgroup>
        <GridHead
          columns={columns}
          table={props.table}
          hasActions={actions !== undefined}
          checks={checks === undefined ? null : headChecks(rows.map(rowKey), checks)}
        />
        <GridBody
          rows={rows}
          sight={sight}
          columns={columns}
          offset={(view.page - 1) * view.pageSize}
          active={active}
          checks={checks}
          isDimmed={props.isDimmed}
          hasActions={actions === undefined ? undefined : (row) => actions(row).length > 0}
          rowKey={rowKey}
          rowName={props.rowName}
          onCheck={toggleRow}
          onMenu={openMenu}
          onFocusCell={focusCell}
        />
      </table>
      {props.children}
      <RowMenu open={menu} onClose={() => setMenu(null)} />
    </div>
  );
}
