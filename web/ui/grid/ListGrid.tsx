import type { UseQueryResult } from '@tanstack/react-query';
import type { RowData } from '@tanstack/react-table';
import { DataGrid, type DataGridProps } from './DataGrid.tsx';
import { failureOf } from './failure-of.ts';
import type { ServerPaging } from './use-grid-table.ts';

/** What `useAddressList` gives. */
export interface AddressList<Row> {
  /** one page of a list, as the server sends it */
  list: UseQueryResult<{ results: readonly Row[]; total: number }>;
  pagingOf(total: number | undefined): ServerPaging;
}

type ListGridProps<Row extends RowData> = AddressList<Row> &
  Omit<DataGridProps<Row>, 'rows' | 'server' | 'failure' | 'pageSize'>;

/** One page of a list, as a grid takes it. */
export function pageOf<Row>({ list, pagingOf }: AddressList<Row>) {
  return { rows: list.data?.results, server: pagingOf(list.data?.total), failure: failureOf(list) };
}

/** The grid of a list of which the server sends one page. */
export function ListGrid<Row extends RowData>({ list, pagingOf, ...grid }: ListGridProps<Row>) {
  return <DataGrid {...grid} {...pageOf({ list, pagingOf })} />;
}
