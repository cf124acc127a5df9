import { useState } from 'react';
import type { GridView, ServerPaging } from '../../../ui/grid/use-grid-table.ts';

export type ListView = GridView;

const FIRST: ListView = { page: 1, pageSize: 20, sorting: null, search: '' };

/** Page and filter of a secondary list, held in the component and not in the address. */
export function useListView() {
  const [view, setView] = useState(FIRST);
  function pagingOf(total: number | undefined): ServerPaging {
    return { total: total ?? 0, view, onChange: (change) => setView({ ...view, ...change }) };
  }
  return { view, pagingOf };
}
