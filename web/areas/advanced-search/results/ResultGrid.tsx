import { useElementSize } from '@mantine/hooks';
import type { SearchResults } from '@omicon/contract/areas/advanced-search/advanced-search.ts';
import { type ReactNode, useMemo } from 'react';
import { collectRows } from '../../../actions/collect/collect-rows.tsx';
import { fromResult } from '../../../actions/collect/collected-items.ts';
import { DataGrid } from '../../../ui/grid/DataGrid.tsx';
import type { GridView } from '../../../ui/grid/use-grid-table.ts';
import { linkOfRow, type ResultRow, shownColumns, toColumns } from './result-columns.ts';

const USUAL_WIDTH = 1140;

/** Columns by which a row is a module, a gene set or a sample. */
const CHOSEN_BY: readonly string[] = ['Covariation_Module_Omicon_ID', 'Geneset_Omicon_ID', 'Label'];

const COLLECT = collectRows(fromResult);

export interface ResultView {
  page: number;
  size: number;
  sort: string | undefined;
  order: 'asc' | 'desc' | undefined;
}

interface ResultGridProps {
  name: string;
  caption: string;
  /** undefined while loading */
  results: SearchResults | undefined;
  failure: { error: unknown; onRetry(): void } | null;
  view: ResultView;
  emptyHint: ReactNode;
  /** further actions on the rows */
  toolbar?: ReactNode;
  onView(change: Partial<GridView>): void;
}

/** One page of results, sorted and paged by the server. */
export function ResultGrid(props: ResultGridProps) {
  const { name, caption, results, failure, view, emptyHint, toolbar, onView } = props;
  const { ref, width } = useElementSize();
  const rows = useMemo(
    () => results?.results.map((cells, index): ResultRow => ({ index, cells })),
    [results?.results],
  );
  const columns = useMemo(
    () =>
      toColumns(results?.columns ?? [], rows ?? [], {
        gridWidth: width === 0 ? USUAL_WIDTH : width,
        labels: results?.value_labels,
      }),
    [results?.columns, results?.value_labels, rows, width],
  );
  const isChosen = results?.columns.some((column) => CHOSEN_BY.includes(column)) === true;
  const [first = ''] = shownColumns(results?.columns ?? []);
  return (
    <div ref={ref}>
      <DataGrid
        name={name}
        caption={caption}
        columns={columns}
        rows={rows}
        isFilterable={false}
        server={{
          total: results?.result_count ?? 0,
          view: {
            page: view.page,
            pageSize: view.size,
            sorting: view.sort === undefined ? null : { key: view.sort, order: view.order ?? 'asc' },
            search: '',
          },
          onChange: onView,
        }}
        failure={failure}
        // Rows have no key of their own: they are those of one page in one order.
        rowKey={({ index }) => [view.page, view.size, view.sort, view.order, index].join(' ')}
        rowName={({ cells }) => String(cells[first] ?? 'NA')}
        rowHref={({ cells }) => linkOfRow(cells)}
        emptyHint={emptyHint}
        toolbar={toolbar}
        {...(isChosen ? { chosenAction: COLLECT } : {})}
      />
    </div>
  );
}
