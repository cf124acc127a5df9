import { Skeleton } from '@mantine/core';
import type { RowData } from '@tanstack/react-table';
import { type ReactNode, useState } from 'react';
import type { EveryRow } from '../../base/calls/use-every-row.ts';
import { ErrorPanel } from '../feedback/ErrorPanel.tsx';
import { useIsLate } from '../feedback/use-is-late.ts';
import { saveText, writeTable } from '../files/write-table.ts';
import { countOf, formatCount } from '../text/format.ts';
import type { GridChecks } from './checks.ts';
import { type Column, isRightAligned, tableOf, textOfCell } from './columns.ts';
import classes from './data-grid.module.css';
import type { RowAction } from './RowMenu.tsx';
import { GridPager } from './table/GridPager.tsx';
import { GridTable } from './table/GridTable.tsx';
import { GridToolbar } from './table/GridToolbar.tsx';
import { NoRows } from './table/NoRows.tsx';
import { printTable } from './table/print-table.ts';
import { type ChosenAction, useChosenRows } from './use-chosen-rows.ts';
import { type GridView, type ServerPaging, useGridTable } from './use-grid-table.ts';

export interface DataGridProps<Row extends RowData> {
  /** under this name the widths are remembered and downloads are saved */
  name: string;
  caption: string;
  columns: readonly Column<Row>[];
  /** undefined while they are being read */
  rows: readonly Row[] | undefined;
  rowKey(row: Row): string;
  /** name of a row; the text of its first cell unless given */
  rowName?: (row: Row) => string;
  /** address that Enter opens, where the focused cell has no link of its own; that of the first cell unless given */
  rowHref?: (row: Row) => string | null;
  /** rows in grey; the page says why */
  isDimmed?: ((row: Row) => boolean) | undefined;
  actions?: ((row: Row) => readonly RowAction[]) | undefined;
  /** for lists of which the server sends one page */
  server?: ServerPaging | undefined;
  /** reads all rows of such a list, to save them; the columns may depend on them */
  everyRow?: EveryRow<Row> & { columnsOf?(rows: readonly Row[]): readonly Column<Row>[] };
  pageSize?: number;
  checks?: GridChecks | undefined;
  /** gives the rows checkboxes */
  chosenAction?: ChosenAction<Row> | undefined;
  failure?: { error: unknown; onRetry(): void } | null;
  /** false where the list cannot be filtered */
  isFilterable?: boolean;
  emptyHint?: ReactNode;
  toolbar?: ReactNode;
}

/** One array, so that the table sees no new rows at each drawing. */
const NO_ROWS: readonly never[] = [];

/**
 * The grid of every list: sorted by one column, filtered, paged here or by the server, with row actions, checkboxes
 * and a download of what is shown. Above 200 rows on a page only those in sight are drawn.
 */
export function DataGrid<Row extends RowData>(props: DataGridProps<Row>) {
  const { columns, rowKey, server, chosenAction } = props;
  const [first] = columns;
  const [detail, setDetail] = useState<string | null>(null);
  const { table, rows, kept, total, view, change } = useGridTable(props.rows ?? NO_ROWS, columns, {
    name: props.name,
    server,
    pageSize: props.pageSize ?? 20,
  });
  const own = useChosenRows(rows, rowKey);
  const checks = props.checks ?? (chosenAction === undefined ? undefined : own.checks);

  /** The rows that are checked, or all that are shown when none is. */
  function listChosen(): readonly Row[] {
    const hasChosen = checks !== undefined && checks.keys.size > 0;
    const isChosen = (key: string) => checks?.keys.has(key) === true || checks?.locked?.has(key) === true;
    return hasChosen ? rows.filter((row) => isChosen(rowKey(row))) : rows;
  }

  function save(format: 'csv' | 'tsv', saved: readonly Row[], of = columns): void {
    const mediaType = format === 'csv' ? 'text/csv' : 'text/tab-separated-values';
    saveText(writeTable(...tableOf(of, saved), format), `${props.name}.${format}`, mediaType);
  }

  function saveAll(format: 'csv' | 'tsv'): void {
    if (server === undefined) save(format, kept);
    else props.everyRow?.read((all) => save(format, all, props.everyRow?.columnsOf?.(all)));
  }

  function print(): void {
    const chosen = listChosen();
    const searched = view.search === '' ? '' : `, filter “${view.search}”`;
    printTable({
      title: props.caption,
      note: `${formatCount(chosen.length)} of ${countOf(total, 'record')}${searched}`,
      columns: columns.map(({ title, kind }) => ({ title, isRight: isRightAligned(kind) })),
      rows: chosen.map((row) => columns.map((column) => textOfCell(column, row))),
    });
  }

  if (props.failure) return <ErrorPanel error={props.failure.error} onRetry={props.failure.onRetry} />;

  return (
    <section className={classes.grid} aria-label={props.caption} aria-busy={props.rows === undefined}>
      <GridToolbar
        caption={props.caption}
        total={props.rows === undefined ? null : total}
        checkedCount={checks?.keys.size ?? 0}
        checkedHereCount={rows.filter((row) => checks?.keys.has(rowKey(row))).length}
        search={view.search}
        isFilterable={props.isFilterable !== false}
        isServerPaged={server !== undefined}
        onSearch={(search) => change({ search, page: 1 })}
        onDownload={(format) => save(format, listChosen())}
        onDownloadAll={server === undefined || props.everyRow !== undefined ? saveAll : null}
        shownCount={rows.length}
        isSaving={props.everyRow?.isReading === true}
        onPrint={print}
      >
        {chosenAction?.(props.checks === undefined ? own.listChosen : listChosen)}
        {props.toolbar}
      </GridToolbar>
      <GridTable
        table={table}
        caption={props.caption}
        columns={columns}
        rows={rows}
        total={total}
        view={view}
        checks={checks}
        isDimmed={props.isDimmed}
        actions={props.actions}
        rowKey={rowKey}
        rowName={props.rowName ?? ((row) => (first === undefined ? '' : textOfCell(first, row)))}
        rowHref={props.rowHref ?? first?.href}
        onDetail={setDetail}
      >
        {props.rows === undefined && <GridSkeleton />}
        {props.rows !== undefined && rows.length === 0 && (
          <NoRows total={total} view={view} hint={props.emptyHint} onPage={(page) => change({ page })} />
        )}
      </GridTable>
      <GridPager
        isKnown={props.rows !== undefined}
        total={total}
        view={view}
        isServerPaged={server !== undefined}
        detail={detail}
        onChange={change}
      />
      <SortingSaid columns={columns} view={view} />
    </section>
  );
}

/** Placeholders of rows that are late; their own component, so that the grid does not render again for them. */
function GridSkeleton() {
  const isLate = useIsLate(true);
  if (!isLate) return null;
  return (
    <div className={classes.skeleton} aria-hidden="true">
      {Array.from({ length: 8 }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity
        <Skeleton key={row} height={12} width={`${92 - ((row * 7) % 30)}%`} />
      ))}
    </div>
  );
}

/** Says the order aloud when it changes. */
function SortingSaid<Row>({ columns, view }: { columns: readonly Column<Row>[]; view: GridView }) {
  const column = columns.find(({ key }) => key === view.sorting?.key);
  return (
    <span className={classes.hiddenText} role="status">
      {column !== undefined &&
        `Sorted by ${column.title}, ${view.sorting?.order === 'desc' ? 'descending' : 'ascending'}`}
    </span>
  );
}
