import { useMemo, useState } from 'react';
import { type Column, formatCell, type Sorting, valueOfCell } from './columns.ts';
import { sortRows } from './sort-rows.ts';

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

interface GridRows<Row> {
  rows: readonly Row[];
  /** rows after filtering, over all pages */
  total: number;
  view: GridView;
  change(change: Partial<GridView>): void;
}

function filterRows<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  search: string,
): readonly Row[] {
  const wanted = search.trim().toLowerCase();
  if (wanted === '') return rows;
  return rows.filter((row) =>
    columns.some((column) =>
      formatCell(column.kind, valueOfCell(column, row)).toLowerCase().includes(wanted),
    ),
  );
}

function pageCount(total: number, pageSize: number): number {
  return Math.max(1, Math.ceil(total / pageSize));
}

/** The rows to draw. Lists without `server` are filtered, sorted and paged here. */
export function useGridRows<Row>(
  all: readonly Row[],
  columns: readonly Column<Row>[],
  { server, pageSize }: { server: ServerPaging | undefined; pageSize: number },
): GridRows<Row> {
  const [view, setView] = useState<GridView>({ page: 1, pageSize, sorting: null, search: '' });
  const { search, sorting } = view;
  const isServerPaged = server !== undefined;
  // 100,000 rows take a tenth of a second to sort; focus and scrolling must not pay for it.
  const sorted = useMemo(() => {
    if (isServerPaged) return all;
    const filtered = filterRows(all, columns, search);
    const column = columns.find(({ key }) => key === sorting?.key);
    return column === undefined ? filtered : sortRows(filtered, column, sorting?.order ?? 'asc');
  }, [all, columns, search, sorting, isServerPaged]);

  if (server !== undefined)
    return { rows: all, total: server.total, view: server.view, change: server.onChange };

  const page = Math.min(view.page, pageCount(sorted.length, view.pageSize));
  const start = (page - 1) * view.pageSize;
  return {
    rows: sorted.slice(start, start + view.pageSize),
    total: sorted.length,
    view: { ...view, page },
    change: (change) => setView({ ...view, page: 1, ...change }),
  };
}

export function pagesOf(total: number, view: GridView): number {
  return pageCount(total, view.pageSize);
}
