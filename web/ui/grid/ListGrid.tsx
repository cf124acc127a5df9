import type { UseQueryResult } from '@tanstack/react-query';
import type { RowData } from '@tanstack/react-table';
import { DataGrid, type DataGridProps } from './DataGrid.tsx';
import { failureOf } from './failure-of.ts';
import type { ServerPaging } from './use-grid-table.ts';

interface ListGridProps<Row extends RowData>
  extends Omit<DataGridProps<Row>, 'rows' | 'server' | 'failure' | 'pageSize'> {
  /** one page of a list, as the server sends it */
  list: UseQueryResult<{ results: readonly Row[]; total: number }>;
  /** of `useAddressGrid` */
  pagingOf(total: number | undefined): ServerPaging;
}

/** The grid of a list of which the server sends one page. */
export function ListGrid<Row extends RowData>({ list, pagingOf, ...grid }: ListGridProps<Row>) {
  return (
    <DataGrid
      {...grid}
      rows={list.data?.results}
      server={pagingOf(list.data?.total)}
      failure={failureOf(list)}
    />
  );
}
