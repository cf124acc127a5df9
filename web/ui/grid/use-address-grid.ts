import { type ListDefaults, type ListQuery, listQueryAt } from '@omicon/routes/list-address.ts';
import { useLocation, useRouter } from '@tanstack/react-router';
import type { z } from 'zod';
import type { GridView, ServerPaging } from './use-grid-table.ts';

/** A grid that keeps page, order and filter in the address; `shape` is the query of its list call. */
export function useAddressGrid<S extends z.ZodType<ListQuery>>(shape: S, defaults: ListDefaults = {}) {
  const location = useLocation();
  const router = useRouter();
  const given = new URLSearchParams(location.searchStr);
  const query = listQueryAt(shape, given, defaults);

  function change(part: Partial<GridView>): void {
    const next = new URLSearchParams(location.searchStr);
    if (part.page !== undefined) next.set('page', String(part.page));
    if (part.pageSize !== undefined) next.set('size', String(part.pageSize));
    if (part.search !== undefined) next.set('search', part.search);
    if (part.sorting) {
      next.set('sort', part.sorting.key);
      next.set('order', part.sorting.order);
    }
    if (next.get('page') === '1') next.delete('page');
    if (next.get('search') === '') next.delete('search');
    router.history.replace(next.size === 0 ? location.pathname : `${location.pathname}?${next}`);
  }

  function pagingOf(total: number | undefined): ServerPaging {
    return {
      total: total ?? 0,
      view: {
        page: query.page,
        pageSize: query.page_size,
        sorting: { key: query.sort, order: query.order },
        search: query.search ?? '',
      },
      onChange: change,
    };
  }

  return { query, pagingOf };
}
