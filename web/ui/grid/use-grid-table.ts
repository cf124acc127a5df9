import {
  type ColumnDef,
  columnFilteringFeature,
  columnResizingFeature,
  columnSizingFeature,
  createFilteredRowModel,
  createSortedRowModel,
  globalFilteringFeature,
  type OnChangeFn,
  type ReactTable,
  type RowData,
  rowSortingFeature,
  tableFeatures,
  type Updater,
  useTable,
} from '@tanstack/react-table';
import { useMemo, useState } from 'react';
import { type Column, formatCell, type Sorting, textOfCell, valueOfCell } from './columns.ts';
import { compareValues } from './compare-values.ts';
import { useColumnWidths } from './use-column-widths.ts';

/** What of a list is shown: kept in the component, or in the address for lists the server pages. */
export interface GridView {
  page: number;
  pageSize: number;
  sorting: Sorting | null;
  search: string;
}

/** A list of which the server sends one page at a time. */
export interface ServerPaging {
  total: number;
  view: GridView;
  onChange(change: Partial<GridView>): void;
}

const features = tableFeatures({
  columnFilteringFeature,
  columnResizingFeature,
  columnSizingFeature,
  globalFilteringFeature,
  rowSortingFeature,
  filteredRowModel: createFilteredRowModel(),
  sortedRowModel: createSortedRowModel(),
});
export type GridFeatures = typeof features;

export type GridTableState<Row extends RowData> = ReactTable<GridFeatures, Row>;

/** width of a column in px */
export const NARROWEST = 48;
const WIDEST = 1200;

/** A minus sign is typed as a hyphen. */
function withHyphens(text: string): string {
  return text.replaceAll('\u2212', '-');
}

/** A missing value is undefined for the table, which keeps it last in both directions; ties keep their order. */
function tableColumn<Row extends RowData>(column: Column<Row>): ColumnDef<GridFeatures, Row> {
  return {
    id: column.key,
    header: column.title,
    accessorFn: (row) => {
      const value = valueOfCell(column, row);
      return value === null || value === '' ? undefined : value;
    },
    enableSorting: column.isSortable !== false,
    sortUndefined: 'last',
    sortFn: (a, b, key) => compareValues(column.kind, a.getValue(key), b.getValue(key)),
    size: column.width,
    minSize: NARROWEST,
    maxSize: WIDEST,
  };
}

function nextOf<State>(updater: Updater<State>, current: State): State {
  return updater instanceof Function ? updater(current) : updater;
}

interface GridTableOptions {
  name: string;
  server: ServerPaging | undefined;
  pageSize: number;
}

interface GridTable<Row extends RowData> {
  table: GridTableState<Row>;
  rows: readonly Row[];
  /** all rows after filtering, in order; of a list that the server pages, the page shown */
  kept: readonly Row[];
  /** number of rows after filtering, over all pages */
  total: number;
  view: GridView;
  change(change: Partial<GridView>): void;
}

/** The rows to draw. Lists without `server` are filtered, sorted and paged here. */
export function useGridTable<Row extends RowData>(
  all: readonly Row[],
  columns: readonly Column<Row>[],
  { name, server, pageSize }: GridTableOptions,
): GridTable<Row> {
  const [ownView, setOwnView] = useState<GridView>({ page: 1, pageSize, sorting: null, search: '' });
  const [columnSizing, onColumnSizingChange] = useColumnWidths(name);
  const defined = useMemo(() => columns.map(tableColumn), [columns]);
  const byKey = useMemo(() => new Map(columns.map((column) => [column.key, column])), [columns]);

  const view = server?.view ?? ownView;
  const change =
    server?.onChange ?? ((part: Partial<GridView>) => setOwnView({ ...ownView, page: 1, ...part }));
  const sorting =
    view.sorting === null ? [] : [{ id: view.sorting.key, desc: view.sorting.order === 'desc' }];
  const onSortingChange: OnChangeFn<typeof sorting> = (updater) => {
    const [first] = nextOf(updater, sorting);
    if (first !== undefined)
      change({ sorting: { key: first.id, order: first.desc ? 'desc' : 'asc' }, page: 1 });
  };

  const isManual = server !== undefined;
  const table = useTable({
    features,
    data: all,
    columns: defined,
    state: {
      sorting,
      columnSizing,
      globalFilter: withHyphens(view.search.trim().toLowerCase()),
    },
    onSortingChange,
    onColumnSizingChange,
    columnResizeMode: 'onChange',
    enableMultiSort: false,
    enableSortingRemoval: false,
    sortDescFirst: false,
    getColumnCanGlobalFilter: () => true,
    globalFilterFn: (row, key, wanted) => {
      const column = byKey.get(key);
      if (column === undefined) return false;
      // What is written to files, and what is drawn where that differs.
      const texts = [
        formatCell(column.kind, valueOfCell(column, row.original)),
        textOfCell(column, row.original),
      ];
      return texts.some((text) => withHyphens(text.toLowerCase()).includes(wanted));
    },
    manualFiltering: isManual,
    manualSorting: isManual,
  });

  if (server !== undefined) return { table, rows: all, kept: all, total: server.total, view, change };
  const kept = table.getRowModel().rows.map(({ original }) => original);
  const page = Math.min(view.page, pagesOf(kept.length, view));
  const start = (page - 1) * view.pageSize;
  const rows = kept.slice(start, start + view.pageSize);
  return { table, rows, kept, total: kept.length, view: { ...view, page }, change };
}

export function pagesOf(total: number, { pageSize }: GridView): number {
  return Math.max(1, Math.ceil(total / pageSize));
}
