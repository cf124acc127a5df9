import { useElementSize } from '@mantine/hooks';
import type { SearchResults } from '@omicon/contract/areas/advanced-search/advanced-search.ts';
import type { ModuleFold } from '@omicon/domain/records/module-fold.ts';
import { type ReactNode, useCallback, useMemo } from 'react';
import { collectRows } from '../../../actions/collect/collect-rows.tsx';
import { fromResult } from '../../../actions/collect/collected-items.ts';
import { DataGrid } from '../../../ui/grid/DataGrid.tsx';
import { foldingOfModules } from '../../../ui/grid/folds/module-folds.ts';
import { useRowsUnder } from '../../../ui/grid/folds/rows-under.ts';
import { useFolds, useOpenRows } from '../../../ui/grid/folds/use-folds.tsx';
import type { GridView } from '../../../ui/grid/use-grid-table.ts';
import { linkOfRow, type ResultCells, type ResultRow, shownColumns, toColumns } from './result-columns.ts';

const USUAL_WIDTH = 1140;

/** Columns by which a row is a module, a gene set or a sample. */
const CHOSEN_BY: readonly string[] = ['Covariation_Module_Omicon_ID', 'Geneset_Omicon_ID', 'Label'];

const FOLDING = foldingOfModules(({ cells, under }: ResultRow) => ({
  count: Number(cells.Folded ?? 0),
  isUnder: under !== undefined,
}));

const COLLECT = collectRows(fromResult);

export interface ResultView {
  page: number;
  size: number;
  sort: string | undefined;
  order: 'asc' | 'desc' | undefined;
  /** of modules, what a row stands for; a module unless given */
  per?: ModuleFold;
}

/** Reads the rows folded under that of a module; only for folded rows. */
export interface ReadUnder {
  /** what was asked, by which the rows are cached */
  question: object;
  read(omiconId: string, signal: AbortSignal): Promise<ResultCells[]>;
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
  readUnder?: ReadUnder | undefined;
  onView(change: Partial<GridView>): void;
}

/** One page of results, sorted and paged by the server. */
export function ResultGrid(props: ResultGridProps) {
  const { name, caption, results, failure, view, emptyHint, toolbar, readUnder, onView } = props;
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
  // Rows have no key of their own: they are those of one page in one order.
  const ofPage = [view.page, view.size, view.sort, view.order, view.per].join(' ');
  const rowKey = useCallback(({ index, under }: ResultRow) => [under ?? ofPage, index].join(' '), [ofPage]);
  const rowName = useCallback(({ cells }: ResultRow) => String(cells[first] ?? 'NA'), [first]);
  const list = { columns, folding: readUnder === undefined ? undefined : FOLDING, rowKey, rowName };
  const openRows = useOpenRows(list, rows);
  const under = useRowsUnder(['search results', readUnder?.question], openRows.open, async (row, signal) => {
    const cells = await readUnder?.read(String(row.cells.Covariation_Module_Omicon_ID), signal);
    return (cells ?? []).map((each, index) => ({ index, cells: each, under: rowKey(row) }));
  });
  const folds = useFolds(list, rows, { ...openRows, under });
  return (
    <div ref={ref}>
      <DataGrid
        name={name}
        caption={caption}
        columns={folds.columns}
        rows={folds.rows}
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
        rowKey={rowKey}
        rowName={rowName}
        rowHref={({ cells }) => linkOfRow(cells)}
        emptyHint={emptyHint}
        toolbar={toolbar}
        {...(isChosen ? { chosenAction: COLLECT } : {})}
      />
    </div>
  );
}
