import { useMediaQuery } from '@mantine/hooks';
import { useRouter } from '@tanstack/react-router';
import { type ReactNode, useRef, useState } from 'react';
import type { GridChecks } from './checks.ts';
import type { Column } from './columns.ts';
import classes from './data-grid.module.css';
import { GridBody, useRowsInSight } from './GridBody.tsx';
import { GridHead } from './GridHead.tsx';
import { fullText } from './GridRow.tsx';
import { type OpenRowMenu, type RowAction, RowMenu } from './RowMenu.tsx';
import { nextSorting } from './sort-rows.ts';
import { useColumnWidths } from './use-column-widths.ts';
import { type CellPlace, useGridKeys } from './use-grid-keys.ts';
import type { GridView } from './use-grid-rows.ts';

interface GridTableProps<Row> {
  name: string;
  caption: string;
  columns: readonly Column<Row>[];
  /** the rows of this page */
  rows: readonly Row[];
  total: number;
  view: GridView;
  checks: GridChecks | undefined;
  actions: ((row: Row) => readonly RowAction[]) | undefined;
  rowKey(row: Row): string;
  rowName(row: Row): string;
  rowHref: ((row: Row) => string | null) | undefined;
  onView(change: Partial<GridView>): void;
  /** whole value of the cell that has the focus, null when none has */
  onDetail(detail: string | null): void;
  /** what stands below the head while there are no rows */
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

export function GridTable<Row>(props: GridTableProps<Row>) {
  const { columns, rows, view, checks, actions, rowKey } = props;
  const router = useRouter();
  const scroller = useRef<HTMLDivElement>(null);
  const [menu, setMenu] = useState<OpenRowMenu | null>(null);
  const isNarrow = useMediaQuery('(max-width: 600px)') === true;
  const { widths, setWidth } = useColumnWidths(props.name, columns);
  const sight = useRowsInSight(scroller, rows.length, isNarrow);

  function openMenu(place: number, at: { x: number; y: number }, origin: HTMLElement): void {
    const row = rows[place];
    const offered = row === undefined ? [] : (actions?.(row) ?? []);
    if (offered.length > 0) setMenu({ actions: offered, ...at, origin });
  }

  function openRow(place: CellPlace, cell: HTMLElement): void {
    const row = rows[place.row];
    if (row === undefined) return;
    const href = columns[place.column]?.href?.(row) ?? props.rowHref?.(row) ?? null;
    if (href !== null) router.history.push(href);
    else cell.closest('tr')?.querySelector<HTMLElement>('td[data-row] button')?.click();
  }

  const { active, setActive, onKeyDown } = useGridKeys(scroller, {
    rowCount: rows.length,
    columnCount: columns.length,
    reveal: sight.reveal,
    openRow,
    openMenu: (place, cell) => {
      const box = cell.getBoundingClientRect();
      openMenu(place, { x: box.left, y: box.bottom }, cell);
    },
  });

  function focusCell(row: number, column: number): void {
    setActive({ row, column });
    const focusedRow = rows[row];
    const focusedColumn = columns[column];
    if (focusedRow !== undefined && focusedColumn !== undefined)
      props.onDetail(fullText(focusedColumn, focusedRow));
  }

  function toggleRow(place: number): void {
    const row = rows[place];
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
        onBlur={() => props.onDetail(null)}
      >
        <colgroup>
          {checks !== undefined && <col style={{ width: 36 }} />}
          {columns.map(({ key, width }, place) => {
            const chosen = widths.get(key) ?? width;
            return (
              <col
                key={key}
                style={{ width: isNarrow && place === 0 ? Math.min(chosen, NARROW_FIRST_COLUMN) : chosen }}
              />
            );
          })}
          {actions !== undefined && <col style={{ width: 44 }} />}
        </colgroup>
        <GridHead
          columns={columns}
          widths={widths}
          sorting={view.sorting}
          hasActions={actions !== undefined}
          checks={checks === undefined ? null : headChecks(rows.map(rowKey), checks)}
          onSort={(key) => props.onView({ sorting: nextSorting(view.sorting, key), page: 1 })}
          onResize={setWidth}
        />
        <GridBody
          rows={rows}
          sight={sight}
          columns={columns}
          offset={(view.page - 1) * view.pageSize}
          active={active}
          checks={checks}
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
