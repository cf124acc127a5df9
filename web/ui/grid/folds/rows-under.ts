/** Reads the rows that are folded under others. */
import { parseOmiconId } from '@omicon/domain/identifiers/omicon-id.ts';
import { useQueries } from '@tanstack/react-query';
import type { OpenRow } from './use-folds.tsx';

const A_PAGE = 1000;

/** All rows folded under that of a record. */
export async function readWhole<Row>(
  omiconId: string,
  read: (folding: {
    folded_under: number;
    page: number;
    page_size: number;
  }) => Promise<{ rows: readonly Row[]; total: number }>,
): Promise<Row[]> {
  const folded_under = parseOmiconId(omiconId)?.number ?? 0;
  const rows: Row[] = [];
  for (let page = 1; ; page += 1) {
    const found = await read({ folded_under, page, page_size: A_PAGE });
    rows.push(...found.rows);
    if (page * A_PAGE >= found.total) return rows;
  }
}

/**
 * Rows folded under open rows, by the key of the open row.
 * @param list the list by which they are cached
 */
export function useRowsUnder<Row>(
  list: readonly unknown[],
  open: readonly OpenRow<Row>[],
  read: (row: Row, signal: AbortSignal) => Promise<Row[]>,
): ReadonlyMap<string, Row[]> {
  const found = useQueries({
    queries: open.map(({ key, row }) => ({
      queryKey: [...list, 'under', key],
      queryFn: ({ signal }: { signal: AbortSignal }) => read(row, signal),
    })),
  });
  return new Map(open.flatMap(({ key }, at) => (found[at]?.data ? [[key, found[at].data]] : [])));
}
